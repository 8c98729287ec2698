"""Đền làng: rounds dealt by chance, with one player paying for the table."""

from random import Random
from typing import Any

import pytest

from scoring import RULE_SETS, FactsError, Outcome, score
from tests.random_rounds import deal

ROUNDS = 1000
STAYS = {"chat", "an", "den"}


def winner_of(facts: dict[str, Any], outcome: Outcome) -> int:
    """Who won, by what the facts say."""
    win = facts.get("toi_trang") or facts.get("u") or {}
    places = facts.get("places") or []
    named = win.get("player") or facts.get("winner") or (places[0] if places else None)
    return int(named or outcome.next_leader or 0)


@pytest.mark.parametrize("rules", ["tien_len", "dem_la", "phom"])
def test_what_goes_to_the_winner_is_paid_by_one(rules: str) -> None:
    assert RULE_SETS[rules].in_force({"den_lang": True}).den_lang
    moved = 0
    for seed in range(ROUNDS):
        rng = Random(seed)
        seats = rng.sample(range(1, 9), rng.choice((2, 3, 4)))
        facts = deal(rules, rng, seats)
        plain = score(rules, facts)
        if facts.get("den") or any(each.reason == "den" for each in plain.transfers):
            continue
        winner = winner_of(facts, plain)
        den = rng.choice([seat for seat in seats if seat != winner])
        with pytest.raises(FactsError) as refused:
            score(rules, facts | {"den": winner}, {"den_lang": True})
        assert [each.code for each in refused.value.problems] == ["den_wins"]
        wanted = dict(plain.net)
        for each in plain.transfers:
            if each.payee == winner and each.reason not in STAYS:
                wanted[each.payer] += each.units
                wanted[den] -= each.units
        outcome = score(rules, facts | {"den": den}, {"den_lang": True})
        assert outcome.net == wanted, (seed, facts, den)
        payers = [each.parts[0].player or den for each in outcome.transfers if each.reason == "den"]
        assert sorted(set(payers)) == sorted(payers), "one transfer for each who was to pay"
        moved += outcome.net != plain.net
    assert moved > ROUNDS // 4


def test_ranks_pay_as_the_points_that_give_them() -> None:
    count = 0
    for seed in range(ROUNDS):
        rng = Random(seed)
        facts = deal("phom", rng, (1, 2, 3, 4))
        outcome = score("phom", facts)
        points = facts.get("points") or {}
        mom = facts.get("mom") or ()
        shown = [left for left in points.values() if isinstance(left, dict)]
        if not points or any(len(left["hand"]) == 9 for left in shown) or len(mom) == 4:
            continue
        first = outcome.next_leader
        others = [t for t in outcome.transfers if t.reason == "place" and t.payee == first]
        ranks = [first, *[t.payer for t in sorted(others, key=lambda each: each.units)]]
        facts = {key: value for key, value in facts.items() if key not in ("points", "ha")}
        assert score("phom", facts | {"ranks": ranks}).net == outcome.net, (seed, ranks)
        count += 1
    assert count > ROUNDS // 4
