"""Every promise has a test that shows it, and one that breaks what keeps it and is found."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, tree
from tests.trust import PROMISES

WHOLE = {(id, control) for id in PROMISES for control in (False, True)}


def marked(module: ast.Module) -> Iterator[tuple[str, bool]]:
    """What the marks of a module's tests say: the promise, and whether it is its control."""
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        if ast.unparse(call.func) == "pytest.mark.trust":
            control = any(each.arg == "control" for each in call.keywords)
            yield from ((ast.literal_eval(id), control) for id in call.args)


def test_every_promise_is_shown_and_has_a_control() -> None:
    promises = {each for path in (ROOT / "tests").rglob("test_*.py") for each in marked(tree(path))}
    assert sorted(WHOLE - promises) == []


def test_a_mark_that_is_missing_is_missed() -> None:
    module = ast.parse('@pytest.mark.trust("R1", "R2", control=True)\ndef test_a(): ...')
    assert set(marked(module)) == {("R1", True), ("R2", True)}


TESTS = """
import pytest

@pytest.mark.trust("R4")
@pytest.mark.parametrize("number", [1, 2])
def test_it_holds(tell, number):
    tell(f"{number} of 2")

@pytest.mark.trust("R4", "R6", control=True)
@pytest.mark.full
def test_broken_it_is_found():
    assert False
"""


def run_pytest(folder: Path, processes: str) -> str:
    """What pytest prints about the tests in a folder."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  full: x\n  trust: x\n")
    words = ("-p", "tests.trust", "-p", "no:cacheprovider", "-p", "no:django", "-n", processes)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *words, str(folder)],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "ledger.config.settings", "DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


@pytest.mark.full
@pytest.mark.parametrize("processes", ["0", "2"])
def test_the_report_tells_what_every_test_came_to(tmp_path: Path, processes: str) -> None:
    (tmp_path / "test_both.py").write_text(TESTS)
    printed = run_pytest(tmp_path, processes)
    about = printed.partition("= trust, on ")[2].partition("= short test summary")[0]
    assert f"R4: {PROMISES['R4']}\n    shows   always  2 passed  test_it_holds\n" in about
    assert "        1 of 2\n        2 of 2\n" in about
    assert about.count("    control in full  failed  test_broken_it_is_found\n") == 2
    assert f"R6: {PROMISES['R6']}\n    control" in about


@pytest.mark.full
@pytest.mark.parametrize("processes", ["0", "2"])
def test_an_import_error_of_a_test_module_is_shown(tmp_path: Path, processes: str) -> None:
    (tmp_path / "test_both.py").write_text(TESTS)
    (tmp_path / "test_broken.py").write_text("import no_such_module\n")
    printed = run_pytest(tmp_path, processes)
    assert "ModuleNotFoundError: No module named 'no_such_module'" in printed
    assert "INTERNALERROR" not in printed
