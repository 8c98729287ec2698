"""What is in a file: sheets of rows, read piece by piece so that no lock is held meanwhile.

A reader of SQLite keeps writers waiting, and a download over a café's network can take minutes:
every piece is read at once and let go before any of it is sent. The ledger only grows, so the
pieces fit together; each session ends with the posting that was its newest when it was read.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache, partial
from itertools import chain, repeat, starmap
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from ledger.books.balances import scoreboard
from ledger.books.entries import LedgerEntry, ledger_entries
from ledger.books.numbering import BY_THE_BOOK, Numbering, numbering
from ledger.books.settling import CARRIED, PAID, UNCARRIED, UNPAID
from ledger.common.language import language
from ledger.models import Change, Posting, Session
from ledger.people import totals
from ledger.people.statistics import course
from ledger.tables.rule_words import game_title, value_words
from scoring import RULE_SETS
from scoring.common.settings import Kind, Setting, Value
from scoring.common.words import REASONS, word

SESSIONS_AT_ONCE = 200
SEPARATORS = {"comma": ",", "semicolon": ";"}
"""What may part the cells of a CSV file, by its name."""


@dataclass(frozen=True, slots=True)
class Named:
    """A sheet, a column or a word in a cell: its name for programs and its title for people."""

    key: str
    title: str | Promise


MONEY, SIGNED = "#,##0_)", "+#,##0_);[Red]-#,##0_);0_)"
"""How a spreadsheet shows numbers: a sign says what the colour says, a gap parts them from text."""


@dataclass(frozen=True, slots=True)
class Column(Named):
    """A column of a sheet: how its numbers look, and whether the last row adds them up."""

    look: str = ""
    is_summed: bool = False


Plain = str | int | Decimal | datetime | None
Cell = Plain | Named
Rows = Iterator[Sequence[Cell]]
Sessions = QuerySet[Session]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table; `rows` reads it from the database anew each time.

    A chart beside it draws every column over the first.
    """

    name: Named
    columns: tuple[Column, ...]
    rows: Callable[[], Rows]
    has_chart: bool = False


MakeSheet = Callable[[Sessions, bool], Sheet]
"""Of these sessions, for programs or for people."""


@dataclass(frozen=True, slots=True)
class Book:
    """A file: what it is called and its sheets, of which CSV and JSON have the first alone.

    What is for programs says the same in every language: keys and codes, no titles and words.
    """

    name: str
    sheets: tuple[Sheet, ...]
    for_programs: bool = False
    separator: str = ","
    """What parts the cells in CSV."""
    adds_up: bool = False
    """Whether sums stand below the rows: of one session, whose money is of one kind."""

    def say(self, named: Named) -> str:
        """The name for whom the book is."""
        return named.key if self.for_programs else str(named.title)

    def titles(self, sheet: Sheet) -> list[str]:
        """What stands over the columns."""
        return [self.say(column) for column in sheet.columns]

    def rows(self, sheet: Sheet) -> Iterator[list[Plain]]:
        """The rows of a sheet in words."""
        for row in sheet.rows():
            yield [self.say(cell) if isinstance(cell, Named) else cell for cell in row]


def columns(**titles: Promise) -> tuple[Column, ...]:
    """Columns by their names for programs."""
    return tuple(starmap(Column, titles.items()))


SESSION = columns(
    session=gettext_lazy("Bàn"),
    session_name=gettext_lazy("Tên bàn"),
    currency=gettext_lazy("Đơn vị tiền"),
)
LEDGER = SESSION + columns(
    posting=gettext_lazy("Lần ghi"),
    line=gettext_lazy("Dòng"),
    posted_at=gettext_lazy("Lúc"),
    kind=gettext_lazy("Việc"),
    round=gettext_lazy("Ván"),
    payer=gettext_lazy("Ghế trả"),
    payer_name=gettext_lazy("Người trả"),
    payee=gettext_lazy("Ghế nhận"),
    payee_name=gettext_lazy("Người nhận"),
)
MARK = Column("mark", gettext_lazy("Dấu sổ"))
LEDGER += (
    Column("amount", gettext_lazy("Số tiền"), MONEY, is_summed=True),
    Column("reason", gettext_lazy("Lý do")),
    Column("payer_balance", gettext_lazy("Người trả còn"), SIGNED),
    Column("payee_balance", gettext_lazy("Người nhận còn"), SIGNED),
    MARK,
)
TOTALS = SESSION + columns(
    opened_at=gettext_lazy("Mở lúc"), seat=gettext_lazy("Ghế"), name=gettext_lazy("Tên")
)
TOTALS += (
    Column("balance", gettext_lazy("Số dư"), SIGNED, is_summed=True),
    Column("played", gettext_lazy("Số ván"), MONEY),
    Column("won", gettext_lazy("Ván thắng"), MONEY),
)
TERMS = SESSION + columns(
    decided_at=gettext_lazy("Từ lúc"),
    what=gettext_lazy("Mục"),
    value=gettext_lazy("Giá trị"),
    document=gettext_lazy("Theo luật gốc"),
    reason=gettext_lazy("Lý do"),
)
CONFIRMED = SESSION + columns(
    made_at=gettext_lazy("Lúc"),
    seat=gettext_lazy("Ghế"),
    name=gettext_lazy("Tên"),
    round=gettext_lazy("Ván"),
)


KINDS: dict[str, Promise] = {
    Posting.Kind.ROUND: gettext_lazy("ghi"),
    Posting.Kind.VOID: gettext_lazy("huỷ"),
    Posting.Kind.PAYMENT: PAID,
    Posting.Kind.UNPAID: UNPAID,
    Posting.Kind.CARRIED: CARRIED,
    Posting.Kind.UNCARRIED: UNCARRIED,
    Posting.Kind.MANUAL: gettext_lazy("khoản khác"),
    Posting.Kind.MANUAL_VOID: gettext_lazy("huỷ khoản khác"),
}
"""What happened in a posting; the entry of money handed over goes the other way, so it says who."""


def _book(
    kind: str,
    sheets: Sequence[MakeSheet],
    sessions: Sessions,
    *,
    for_programs: bool = False,
    separator: str = "comma",
) -> Book:
    """The sheets of these sessions, named after the only one or after all."""
    made = tuple(made for sheet in sheets if (made := sheet(sessions, for_programs)).columns)
    named = list(sessions.values_list("pk", "name")[:2])
    adds_up = len(named) == 1 and not for_programs
    name = _stem(named, for_programs) + kind
    return Book(name, made, for_programs, SEPARATORS[separator], adds_up)


def _ledger(sessions: Sessions, for_programs: bool) -> Sheet:
    name = Named("ledger", gettext_lazy("Sổ"))
    rows_of = partial(_ledger_rows, for_programs=for_programs)
    return Sheet(name, LEDGER, lambda: _each(sessions.prefetch_related("seats"), rows_of))


def _totals(sessions: Sessions, for_programs: bool) -> Sheet:
    """Every player: balance, rounds played and won, and amounts by reason.

    For people without the reasons that nothing was paid for at these tables.
    """
    paid = REASONS if for_programs else totals.reasons_paid(sessions)
    reasons = [reason for reason in REASONS if reason in paid]
    named = (_reason(reason) for reason in reasons)
    amounts = tuple(Column(each.key, each.title, SIGNED, is_summed=True) for each in named)
    name = Named("totals", gettext_lazy("Tổng"))
    return Sheet(name, (*TOTALS, *amounts, MARK), lambda: _totals_rows(sessions, reasons))


def _terms(sessions: Sessions, for_programs: bool) -> Sheet:
    """The rules and the bet units, each from when on."""
    name = Named("terms", gettext_lazy("Luật và mức cược"))
    with_terms = sessions.prefetch_related("bet_units", "rule_versions")
    return Sheet(name, TERMS, lambda: _each(with_terms, _terms_rows))


def _confirmed(sessions: Sessions, for_programs: bool) -> Sheet:
    """Who said that a round is right, or without a round the book; no columns where nobody did."""
    name, kinds = Named("confirmed", gettext_lazy("Xác nhận")), ("nodded", "agreed")
    lines = Change.objects.filter(session__in=sessions, kind__in=kinds).order_by("number")
    with_lines = sessions.prefetch_related("seats", Prefetch("changes", lines, "said_right"))
    rows_of = partial(_confirmed_rows, for_programs=for_programs)
    return Sheet(name, CONFIRMED if lines.exists() else (), lambda: _each(with_lines, rows_of))


def _course(sessions: Sessions, for_programs: bool) -> Sheet:
    """How the balances of a session went from round to round; of many it has no columns."""
    name = Named("course", gettext_lazy("Số dư qua các ván"))
    first_two = list(sessions[:2])
    if len(first_two) != 1:
        return Sheet(name, (), lambda: iter(()))
    standings = scoreboard(first_two[0])
    seats = tuple(Column(str(each.seat), each.name, SIGNED) for each in standings)

    def rows() -> Rows:
        for moment in course(first_two[0], standings, _numbers(first_two[0], for_programs)):
            yield [moment.round, *(moment.balances.get(each.seat) for each in standings)]

    return Sheet(name, (*columns(round=gettext_lazy("Ván")), *seats), rows, has_chart=True)


ledger_book = partial(_book, "-ledger", (_ledger, _terms))
totals_book = partial(_book, "-totals", (_totals, _terms))
evening_book = partial(_book, "", (_totals, _ledger, _course, _terms, _confirmed))
"""All there is to take home."""


def _stem(named: Sequence[tuple[str, str]], for_programs: bool) -> str:
    if len(named) == 1:
        return named[0][0] if for_programs else named[0][1] or named[0][0]
    return "sessions" if for_programs else _("cac-ban")


def _each(sessions: Sessions, rows_of: Callable[[Session], Rows]) -> Rows:
    for session in chain.from_iterable(_oldest_first(sessions)):
        for row in rows_of(session):
            yield session.pk, session.name, session.currency, *row


def _oldest_first(sessions: Sessions) -> Iterator[list[Session]]:
    ordered = sessions.order_by("opened_at", "pk")
    keys = list(ordered.values_list("pk", flat=True))
    for start in range(0, len(keys), SESSIONS_AT_ONCE):
        yield list(ordered.filter(pk__in=keys[start : start + SESSIONS_AT_ONCE]))


def _numbers(session: Session, for_programs: bool) -> Numbering:
    """How those whom the book is for count rounds."""
    return BY_THE_BOOK if for_programs else numbering(session)


def _ledger_rows(session: Session, for_programs: bool) -> Rows:
    numbers = _numbers(session, for_programs)
    names, mark = {seat.number: seat.name for seat in session.seats.all()}, session.public_mark
    for entry in ledger_entries(session):
        kind = _kind(entry, names)
        round = entry.round and numbers.of_number(entry.round)
        happened = entry.posting, entry.line, entry.posted_at, kind, round
        parties = entry.payer, names[entry.payer], entry.payee, names[entry.payee]
        after = entry.balances[entry.payer], entry.balances[entry.payee]
        yield *happened, *parties, entry.amount, _reason(entry.reason), *after, mark


def _confirmed_rows(session: Any, for_programs: bool) -> Rows:
    numbers = _numbers(session, for_programs)
    names = {seat.number: seat.name for seat in session.seats.all()}
    for line in session.said_right:
        [seat] = line.details["seats"]
        yield line.made_at, seat, names[seat], line.round and numbers.of_number(line.round)


def _kind(entry: LedgerEntry, names: Mapping[int, str]) -> Named:
    unpaid = entry.kind == Posting.Kind.UNPAID
    debtor, creditor = (entry.payer, entry.payee) if unpaid else (entry.payee, entry.payer)
    who = {"debtor": names[debtor] or f"#{debtor}", "creditor": names[creditor] or f"#{creditor}"}
    return Named(entry.kind, str(KINDS[entry.kind]) % who)


def _reason(reason: str) -> Named:
    return Named(str(reason), word(reason, language()))


def _totals_rows(sessions: Sessions, reasons: Sequence[str]) -> Rows:
    for piece in _oldest_first(sessions):
        by_session = totals.totals_of(piece)
        for session in piece:
            mark = session.public_mark
            table = session.pk, session.name, session.currency, session.opened_at
            for total in by_session[session.pk]:
                player = total.seat, total.name, total.balance, total.played, total.won
                amounts = map(total.by_reason.get, reasons, repeat(0))
                yield *table, *player, *amounts, mark


def _terms_rows(session: Session) -> Rows:
    bet_unit, game = Named("bet_unit", _("Mức cược")), Named("rules", _("Kiểu chơi"))
    for unit in session.bet_units.all():
        yield unit.decided_at, bet_unit, unit.amount, None, unit.reason
    for version in session.rule_versions.all():
        title = Named(version.rules, game_title(version.rules, version.settings))
        yield version.decided_at, game, title, None, version.reason
        for row in _settings(version.rules, json.dumps(version.values), language()):
            yield version.decided_at, *row, None


@lru_cache
def _settings(rules: str, values: str, language: str) -> list[tuple[Cell, ...]]:
    """Every setting of these rules, its value among these as JSON, and that of the document."""
    rule_set = RULE_SETS[rules]
    in_force = rule_set.values(json.loads(values))
    return [
        (
            Named(each.name, each.label.say(language)),
            *(_value(each, value) for value in (in_force[each.name], each.default)),
        )
        for each in rule_set.settings
    ]


def _value(setting: Setting, value: Value) -> Cell:
    if setting.kind is Kind.FLAG:
        return Named("true", _("có")) if value else Named("false", _("không"))
    if setting.kind is Kind.CHOICE:
        return Named(str(value), value_words(setting, value))
    if setting.is_named:
        return value_words(setting, value)
    assert isinstance(value, str | int)
    return Decimal(value)
