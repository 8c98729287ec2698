"""Every setting is declared in full, and alone changes what some round comes to."""

from functools import cache
from random import Random
from typing import Any

import scoring
from scoring import RULE_SETS, Problem
from scoring.binh.mau_binh import HOUSE_KINDS, Kind as MauBinh
from scoring.binh.rows import RowKind, kind_of, row_strength
from scoring.common.cards import CARDS
from scoring.common.settings import Kind, Setting
from scoring.common.transfers import decimal
from scoring.common.words import word
from tests.random_rounds import deal
from tests.scoring.cases import Alone, Case, all_cases

ROUNDS = 1000
ALL = [(name, setting) for name, game in RULE_SETS.items() for setting in game.settings]
PAYING = [(name, setting) for name, setting in ALL if not setting.is_named]
CASES = all_cases()
ALONE = [(case, alone) for case in CASES for alone in case.alone]


def other_values(setting: Setting) -> list[Any]:
    """The values of a decision or a count that are not the default."""
    if setting.kind is Kind.FLAG:
        return [not setting.default]
    if setting.kind is Kind.CHOICE:
        return [name for name, _ in setting.choices if name != setting.default]
    return [n for n in range(setting.least, setting.most + 1) if n != setting.default]


@cache
def told_rounds(rules: str) -> list[tuple[Any, dict[str, Any]]]:
    rng = Random(7)
    rounds = [(case.facts, case.settings) for case in CASES if case.rules == rules]
    seats = [rng.choice(([1, 2], [1, 2, 3], [1, 2, 3, 4])) for _ in range(ROUNDS)]
    return rounds + [(deal(rules, rng, each), {}) for each in seats]


def with_alone(case: Case, alone: Alone) -> dict[str, Any]:
    """What a round of a case comes to with one setting more, in the words of the case file."""
    try:
        outcome = scoring.score(case.rules, case.facts, case.settings | {alone.name: alone.value})
    except scoring.FactsError as refused:
        return {"refused": [(each.code, each.field) for each in refused.problems]}
    return {
        "units": [decimal(outcome.net[seat], outcome.grain) for seat in outcome.net],
        "leads": str(outcome.next_leader or "-"),
        "next": outcome.next,
    }


def wanted_alone(alone: Alone) -> dict[str, Any]:
    if alone.refused:
        return {"refused": alone.refused}
    if alone.next:
        return {"next": alone.next}
    return {"leads": alone.leads} if alone.leads else {"units": alone.units}


def without(case: Case) -> dict[str, Any]:
    """What the case file says of the round where the setting is as it is by default."""
    leads = str(case.leads or "-")
    return {"units": case.units, "refused": case.refused, "leads": leads, "next": case.next}


def test_a_setting_alone_changes_what_a_round_comes_to() -> None:
    different = [
        f"{case}, {alone.name} {alone.value}: {outcome}, not {wanted_alone(alone)}"
        for case, alone in ALONE
        if not wanted_alone(alone).items() <= (outcome := with_alone(case, alone)).items()
    ]
    assert different == []
    unchanged = [
        f"{case}, {alone.name} {alone.value}"
        for case, alone in ALONE
        if alone.name in case.settings
        or wanted_alone(alone).items() <= without(case).items()
        or (alone.leads and not case.checks_leader)
        or (alone.next and case.next is None)
    ]
    assert unchanged == []


def test_every_setting_has_a_round_that_it_alone_changes() -> None:
    """Every other way of a decision has one, and every amount one."""
    unshown = []
    for rules, setting in PAYING:
        of_it = [
            alone for case, alone in ALONE if (case.rules, alone.name) == (rules, setting.name)
        ]
        shown = {repr(alone.value) for alone in of_it}
        others = [] if setting.kind is Kind.AMOUNT else [*map(repr, other_values(setting))]
        if not shown or not set(others) <= shown:
            wanted = ", ".join(others) or "another amount"
            unshown.append(f"{rules} {setting.name}: no line “alone” for each of {wanted}")
    assert unshown == []


def test_a_setting_says_what_it_is_and_where_it_comes_from() -> None:
    for rules, setting in ALL:
        texts = (setting.label.vi, setting.label.en, setting.unit.vi, setting.source)
        assert all(texts), setting.name
        assert setting.read(setting.default) == setting.default, setting.name
        assert RULE_SETS[rules].values()[setting.name] == setting.default, setting.name


def test_what_multiplies_a_stake_is_measured_in_times() -> None:
    units = {f"{rules} {each.name}": each.unit.vi for rules, each in ALL if each.is_factor}
    banker_games = ("xi_dach xi_bang", "xi_dach xi_dach", "xi_dach ngu_linh")
    three_cards = ("ba_cay muoi", "ba_cay sap", "ba_cay dong_hoa_nhan")
    assert units == dict.fromkeys((*banker_games, *three_cards), "lần")
    (sap,) = (each for rules, each in ALL if (rules, each.name) == ("ba_cay", "sap"))
    refused = sap.read("-1")
    assert isinstance(refused, Problem)
    assert "phải là số lần" in refused.message("vi")


def test_setting_names_are_unique() -> None:
    for game in RULE_SETS.values():
        names = [setting.name for setting in game.settings]
        assert len(set(names)) == len(names)


def test_everything_a_result_says_has_a_word() -> None:
    for rules in RULE_SETS:
        for facts, own in told_rounds(rules):
            try:
                outcome = scoring.score(rules, facts, own)
            except scoring.RefusedError:
                continue
            parts = [part for transfer in outcome.transfers for part in transfer.parts]
            codes = {part.what for part in parts} | {part.by for part in parts if part.by}
            codes |= {transfer.reason.value for transfer in outcome.transfers}
            assert {code for code in codes if word(code) == code} == set()


def test_every_kind_of_event_is_dealt() -> None:
    for rules in ("tien_len", "dem_la"):
        rounds = told_rounds(rules)
        facts = [each for each, _ in rounds[-ROUNDS:]]
        chains = [chain for each in facts for chain in each.get("chat") or ()]
        assert {len(chain["plays"]) for chain in chains} >= {2, 3, 4, 5}, rules
        assert any(len(each.get("chat") or ()) > 1 for each in facts)
        assert any(chain["victim_went_out"] for chain in chains)
        holdings = [holding for each in facts for holding in (each.get("thoi") or {}).values()]
        named = {item for items in holdings if isinstance(items, list) for item in items}
        assert named >= {"2S", "2C", "2D", "2H", "tu_quy", "ba_doi_thong", "bon_doi_thong"}
        assert {len(each["hand"]) for each in holdings if isinstance(each, dict)} >= {1, 12, 13}
        assert any("3S" in each["hand"] for each in holdings if isinstance(each, dict))
        won = [each["toi_trang"] for each in facts if each.get("toi_trang")]
        assert any("hand" in each for each in won)
        assert any("kind" in each for each in won)
    dem_la = [each for each, _ in told_rounds("dem_la")[-ROUNDS:]]
    assert any(each.get("dut_ba_bich") for each in dem_la)
    tien_len = [each for each, _ in told_rounds("tien_len")[-ROUNDS:]]
    assert any(each.get("den") for each in tien_len)
    assert {len(each.get("cong") or ()) for each in tien_len} == {0, 1, 2, 3}


def test_every_kind_of_event_is_dealt_in_phom() -> None:
    facts = [each for each, _ in told_rounds("phom")[-ROUNDS:]]
    eaten = [each.get("an") or [] for each in facts]
    assert {len(an) for an in eaten} >= set(range(7))
    assert {each.get("chot") for an in eaten for each in an} == {True, False, None}
    assert {len(each.get("mom") or ()) for each in facts} == set(range(5))
    assert any(each.get("ha") and len(each["ha"]) < len(each["players"]) for each in facts)
    won = [each["u"] for each in facts if "u" in each]
    assert None in won
    assert {each.get("kind") for each in won if each} == {None, "u", "u_tron"}
    points = [left for each in facts for left in (each.get("points") or {}).values()]
    assert 0 in points
    assert {len(left["hand"]) for left in points if isinstance(left, dict)} == {*range(7), 9}
    ties = [list((each.get("points") or {}).values()) for each in facts]
    assert any(points.count(left) > 1 for points in ties for left in points)


def test_every_kind_of_row_and_mau_binh_is_dealt() -> None:
    facts = [each for each, _ in told_rounds("binh")[-ROUNDS:]]
    kinds = {kind for each in facts for kind in each["mau_binh"].values()}
    assert kinds == {kind.value for kind in MauBinh if kind not in HOUSE_KINDS}
    hands = [hand for each in facts for hand in each.get("hands", {}).values()]
    rows = [[CARDS[code] for code in row] for hand in hands for row in hand.values()]
    assert {kind_of(row_strength(row)) for row in rows} == set(RowKind)
    assert {} in hands
    assert any(each.get("binh_lung") for each in facts)
    assert any(len(group) > 1 for each in facts for group in each.get("chi", {}).get("dau", []))
