"""Receipts to test with, and all that somebody may change in one."""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any
from uuid import uuid4

from ledger import books
from ledger.access.actor import Actor
from ledger.exports.receipt.columns import pack, unpack
from ledger.models import Link, Session
from ledger.tables import sessions
from scoring import FactsError
from tests.random_rounds import deal
from tests.sample_tables import PLAYERS

SCORER = Actor(Link.SCORE, 1)

OF_FOUR = {"tien_len", "dem_la", "binh"}
"""Games whose rounds by chance deal thirteen cards to each."""


def an_evening(
    rounds: int = 8,
    *,
    rules: str = "tien_len",
    players: int = 4,
    seed: int = 1,
    name: str = "Nhà An",
) -> Session:
    """A table at which rounds by chance were played, by its rules."""
    table = sessions.open_session(
        rules=rules,
        settings={},
        bet_unit=2000,
        players=PLAYERS[:players],
        name=name,
        by=SCORER,
    )
    rng = Random(seed)
    while table.round_count < rounds:
        many = 4 if rules in OF_FOUR else rng.choice((min(4, players), players))
        seats = sorted(rng.sample(range(1, players + 1), many))
        try:
            facts = deal(rules, rng, seats)
            books.record(table.pk, submission_id=uuid4(), facts=facts, by=SCORER)
        except FactsError:
            continue
        table.refresh_from_db()
    return table


Tamper = Callable[[str], str]


def once(pattern: str, instead: str) -> Tamper:
    """Put something else in the one place where a pattern fits first."""

    def change(page: str) -> str:
        made, count = re.subn(pattern, instead, page, count=1)
        assert count == 1, pattern
        return made

    return change


def content(change: Callable[[Any], object]) -> Tamper:
    """Change what the receipt holds of the book."""

    def tamper(page: str) -> str:
        before, text, after = re.split(r'(?s)(?<=data-file=")([^"]*">[^<]*)', page)
        book = unpack(text.partition('">')[2])
        change(book)
        return f'{before}{text.partition(chr(34))[0]}">{pack(book)}{after}'

    return tamper


def _cut(page: str) -> str:
    return page[: page.index('<script type="text/plain" id="held"')]


def _amount(book: Any) -> None:
    facts = book["lines"][3]["posting"][0]["round"]
    facts["result"]["transfers"][0]["units"] = "77"


def _name(book: Any) -> None:
    book["people"][2][1][1] = "Mạo"


def _line(book: Any) -> None:
    del book["lines"][-1], book["labels"][-1]


TAMPERED: Mapping[str, tuple[Tamper, str]] = {
    "an amount": (once(r"\n3\t([^\n]*?)[+-][\d,]+", r"\n3\t\1+99"), "a row that it shows"),
    "a balance": (once(r"<b>.[\d.]+</b>", "<b>+1.000.000</b>"), "a player that it shows"),
    "a name": (once("<bdi>An</bdi>", "<bdi>Anh</bdi>"), "a player that it shows"),
    "a round removed": (once(r"\n3\t[^\n]*", ""), "it shows 7 rows and holds 8"),
    "the mark": (once(r"(id=\"mark\">\w+/\d+/)\w{8}", r"\1deadbeef"), "do not come to its mark"),
    "the signature": (
        once(r"(id=\"mark\">\w+/\d+/\w+/)[\w-]{4}", r"\1AAAA"),
        "its mark is not signed",
    ),
    "the key": (once(r"(id=\"key\">)[\w-]{4}", r"\1AAAA"), "is none of ours"),
    "words": (once("</h1>", "</h1><p>An nợ thêm 500.000</p>"), "its words are not those"),
    "words behind": (once("</main>", "</main><p>An nợ</p>"), "its words are not those"),
    "a title": (once("<h1>", "<h1>x "), "its words are not those"),
    "the style": (once("</style>", "b:after{content:'0'}</style>"), "its words are not those"),
    "a picture": (once("</ol>", '</ol><img src="data:,">'), "its words are not those"),
    "the script": (once(r'(id="code">.{40}).', r"\1_"), "its words are not those"),
    "a held amount": (content(_amount), "the first of its postings that the book has otherwise"),
    "a held name": (content(_name), "the names that it holds"),
    "a held round removed": (content(_line), "do not come to its mark"),
    "the end": (_cut, "cannot be read"),
    "what it holds": (once(r'(data-file="[^"]*">.{30}).{9}', r"\1aaaaaaaaa"), "cannot be read"),
}
"""What was changed in a page of `an_evening`, and how that is told."""
