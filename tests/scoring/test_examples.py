"""The rounds that a rule card shows come to exactly what the rulebook says."""

import re
from fractions import Fraction
from importlib.resources import files

import pytest

import scoring
from scoring import RULE_SETS, Example, Reason

Payments = set[tuple[str, str, str]]

NETS = {
    "tien_len": (
        "A +1, B +0.5, C +2, D -3.5",
        "A +2.5, B +0.5, C -0.5, D -2.5",
        "A +8, B 0, C 0, D -8",
        None,
        None,
        None,
        "A +6, B -2, C -2, D -2",
    ),
    "dem_la": (
        "A +41, B -9, C -31, D -1",
        "A +48, B -15, C -31, D -2",
        None,
        "A +78, B -26, C -26, D -26",
    ),
    "phom": (
        "A +7, B -1, C -2, D -4",
        None,
        "A -21, B +21, C 0, D 0",
        "A +12, B -4, C -4, D -4",
    ),
    "binh": ("A +4, B +2, C -6", "A 0, B +6, C -6"),
}
"""What each player wins or loses, where the rulebook tells it of the whole round."""

PAID: dict[tuple[str, int, Reason], Payments] = {
    ("tien_len", 3, Reason.CHAT): {("B", "C", "2")},
    ("tien_len", 4, Reason.CHAT): {("C", "D", "3.5")},
    ("tien_len", 5, Reason.CHAT): set(),
    ("dem_la", 2, Reason.CHAT): {("B", "C", "4")},
    ("phom", 1, Reason.AN): {("A", "B", "1"), ("A", "B", "3")},
    ("phom", 2, Reason.DEN): {("A", "B", "15")},
}
"""What is paid for one reason, where the rulebook tells only that."""

LEADS = {("tien_len", 2): 4, ("tien_len", 6): None}

ALL = [(name, at) for name, game in RULE_SETS.items() for at in range(len(game.examples))]


def example(rules: str, at: int) -> Example:
    return RULE_SETS[rules].examples[at]


def said(outcome: scoring.Outcome) -> str:
    nets = ((seat, Fraction(units, outcome.grain)) for seat, units in outcome.net.items())
    return ", ".join(f"{'ABCD'[seat - 1]} {f'{float(net):+g}' if net else 0}" for seat, net in nets)


@pytest.mark.parametrize(("rules", "at"), ALL)
def test_an_example_comes_to_what_the_rulebook_says(rules: str, at: int) -> None:
    outcome = scoring.score(rules, example(rules, at).facts)
    if NETS[rules][at]:
        assert said(outcome) == NETS[rules][at]
    else:
        assert any((rules, at, reason) in PAID for reason in Reason)


@pytest.mark.parametrize(("key", "paid"), PAID.items())
def test_an_example_pays_for_a_reason_what_the_rulebook_says(
    key: tuple[str, int, Reason], paid: Payments
) -> None:
    rules, at, reason = key
    found = scoring.score(rules, example(rules, at).facts).transfers
    assert {
        ("ABCD"[each.payer - 1], "ABCD"[each.payee - 1], str(each.as_json()["units"]))
        for each in found
        if each.reason is reason
    } == paid


@pytest.mark.parametrize(("key", "leader"), LEADS.items())
def test_an_example_tells_who_leads_next(key: tuple[str, int], leader: int | None) -> None:
    outcome = scoring.score(key[0], example(*key).facts)
    assert (outcome.next_leader, outcome.opening) == (leader, leader is None)


@pytest.mark.parametrize(("rules", "at"), ALL)
def test_an_example_is_told_in_both_languages(rules: str, at: int) -> None:
    title = example(rules, at).title
    assert title.vi
    assert title.en
    assert title.vi != title.en


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_example_is_left_unchecked(rules: str) -> None:
    assert len(NETS[rules]) == len(RULE_SETS[rules].examples)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_stands_under_a_heading_in_both_languages(rules: str) -> None:
    text = (files(f"scoring.{rules}") / "RULES.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+) · (.+)$", text, re.MULTILINE)
    assert len(headings) == text.count("\n## ") > 1
    assert text.index("\n## ") < text.index("\n### ")


def test_what_no_document_has_is_off_until_a_table_wants_it() -> None:
    extras = [each for game in RULE_SETS.values() for each in game.settings if each.is_house_extra]
    assert extras
    assert [each.name for each in extras if each.default is True] == []
    assert all(each.is_default_decision for each in extras)
    told = [
        each for game in RULE_SETS.values() for each in game.settings if "luật nhà" in each.source
    ]
    assert told
    assert all(each.is_house_extra for each in told)
