"""Rounds that an earlier reading of their game's rules scored: they stand as they were paid."""

from collections.abc import Collection, Iterator, Mapping

from ledger.books.journal import Movement
from ledger.books.pricing import WITH_TERMS, priced
from ledger.common.amounts import worth
from ledger.models import Round
from scoring import RULE_SETS, FactsError

RESULT = ("transfers", "net", "next_leader", "opening", "next")


def others(round: Round) -> list[str]:
    """The parts of the stored result that are others than what its facts come to now."""
    result: Mapping[str, object] = priced(round.facts, round).outcome.as_json()
    # Rounds stored before there was `next` are without it.
    stored = {"next": result["next"]} | round.result
    return [key for key in RESULT if stored.get(key) != result[key]]


def paid_by(round: Round) -> list[Movement]:
    """The entries of the stored result, which the hash of the round holds."""
    unit = round.bet_unit.amount
    return [
        Movement(each["payer"], each["payee"], worth(each["units"], unit), each["reason"])
        for each in round.result["transfers"]
    ]


def read_otherwise(session_ids: Collection[str] | None = None) -> Iterator[str]:
    """Say of each round that today's reading would pay otherwise, or refuse, by what it stands."""
    for name, game in RULE_SETS.items():
        rounds = Round.objects.filter(rule_version__rules=name, revision__lt=game.revision)
        if session_ids is not None:
            rounds = rounds.filter(session__in=session_ids)
        for each in rounds.order_by("session", "number").select_related(*WITH_TERMS).iterator():
            if _is_other(each):
                stands = f"stands as paid by reading {each.revision} of {name}"
                yield f"{each}: {stands}; reading {game.revision} reads it otherwise"


def _is_other(round: Round) -> bool:
    try:
        return bool(others(round))
    except FactsError:
        return True
