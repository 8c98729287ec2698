"""A round called wrong waits for an answer: corrected, made void, or kept with a word."""

from collections import Counter
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from ledger import books
from ledger.access import limits
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.limits import Limit
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.common.refusals import TooMany
from ledger.models import Change, Flag, Link, Session
from ledger.tables import flags, sessions
from ledger.tables.flags import flags_of
from tests.sample_tables import a_table, finishing, play, redo, without_digests
from tests.stories.at_once import together

BY, BY_SCORER = Actor(Link.VIEW, 3), Actor(Link.SCORE)
PHONE, OTHER = "a phone", "another phone"


@pytest.fixture
def table(db: None) -> Session:
    table = a_table()
    play(table)
    play(table)
    return table


def waiting(table: Session) -> list[int]:
    """The numbers of rounds that wait for an answer, once for each flag."""
    return [n for n, marks in flags_of(table).items() for f in marks if f.is_open]


def log(table: Session) -> list[str]:
    return list(table.changes.order_by("number").values_list("kind", flat=True))


def test_a_flag_waits_with_who_and_a_word(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, word="  thối một con thôi ", by=BY)
    (flag,) = flags_of(table)[1]
    assert (flag.seat, flag.link, flag.word) == (3, "view", "thối một con thôi")
    assert flag.is_open
    assert flag.is_by(PHONE)
    assert not flag.is_by(OTHER)
    assert not flag.is_by("")
    line = Change.objects.filter(session=table).latest("number")
    assert (line.kind, line.link, line.seat, line.round) == ("flagged", "view", 3, 1)
    assert "thối" not in repr(line.details)


def test_one_phone_flags_a_round_once_several_phones_each(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, by=BY)
    flags.flag(table.pk, 1, PHONE, word="lần nữa", by=BY)
    flags.flag(table.pk, 1, OTHER, by=BY)
    flags.flag(table.pk, 2, PHONE, by=BY)
    assert waiting(table) == [1, 1, 2]
    assert log(table).count("flagged") == 3


def test_the_phone_itself_takes_it_back(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, by=BY)
    flags.take_back(table.pk, 1, OTHER, by=BY)
    assert waiting(table) == [1]
    flags.take_back(table.pk, 1, PHONE, by=BY)
    flags.take_back(table.pk, 1, PHONE, by=BY)
    assert waiting(table) == []
    assert flags_of(table) == {}
    assert log(table)[-2:] == ["flagged", "unflagged"]
    flags.flag(table.pk, 1, PHONE, by=BY)
    assert waiting(table) == [1]


def test_kept_with_a_word_it_waits_no_more(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, by=BY)
    flags.flag(table.pk, 1, OTHER, by=BY)
    flags.keep(table.pk, 1, word="cả bàn đã xem lại", by=BY_SCORER)
    flags.keep(table.pk, 1, word="lần nữa", by=BY_SCORER)
    assert waiting(table) == []
    assert [each.answer for each in flags_of(table)[1]] == ["cả bàn đã xem lại"] * 2
    assert log(table)[-1] == "kept"
    assert log(table).count("kept") == 1
    flags.take_back(table.pk, 1, PHONE, by=BY)
    assert len(flags_of(table)[1]) == 2


def test_a_round_nobody_flagged_is_not_kept(table: Session) -> None:
    before = log(table)
    flags.keep(table.pk, 1, by=BY_SCORER)
    assert log(table) == before


@pytest.mark.parametrize("answer", ["void", "correct"])
def test_void_and_corrected_are_answers_too(table: Session, answer: str) -> None:
    flags.flag(table.pk, 1, PHONE, by=BY)
    flags.flag(table.pk, 2, PHONE, by=BY)
    if answer == "void":
        books.void(table.pk, 1, by=ON_THE_MACHINE)
    else:
        redo(table, 1, 4, 3, 2, 1)
    assert waiting(table) == [2]
    with pytest.raises(refusals.RoundReversed):
        flags.flag(table.pk, 1, PHONE, by=BY)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    flags.flag(table.pk, 2, OTHER, by=BY)
    assert waiting(table) == [2, 2]
    assert list(differences([table.pk])) == []


def test_a_refused_correction_answers_nothing(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, by=BY)
    facts = finishing(2, 1)
    with pytest.raises(refusals.StaleRound):
        books.record(
            table.pk, correcting=1, submission_id=uuid4(), facts=facts, after=7, by=ON_THE_MACHINE
        )
    assert waiting(table) == [1]


def test_what_is_not_there_cannot_be_flagged(table: Session) -> None:
    with pytest.raises(refusals.UnknownRound):
        flags.flag(table.pk, 9, PHONE, by=BY)
    with pytest.raises(refusals.UnknownSession):
        flags.flag("nowhere1", 1, PHONE, by=BY)


@pytest.mark.parametrize("word", ["x" * 81, "a\x00b", "‮abc"])
def test_a_word_is_short_and_plain(table: Session, word: str) -> None:
    with pytest.raises(refusals.TextRefused):
        flags.flag(table.pk, 1, PHONE, word=word, by=BY)
    flags.flag(table.pk, 1, PHONE, by=BY)
    with pytest.raises(refusals.TextRefused):
        flags.keep(table.pk, 1, word=word, by=BY_SCORER)
    assert waiting(table) == [1]


def test_words_are_cleared_with_names(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, word="Bình nhầm", by=BY)
    flags.flag(table.pk, 2, PHONE, word="Bình nhầm", by=BY)
    flags.keep(table.pk, 2, word="Bình đúng", by=BY_SCORER)
    sessions.forget_names(table.pk, [2], by=ON_THE_MACHINE)
    assert "Bình" not in repr(list(Flag.objects.values()))
    assert waiting(table) == [1]
    flags.keep(table.pk, 1, word="Bình đúng", by=BY_SCORER)
    sessions.forget_names(table.pk, [], by=ON_THE_MACHINE)
    assert without_digests(Change.objects.latest("pk").details) == {
        "seats": [],
        "table": False,
        "words": True,
    }


def test_a_table_takes_so_many_flags_an_hour(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.time, "time", lambda: 1000.0)
    monkeypatch.setattr(flags, "LIMIT", Limit(3, 3600))
    for phone in "abc":
        flags.flag(table.pk, 1, phone, by=BY)
    with pytest.raises(TooMany):
        flags.flag(table.pk, 1, "d", by=BY)
    flags.flag(table.pk, 1, "a", by=BY)
    assert len(waiting(table)) == 3
    other = a_table()
    play(other)
    flags.flag(other.pk, 1, "d", by=BY)


def test_one_phone_does_not_use_up_what_the_table_takes(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits.time, "time", lambda: 1000.0)
    monkeypatch.setattr(flags, "OF_A_PHONE", Limit(1, 3600))
    play(table)
    flags.flag(table.pk, 1, "a", by=BY)
    with pytest.raises(TooMany):
        flags.flag(table.pk, 2, "a", by=BY)
    flags.flag(table.pk, 2, "b", by=BY)


def test_the_database_keeps_one_open_flag_a_phone(table: Session) -> None:
    flags.flag(table.pk, 1, PHONE, by=BY)
    twin = Flag.objects.get()
    twin.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save(force_insert=True)


def test_eight_taps_at_once_are_one_flag(fresh_ledger: str) -> None:
    table = a_table()
    for number in range(1, 4):
        play(table)
        answers = together([lambda n=number: flags.flag(table.pk, n, PHONE, by=BY)] * 8)
        assert answers == [None] * 8
    assert Counter(waiting(table)) == {1: 1, 2: 1, 3: 1}
    assert list(differences([table.pk])) == []
