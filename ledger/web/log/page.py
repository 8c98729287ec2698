"""The log of a table in words: who did what, when, and what was before."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType
from typing import TypeVar

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.common.amounts import amount
from ledger.models import BetUnit, Change, Flag, Link, Posting, RuleVersion
from ledger.tables.rule_words import SettingChange
from ledger.web.rules.page import changes_of, game
from ledger.web.table.page import Table

LINES = 30
"""Lines on one page."""

Kind = Change.Kind
Numbered = TypeVar("Numbered", BetUnit, RuleVersion)


@dataclass(frozen=True, slots=True)
class LogWords:
    """What was done, in words; `word` is what somebody typed with it."""

    words: str
    word: str = ""
    round: int | None = None
    """The round whose page shows more."""
    rules: bool = False
    """Whether the page of the rules shows more."""
    differences: tuple[SettingChange, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log."""

    number: int
    made_at: datetime
    who: str
    said: LogWords

    @property
    def day(self) -> date:
        return localtime(self.made_at).date()


@dataclass(frozen=True, slots=True)
class Known:
    """What the lines of one page point to, by number."""

    names: Mapping[int, str]
    bet_units: Mapping[int, BetUnit]
    rules: Mapping[int, RuleVersion]
    voids: Mapping[int, str]
    """Why rounds were made void."""
    flags: Mapping[int, tuple[str, str]]
    """The word of each flag, and of its answer."""

    def people(self, change: Change) -> str:
        seats = change.details.get("seats", ())
        return ", ".join(self.names.get(seat, f"#{seat}") for seat in seats)


def page_of(table: Table, *, before: int | None = None) -> list[LogLine]:
    """At most LINES lines, newest first, of those with a number below `before`."""
    found = table.session.changes.order_by("-number")
    changes = list((found.filter(number__lt=before) if before else found)[:LINES])
    known = _known(table, changes)
    return [
        LogLine(change.number, change.made_at, _who(change, known), _said(change, known))
        for change in changes
    ]


def day_of(table: Table, number: int) -> date | None:
    """The day of a line, None where there is no such line."""
    line = table.session.changes.filter(number=number).first()
    return localtime(line.made_at).date() if line else None


def _known(table: Table, changes: list[Change]) -> Known:
    """All that these changes point to, each kind with one query, those that are not there none."""
    session = table.session
    return Known(
        names=table.names,
        bet_units=_terms(session.bet_units.all(), changes, Kind.BET_UNIT),
        rules=_terms(session.rule_versions.all(), changes, Kind.RULES),
        voids=_reasons(session.postings.all(), changes),
        flags=_words(session.flags.all(), changes),
    )


def _terms(
    rows: QuerySet[Numbered], changes: Iterable[Change], kind: Change.Kind
) -> dict[int, Numbered]:
    """The terms that came into force, and those before."""
    numbers = {change.details["number"] for change in changes if change.kind == kind}
    numbers |= {number - 1 for number in numbers}
    if any(change.kind == Kind.OPENED for change in changes):
        numbers.add(1)
    return {row.number: row for row in rows.filter(number__in=numbers)} if numbers else {}


def _reasons(postings: QuerySet[Posting], changes: Iterable[Change]) -> dict[int, str]:
    void = [change.round or 0 for change in changes if change.kind == Kind.VOID]
    found = postings.filter(kind=Posting.Kind.VOID, round__number__in=void)
    return dict(found.values_list("round__number", "reason")) if void else {}


def _words(flags: QuerySet[Flag], changes: Iterable[Change]) -> dict[int, tuple[str, str]]:
    told = {pk for change in changes for pk in change.details.get("flags", ())}
    rows = flags.filter(pk__in=told).values_list("pk", "word", "answer") if told else ()
    return {pk: (word, answer) for pk, word, answer in rows}


def _who(change: Change, known: Known) -> str:
    link = Link(change.link).label if change.link else _("không rõ ai")
    if change.seat is None:
        return str(link)
    name = known.names.get(change.seat, f"#{change.seat}")
    return _("máy của %(name)s (%(link)s)") % {"name": name, "link": link}


def _said(change: Change, known: Known) -> LogWords:
    return SAYS[Kind(change.kind)](change, known)


def _plain(sentence: str | Promise) -> Callable[[Change, Known], LogWords]:
    """Says a sentence that needs no more than who and which round."""

    def say(change: Change, known: Known) -> LogWords:
        again = change.details.get("again")
        told = {"round": change.round, "again": again, "names": known.people(change)}
        return LogWords(str(sentence) % told, round=again or change.round)

    return say


def _opened(change: Change, known: Known) -> LogWords:
    rules, unit = known.rules[1], known.bet_units[1]
    told = {"game": game(rules.rules), "amount": amount(unit.amount)}
    return LogWords(
        _("Mở bàn: %(game)s, 1 cược = %(amount)s.") % told, differences=changes_of(None, rules)
    )


def _void(change: Change, known: Known) -> LogWords:
    word = known.voids.get(change.round or 0, "")
    return LogWords(_("Huỷ ván %(round)s.") % {"round": change.round}, word, round=change.round)


def _flag(sentence: str | Promise, which: int) -> Callable[[Change, Known], LogWords]:
    """Says a sentence with the word of the flag (`which` 0) or of the answer (1)."""
    plain = _plain(sentence)

    def say(change: Change, known: Known) -> LogWords:
        words = [known.flags[pk][which] for pk in change.details["flags"] if pk in known.flags]
        return replace(plain(change, known), word=words[0] if words else "")

    return say


def _payment(sentence: str | Promise) -> Callable[[Change, Known], LogWords]:
    """Says who handed over money to whom, and how much."""

    def say(change: Change, known: Known) -> LogWords:
        debtor, creditor = (known.names.get(s, f"#{s}") for s in change.details["seats"])
        told = {"debtor": debtor, "creditor": creditor}
        return LogWords(str(sentence) % (told | {"amount": amount(change.details["amount"])}))

    return say


def _carried(here: str | Promise, there: str | Promise) -> Callable[[Change, Known], LogWords]:
    """Says what was carried at the table it leaves (`here`), and at the one it comes to."""

    def say(change: Change, known: Known) -> LogWords:
        return LogWords(str(here if "to" in change.details else there))

    return say


def _bet_unit(change: Change, known: Known) -> LogWords:
    number = change.details["number"]
    old, new = known.bet_units[number - 1], known.bet_units[number]
    told = {"old": amount(old.amount), "new": amount(new.amount)}
    return LogWords(_("1 cược từ ván sau: %(old)s → %(new)s.") % told, new.reason)


def _rules(change: Change, known: Known) -> LogWords:
    number = change.details["number"]
    old, new = known.rules[number - 1], known.rules[number]
    told = {"old": game(old.rules), "new": game(new.rules), "number": number}
    if old.rules == new.rules:
        words = _("Đổi luật từ ván sau, thành luật số %(number)s.") % told
    else:
        words = _("Đổi kiểu chơi từ ván sau: %(old)s → %(new)s, luật số %(number)s.") % told
    return LogWords(words, new.reason, rules=True, differences=changes_of(old, new))


def _forgotten(change: Change, known: Known) -> LogWords:
    seats = ", ".join(str(seat) for seat in change.details["seats"])
    cleared = [_("Xoá tên của ghế %(seats)s.") % {"seats": seats}] if seats else []
    cleared += [_("Xoá tên bàn.")] if change.details["table"] else []
    cleared += [_("Xoá lời báo sai.")] if change.details["words"] else []
    return LogWords(" ".join(cleared))


def _key(change: Change, known: Known) -> LogWords:
    return LogWords(str(RENEWED[Link(change.details["role"])]))


RENEWED: Mapping[Link, str | Promise] = MappingProxyType(
    {
        Link.SCORE: gettext_lazy("Đổi đường dẫn ghi, bỏ đường dẫn cũ."),
        Link.VIEW: gettext_lazy("Đổi đường dẫn xem, bỏ đường dẫn cũ."),
    }
)

SAYS: Mapping[Change.Kind, Callable[[Change, Known], LogWords]] = MappingProxyType(
    {
        Kind.OPENED: _opened,
        Kind.RECORDED: _plain(gettext_lazy("Ghi ván %(round)s.")),
        Kind.CORRECTED: _plain(gettext_lazy("Sửa ván %(round)s, thành ván %(again)s.")),
        Kind.RESTORED: _plain(gettext_lazy("Ghi lại ván %(round)s, thành ván %(again)s.")),
        Kind.VOID: _void,
        Kind.BET_UNIT: _bet_unit,
        Kind.RULES: _rules,
        Kind.JOINED: _plain(gettext_lazy("%(names)s vào bàn.")),
        Kind.SAT_OUT: _plain(gettext_lazy("%(names)s nghỉ từ ván sau.")),
        Kind.SAT_IN: _plain(gettext_lazy("%(names)s chơi lại từ ván sau.")),
        Kind.NAMED: _plain(gettext_lazy("Đổi tên bàn.")),
        Kind.FORGOTTEN: _forgotten,
        Kind.KEY: _key,
        Kind.CLOSED: _plain(gettext_lazy("Đóng bàn.")),
        Kind.REOPENED: _plain(gettext_lazy("Mở lại bàn.")),
        Kind.FLAGGED: _flag(gettext_lazy("Báo ván %(round)s sai."), 0),
        Kind.UNFLAGGED: _plain(gettext_lazy("Thôi báo ván %(round)s sai.")),
        Kind.KEPT: _flag(gettext_lazy("Giữ nguyên ván %(round)s."), 1),
        Kind.PAID: _payment(gettext_lazy("Ghi %(debtor)s đã trả %(creditor)s %(amount)s.")),
        Kind.UNPAID: _payment(
            gettext_lazy("Bỏ đánh dấu %(debtor)s đã trả %(creditor)s %(amount)s.")
        ),
        Kind.CARRIED: _carried(
            gettext_lazy("Mang phần còn lại sang bàn mới."),
            gettext_lazy("Mang phần còn lại của bàn trước sang đây."),
        ),
        Kind.UNCARRIED: _carried(
            gettext_lazy("Rút lại phần đã mang sang bàn mới."),
            gettext_lazy("Bàn trước rút lại phần đã mang sang đây."),
        ),
        Kind.GROUPED: _plain(gettext_lazy("Thêm bàn này vào một nhóm.")),
        Kind.UNGROUPED: _plain(gettext_lazy("Bỏ bàn này khỏi một nhóm.")),
    }
)
"""What each kind of change says."""
