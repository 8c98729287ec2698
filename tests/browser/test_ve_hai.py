"""Về hai on a phone: who ended the round on 2s is a tool of its own, and nobody has a place."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.layout import faults, in_each_size
from tests.browser.phone import Phone

ON: dict[str, Any] = {"settings": {"ve_hai": True}}
ONE = {
    "tien_len": {"An": 2000, "Bình": -6000, "Cường": 2000, "Dũng": 2000},
    "dem_la": {"An": 26000, "Bình": -78000, "Cường": 26000, "Dũng": 26000},
}
CHOPPED = {"tien_len": 1000, "dem_la": 4000}


SENT = """() => {
    const form = document.getElementById("round");
    for (const [name, value] of [["ve-hai-player", "2"], ["ve-hai-count", "1"]]) {
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name, value });
        form.append(field);
    }
    form.submit();
}"""
"""A round on 2s is sent from a page of before, without htmx."""


def ended(phone: Phone, name: str, twos: int) -> None:
    phone.do("open ve-hai")
    phone.tap(phone.answer(phone.seat(name).get_attribute("data-seat") or ""))
    phone.tap(phone.say(f"{twos} heo"))


@pytest.mark.parametrize("game", ONE)
def test_who_ended_on_twos_pays_each_other_and_a_chop_stands(
    game: str, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game, **ON)
    phone.taps = 0
    ended(phone, "Bình", 1)
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Về hai")
    expect(phone.page.locator("[data-tool=toi-trang]")).to_be_disabled()
    phone.do("An")  # nobody has won
    expect(phone.seat("An").locator(".mark")).to_have_text("")
    assert phone.taps == 4
    phone.record(1)
    assert phone.balances() == ONE[game]

    ended(phone, "Bình", 1)
    phone.do("open chat", "answer 2", "say heo đen", "answer 1", "say 3 đôi thông")
    phone.record(2)
    bonus = CHOPPED[game]
    assert phone.balances()["An"] == 2 * ONE[game]["An"] + bonus
    expect(phone.line(2)).to_be_visible()


@pytest.mark.parametrize("game", ONE)
def test_taken_back_the_round_is_told_as_ever(game: str, open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game, **ON)
    ended(phone, "Bình", 2)
    phone.do("open ve-hai", "hold")
    phone.page.locator("#panel .close").tap()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("")
    expect(phone.page.locator("[data-tool=toi-trang]")).to_be_enabled()
    steps = {
        "tien_len": ("An", "Bình", "Cường"),
        "dem_la": ("An", "left 1", "left 2", "left 3"),
    }
    phone.do(*steps[game])
    phone.record(1)


def test_a_dut_of_one_price_asks_for_no_cards(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la", settings={"dut_flat": "20"})
    phone.do("open dut-3-bich", "Cường", "An")  # a second tap takes another winner
    expect(phone.seat("An").locator(".mark")).to_have_text("Hết bài")
    phone.record(1)
    assert phone.balances() == {"An": 120000, "Bình": -40000, "Cường": -40000, "Dũng": -40000}


@pytest.mark.parametrize("game", ONE)
def test_the_tool_of_a_rule_that_was_offered_is_heard_at_once(
    game: str, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game)
    with phone.page.expect_event("load"):
        phone.page.evaluate(SENT)
    phone.ready()
    with phone.page.expect_event("load"):
        phone.page.get_by_role("button", name="Bật luật này").tap()
    phone.ready()
    expect(phone.line(1)).to_have_count(0)
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Về hai")
    phone.do("open ve-hai", "hold", "shut")
    expect(phone.seat("Bình").locator(".mark")).to_have_text("")
    ended(phone, "Cường", 1)
    phone.record(1)
    assert phone.balance("Cường") == ONE[game]["Bình"]


def test_a_rule_that_another_phone_turned_on_is_heard_once_its_tool_is_there(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    other = phone.beside(open_phone())
    phone.do("An", "Bình", "Cường")
    other.page.goto(f"{other.page.url}rules/")
    rule = other.page.locator(".rule:has(#set-ve_hai)")
    rule.get_by_role("radio", name="Có", exact=True).tap()
    with other.page.expect_event("load"):
        other.page.locator(".bar button").last.tap()
    with phone.page.expect_event("load"):
        phone.page.locator("[data-record]").tap()
    phone.ready()
    expect(phone.seat("Cường").locator(".mark")).to_have_text("Ba")
    phone.do("An", "Bình", "Cường")
    ended(phone, "Dũng", 2)
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Về hai")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("locale", ["vi-VN", "en-US"])
@pytest.mark.parametrize("game", ONE)
def test_a_fifth_tool_and_its_questions_have_room(
    game: str, locale: str, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone(locale=locale))
    phone.open_table(game, **ON)
    for step in ("", "open ve-hai", "of Bình"):
        phone.do(*filter(None, [step]))
        for size in in_each_size(phone.page):
            assert faults(phone.page) == [], (step, size)
