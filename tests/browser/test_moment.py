"""The moment after a round is recorded: what moves, what stays, and how the phone stirs.

Whether a motor turns nobody sees here: what the page asks of it stands in an attribute.
The browser plays all motion at a hundredth of its speed where the test looks at what moves.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, amount

STIRRED = """navigator.vibrate = (how) => {
    const { dataset } = document.documentElement;
    dataset.stirred = [dataset.stirred, how].join(" ");
};"""
ANY = re.compile(".*")
BOXES = "heads => heads.map(head => [head.offsetTop, head.offsetHeight])"
MOVES = (
    "head => head.getAnimations().filter(each => each.effect.getKeyframes()[1].transform).length"
)

WRITES_NOTHING = """async () => {
    const { write } = await import("/static/ledger/moment.js");
    const over = document.createElement("span");
    write(over, -0);
    return over.textContent;
}"""
"""What is left of the minus where a count rounds to nothing, in the script as it is served."""

ROUNDS = {
    "plain": ("tien_len", ("An", "Bình", "Cường"), "15"),
    "toi-trang": ("tien_len", ("open toi-trang", "of An", "answer sau_doi"), "20,60,40"),
    "incomplete": ("tien_len", ("An",), "60"),
}


def opened(open_phone: OpenPhone, game: str = "tien_len", **options: str) -> Phone:
    """The phone of a new table; its page hears of moments."""
    context = open_phone(**options)
    context.add_init_script(STIRRED)
    phone = Phone.of(context)
    with phone.page.expect_response("**/table_later*"):
        phone.open_table(game)
    phone.page.wait_for_load_state("networkidle")
    return phone


def slowly(phone: Phone, rate: float = 0.01) -> None:
    """From now on what moves takes that much longer."""
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": rate})


def counting(phone: Phone) -> Locator:
    return phone.page.locator(".seat [data-counts]")


@pytest.mark.parametrize("round", ROUNDS)
def test_the_phone_stirs_by_what_became_of_the_round(round: str, open_phone: OpenPhone) -> None:
    game, taps, how = ROUNDS[round]
    phone = opened(open_phone, game)
    phone.do(*taps)
    page = phone.page.locator("html")
    expect(page).not_to_have_attribute("data-stirred", ANY)
    phone.tap(phone.page.locator("[data-record]"))
    expect(page).to_have_attribute("data-stirred", f" {how}")
    expect(phone.page.locator("#strip [data-great]")).to_have_count(int(round == "toi-trang"))


def test_a_balance_that_counts_through_nothing_has_no_sign(open_phone: OpenPhone) -> None:
    assert opened(open_phone).page.evaluate(WRITES_NOTHING) == "0"


def test_balances_count_up_and_the_head_of_the_winner_lifts(open_phone: OpenPhone) -> None:
    phone = opened(open_phone)
    heads = phone.page.locator(".seat")
    boxes = heads.evaluate_all(BOXES)
    phone.do("An", "Bình", "Cường")
    slowly(phone)
    phone.record(1)
    over = counting(phone)
    expect(over).to_have_count(4)
    expect(over.first).to_have_text(re.compile(r"\+[1-9]"))
    assert 0 < amount(over.first.inner_text()) < 2000
    assert phone.balance("An") == 2000
    expect(phone.seat("An")).to_have_accessible_name(re.compile(r"^An \+2\.000"))
    assert heads.evaluate_all(BOXES) == boxes
    assert [heads.nth(at).evaluate(MOVES) for at in range(4)] == [1, 0, 0, 0]
    slowly(phone, 10)
    expect(over).to_have_count(0)
    assert phone.balances() == {"An": 2000, "Bình": 1000, "Cường": -1000, "Dũng": -2000}


def test_without_motion_only_the_phone_stirs(open_phone: OpenPhone) -> None:
    phone = opened(open_phone, reduced_motion="reduce")
    phone.do("An", "Bình", "Cường")
    slowly(phone)
    phone.record(1)
    expect(phone.seat("An").locator(".balance")).to_have_text("+2.000")
    expect(phone.page.locator("html")).to_have_attribute("data-stirred", " 15")
    expect(counting(phone)).to_have_count(0)
    assert phone.seat("An").evaluate(MOVES) == 0


def test_the_round_of_another_phone_counts_and_does_not_stir(open_phone: OpenPhone) -> None:
    phone = opened(open_phone)
    other = phone.beside(open_phone())
    slowly(phone)
    other.do("An", "Bình", "Cường")
    other.record(1)
    expect(counting(phone)).to_have_count(4)
    assert phone.seat("An").evaluate(MOVES) == 0
    expect(phone.page.locator("html")).not_to_have_attribute("data-stirred", ANY)
