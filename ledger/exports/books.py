"""What is in a file: sheets of rows, read piece by piece so that no lock is held meanwhile.

A reader of SQLite keeps writers waiting, and a download over a café's network can take minutes:
every piece is read at once and let go before any of it is sent. The ledger only grows, so the
pieces fit together; each session ends with the posting that was its newest when it was begun.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger import balances
from ledger.language import language
from ledger.models import Entry, Posting, RuleVersion, Session
from scoring import RULE_SETS
from scoring.settings import Kind, Setting, Value
from scoring.words import REASONS, word

Cell = str | int | Decimal | datetime | None
Row = Sequence[Cell]

POSTINGS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name for programs and its title for people."""

    key: str
    title: str | Promise


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table; `rows` reads it from the database anew each time."""

    title: str
    columns: tuple[Column, ...]
    rows: Callable[[], Iterator[Row]]


@dataclass(frozen=True, slots=True)
class Book:
    """A file: what it is called and its sheets, of which CSV and JSON have the first alone."""

    name: str
    sheets: tuple[Sheet, ...]


SESSION: Final = (
    Column("session", gettext_lazy("Bàn")),
    Column("session_name", gettext_lazy("Tên bàn")),
)
LEDGER: Final = (
    *SESSION,
    Column("posting", gettext_lazy("Bút toán")),
    Column("line", gettext_lazy("Dòng")),
    Column("at", gettext_lazy("Lúc")),
    Column("event", gettext_lazy("Việc")),
    Column("round", gettext_lazy("Ván")),
    Column("payer", gettext_lazy("Ghế trả")),
    Column("payer_name", gettext_lazy("Người trả")),
    Column("payee", gettext_lazy("Ghế nhận")),
    Column("payee_name", gettext_lazy("Người nhận")),
    Column("amount", gettext_lazy("Số tiền")),
    Column("reason", gettext_lazy("Lý do")),
    Column("payer_balance", gettext_lazy("Người trả còn")),
    Column("payee_balance", gettext_lazy("Người nhận còn")),
)
TOTALS: Final = (
    *SESSION,
    Column("opened_at", gettext_lazy("Mở lúc")),
    Column("seat", gettext_lazy("Ghế")),
    Column("name", gettext_lazy("Tên")),
    Column("balance", gettext_lazy("Số dư")),
    Column("played", gettext_lazy("Số ván")),
    Column("won", gettext_lazy("Ván thắng")),
)
TERMS: Final = (
    *SESSION,
    Column("since", gettext_lazy("Từ lúc")),
    Column("what", gettext_lazy("Mục")),
    Column("value", gettext_lazy("Giá trị")),
    Column("document", gettext_lazy("Theo tài liệu")),
    Column("reason", gettext_lazy("Lý do")),
)


def ledger_book(sessions: QuerySet[Session]) -> Book:
    """Every entry of these sessions in order, each with the balances right after it."""
    return Book(f"{_stem(sessions)}-ledger", (_ledger(sessions), _terms(sessions)))


def totals_book(sessions: QuerySet[Session]) -> Book:
    """Every player of these sessions: balance, rounds played and won, and amounts by reason."""
    return Book(f"{_stem(sessions)}-totals", (_totals(sessions), _terms(sessions)))


def evening_book(sessions: QuerySet[Session]) -> Book:
    """All there is to take home: totals, ledger, rules and bet units."""
    sheets = _totals(sessions), _ledger(sessions), _terms(sessions)
    return Book(_stem(sessions), sheets)


def _ledger(sessions: QuerySet[Session]) -> Sheet:
    return Sheet(_("Sổ"), LEDGER, lambda: _each(sessions, _ledger_rows))


def _totals(sessions: QuerySet[Session]) -> Sheet:
    reasons = tuple(Column(reason.value, word(reason, language())) for reason in REASONS)
    return Sheet(_("Tổng"), TOTALS + reasons, lambda: _each(sessions, _totals_rows))


def _terms(sessions: QuerySet[Session]) -> Sheet:
    return Sheet(_("Luật và mức cược"), TERMS, lambda: _each(sessions, _terms_rows))


def _stem(sessions: QuerySet[Session]) -> str:
    named = list(sessions.values_list("pk", "name")[:2])
    return (named[0][1] or named[0][0]) if len(named) == 1 else _("cac-ban")


def _each(
    sessions: QuerySet[Session], rows_of: Callable[[Session], Iterator[Row]]
) -> Iterator[Row]:
    """The rows of every session, each session read when its turn comes."""
    for key in list(sessions.values_list("pk", flat=True)):
        session = Session.objects.select_related("rule_version", "bet_unit").get(pk=key)
        for row in rows_of(session):
            yield session.pk, session.name, *row


def _ledger_rows(session: Session) -> Iterator[Row]:
    names = dict(session.seats.values_list("number", "name"))
    balance: Counter[int] = Counter()
    kinds = {Posting.Kind.ROUND.value: _("ghi"), Posting.Kind.VOID.value: _("huỷ")}
    for posting, line, at, kind, round, payer, payee, amount, reason in _entries(session):
        balance[payer] -= amount
        balance[payee] += amount
        parties = (payer, names[payer], payee, names[payee])
        said = word(reason, language())
        happened = (posting, line, at, kinds[kind], round)
        yield *happened, *parties, amount, said, balance[payer], balance[payee]


def _entries(session: Session) -> Iterator[tuple[int, int, datetime, str, int, int, int, int, str]]:
    fields = ("line", "payer__number", "payee__number", "amount", "reason")
    of_posting = (
        "posting__number",
        "posting__posted_at",
        "posting__kind",
        "posting__round__number",
    )
    entries = Entry.objects.filter(posting__session=session).order_by("posting__number", "line")
    for first in range(1, session.posting_count + 1, POSTINGS_AT_ONCE):
        last = min(first + POSTINGS_AT_ONCE - 1, session.posting_count)
        piece = entries.filter(posting__number__range=(first, last))
        for number, at, kind, round, line, payer, payee, amount, reason in list(
            piece.values_list(*of_posting, *fields)
        ):
            yield number, line, at, kind, round, payer, payee, amount, reason


def _totals_rows(session: Session) -> Iterator[Row]:
    for total in balances.totals(session):
        by_reason = [total.by_reason.get(reason.value, 0) for reason in REASONS]
        told = (session.opened_at, total.seat, total.name, total.balance)
        yield *told, total.played, total.won, *by_reason


def _terms_rows(session: Session) -> Iterator[Row]:
    for unit in list(session.bet_units.all()):
        yield unit.decided_at, _("Mức cược"), unit.amount, None, unit.reason
    for version in list(session.rule_versions.all()):
        title = RULE_SETS[version.rules].title.say(language())
        yield version.decided_at, _("Kiểu chơi"), title, None, version.reason
        yield from _settings_rows(version)


def _settings_rows(version: RuleVersion) -> Iterator[Row]:
    rule_set = RULE_SETS[version.rules]
    in_force = rule_set.values(version.settings)
    for setting in rule_set.settings:
        label = setting.label.say(language())
        value, document = _said(setting, in_force[setting.name]), _said(setting, setting.default)
        yield version.decided_at, label, value, document, None


def _said(setting: Setting, value: Value) -> Cell:
    """The value of a setting as a number or in words."""
    if setting.kind is Kind.FLAG:
        return _("có") if value else _("không")
    if setting.kind is Kind.CHOICE:
        return dict(setting.choices)[str(value)].say(language())
    return Decimal(value)
