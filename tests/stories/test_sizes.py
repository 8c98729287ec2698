"""Every game with as many players as it takes: one round from the table page to the files."""

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from random import Random
from uuid import uuid4

import pytest
from django.utils import translation
from openpyxl import load_workbook

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.settling import left_to_pay
from ledger.models import SEATS, Session
from ledger.tables import sessions
from ledger.web import phone_table
from ledger.web.phone_table import Table
from scoring import RULE_SETS, FactsError, score
from tests.random_rounds import deal
from tests.sample_tables import PLAYERS, a_table, players_next
from tests.web.pages import read
from tests.web.tables import balances, phone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]

SIZES = [(rules, size) for rules, game in RULE_SETS.items() for size in game.players]
BIG, SMALL = (at(RULE_SETS, key=lambda rules: RULE_SETS[rules].players[-1]) for at in (max, min))
"""A game of the most players, and one of the fewest."""


def columns(session: Session) -> list[int]:
    """Who has a column on the table page."""
    heads = read(page(session, "")).one(id="heads")
    return sorted(int(head.attributes["data-seat"]) for head in heads.all("button", type="button"))


def waiting(session: Session) -> list[str]:
    bench = read(page(session, "")).one(id="bench")
    return [each.attributes["data-name"] for each in bench.all("button")]


def page(session: Session, path: str) -> str:
    answer = phone(session).get(f"/t/{session.pk}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def file(session: Session, name: str) -> bytes:
    return b"".join(phone(session).get(f"/t/{session.pk}/files/{name}"))


def amounts(session: Session) -> Counter[str]:
    """What everybody has won or lost, summed from the lines of the ledger as CSV."""
    text = file(session, "ledger.csv").decode("utf-8-sig")
    sums: Counter[str] = Counter()
    for row in csv.DictReader(io.StringIO(text)):
        sums[row["Người trả"]] -= int(row["Số tiền"])
        sums[row["Người nhận"]] += int(row["Số tiền"])
    return sums


@pytest.mark.parametrize(("rules", "size"), SIZES)
def test_a_round_of_every_size_adds_up_on_every_page_and_in_the_files(
    rules: str, size: int
) -> None:
    session, seats = a_table(size, rules=rules), list(range(1, size + 1))
    facts = deal(rules, Random(f"{rules} {size}"), seats)
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert columns(session) == seats
    figures = read(page(session, "")).one("a", data_round="1")
    assert len(re.findall(r"[+−]?\d[\d.]*", figures.text)) == 1 + size
    balance = balances(session)
    assert sum(balance.values()) == 0
    for pay in left_to_pay(session):
        balance[pay.payer] += pay.amount
        balance[pay.payee] -= pay.amount
    assert not any(balance.values())
    balance = balances(session)
    named = {PLAYERS[seat - 1]: amount for seat, amount in balance.items()}
    with translation.override("vi"):
        assert {name: amounts(session)[name] for name in named} == named
        sheet = load_workbook(io.BytesIO(file(session, "evening.xlsx")))["Tổng"]
    rows = sheet.iter_rows(min_row=2, min_col=6, max_col=7, max_row=size + 1, values_only=True)
    assert dict(rows) == named


@pytest.mark.parametrize("rules", RULE_SETS)
def test_one_more_than_a_game_takes_is_refused_in_words(rules: str) -> None:
    most = RULE_SETS[rules].players[-1]
    facts = deal(rules, Random(rules), range(1, most + 1))
    with pytest.raises(FactsError) as refused:
        score(rules, facts | {"players": [*range(1, most + 2)]})
    code = "players" if most < SEATS[-1] else "too_many"
    (problem,) = [each for each in refused.value.problems if each.code == code]
    assert f"không phải {most + 1}" in problem.message()


def test_who_has_no_place_in_another_game_waits_and_comes_back() -> None:
    most, fewest = RULE_SETS[BIG].players[-1], RULE_SETS[SMALL].players[-1]
    session, everybody = a_table(most, rules=BIG), list(range(1, most + 1))
    for rules, playing in ((BIG, most), (SMALL, fewest), (BIG, most)):
        sessions.change_rules(session.pk, rules, None, by=ON_THE_MACHINE)
        session.refresh_from_db()
        assert columns(session) == everybody[:playing]
        assert waiting(session) == list(PLAYERS[playing:most])
        facts = deal(rules, Random(rules), players_next(session))
        books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)


def test_there_are_enough_once_the_game_has_its_least(monkeypatch: pytest.MonkeyPatch) -> None:
    least, most = RULE_SETS[BIG].players[0], RULE_SETS[BIG].players[-1]
    session = a_table(least, rules=BIG)
    assert Table(session, Role.SCORE).may_record
    of_one_more = replace(RULE_SETS[BIG], players=range(least + 1, most + 1))
    monkeypatch.setattr(phone_table, "RULE_SETS", RULE_SETS | {BIG: of_one_more})
    assert not Table(session, Role.SCORE).may_record
    sessions.add_player(session.pk, PLAYERS[least], by=ON_THE_MACHINE)
    assert Table(session, Role.SCORE).may_record
