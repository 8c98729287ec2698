"""Whatever a page, a call or the admin writes says who does it, so that the log can tell."""

import ast
import inspect
from pathlib import Path

from ledger import books
from ledger.people import groups
from ledger.tables import carry_over, payments, sessions
from tests.architecture.source import ROOT, modules, name, tree

DOORS = (books, sessions, payments, carry_over, groups)
WRITERS = {
    f"{module.__name__.rpartition('.')[2]}.{called}"
    for module in DOORS
    for called, found in inspect.getmembers(module, inspect.isfunction)
    if "by" in inspect.signature(found).parameters
}
OUTSIDE = [ROOT / "ledger" / folder for folder in ("web", "api", "admin")]


def outside(path: Path) -> bool:
    return any(folder in path.parents for folder in OUTSIDE)


def test_every_write_says_who_does_it() -> None:
    silent = [
        f"{name(path)}:{node.lineno}"
        for path in filter(outside, modules())
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and f"{node.func.value.id}.{node.func.attr}" in WRITERS
        and "by" not in {keyword.arg for keyword in node.keywords}
    ]
    assert silent == []


def test_the_writers_are_those_of_the_house() -> None:
    wanted = {
        "books": ("record", "void"),
        "sessions": ("open_session", "change", "sit", "renew_key"),
        "payments": ("pay", "unmark"),
        "carry_over": ("carry", "take_back"),
        "groups": ("make", "add", "take_out", "delete"),
    }
    assert {f"{module}.{name}" for module in wanted for name in wanted[module]} <= WRITERS
