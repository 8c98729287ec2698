"""The page on which a table settles: who is to pay whom, why, and what was paid already."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from django import forms
from django.http import HttpRequest, QueryDict

from ledger.access.keys import opens
from ledger.books.settlement import Balances, Due
from ledger.books.settling import settled, standing_carries
from ledger.models import SEATS, Carry, Payment as Paid
from ledger.tables.carry_over import is_untouched
from ledger.web.forms import NO_AMOUNT, THOUSAND, meant, written_amount
from ledger.web.phone_table import Table
from ledger.web.requests import whole
from ledger.web.statistics.table_account import Account, accounts_of


class PayForm(forms.Form):
    """That somebody handed somebody money: all that is left to pay, or a part of it."""

    submission = forms.UUIDField()
    debtor = forms.IntegerField(min_value=1, max_value=SEATS[-1])
    creditor = forms.IntegerField(min_value=1, max_value=SEATS[-1])
    amount = forms.CharField(
        max_length=20, error_messages={"required": NO_AMOUNT, "max_length": NO_AMOUNT}
    )
    leaver = forms.IntegerField(required=False, min_value=1, max_value=SEATS[-1])

    def __init__(self, table: Table, data: QueryDict) -> None:
        super().__init__(data)
        self.label = table.session.currency

    def clean_amount(self) -> int:
        """ "5k" is 5.000; a bare "5" is asked about where as many thousands are left to pay."""
        typed, rest = self.cleaned_data["amount"], whole(self.data.get("rest"))
        usual = THOUSAND if whole(typed) * THOUSAND <= rest else 0
        return written_amount(typed, usual, self.label)


@dataclass(frozen=True, slots=True)
class DueItem:
    """One payment to make, with both people's accounts; `typed` is a part that was refused.

    Whatever is sent from one page for it has one submission id: it is marked once.
    """

    due: Due
    debtor: Account
    creditor: Account
    submission: str
    typed: str = ""
    meant: Sequence[tuple[str, int]] = ()
    """What may be meant by it, where that is not clear: as it is sent, and the amount."""
    in_group: bool = False
    """Whether some of it was settled with other evenings: who pays whom stands in the group."""

    @property
    def half(self) -> int:
        return self.due.rest // 2


@dataclass(frozen=True, slots=True)
class SettlingPage:
    """What a table still has to pay, and what stands of what was paid, newest first."""

    accounts: Sequence[Account]
    items: Sequence[DueItem]
    paid: Sequence[Paid]
    won: Balances
    """The balances as they were final, before anything of them was handed over."""

    @property
    def open(self) -> list[DueItem]:
        return [item for item in self.items if item.due.rest]

    @property
    def bars(self) -> list[tuple[Account, int]]:
        """The accounts with their parts of the largest in hundredths, who won most first.

        Money handed over shortens a bar and leaves it where it is.
        """
        ranked = sorted(self.accounts, key=lambda account: -self.won[account.seat])
        most = max(abs(account.balance) for account in self.accounts) or 1
        return [(account, 100 * abs(account.balance) // most) for account in ranked]

    @property
    def typed(self) -> bool:
        """Whether a part was refused: why stands where it is typed."""
        return any(item.typed for item in self.open)

    @property
    def quits(self) -> bool:
        return not any(account.balance for account in self.accounts)


def settling(table: Table, form: PayForm | None = None, leaver: int | None = None) -> SettlingPage:
    """How the whole table settles, or one person who leaves while the others play on."""
    accounts, (dues, paid, won) = accounts_of(table.session), settled(table.session, leaver)
    parts = [each for each in paid if hasattr(each, "group_part")]
    pairs = {(each.debtor.number, each.creditor.number) for each in parts}
    items = [_item(due, accounts, form, pairs) for due in dues]
    return SettlingPage([accounts[seat] for seat in table.names], items, paid, won)


def carried(request: HttpRequest, table: Table) -> list[tuple[Carry, bool, bool]]:
    """What was carried from this table and not taken back, the newest first.

    With whether this phone may go to the new table, and whether nothing has happened there.
    """
    standing = standing_carries(table.session).select_related("target").order_by("-pk")
    return [(each, opens(request, each.target), is_untouched(each.target)) for each in standing]


def _item(
    due: Due,
    accounts: Mapping[int, Account],
    form: PayForm | None,
    in_group: Collection[tuple[int, int]],
) -> DueItem:
    payer, payee = due.payment.payer, due.payment.payee
    sent = form.data if form else {}
    mine = (sent.get("debtor"), sent.get("creditor")) == (str(payer), str(payee))
    typed = str(sent.get("amount", "")) if mine else ""
    may_be = meant(form) if form and typed else ()
    people, is_in_group = (accounts[payer], accounts[payee]), (payer, payee) in in_group
    return DueItem(due, *people, str(uuid4()), typed, may_be, is_in_group)
