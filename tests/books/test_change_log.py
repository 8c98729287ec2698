"""Who changed what is written down with the change itself, and says nothing that was typed."""

from collections.abc import Callable
from typing import Any
from unittest.mock import ANY
from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.keys import GENERATION, Role
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.models import Change, Link, Session
from ledger.tables import own_hands, sessions
from tests.sample_tables import a_table, finishing, play, without_digests

Kind = Change.Kind
BY = Actor(Link.SCORE, 2)


@pytest.fixture
def table(db: None) -> Session:
    return a_table()


LINE = ("number", "kind", "link", "seat", "round", "details")


def lines(table: Session) -> list[tuple[Any, ...]]:
    """The log from its beginning."""
    log = table.changes.order_by("number")
    return [(*who, without_digests(details)) for *who, details in log.values_list(*LINE)]


def newest(table: Session) -> tuple[Any, ...]:
    return lines(table)[-1]


def counts(table: Session) -> tuple[int, int]:
    table.refresh_from_db()
    return table.change_count, table.log_count


def submitted(table: Session, number: int | None = None) -> None:
    facts: Any = {"submission_id": uuid4(), "facts": finishing(4, 3, 2, 1), "by": BY}
    if number:
        books.record(table.pk, correcting=number, **facts)
    else:
        books.record(table.pk, **facts)


def restored(table: Session) -> None:
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    submitted(table, 1)


def reopened(table: Session) -> None:
    sessions.close(table.pk, by=ON_THE_MACHINE)
    sessions.reopen(table.pk, by=BY)


def sat_in(table: Session) -> None:
    sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE)
    sessions.sit(table.pk, 4, out=False, by=BY)


WRITES: dict[Kind, tuple[Callable[[Session], object], int | None, dict[str, Any]]] = {
    Kind.RECORDED: (submitted, 2, {}),
    Kind.CORRECTED: (lambda table: submitted(table, 1), 1, {"again": 2}),
    Kind.RESTORED: (restored, 1, {"again": 2}),
    Kind.VOID: (lambda table: books.void(table.pk, 1, reason="nhầm", by=BY), 1, {}),
    Kind.BET_UNIT: (
        lambda table: sessions.change_bet_unit(table.pk, 4000, reason="khuya", by=BY),
        None,
        {"number": 2},
    ),
    Kind.RULES: (
        lambda table: sessions.change_rules(table.pk, "dem_la", {}, reason="chán", by=BY),
        None,
        {"number": 2},
    ),
    Kind.JOINED: (lambda table: sessions.add_player(table.pk, "Em", by=BY), None, {"seats": [5]}),
    Kind.SAT_OUT: (lambda table: sessions.sit(table.pk, 4, out=True, by=BY), None, {"seats": [4]}),
    Kind.SAT_IN: (sat_in, None, {"seats": [4]}),
    Kind.NAMED: (lambda table: sessions.rename_session(table.pk, "Nhà An", by=BY), None, {}),
    Kind.FORGOTTEN: (
        lambda table: sessions.forget_names(table.pk, [1, 3, 8], table=True, by=BY),
        None,
        {"seats": [1, 3], "table": False, "words": False},
    ),
    Kind.KEY: (
        lambda table: sessions.renew_key(table.pk, Role.VIEW, by=BY),
        None,
        {"role": "view", "generation": ANY},
    ),
    Kind.CLOSED: (lambda table: sessions.close(table.pk, by=BY), None, {}),
    Kind.REOPENED: (reopened, None, {}),
}


@pytest.mark.parametrize("kind", WRITES)
def test_every_change_is_one_line_with_who_made_it(table: Session, kind: Kind) -> None:
    play(table)
    write, round, details = WRITES[kind]
    write(table)
    changed, number = counts(table)
    assert newest(table) == (number, kind, "score", 2, round, details)
    assert changed == number == len(lines(table))
    assert list(differences([table.pk])) == []


def test_a_renewal_names_the_generation_that_opens_from_then_on(table: Session) -> None:
    for role in (Role.SCORE, Role.VIEW, Role.SCORE):
        renewed = sessions.renew_key(table.pk, role, by=BY)
        details = {"role": role, "generation": getattr(renewed, GENERATION[role])}
        assert newest(table)[-1] == details


def test_a_table_begins_with_a_line(db: None) -> None:
    table = sessions.open_session(
        rules="dem_la", settings={}, bet_unit=1, players=["An", "Bình"], by=Actor(Link.API)
    )
    assert lines(table) == [(1, "opened", "api", None, None, {})]
    assert counts(table) == (1, 1)


def test_without_a_link_it_was_done_on_the_machine_itself(table: Session) -> None:
    play(table)
    assert newest(table) == (2, "recorded", "command", None, 1, {})


NOTHING: dict[str, Callable[[Session], object]] = {
    "the same round again": lambda table: play(table, id=table.rounds.get().submission_id),
    "void again": lambda table: books.void(table.pk, 1, by=ON_THE_MACHINE),
    "the same bet unit": lambda table: sessions.change_bet_unit(table.pk, 2000, by=ON_THE_MACHINE),
    "the same rules": lambda table: sessions.change_rules(
        table.pk, "tien_len", {}, by=ON_THE_MACHINE
    ),
    "sitting in already": lambda table: sessions.sit(table.pk, 4, out=False, by=ON_THE_MACHINE),
    "the same name": lambda table: sessions.rename_session(table.pk, "", by=ON_THE_MACHINE),
    "no name to forget": lambda table: sessions.forget_names(
        table.pk, [7], table=True, by=ON_THE_MACHINE
    ),
    "open already": lambda table: sessions.reopen(table.pk, by=ON_THE_MACHINE),
    "all as it was": lambda table: sessions.change(
        table.pk, name="", bet_unit=2000, by=ON_THE_MACHINE
    ),
}


@pytest.mark.parametrize("what", NOTHING)
def test_what_changes_nothing_is_not_written_down(table: Session, what: str) -> None:
    play(table)
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    before = counts(table)
    NOTHING[what](table)
    assert counts(table) == before


def test_what_is_refused_is_not_written_down(table: Session) -> None:
    before = counts(table)
    with pytest.raises(refusals.NameTaken):
        sessions.change(table.pk, name="Nhà An", add_players=["An"], by=ON_THE_MACHINE)
    assert counts(table) == before
    assert len(lines(table)) == 1


def test_several_changes_at_once_are_as_many_lines(table: Session) -> None:
    sessions.change(
        table.pk,
        name="Nhà An",
        bet_unit=4000,
        rules="dem_la",
        add_players=["Em"],
        sitting_out=[1],
        by=Actor(Link.API),
    )
    kinds = ["opened", "named", "rules", "bet_unit", "joined", "sat_out"]
    assert [line[1:3] for line in lines(table)] == [
        (kind, "api" if kind != "opened" else "command") for kind in kinds
    ]
    assert list(differences()) == []


def test_parts_are_told_to_other_pages_but_leave_no_line(db: None) -> None:
    table = a_table(rules="phom")
    opened = counts(table)
    own_hands.claim(table.pk, 1, "an")
    claimed = counts(table)
    own_hands.claim(table.pk, 1, "an")
    assert counts(table) == claimed
    stamp = own_hands.hands_of(table, [1, 2, 3, 4]).stamp
    own_hands.hand_in(table.pk, 1, "an", {"points_1": "3"}, stamp=stamp)
    hand = counts(table)
    own_hands.take_back(table.pk, 1, "an")
    back = counts(table)
    own_hands.let_go(table.pk, 1, "an")
    changed = [opened[0], claimed[0], hand[0], back[0], counts(table)[0]]
    assert changed == sorted(set(changed))
    assert counts(table)[1] == opened[1] == len(lines(table))


def test_the_log_holds_no_word_that_anybody_typed(table: Session) -> None:
    play(table)
    sessions.add_player(table.pk, "Phượng", by=ON_THE_MACHINE)
    sessions.rename_session(table.pk, "Phượng", by=ON_THE_MACHINE)
    books.void(table.pk, 1, reason="Phượng", by=ON_THE_MACHINE)
    sessions.change_bet_unit(table.pk, 4000, reason="Phượng", by=ON_THE_MACHINE)
    sessions.change_rules(table.pk, "dem_la", {}, reason="Phượng", by=ON_THE_MACHINE)
    sessions.forget_names(table.pk, [5], table=True, by=ON_THE_MACHINE)
    assert "Phượng" not in repr(list(table.changes.values()))
