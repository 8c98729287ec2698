"""Other items (khoản khác) of a table in words, for its history."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from ledger.books.balances import move
from ledger.books.settlement import Pay
from ledger.common.amounts import amount
from ledger.common.person import Names
from ledger.common.strict_json import Object
from ledger.models import Entry, OtherItem, Posting


class PostedPays(NamedTuple):
    """Who pays whom, why, and whether it was taken back."""

    pays: Sequence[Pay]
    text: str
    void: bool


ItemInWords = Object
"""An item as the history shows it."""


def with_postings(items: QuerySet[OtherItem]) -> QuerySet[OtherItem]:
    """These items, newest first, with what `posted_pays` needs; three queries."""
    entries = Entry.objects.select_related("payer", "payee").order_by("line")
    return items.order_by("-number").prefetch_related(Prefetch("postings__entries", entries))


def posted_pays(item: OtherItem) -> PostedPays:
    """What the postings of an item say."""
    postings = {each.kind: each for each in item.postings.all()}
    posted = postings[Posting.Kind.MANUAL]
    entries = posted.entries.all()
    pays = [Pay(each.payer.number, each.payee.number, each.amount) for each in entries]
    return PostedPays(pays, posted.reason, Posting.Kind.MANUAL_VOID in postings)


def items_in_words(items: QuerySet[OtherItem], names: Names) -> list[ItemInWords]:
    """These items in words, newest first; three queries at most."""
    every = []
    for item in with_postings(items):
        pays, text, void = posted_pays(item)
        words, sums = in_words(pays, names), _sums(pays, names)
        every.append({"item": item, "words": words, "text": text, "void": void, "sums": sums})
    return every


def in_words(pays: Sequence[Pay], names: Names) -> str:
    """ "An, Chi trả Bình 20.000" where all pay the same, else a payment after the other."""
    payers = list(dict.fromkeys(each.payer for each in pays))
    payees = list(dict.fromkeys(each.payee for each in pays))
    amounts = {each.amount for each in pays}
    if len(amounts) == 1 and len(pays) == len(payers) * len(payees):
        return _words(payers, payees, amounts.pop(), names)
    return "; ".join(_words([each.payer], [each.payee], each.amount, names) for each in pays)


def _words(payers: Sequence[int], payees: Sequence[int], each: int, names: Names) -> str:
    values = {
        "payers": ", ".join(names[seat] for seat in payers),
        "payees": ", ".join(names[seat] for seat in payees),
        "amount": amount(each),
    }
    if len(payers) * len(payees) == 1:
        return _("%(payers)s trả %(payees)s %(amount)s") % values
    return _("%(payers)s trả %(payees)s mỗi người %(amount)s") % values


def _sums(pays: Sequence[Pay], names: Names) -> list[tuple[str, int]]:
    sums = Counter[int]()
    for each in pays:
        move(sums, each.payer, each.payee, each.amount)
    return [(names[seat], sums[seat]) for seat in sorted(sums)]
