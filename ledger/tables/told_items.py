"""Other items (khoản khác) of a table in words, for its history."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ledger.common.amounts import amount
from ledger.models import Entry, OtherItem, Posting
from ledger.tables.other_items import Pay

ToldItem = dict[str, Any]
"""An item as the history shows it."""


def told_items(
    items: QuerySet[OtherItem], names: Mapping[int, str]
) -> Mapping[int, Sequence[ToldItem]]:
    """These items in words, newest first, by the round they follow; three queries at most."""
    found = list(items.order_by("-number"))
    if not found:
        return {}
    posted = Posting.objects.filter(other__in=found).order_by("number")
    kinds: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for key, kind, reason in posted.values_list("other", "kind", "reason"):
        kinds[key][kind] = reason
    pays: defaultdict[int, list[Pay]] = defaultdict(list)
    entries = Entry.objects.filter(posting__other__in=found, posting__kind=Posting.Kind.MANUAL)
    fields = ("posting__other", "payer__number", "payee__number", "amount")
    for key, *pay in entries.order_by("posting", "line").values_list(*fields):
        pays[key].append(Pay(*pay))
    told: defaultdict[int, list[ToldItem]] = defaultdict(list)
    for each in found:
        shown = {
            "item": each,
            "words": in_words(pays[each.pk], names),
            "text": kinds[each.pk][Posting.Kind.MANUAL],
            "void": Posting.Kind.MANUAL_VOID in kinds[each.pk],
            "sums": _sums(pays[each.pk], names),
        }
        told[each.after_round].append(shown)
    return told


def in_words(pays: Sequence[Pay], names: Mapping[int, str]) -> str:
    """ "An, Chi trả Bình 20.000" where all pay the same, else a payment after the other."""
    payers = list(dict.fromkeys(each.payer for each in pays))
    payees = list(dict.fromkeys(each.payee for each in pays))
    amounts = {each.amount for each in pays}
    if len(amounts) == 1 and len(pays) == len(payers) * len(payees):
        return _said(payers, payees, amounts.pop(), names)
    return "; ".join(_said([each.payer], [each.payee], each.amount, names) for each in pays)


def _said(payers: Sequence[int], payees: Sequence[int], each: int, names: Mapping[int, str]) -> str:
    told = {
        "payers": ", ".join(names[seat] for seat in payers),
        "payees": ", ".join(names[seat] for seat in payees),
        "amount": amount(each),
    }
    if len(payers) * len(payees) == 1:
        return _("%(payers)s trả %(payees)s %(amount)s") % told
    return _("%(payers)s trả %(payees)s mỗi người %(amount)s") % told


def _sums(pays: Sequence[Pay], names: Mapping[int, str]) -> list[tuple[str, int]]:
    sums: defaultdict[int, int] = defaultdict(int)
    for each in pays:
        sums[each.payer] -= each.amount
        sums[each.payee] += each.amount
    return [(names[seat], sums[seat]) for seat in sorted(sums)]
