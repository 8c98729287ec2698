"""Every address there is, from the resolver, and the table of who gets what from each."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from django.urls import get_resolver

from ledger.admin.people import ALLOWED

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
TABLE = Path(__file__).with_name("access.txt")
NOT_TAKEN = "405"
"""What a method that the table does not name gets, whoever asks."""


@dataclass(frozen=True, slots=True)
class Row:
    """What each kind of caller gets from one method of one route: a status, by column."""

    section: str
    answers: Mapping[str, str]


def routes() -> list[str]:
    """All of them, as the table spells them: "t/{session_id}/rounds/"."""
    return [_spelt(route) for route in _walk(get_resolver())]


def _spelt(route: str) -> str:
    named = re.sub(r"\^?\(\?P<(\w+)>[^)]*\)(/\$|\$)?", r"{\1}", route)
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", named) or "/"


def _walk(resolver: Any, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from _walk(pattern, route)
        else:
            yield route


@cache
def table() -> Mapping[tuple[str, str], Row]:
    """The rows by route and method."""
    return {key: row for line in _lines() for key, row in line}


@cache
def known() -> Mapping[str, str]:
    """The section of each route the table names, also where no method of it is taken."""
    return {route: row.section for (route, _method), row in table().items()}


def _lines() -> Iterator[list[tuple[tuple[str, str], Row]]]:
    section, columns = "", [""]
    for line in TABLE.read_text().splitlines():
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if line.startswith("["):
            section, columns = words[0].strip("[]"), words[1:]
            continue
        route, methods, *answers = words
        row = Row(section, dict(zip(columns, answers, strict=True)))
        named = METHODS if methods == "*" else methods.split(",")
        yield [((route, method), row) for method in named]


def expected(route: str, method: str, who: str) -> str:
    """The status this caller gets; a caller of the admin is named by its permissions."""
    row = table().get((route, method))
    if row is None:
        return NOT_TAKEN
    column = column_of(row.section, who)
    if column == "staff" and _opens(row, who):
        column = "superuser"
    return row.answers[column]


def column_of(section: str, who: str) -> str:
    """Which column tells about a caller; who has none of their own is a stranger."""
    if section == "admin" and who != "superuser":
        return "staff" if who == "staff" or is_permissions(who) else "stranger"
    return "anybody" if section == "everybody" else COLUMNS[section].get(who, "stranger")


def _opens(row: Row, who: str) -> bool:
    """Whether a caller has the permissions of one of the ways in."""
    return any(set(way.split("+")) <= set(who.split("+")) for way in ways(row))


def is_permissions(who: str) -> bool:
    """Whether a caller of the admin is named by its permissions, like "a+b"."""
    return set(who.split("+")) <= {*ALLOWED}


def ways(row: Row) -> list[str]:
    """The permissions that open a row of the admin, each way in one word like "a+b"."""
    return [way for way in row.answers["opened_by"].split("|") if way != "-"]


def not_enough(row: Row) -> Iterator[str]:
    """The largest sets of permissions that open a row of the admin in no way.

    Permissions only ever add: where all these together open nothing, none of them does.
    """
    for lacking in product(*(way.split("+") for way in ways(row))):
        yield "+".join(each for each in ALLOWED if each not in lacking)


COLUMNS: Mapping[str, Mapping[str, str]] = {
    "phone": {"score": "own"},
    "table": {"view": "view", "score": "score"},
    "group": {"group_view": "view", "group_score": "score"},
    "admin": {"superuser": "superuser"},
    "api": {"api_view": "view", "api_score": "score", "api_staff": "staff_token"},
    "api_group": {"api_group_view": "view", "api_group_score": "score"},
}
"""By section, the callers with a column of their own."""


def address(route: str, about: Mapping[str, object]) -> str:
    """The address of a route, about what `about` names."""
    filled = re.sub(r"{(\w+)}", lambda match: str(about[match[1]]), route)
    return "/" + filled.removeprefix("/")
