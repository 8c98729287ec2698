"""A test lies in the folder of what it tests, under the name of the module that it tests."""

import ast
import re
from pathlib import Path

from tests.architecture.source import ROOT, imported, name, tree

TESTS = ROOT / "tests"
CROSSING = {
    *("accessibility", "architecture", "benchmarks", "browser", "clients", "nodes"),
    *("old_phones", "running", "security", "simulator", "stories", "upgrades"),
    *("cases", "vectors"),
}
"""Folders of no folder of the source: what crosses it, what tests are run with, and their data."""

ACROSS = {
    *("admin/test_at_once.py", "admin/test_permissions.py"),
    *("api/test_language.py", "api/test_limits.py"),
    "spoken/test_sentences.py",
}
"""What crosses a folder of the source, and no other; all tests of `scoring` do."""


def inner(path: Path) -> Path:
    return path.relative_to(TESTS)


def files() -> list[Path]:
    return sorted(TESTS.rglob("test_*.py"))


def test_no_module_imports_from_a_test_module() -> None:
    borrowed = [
        f"{name(path)} imports {dotted}"
        for path in sorted(TESTS.rglob("*.py"))
        for dotted in imported(path)
        if re.match(r"tests\.(\w+\.)*test_", dotted)
    ]
    assert borrowed == []


def test_every_folder_is_one_of_the_source_or_crosses_it() -> None:
    folders = {inner(path).parts[0] for path in TESTS.glob("*/**/*.py")}
    source = {path.name for path in (ROOT / "ledger").iterdir()} | {"scoring"}
    assert folders - source == CROSSING


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in TESTS.rglob("*.py")}
    assert [name(each) for each in folders if not (each / "__init__.py").exists()] == []


def test_a_test_is_named_after_what_it_tests() -> None:
    mirrored = [path for path in files() if inner(path).parts[0] not in CROSSING | {"scoring"}]
    astray = {inner(path).as_posix() for path in mirrored if not is_named_after_its_source(path)}
    assert astray == ACROSS


def is_named_after_its_source(path: Path) -> bool:
    """Whether a file has the name of a module beside which it would lie, or of a page there.

    A module that several files test has a folder of its own in `tests`.
    """
    subject, folder = path.stem.removeprefix("test_"), ROOT / "ledger" / inner(path).parent
    if not folder.is_dir():
        return folder.with_suffix(".py").exists()
    modules = {each.stem.lower() for each in folder.iterdir()}
    return subject in modules | {folder.name} | definitions(folder)


def definitions(folder: Path) -> set[str]:
    """The functions and classes of a folder's modules."""
    kinds = ast.FunctionDef | ast.ClassDef
    statements = [node for path in folder.glob("*.py") for node in tree(path).body]
    return {node.name for node in statements if isinstance(node, kinds)}


def test_no_test_lies_beside_the_folder_where_it_belongs() -> None:
    flat = [name(path) for path in files() if (path.parent / path.stem[5:]).is_dir()]
    assert flat == []
    assert list(TESTS.glob("test_*.py")) == []
