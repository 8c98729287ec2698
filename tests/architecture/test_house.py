"""The house keeps its shape: what lies where, how long it is, and who may know whom."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, imported, modules, name, templates, tree

LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
TOP_LEVEL = {
    *("manage.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"),
    *("ledger", "scoring", "templates", "tests"),
}
GAMES = sorted(path.parent for path in ROOT.glob("scoring/*/score.py"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
INLINE = re.compile(
    r"<style|\sstyle\s*=|\son[a-z]+\s*=|\bhx-on|javascript:|<script(?![^>]*\ssrc\s*=)", re.I
)
INERT_SCRIPT = re.compile(r"""<script[^>]*type=["']application/(ld\+)?json["'][^>]*>""", re.I)


@pytest.mark.parametrize("path", modules(), ids=name)
def test_a_module_fits_in_the_head(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", modules(), ids=name)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    long = {
        node.name: length
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    }
    assert long == {}


def test_imports_go_one_way() -> None:
    found = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout


def test_scoring_needs_nothing_but_the_standard_library() -> None:
    known = sys.stdlib_module_names | {"scoring"}
    foreign = {
        f"{name(path)} imports {dotted}"
        for path in ROOT.glob("scoring/**/*.py")
        for dotted in imported(path)
        if dotted.partition(".")[0] not in known
    }
    assert foreign == set()


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_game_knows_no_other_game(game: Path) -> None:
    others = tuple(f"scoring.{other.name}" for other in GAMES if other != game)
    known = {
        f"{name(path)} imports {dotted}"
        for path in game.glob("**/*.py")
        for dotted in imported(path)
        if f"{dotted}.".startswith(tuple(f"{other}." for other in others))
    }
    assert known == set()


def outside_the_games(path: Path) -> bool:
    """Whether a file is none of a game's own: its folder, its round form, its templates."""
    forms = ROOT / "ledger" / "web" / "games"
    own = {folder / game.name for game in GAMES for folder in (ROOT / "scoring", forms)}
    return not (own | {ROOT / "templates" / "rounds"}) & set(path.parents)


NAMES = "|".join(game.name for game in GAMES)


@pytest.mark.parametrize("path", [*filter(outside_the_games, modules())], ids=name)
def test_no_module_but_its_own_names_a_game(path: Path) -> None:
    found = tree(path)
    told = {ast.get_docstring(node, clean=False) for node in ast.walk(found) if _may_tell(node)}
    written = {node.value for node in ast.walk(found) if isinstance(node, ast.Constant)} - told
    named = {node.id for node in ast.walk(found) if isinstance(node, ast.Name)}
    named |= {node.attr for node in ast.walk(found) if isinstance(node, ast.Attribute)}
    spoken = named | set(imported(path)) | {text for text in written if isinstance(text, str)}
    assert {text for text in spoken if re.fullmatch(rf"(.*[./])?({NAMES})([./].*)?", text)} == set()


def _may_tell(node: ast.AST) -> bool:
    """Docstrings may show a game as an example."""
    return isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)


@pytest.mark.parametrize("path", [*filter(outside_the_games, templates())], ids=name)
def test_no_template_but_its_own_names_a_game(path: Path) -> None:
    assert re.findall(rf"\b({NAMES})\b", path.read_text()) == []


@pytest.mark.parametrize("path", templates(), ids=name)
def test_a_template_holds_no_script_or_style_of_its_own(path: Path) -> None:
    assert INLINE.findall(INERT_SCRIPT.sub("", path.read_text())) == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone, nothing is tracked")
def test_the_top_level_is_as_it_was_agreed() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    top = {path.partition("/")[0] for path in tracked}
    assert {entry for entry in top if not entry.startswith(".")} <= TOP_LEVEL


def test_direct_dependencies_have_compatible_release_pins() -> None:
    wanted = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["dependency-groups"]["dev"]]
    assert [line for line in wanted if "~=" not in line] == []
