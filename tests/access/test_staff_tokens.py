"""Staff tokens: shown once, kept as a digest, worthless once revoked."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.access import staff_tokens
from ledger.common.refusals import LabelRefused, TextRefused, TokenMadeBefore
from ledger.models import StaffToken

pytestmark = pytest.mark.django_db


def test_a_token_opens_for_its_holder_only() -> None:
    made, token = staff_tokens.make("  Chị Hà ")
    assert staff_tokens.holder_of(token) == made
    assert made.label == "Chị Hà"
    for wrong in ("", token[:-1], token.upper(), staff_tokens.PREFIX, "staff_\udc80", made.digest):
        assert staff_tokens.holder_of(wrong) is None


def test_the_database_never_holds_the_token() -> None:
    _, token = staff_tokens.make("Hà")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM ledger_stafftoken")
        assert token.removeprefix(staff_tokens.PREFIX) not in str(cursor.fetchall())


def test_no_two_tokens_are_alike() -> None:
    assert len({staff_tokens.make("Hà")[1] for _ in range(20)}) == 20


def test_a_revoked_token_opens_nothing_from_then_on() -> None:
    made, token = staff_tokens.make("Hà")
    assert staff_tokens.revoke(made.pk)
    assert staff_tokens.holder_of(token) is None
    made.refresh_from_db()
    revoked_at = made.revoked_at
    assert not staff_tokens.revoke(made.pk)
    made.refresh_from_db()
    assert made.revoked_at == revoked_at
    assert not staff_tokens.revoke(made.pk + 1)


def test_a_form_sent_again_makes_no_second_token() -> None:
    form = uuid4()
    made, token = staff_tokens.make("Hà", form)
    with pytest.raises(TokenMadeBefore):
        staff_tokens.make("Hà", form)
    assert StaffToken.objects.get() == made
    assert staff_tokens.holder_of(token) == made
    assert staff_tokens.make("Hà", uuid4())[0] != made


def test_the_day_of_the_last_use_is_noted_once_a_day() -> None:
    made, token = staff_tokens.make("Hà")
    staff_tokens.holder_of(token)
    made.refresh_from_db()
    assert made.last_used_on == timezone.localdate()
    with CaptureQueriesContext(connection) as queries:
        staff_tokens.holder_of(token)
    assert len(queries) == 2  # the token, and who made it


@pytest.mark.parametrize(
    ("label", "refusal"),
    [("", LabelRefused), (" ", LabelRefused), ("a" * 61, TextRefused), ("a\n", None)],
)
def test_a_token_has_a_label(label: str, refusal: type[Exception] | None) -> None:
    if refusal is None:
        assert staff_tokens.make(label)[0].label == "a"
    else:
        with pytest.raises(refusal):
            staff_tokens.make(label)


def test_a_token_opens_until_the_end_of_its_last_day() -> None:
    today = timezone.localdate()
    for days, opens in ((-1, False), (0, True), (1, True)):
        _, token = staff_tokens.make("Hà", expires_on=today + timedelta(days))
        assert bool(staff_tokens.holder_of(token)) is opens


def test_a_token_for_files_reads_no_table() -> None:
    export = StaffToken.Scope.EXPORT
    made, token = staff_tokens.make("Báo cáo", scope=export)
    assert staff_tokens.holder_of(token) is None
    assert staff_tokens.holder_of(token, export) == made
    reader, token = staff_tokens.make("Hà")
    assert staff_tokens.holder_of(token, export) == reader


def test_a_token_that_writes_reads_and_no_other_writes() -> None:
    scope = StaffToken.Scope
    opens = {
        made: {each for each in scope if staff_tokens.holder_of(token, each)}
        for made in scope
        for token in [staff_tokens.make("Hà", scope=made)[1]]
    }
    assert opens == {
        scope.READ: {scope.READ, scope.EXPORT},
        scope.EXPORT: {scope.EXPORT},
        scope.WRITE: {*scope},
    }
