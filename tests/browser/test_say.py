"""A round told in one sentence: typed, looked at, recorded with one tap, or taken back."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import NAMES, Phone

SENTENCES = {
    "tien_len": (
        "An nhất, Bình nhì, Cường ba, Dũng bét thối heo đỏ, An chặt heo đen Dũng bằng ba đôi thông",
        (3000, 1000, 1000, -5000),
    ),
    "dem_la": (
        "an hết bài bình 5 lá cường cóng dũng 1 lá thối heo bích",
        (68000, -10000, -52000, -6000),
    ),
    "sam_loc": ("an hết bình 4 cường cóng dũng 1 còn heo", (50000, -8000, -30000, -12000)),
    "phom": (
        "An nhất, Bình nhì, Cường ba, Dũng móm, Bình ăn An một lá",
        (12000, 0, -4000, -8000),
    ),
    "binh": (
        "Chi đầu An Bình Cường, chi giữa Bình An Cường, chi cuối An Cường Bình, Dũng lủng",
        (14000, 6000, -2000, -18000),
    ),
}


def say(phone: Phone, sentence: str) -> None:
    """Open the line, type, and send it as a phone's keyboard does."""
    if not phone.page.locator("#said").is_visible():
        phone.do("open say")
    expect(phone.page.locator("#said")).to_be_focused()
    phone.page.locator("#said").fill(sentence)
    with phone.page.expect_response("**/say/"):
        phone.page.keyboard.press("Enter")


@pytest.mark.parametrize("game", SENTENCES)
def test_a_sentence_is_filled_in_and_recorded_with_one_tap(
    game: str, open_phone: OpenPhone
) -> None:
    sentence, changes = SENTENCES[game]
    phone = Phone.of(open_phone())
    phone.open_table(game)
    say(phone, sentence)
    expect(phone.page.locator("#say")).to_be_hidden()
    for name, change in zip(NAMES, changes, strict=True):
        shown = f"{abs(change):,}".replace(",", ".")
        expect(phone.change(name)).to_contain_text(shown)
    expect(phone.page.locator("a.line")).to_have_count(0)
    phone.record(1)
    assert phone.balances() == dict(zip(NAMES, changes, strict=True))
    expect(phone.page.locator(".seat[data-mark]")).to_have_count(0)
    phone.do("open say")
    expect(phone.page.locator("#said")).to_be_visible()
    expect(phone.page.locator("#said")).to_have_value("")


def test_a_sentence_sent_anew_is_no_lost_network(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("open say")
    asked: list[Route] = []
    phone.page.route("**/say/", lambda route: asked.append(route))
    for sentence in ("An nhất", "Bình nhất, An nhì, Cường ba"):
        phone.page.locator("#said").fill(sentence)
        with phone.page.expect_request("**/say/"):
            phone.page.keyboard.press("Enter")
    phone.page.wait_for_timeout(500)
    expect(phone.page.locator("#strip")).not_to_contain_text("Mất mạng")
    asked[-1].continue_()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")


def test_what_is_not_understood_stands_marked_and_the_taps_stay(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("Dũng")
    say(phone, "An nhất, Phúc nhì")
    expect(phone.page.locator("#say-heard mark")).to_have_count(1)
    expect(phone.page.locator("#say-heard mark")).to_contain_text("Phúc")
    expect(phone.page.locator("#say-heard")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#said")).to_have_value("An nhất, Phúc nhì")
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    say(phone, "An nhất, Bình nhì, Cường ba")
    expect(phone.page.locator("#say-heard mark")).to_have_count(0)
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")


def test_who_was_told_to_be_last_stays_last_while_the_others_are_tapped(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    say(phone, "Dũng bét thối heo đỏ")
    phone.do("An", "Bình", "Cường")
    for name, place in zip(NAMES, ("Nhất", "Nhì", "Ba", "Bét"), strict=True):
        expect(phone.seat(name).locator(".mark")).to_have_text(place)
    phone.record(1)
    assert phone.balances() == {"An": 2000, "Bình": 1000, "Cường": 1000, "Dũng": -4000}


def test_what_a_sentence_filled_survives_a_reload(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    say(phone, "An nhất, Bình nhì, Cường ba, Dũng bét thối tứ quý")
    expect(phone.page.locator("#say")).to_be_hidden()
    phone.page.reload()
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(phone.change("Dũng")).to_contain_text("5.000")


KEPT_BY_THE_NEXT_TASK = """() => addEventListener("htmx:before:settle", () => setTimeout(() => {
    window.keptNext ??= sessionStorage.getItem(`round ${location.pathname}`) ?? "nothing";
}))"""
"""A page's `keptNext` is what the tab had kept when the page next did anything after a swap."""


def test_what_a_sentence_fills_is_kept_as_soon_as_it_is_there(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.page.evaluate(KEPT_BY_THE_NEXT_TASK)
    say(phone, "An nhất, Bình nhì, Cường ba, Dũng bét thối tứ quý")
    expect(phone.page.locator("#say")).to_be_hidden()
    assert "place-1" in phone.page.evaluate("window.keptNext")


def test_without_javascript_a_sentence_fills_the_page_it_answers_with(
    open_phone: OpenPhone,
) -> None:
    first = Phone.of(open_phone())
    first.open_table("tien_len")
    context = open_phone(java_script_enabled=False)
    context.add_cookies(first.page.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(first.page.url)
    page.locator("#said").fill("An nhất, Bình nhì, Cường ba, Dũng bét thối heo đỏ")
    page.get_by_role("button", name="Điền").click()
    expect(page.locator("[name=place-4]")).to_have_value("4")
    page.locator("#record").click()
    expect(page.locator("#line-1")).to_be_visible()
    expect(page.locator(".seat[data-name=Dũng] .balance")).to_contain_text("4.000")


def test_the_edge_of_the_field_leaves_the_example_alone(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("open say")
    field, example = (phone.page.locator(each).bounding_box() for each in ("#said", "#say-example"))
    assert field
    assert example
    assert example["y"] - field["y"] - field["height"] > 4
