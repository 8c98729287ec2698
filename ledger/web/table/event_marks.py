"""The events of a round: which sign stands at whom in the sheet, and whether one is great."""

from collections import defaultdict
from operator import itemgetter

from django.utils.translation import gettext as _

from ledger.books.history import PlayedRound
from ledger.common.amounts import amount
from ledger.common.language import language
from ledger.common.person import Names
from ledger.common.strict_json import Object
from ledger.models import Round
from ledger.people.statistics import earned
from scoring.common.transfers import Reason
from scoring.common.words import REASONS

GREAT = (
    *(Reason.TOI_TRANG, Reason.BAO_SAM, Reason.U),
    *(Reason.MAU_BINH, Reason.SAP, Reason.CHAT),
)
"""What people talk about afterwards, the greatest first; of chops only one over another."""

WINS = {
    Reason.TOI_TRANG: "star",
    Reason.BAO_SAM: "crown",
    Reason.U: "crown",
    Reason.MAU_BINH: "star",
    Reason.CHAT: "chop",
}
"""The signs of events at whom they pay, the greatest first."""

LOSES = {
    Reason.SAP: "sap",
    Reason.BINH_LUNG: "cut",
    Reason.CHAT: "chop",
    Reason.VE_HAI: "pay",
    Reason.DEN: "pay",
    Reason.THOI: "cards",
    Reason.CONG: "ice",
    Reason.MOM: "mom",
}
"""The signs of events at whom they cost, the greatest first."""


def signs(result: Object) -> dict[int, str]:
    """Return the sign of the greatest event that concerns each seat, by seat."""
    signs: dict[int, str] = {}
    for side, of, why in (("payee", WINS, earned), ("payer", LOSES, itemgetter("reason"))):
        for reason, sign in of.items():
            for transfer in result["transfers"]:
                if why(transfer) == reason:
                    signs.setdefault(transfer[side], sign)
    return signs


def great_event(played: PlayedRound, names: Names) -> tuple[str, str] | None:
    """The sign of the great event of a round, with who won how much in words."""
    earners = _earners(played.round)
    event = next((reason for reason in GREAT if earners[reason]), None)
    if not event:
        return None
    # Another may have won more of the round, by what nobody talks about.
    won, winner = max((played.amounts[seat], seat) for seat in earners[event])
    if won <= 0:
        return None
    what = _("chặt chồng") if event == Reason.CHAT else REASONS[event].say(language())
    values = {"what": what[:1].upper() + what[1:], "name": names[winner], "amount": amount(won)}
    return (WINS | LOSES)[event], _("%(what)s! %(name)s ăn %(amount)s.") % values


def _earners(round: Round) -> defaultdict[str, set[int]]:
    """Who was paid, by what for; for a chop only who chopped over another."""
    earners: defaultdict[str, set[int]] = defaultdict(set)
    for transfer in round.result["transfers"]:
        earners[earned(transfer)].add(transfer["payee"])
    chains = [chain["plays"] for chain in round.facts.get("chat") or ()]
    last = [plays[-1] for plays in chains if len(plays) > 2]
    # Where every chop is of one sort a play is the seat alone.
    earners[Reason.CHAT] &= {play if isinstance(play, int) else play["player"] for play in last}
    return earners
