"""Every game has the files that the service and its tests look for."""

from scoring import RULE_SETS
from tests.architecture.source import ROOT

NEEDED = {
    "scoring/{}/RULES.md": "the rules as players read them, each sentence with its id",
    "scoring/{}/settings.txt": "what a table may change",
    "ledger/web/games/{}/form.py": "the class Form: how the fields of the page become facts",
    "ledger/web/games/{}/spoken.txt": "the words by which a round is told in a sentence",
    "tests/cases/{}/random_rounds.py": "the function deal: rounds by chance that can have happened",
    "tests/cases/{}/pays.txt": "rounds with what they must pay, and rounds that are refused",
    "tests/cases/spoken/{}.txt": "sentences that are understood, and some that are not",
}


def test_a_game_has_all_its_files() -> None:
    missing = [
        f"{path.format(game)} is missing: {what}"
        for game in RULE_SETS
        for path, what in NEEDED.items()
        if not (ROOT / path.format(game)).is_file()
    ]
    assert missing == []
