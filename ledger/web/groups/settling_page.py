"""The page on which a group settles several evenings as one: what is open, and what was settled."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.books.settlement import Pay
from ledger.common.amounts import amount, signed
from ledger.common.bidi import isolated
from ledger.common.strict_json import Object
from ledger.models import Group, GroupDue, GroupSettlement, Session
from ledger.people.group_accounts import PersonSums, accounts, settled_people
from ledger.people.group_settling import standing

PAID_SHOWN = 3
"""Settlements of which all is paid; the newest are shown, so that a mark can be taken back."""

Days = Mapping[str, str]
"""What an evening is called in a line, with its day, by session."""


@dataclass(frozen=True, slots=True)
class GroupMember:
    """Somebody with what each evening left them, in words."""

    sums: PersonSums
    days: Days

    @property
    def name(self) -> str:
        return isolated(self.sums.name)

    @property
    def evenings(self) -> Sequence[tuple[str, int]]:
        return [(self.days[each], gained) for each, gained in self.sums.sums.items()]

    def __str__(self) -> str:
        evenings = ", ".join(f"{day} {signed(gained)}" for day, gained in self.evenings)
        return f"{self.name} {signed(self.sums.total)}: {evenings}"


@dataclass(frozen=True, slots=True)
class GroupPay:
    """Who pays whom of the sums; `due` is its row once the evenings are settled."""

    debtor: GroupMember
    creditor: GroupMember
    amount: int
    due: GroupDue | None = None

    def __str__(self) -> str:
        line = f"{self.debtor.name} → {self.creditor.name} {amount(self.amount)}"
        return f"{line} ✓" if self.due and self.due.paid_at else line


@dataclass(frozen=True, slots=True)
class Settled:
    """Evenings that were settled as one, and who is to pay whom of it."""

    settlement: GroupSettlement
    days: Days
    members: Sequence[GroupMember]
    pays: Sequence[GroupPay]

    @property
    def may_be_undone(self) -> bool:
        return not any(each.due and each.due.paid_at for each in self.pays)

    @property
    def text(self) -> str:
        """The message to send, with an empty line between its parts."""
        head = [_("Gộp tính tiền"), ", ".join(self.days.values())]
        if name := self.settlement.group.name:
            head[0] += f" – {isolated(name)}"
        pays = list(map(str, self.pays)) or [_("Cả nhóm huề, không ai phải trả ai.")]
        why = map(str, self.members)
        parts = (head, [_("Ai trả ai"), *pays], [_("Từng buổi của mỗi người"), *why])
        return "\n\n".join(map("\n".join, parts))


def open_page(group: Group, chosen: Collection[str] | None) -> Object:
    """What these evenings come to, or all that can be settled, and which there are."""
    every = accounts(group)
    sums = accounts(group, chosen) if chosen else every
    sessions = [each.session for each in (*every.evenings, *every.playing)]
    days = _days(sessions)
    members = [GroupMember(each, days) for each in sums.people]
    return {
        "submission": uuid4(),
        "states": sums.states.items(),
        "members": sorted(members, key=lambda each: -each.sums.total),
        "pays": [_pay(members, each) for each in sums.payments],
        "choices": [(pk, days[pk], pk in sums.states) for pk in every.states],
        "playing": [days[each.session_id] for each in every.playing],
    }


def settled(group: Group, *, owing: bool = False) -> list[Settled]:
    """What was settled as one and is not all paid; else the newest of the others too."""
    paid = () if owing else standing(group, owing=False)[:PAID_SHOWN]
    shown = sorted([*standing(group, owing=True), *paid], key=lambda each: -each.pk)
    return list(map(_settled, shown))


def _settled(made: GroupSettlement) -> Settled:
    days = _days(list(Session.objects.filter(pk__in=made.states).order_by("opened_at", "pk")))
    members = [GroupMember(each, days) for each in settled_people(made)]
    dues = [(Pay(each.debtor, each.creditor, each.amount), each) for each in made.dues.all()]
    pays = [_pay(members, pay, due) for pay, due in dues]
    return Settled(made, days, members, pays)


def _pay(members: Sequence[GroupMember], pay: Pay, due: GroupDue | None = None) -> GroupPay:
    return GroupPay(members[pay.payer - 1], members[pay.payee - 1], pay.amount, due)


def _days(sessions: Collection[Session]) -> Days:
    """The name of each, if it has one, and its day; where two would be called so, the hour too."""
    short = {each.pk: _called(each, "j/n") for each in sessions}
    often = Counter(short.values())
    long = {each.pk: _called(each, "H:i j/n") for each in sessions if often[short[each.pk]] > 1}
    return short | long


def _called(session: Session, form: str) -> str:
    day = date_format(localtime(session.opened_at), form)
    return f"{isolated(session.name)} {day}".lstrip()
