"""Keys: what they open, and that nothing else opens anything."""

import re
from uuid import uuid4

import pytest
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import connection
from django.http import Http404, HttpRequest
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from ledger.access import keys
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books import sql
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import PLAYERS, a_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db: None) -> Session:
    return a_table()


def a_phone() -> HttpRequest:
    request = HttpRequest()
    request.session = SessionStore()
    return request


def holding(table: Session, role: Role) -> HttpRequest:
    phone = a_phone()
    keys.grant(phone, table, keys.key(table, role))
    return phone


def test_what_is_read_by_columns_is_what_the_models_read() -> None:
    terms = {"rules": "tien_len", "bet_unit": 2000, "settings": {}}
    opened = sessions.open_session(
        **terms, players=PLAYERS[:2], submission_id=uuid4(), by=ON_THE_MACHINE
    )
    session = sessions.close(opened.pk, by=ON_THE_MACHINE)
    read, same = keys.session_with_terms(session.pk), Session.objects.get(pk=session.pk)
    seats = [
        (sql.SEAT, each, same.seats.get(number=at)) for at, each in sql.seats_of(same.pk).items()
    ]
    for names, one, other in (
        ([each.attname for each in Session._meta.concrete_fields], read, same),
        *seats,
        (keys.RULES, read.rule_version, same.rule_version),
        (keys.BET_UNIT, read.bet_unit, same.bet_unit),
    ):
        mine, theirs = ([getattr(each, name) for name in names] for each in (one, other))
        assert mine == theirs
        assert [*map(type, mine)] == [*map(type, theirs)]


def test_a_key_is_long_plain_and_different_for_everything(table: Session) -> None:
    made = {keys.key(each, role) for each in (table, a_table()) for role in Role}
    assert len(made) == 4
    assert all(re.fullmatch(r"[a-z2-7]{32}", key) for key in made)
    assert keys.link_fragment(table, Role.VIEW) == f"{table.pk}.{keys.key(table, Role.VIEW)}"


def test_a_key_opens_its_own_table_in_its_own_role(table: Session) -> None:
    for role in Role:
        assert keys.role_of(table, keys.key(table, role)) is role
        opened = keys.open_with(table.pk, keys.key(table, role))
        assert opened == (table, role)


@pytest.mark.parametrize("key", ["", "x", "é" * 32, "a" * 32, "\x00"])
def test_another_key_opens_nothing(table: Session, key: str) -> None:
    assert keys.role_of(table, key) is None
    assert keys.open_with(table.pk, key) is None


@pytest.mark.parametrize("session_id", ["", "nosuch", "a\x00b", "a" * 500, "../x", "é"])
def test_an_unknown_table_is_not_opened(table: Session, session_id: str) -> None:
    assert keys.open_with(session_id, keys.key(table, Role.SCORE)) is None


def test_a_phone_that_holds_a_key_sees_the_table_with_its_terms_in_one_query(
    table: Session,
) -> None:
    phone = holding(table, Role.VIEW)
    with CaptureQueriesContext(connection) as queries:
        session, role = keys.session_for(phone, table.pk)
        assert session.bet_unit
        assert session.rule_version
        assert session.rule_version.rules == "tien_len"
    assert (session, role, len(queries)) == (table, Role.VIEW, 1)


def test_a_renewal_at_a_copy_that_was_put_back_opens_no_link_of_the_lost_book(
    table: Session,
) -> None:
    """Both go on from the same generation; three renewals meet by chance once in 10 ** 12."""
    lost, again = (
        [
            sessions.renew_key(book.pk, Role.VIEW, by=ON_THE_MACHINE).view_key_generation
            for _time in range(3)
        ]
        for book in (table, a_table())
    )
    assert lost != again


def test_every_refusal_is_the_same_404(table: Session) -> None:
    viewer, revoked = holding(table, Role.VIEW), holding(table, Role.SCORE)
    sessions.renew_key(table.pk, Role.SCORE, by=ON_THE_MACHINE)
    answers = set()
    for phone, id, write in (
        (a_phone(), table.pk, False),
        (a_phone(), "nosuch", False),
        (viewer, "nosuch", False),
        (viewer, a_table().pk, False),
        (viewer, table.pk, True),
        (revoked, table.pk, False),
    ):
        with pytest.raises(Http404) as refused:
            keys.session_for(phone, id, write=write)
        answers.add(str(refused.value))
    assert len(answers) == 1
    assert keys.session_for(viewer, table.pk).role is Role.VIEW


def test_a_score_key_writes(table: Session) -> None:
    assert keys.session_for(holding(table, Role.SCORE), table.pk, write=True).role is Role.SCORE


def test_a_new_secret_keeps_the_keys_of_the_old_one(table: Session, settings: Settings) -> None:
    old = keys.key(table, Role.SCORE)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret, long enough to be one, and never used elsewhere"
    assert keys.key(table, Role.SCORE) != old
    assert keys.role_of(table, old) is Role.SCORE
    settings.SECRET_KEY_FALLBACKS = []
    assert keys.role_of(table, old) is None


def test_a_phone_remembers_its_newest_tables_in_a_small_cookie(table: Session) -> None:
    phone, tables = a_phone(), [a_table(2) for _ in range(keys.REMEMBERED + 2)]
    for each in tables:
        keys.grant(phone, each, keys.key(each, Role.SCORE))
    keys.grant(phone, tables[5], keys.key(tables[5], Role.SCORE))
    with CaptureQueriesContext(connection) as queries:
        recent = keys.recent_tables(phone)
    assert [session for session, _ in recent] == [
        tables[5],
        *reversed(tables[6:]),
        *reversed(tables[2:5]),
    ]
    assert len(queries) == 1
    phone.session.save()
    assert len(phone.session.session_key or "") < 3600


def test_a_table_whose_key_was_renewed_is_forgotten(table: Session) -> None:
    phone = holding(table, Role.VIEW)
    sessions.renew_key(table.pk, Role.VIEW, by=ON_THE_MACHINE)
    assert keys.recent_tables(phone) == []
    assert keys.recent_tables(a_phone()) == []


def test_a_cookie_of_another_shape_opens_nothing(table: Session) -> None:
    phone = a_phone()
    for strange in ([table.pk], "x", None, {table.pk: None}, {table.pk: 5}):
        phone.session["keys"] = strange
        assert keys.recent_tables(phone) == []
        with pytest.raises(Http404):
            keys.session_for(phone, table.pk)
