"""Every game has the files that the service and its tests look for."""

from ledger.web.games import form_for
from scoring import RULE_SETS
from tests.architecture.source import ROOT

NEEDED = {
    "scoring/{}/RULES.md": "the rules as players read them, each sentence with its id",
    "scoring/{}/settings.txt": "what a table may change; empty where it may change nothing",
    "scoring/{}/examples.json": "rounds for the rule card and the API",
    "ledger/web/games/{}/__init__.py": "empty: the folder is a package",
    "ledger/web/games/{}/form.py": "the class Form: how the fields of the page become facts",
    "ledger/web/games/{}/spoken.txt": "the words by which a round is told in a sentence",
    "tests/cases/{}/__init__.py": "empty: the folder is a package",
    "tests/cases/{}/random_rounds.py": "the function deal: rounds by chance that can have happened",
    "tests/cases/{}/pays.txt": "rounds with what they must pay, and rounds that are refused",
    "tests/cases/spoken/{}.txt": "sentences that are understood, and some that are not",
    "tests/vectors/{}-cases.jsonl": "written by python -m tests.vectors",
}


def test_a_game_has_all_its_files() -> None:
    missing = [
        f"{path.format(game)} is missing: {what}"
        for game in RULE_SETS
        for path, what in NEEDED.items()
        if not (ROOT / path.format(game)).is_file()
    ]
    assert not missing, "\n".join(missing)


def test_a_game_has_a_round_to_show() -> None:
    without = [
        f"scoring/{name}/examples.json has no round"
        for name, game in RULE_SETS.items()
        if not game.examples
    ]
    assert without == []


def test_a_game_names_the_script_of_its_taps() -> None:
    games = [game for game in RULE_SETS if (ROOT / f"ledger/web/games/{game}/form.py").is_file()]
    scripts = {game: f"ledger/static/ledger/taps/{form_for(game).taps}.js" for game in games}
    missing = [
        f"{path} is missing: what a tap on a head does in {game}"
        for game, path in scripts.items()
        if not (ROOT / path).is_file()
    ]
    assert missing == []
