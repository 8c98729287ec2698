"""Đền làng: one player pays the winner of the round in place of everybody else."""

from collections.abc import Iterable

from scoring.common.transfers import Part, Reason, Transfer

STAYS = frozenset({Reason.CHAT, Reason.AN, Reason.DEN})
"""What is paid as ever: chops, eaten cards, and what somebody pays for others already."""


def paid_by(
    den: int, winner: int, transfers: Iterable[Transfer], rule: str
) -> tuple[Transfer, ...]:
    """The transfers with ``den`` as the payer of all that goes to ``winner``.

    One transfer for each payer that he stands in for; its parts name whose they were.
    """
    others: list[Transfer] = []
    taken: dict[int, Transfer] = {}
    for each in transfers:
        if each.payee != winner or each.reason in STAYS:
            others.append(each)
        else:
            before = taken.get(each.payer)
            parts = tuple([_of(part, each.payer, den) for part in each.parts])
            units = each.units + (before.units if before else 0)
            parts = (before.parts if before else ()) + parts
            taken[each.payer] = Transfer(den, winner, units, Reason.DEN, rule, parts, each.grain)
    return (*taken.values(), *others)


def _of(part: Part, payer: int, den: int) -> Part:
    """The part with whose it was, where that is not the one who pays now."""
    owner = part.player or payer
    return part._replace(player=None if owner == den else owner)
