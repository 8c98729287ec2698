"""Keys: what they open, and that nothing else opens anything."""

import re

import pytest
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import connection
from django.http import Http404, HttpRequest
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from ledger import access, posting
from ledger.access import Role
from ledger.models import Session
from tests.ledger.tables import a_table

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
    access.grant(phone, table, access.key(table, role))
    return phone


def test_a_key_is_long_plain_and_different_for_everything(table: Session) -> None:
    keys = {access.key(each, role) for each in (table, a_table()) for role in Role}
    assert len(keys) == 4
    assert all(re.fullmatch(r"[a-z2-7]{32}", key) for key in keys)
    assert access.link_fragment(table, Role.VIEW) == f"{table.pk}.{access.key(table, Role.VIEW)}"


def test_a_key_opens_its_own_table_in_its_own_role(table: Session) -> None:
    for role in Role:
        assert access.role_of(table, access.key(table, role)) is role
        opened = access.open_with(table.pk, access.key(table, role))
        assert opened == (table, role)


@pytest.mark.parametrize("key", ["", "x", "é" * 32, "a" * 32, "\x00"])
def test_another_key_opens_nothing(table: Session, key: str) -> None:
    assert access.role_of(table, key) is None
    assert access.open_with(table.pk, key) is None


@pytest.mark.parametrize("session_id", ["", "nosuch", "a\x00b", "a" * 500, "../x", "é"])
def test_an_unknown_table_is_not_opened(table: Session, session_id: str) -> None:
    assert access.open_with(session_id, access.key(table, Role.SCORE)) is None


def test_a_phone_that_holds_a_key_sees_the_table_with_its_terms_in_one_query(
    table: Session,
) -> None:
    phone = holding(table, Role.VIEW)
    with CaptureQueriesContext(connection) as queries:
        session, role = access.session_for(phone, table.pk)
        assert session.bet_unit
        assert session.rule_version
        assert session.rule_version.rules == "tien_len"
    assert (session, role, len(queries)) == (table, Role.VIEW, 1)


def test_every_refusal_is_the_same_404(table: Session) -> None:
    viewer, revoked = holding(table, Role.VIEW), holding(table, Role.SCORE)
    posting.renew_key(table.pk, Role.SCORE)
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
            access.session_for(phone, id, write=write)
        answers.add(str(refused.value))
    assert len(answers) == 1
    assert access.session_for(viewer, table.pk).role is Role.VIEW


def test_a_score_key_writes(table: Session) -> None:
    assert access.session_for(holding(table, Role.SCORE), table.pk, write=True).role is Role.SCORE


def test_a_new_secret_keeps_the_keys_of_the_old_one(table: Session, settings: Settings) -> None:
    old = access.key(table, Role.SCORE)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret, long enough to be one, and never used elsewhere"
    assert access.key(table, Role.SCORE) != old
    assert access.role_of(table, old) is Role.SCORE
    settings.SECRET_KEY_FALLBACKS = []
    assert access.role_of(table, old) is None


def test_a_phone_remembers_its_newest_tables_in_a_small_cookie(table: Session) -> None:
    phone, tables = a_phone(), [a_table(2) for _ in range(access.REMEMBERED + 2)]
    for each in tables:
        access.grant(phone, each, access.key(each, Role.SCORE))
    access.grant(phone, tables[5], access.key(tables[5], Role.SCORE))
    with CaptureQueriesContext(connection) as queries:
        recent = access.recent_tables(phone)
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
    posting.renew_key(table.pk, Role.VIEW)
    assert access.recent_tables(phone) == []
    assert access.recent_tables(a_phone()) == []


def test_a_cookie_of_another_shape_opens_nothing(table: Session) -> None:
    phone = a_phone()
    for strange in ([table.pk], "x", None, {table.pk: None}, {table.pk: 5}):
        phone.session["keys"] = strange
        assert access.recent_tables(phone) == []
        with pytest.raises(Http404):
            access.session_for(phone, table.pk)
