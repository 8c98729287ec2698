"""What is true of every round: sums, exactness, relabelling, and that nothing crashes."""

import copy
import itertools
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

import scoring
from scoring import RULE_SETS, FactsError, SettingsError
from scoring.common.settings import Kind
from tests.random_rounds import at_table, deal
from tests.trust import Tell, in_full

GAMES = tuple(RULE_SETS)
MANY = settings(deadline=None)
ROUNDS = settings(max_examples=100 * len(GAMES), deadline=None)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["2S", "heo_den", "tu_quy", "hai_tu_quy", "sau_doi", "u_tron", "1", "2", "hand", "KS"]
    ),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["1", "2", "hand", "plays", "eater", "dau", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


def dealt(game: str, seed: int) -> dict[str, Any]:
    """Facts that can have happened."""
    rng = Random(seed)
    seats = rng.sample(range(1, 9), rng.choice(RULE_SETS[game].players))
    return deal(game, rng, seats)


def house_rules(game: str, seed: int) -> dict[str, Any]:
    """None, some or all of the house extras of a game, at other values than off."""
    rng = Random(seed)
    extras = [setting for setting in RULE_SETS[game].settings if setting.is_house_extra]
    own: dict[str, Any] = {}
    number = rng.choice((0, 0, 1, len(extras) // 2, len(extras)))
    for setting in rng.sample(extras, min(number, len(extras))):
        other = [name for name, _ in setting.choices if name != setting.default]
        if setting.kind is Kind.AMOUNT:
            other = ["0.25", "3", "39.5"]
        own[setting.name] = rng.choice(other) if other else True
    return own


Round = tuple[str, dict[str, Any], dict[str, Any]]
"""A game, facts that can have happened, and the house extras of the table."""


def round_of(game: str, seed: int) -> Round:
    """One that can have happened, with a pot where the table plays with one."""
    own = house_rules(game, seed)
    facts = at_table(Random(seed), dealt(game, seed), own)
    try:
        scoring.score(game, facts, own)
    except FactsError:  # another takes the pot than was told
        facts["pot_winner"] = None
    return game, facts, own


rounds = st.builds(round_of, st.sampled_from(GAMES), st.integers(0, 2**32))


@pytest.mark.trust("R2")
@ROUNDS
@given(rounds)
def test_every_dealt_round_is_scored_and_sums_to_zero(case: Round) -> None:
    game, facts, own = case
    outcome = scoring.score(game, facts, own)
    assert sum(outcome.net.values()) == 0
    assert set(outcome.net) == set(facts["players"])
    assert all(type(units) is int for units in outcome.net.values())


@pytest.mark.trust("R2")
@ROUNDS
@given(rounds)
def test_the_parts_of_a_transfer_add_up_exactly(case: Round) -> None:
    game, facts, own = case
    for transfer in scoring.score(game, facts, own).as_json()["transfers"]:  # type: ignore[attr-defined]
        parts = transfer["detail"]["parts"]
        assert sum(Fraction(part["units"]) for part in parts) == Fraction(transfer["units"])
        for part in parts:
            if "each" in part:
                assert part["count"] * Fraction(part["each"]) == Fraction(part["units"])


@pytest.mark.trust("R2")
@ROUNDS
@given(rounds)
def test_the_same_facts_give_the_same_result(case: Round) -> None:
    game, facts, own = case
    before = json.dumps(facts)
    first = json.dumps(scoring.score(game, facts, own or None).as_json())
    assert json.dumps(facts) == before
    again = scoring.score(game, json.loads(before), own).as_json()
    assert json.dumps(again) == first


@pytest.mark.trust("R2")
@ROUNDS
@given(rounds)
def test_relabelling_seats_relabels_the_result(case: Round) -> None:
    game, facts, own = case
    moved = {seat: 100 - seat for seat in facts["players"]}
    net = scoring.score(game, facts, own).net
    relabelled = scoring.score(game, _relabel(RULE_SETS[game].shape, facts, moved), own).net
    assert relabelled == {moved[seat]: units for seat, units in net.items()}


PROPERTIES = (
    test_every_dealt_round_is_scored_and_sums_to_zero,
    test_the_parts_of_a_transfer_add_up_exactly,
    test_the_same_facts_give_the_same_result,
    test_relabelling_seats_relabels_the_result,
)


def tried(properties: Iterable[Any], count: int) -> None:
    """Whether the properties hold for so many rounds of each game."""
    for seed in range(count):
        for game in GAMES:
            case = round_of(game, seed)
            for holds in properties:
                holds.hypothesis.inner_test(case)


@pytest.mark.trust("R2")
@in_full("rounds", 300, 1_000)
def test_they_hold_for_very_many_rounds(rounds: int, tell: Tell) -> None:
    tried(PROPERTIES, rounds)
    tell(f"{len(PROPERTIES)} properties, {rounds} rounds of each of {len(GAMES)} games")


def odd(outcome: Any) -> Any:
    """A winner who gets one unit more than anybody pays."""
    return outcome._replace(net=outcome.net | {max(outcome.net): max(outcome.net.values()) + 1})


def half_told(outcome: Any) -> Any:
    """Transfers that leave out the last line of their arithmetic."""
    transfers = (each._replace(parts=each.parts[:-1]) for each in outcome.transfers)
    return outcome._replace(transfers=tuple(transfers))


def by_chance(outcome: Any) -> Any:
    """Another leader each time."""
    return outcome._replace(next_leader=next(CHANCE))


def for_the_first(outcome: Any) -> Any:
    """Who sits in the lowest seat neither pays nor gets anything."""
    return outcome._replace(net=outcome.net | {min(outcome.net): 0})


CHANCE = itertools.count()
FAULTS = dict(zip(PROPERTIES, (odd, half_told, by_chance, for_the_first), strict=True))


@pytest.mark.trust("R2", control=True)
@pytest.mark.parametrize("holds", FAULTS, ids=lambda holds: holds.__name__)
def test_a_score_that_is_wrong_is_found(holds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, spoilt = scoring.score, FAULTS[holds]
    monkeypatch.setattr(scoring, "score", lambda *words: spoilt(plain(*words)))
    with pytest.raises(AssertionError):
        tried([holds], 50)


NAMES = {dict: "object", list: "array", int: "integer", str: "string"}


def _relabel(shape: Any, value: Any, moved: Mapping[int, int]) -> Any:
    """What was told with every seat moved, wherever the shape says that one stands."""
    kind = NAMES.get(type(value))
    shape = next((each for each in shape.get("anyOf", ()) if each.get("type") == kind), shape)
    if kind == "array":
        return [_relabel(shape["items"], each, moved) for each in value]
    if kind == "object" and "properties" in shape:
        fields = shape["properties"]
        return {name: _relabel(fields[name], each, moved) for name, each in value.items()}
    if kind == "object":
        inner, seats = (
            shape.get("additionalProperties", {}),
            {str(key): moved[key] for key in moved},
        )
        return {str(seats.get(key, key)): _relabel(inner, value[key], moved) for key in value}
    is_seat = kind == "integer" and shape.get("minimum") == 1 and "maximum" not in shape
    return moved[value] if is_seat else value


def _score_or_refuse(game: Any, facts: Any, overrides: Any = None) -> None:
    try:
        outcome = scoring.score(game, facts, overrides)
        json.dumps(outcome.as_json())
        assert sum(outcome.net.values()) == 0
    except (FactsError, SettingsError) as refused:
        for language in ("vi", "en"):
            json.dumps(refused.as_json(language, lambda seat: f"<{seat}>"))


@MANY
@given(st.sampled_from(GAMES), json_values)
def test_any_json_is_scored_or_refused(game: str, facts: Any) -> None:
    _score_or_refuse(game, facts)


@MANY
@given(rounds, st.data())
def test_changed_facts_are_scored_or_refused(case: Round, data: st.DataObject) -> None:
    game, facts, own = case
    variant = copy.deepcopy(facts)
    for _ in range(data.draw(st.integers(1, 3))):
        _change(variant, data)
    _score_or_refuse(game, variant, own | data.draw(_other_ways(game)))


def _other_ways(game: str) -> st.SearchStrategy[dict[str, bool | str]]:
    """Decisions of a rule set, and values of which some fit: the rest is refused as settings."""
    decided = [s for s in RULE_SETS[game].settings if s.kind in (Kind.FLAG, Kind.CHOICE)]
    values = {True, False, *(name for setting in decided for name, _ in setting.choices)}
    names = [setting.name for setting in decided]
    choices = st.sampled_from(sorted(values, key=str))
    return st.dictionaries(st.sampled_from(names), choices, max_size=4) if names else st.just({})


@MANY
@given(rounds, st.data())
def test_every_decision_the_other_way_scores_what_can_have_happened(
    case: Round, data: st.DataObject
) -> None:
    """One decision turned, with an empty list for everybody: nothing crashes, all adds up."""
    game, facts, own = case
    decided = [s for s in RULE_SETS[game].settings if s.kind in (Kind.FLAG, Kind.CHOICE)]
    assume(decided)
    turned = data.draw(st.sampled_from(decided))
    others = [name for name, _ in turned.choices if name != turned.default] or [not turned.default]
    variant = copy.deepcopy(facts)
    if "thoi" in variant:
        variant["thoi"] = {str(seat): [] for seat in variant["players"]} | (variant["thoi"] or {})
    _score_or_refuse(game, variant, own | {turned.name: data.draw(st.sampled_from(others))})


def _change(value: Any, data: st.DataObject) -> None:
    """Put something else somewhere in the facts."""
    while True:
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        places = list(inner)
        if not places:
            return
        key, child = data.draw(st.sampled_from(places))
        if isinstance(child, dict | list) and child and data.draw(st.booleans()):
            value = child
            continue
        value[key] = data.draw(json_values | st.sampled_from([other for _, other in places]))
        return


@MANY
@given(st.sampled_from(GAMES), json_values, st.data())
def test_any_settings_are_used_or_refused(game: str, value: Any, data: st.DataObject) -> None:
    names = [setting.name for setting in RULE_SETS[game].settings]
    facts = dealt(game, 1)
    _score_or_refuse(game, facts, value)
    _score_or_refuse(game, facts, {data.draw(st.sampled_from(names)): value})


@pytest.mark.parametrize("value", [-1, "-0.5", "NaN", "Infinity", True, "½", "1e3x", "", [], {}])
def test_an_amount_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises(SettingsError) as refused:
        scoring.score("tien_len", {"players": [1, 2], "places": [1]}, {"cong": value})
    assert [problem.field for problem in refused.value.problems] == ["settings.cong"]


@pytest.mark.parametrize("value", [3, "3", "3.0", "0.75", 0.75, Decimal("2.5"), 0, "1e1"])
def test_a_short_exact_amount_is_used(value: Any) -> None:
    facts = {"players": [1, 2], "places": [1], "cong": [2]}
    outcome = scoring.score("tien_len", facts, {"cong": value})
    assert Fraction(outcome.net[1], outcome.grain) == Fraction(str(value))


def test_a_bet_unit_is_a_multiple_of_the_grain() -> None:
    assert RULE_SETS["tien_len"].in_force().grain == 2
    assert RULE_SETS["dem_la"].in_force().grain == 1
    assert RULE_SETS["tien_len"].in_force({"heo_den": "0.25"}).grain == 4
    assert RULE_SETS["dem_la"].in_force({"card": "0.2"}).grain == 5


def test_equal_overrides_give_the_same_rules() -> None:
    tien_len = RULE_SETS["tien_len"]
    first = tien_len.in_force({"cong": 3, "tu_quy": "2"})
    assert tien_len.in_force({"tu_quy": "2", "cong": 3}) is first
    assert tien_len.in_force() is tien_len.in_force({})
    with pytest.raises(SettingsError):
        tien_len.in_force({"cong": True, "tu_quy": "2"})
