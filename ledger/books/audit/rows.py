"""What holds of the rows of a session, told by a query or two for many sessions at once.

Each query reads all that it compares, so that a change meanwhile is no difference.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.apps import apps
from django.db.models import Count, Exists, F, Max, OuterRef, Q
from django.db.models.functions import Coalesce

from ledger.books.audit.state import Difference
from ledger.models import Carry, OtherItem, Payment, Posting, Round, Session

GAPLESS = ["seat", "ruleversion", "betunit", "round", "payment", "otheritem", "posting", "change"]
"""What is numbered from 1 without a gap."""

COUNTED = {"postings": "posting_count", "rounds": "round_count", "changes": "log_count"}
COUNTED |= {"bet_units": "bet_unit__number", "rule_versions": "rule_version__number"}
"""Rows of the session, and its field with the number of the newest."""

STANDS_ON: Any = {
    Round: ("rule_version", "bet_unit", "corrects"),
    Payment: ("debtor", "creditor"),
    Posting: ("round", "payment", "other"),
}
"""What rows of a session stand on where they name it, which is of the same session."""

CARRIED = Q(carry__source=F("session")) | Q(carry__target=F("session"))

WRITTEN: Any = (
    (Round, Posting.Kind.ROUND, "round", "session"),
    (Payment, Posting.Kind.PAYMENT, "payment", "session"),
    (Carry, Posting.Kind.CARRIED, "carry", "source"),
    (Carry, Posting.Kind.CARRIED, "carry", "target"),
    (OtherItem, Posting.Kind.MANUAL, "other", "session"),
)
"""What is posted: the kind of its posting, the field of that, and the session that it is in."""


def check_rows(session_ids: Sequence[str]) -> Iterator[Difference]:
    """All differences in the rows of these sessions."""
    checks = (_gaps, _counted, _foreign, _unposted)
    return chain.from_iterable(check(session_ids) for check in checks)


def _gaps(session_ids: Sequence[str]) -> Iterator[Difference]:
    for name in GAPLESS:
        rows = apps.get_model("ledger", name).objects.filter(session__in=session_ids)
        grouped = rows.order_by("session").values_list("session")
        numbers = grouped.annotate(rows=Count("pk"), newest=Max("number"))
        for session, *_numbers in numbers.exclude(rows=F("newest")):
            yield Difference(session, "gap", f"the numbers of its rows of {name} have a gap")


def _counted(session_ids: Sequence[str]) -> Iterator[Difference]:
    for name, count in COUNTED.items():
        grouped = Session.objects.filter(pk__in=session_ids).values_list("pk", count)
        numbers = grouped.annotate(newest=Coalesce(Max(f"{name}__number"), 0)).order_by("pk")
        for session, number, newest in numbers.exclude(newest=F(count)):
            sentence = f"its {count} is {number}, the newest of its {name} {newest}"
            yield Difference(session, count, sentence)


def _foreign(session_ids: Sequence[str]) -> Iterator[Difference]:
    for model, fields in STANDS_ON.items():
        for field in fields:
            rows = model.objects.filter(session__in=session_ids, **{f"{field}__isnull": False})
            for each in rows.exclude(**{f"{field}__session": F("session")}).order_by("pk"):
                sentence = f"the {field} of {each} is of another session"
                yield Difference(each.session_id, "foreign", sentence)
    carried = Posting.objects.filter(session__in=session_ids, carry__isnull=False)
    for each in carried.exclude(CARRIED).order_by("pk"):
        yield Difference(each.session_id, "foreign", f"the carry of {each} is of other sessions")


def _unposted(session_ids: Sequence[str]) -> Iterator[Difference]:
    """What is posted and its posting are written together, so each has one."""
    for model, kind, name, of in WRITTEN:
        here = {"kind": kind, name: OuterRef("pk"), "session": OuterRef(of)}
        rows = model.objects.filter(~Exists(Posting.objects.filter(**here)))
        for each in rows.filter(**{f"{of}__in": session_ids}).order_by("pk"):
            sentence = f"{name} {each} was never posted"
            yield Difference(getattr(each, f"{of}_id"), f"unposted_{name}", sentence)
