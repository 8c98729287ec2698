"""How an evening ended, to send around: what the message says, and the picture too."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, ngettext

from ledger.books.balances import carried
from ledger.common.amounts import amount, signed
from ledger.models import RuleVersion, Session
from ledger.people.statistics import PlayedEvening, played
from ledger.web.games import in_words
from ledger.web.phone_table import Table, short_title
from ledger.web.settle.page import DueItem, SettlingPage
from ledger.web.settle.picture import Result, Section, Summary
from ledger.web.statistics.table_account import Account
from scoring.common.transfers import Reason

BESIDE_THE_EVENING = (Reason.SETTLEMENT, Reason.CARRIED)


def message(summary: Summary) -> str:
    """The message, with an empty line between its parts."""
    head = [summary.title, summary.day, *filter(None, [" · ".join(summary.games)])]
    results = list(map(str, summary.results)) or [_("Chưa có ván nào.")]
    sections = [[title, *items] for title, items in summary.sections]
    return "\n\n".join(map("\n".join, (head, results, *sections)))


def summary(table: Table, settling: SettlingPage) -> Summary:
    """What the rounds came to, who pays whom, and the round that people talk about.

    Whoever neither played nor has any money in the book is left out.
    """
    session = table.session
    evening = next(played([session]), PlayedEvening(session.pk, {}))
    gains = [each.gains for each in evening.rounds.values()]
    seats = set().union(*gains)
    shown = [each for each in settling.accounts if each.amounts or each.seat in seats]
    results = [Result(each.seat, each.name, _gained(each)) for each in shown]
    title = session.name or ", ".join(each.name for each in shown) or table.short_title
    games = [
        f"{game} " + ngettext("%(n)s ván", "%(n)s ván", n) % {"n": n}
        for game, n in _games(evening).items()
    ]
    results.sort(key=lambda each: -each.gained)
    sections = [*_money(session, settling), *_greatest(table, evening)]
    closed = bool(session.closed_at)
    return Summary(title, _day(session), closed, games, results, sections, gains)


def _gained(account: Account) -> int:
    """What the evening gave somebody, whatever was paid of it or carried since."""
    beside = sum(account.amounts.get(each, 0) for each in BESIDE_THE_EVENING)
    return account.balance - beside


def _games(evening: PlayedEvening) -> Counter[str]:
    """How many rounds of each game, in the order in which they were first played."""
    versions = RuleVersion.objects.in_bulk(set(evening.rule_versions))
    titles = {pk: short_title(version) for pk, version in versions.items()}
    return Counter(titles[each] for each in evening.rule_versions)


def _day(session: Session) -> str:
    """The day on which it was opened, and from when to when it went on."""
    began, ended = localtime(session.opened_at), session.closed_at
    day = date_format(began, _("l, j/n") + " · H:i")
    is_evening = ended and ended - began < timedelta(days=1)
    return day + date_format(localtime(ended), " – H:i") if is_evening else day


def _money(session: Session, settling: SettlingPage) -> Iterator[Section]:
    """What came from another table, who pays whom, and what went on to a new one."""
    came, went = carried(session)
    yield from _carried(_("Mang từ bàn trước sang"), came, settling)
    title = _("Ai trả ai") if session.closed_at else _("Nếu nghỉ bây giờ")
    if settling.items:
        yield (title, list(map(_payment, settling.items)))
    elif session.round_count and not went:
        yield (title, [_("Cả bàn huề, không ai phải trả ai.")])
    yield from _carried(_("Đã mang sang bàn mới"), went, settling)


def _carried(title: str, sums: Counter[int], settling: SettlingPage) -> Iterator[Section]:
    moved = [each for each in settling.accounts if sums[each.seat]]
    if moved:
        yield (title, [f"{each.name} {signed(sums[each.seat])}" for each in moved])


def _payment(item: DueItem) -> str:
    due = item.due
    whole = f"{item.debtor.name} → {item.creditor.name} {amount(due.payment.amount)}"
    values = {"paid": amount(due.paid), "rest": amount(due.rest)}
    paid = _("(gộp ở nhóm)") if item.in_group else "✓"
    progress = _("(đã trả %(paid)s, còn %(rest)s)") % values if due.rest else paid
    return f"{whole} {progress}" if due.paid else whole


def _greatest(table: Table, evening: PlayedEvening) -> Iterator[Section]:
    """The round in which somebody won most, and how it went; none of many that are alike."""
    best = {number: max(each.gains.values()) for number, each in evening.rounds.items()}
    most = max(best.values(), default=0)
    greatest = [number for number, won in best.items() if won == most > 0]
    if len(greatest) in (1, 2):
        round = table.session.rounds.select_related("rule_version").get(number=greatest[0])
        amounts = evening.rounds[greatest[0]].gains
        names = ", ".join(table.names[seat] for seat, won in amounts.items() if won == most)
        values = {"number": table.numbering.of(round), "names": names, "amount": signed(most)}
        title = _("Ván đậm nhất: ván %(number)s, %(names)s %(amount)s") % values
        yield (title, [", ".join(in_words(round, table.names))])
