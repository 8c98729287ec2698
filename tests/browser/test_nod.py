"""Who lost most in a round is asked on a phone of their own, and on no other."""

import pytest
from playwright.sync_api import Locator, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


def ask_from(scorer: Phone, amount: str) -> None:
    """On the page of the people, and back."""
    page, table = scorer.page, scorer.page.url
    page.goto(f"{table}house/")
    page.locator("#nod-from [name=amount]").fill(amount)
    with page.expect_navigation():
        page.locator("#nod-from button").tap()
    page.goto(table)
    scorer.ready()


def says(phone: Phone, name: str) -> None:
    """Say whose phone it is."""
    phone.do("open more")
    with phone.page.expect_navigation():
        phone.page.locator("#whose").get_by_role("button", name=name).tap()
    phone.ready()


def strip(phone: Phone) -> Locator:
    return phone.page.locator("#nod")


@pytest.fixture
def scorer(open_phone: OpenPhone) -> Phone:
    """The phone of Cường, who keeps score and sits where losses from 2.000 on are asked about."""
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    ask_from(phone, "2k")
    says(phone, "Cường")
    return phone


def joined(open_phone: OpenPhone, scorer: Phone, **options: object) -> Phone:
    viewer = Phone.of(open_phone(**options))
    viewer.join(scorer.link(Role.VIEW))
    return viewer


def test_who_lost_most_nods_on_their_phone_and_all_may_read_it(
    open_phone: OpenPhone, scorer: Phone
) -> None:
    loser, silent = (joined(open_phone, scorer) for _ in range(2))
    says(loser, "Dũng")
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    expect(strip(loser)).to_contain_text("Ván 1: Dũng −2.000, đúng không?")
    expect(silent.line(1)).to_be_visible()
    for other in (silent, scorer):
        expect(strip(other)).to_be_hidden()

    loser.tap(strip(loser).get_by_role("button", name="Đúng"))
    expect(strip(loser)).to_be_hidden()
    expect(loser.page.locator("#strip")).to_have_text("Đã xác nhận ván 1.")
    silent.open_round(1)
    expect(silent.page.locator("#panel .note").first).to_have_text("Dũng xác nhận")
    silent.page.goto(f"{silent.page.url}log/")
    newest = silent.page.locator(".log li[id]").first
    expect(newest).to_contain_text("Dũng xác nhận ván 1.")
    expect(newest).to_contain_text("máy của Dũng (người xem)")


def test_what_is_corrected_is_asked_again_and_no_round_waits_for_a_nod(
    open_phone: OpenPhone, scorer: Phone
) -> None:
    loser = joined(open_phone, scorer)
    says(loser, "Dũng")
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    expect(strip(loser)).to_contain_text("Ván 1: Dũng −2.000")
    scorer.correct(1)
    scorer.do("An", "Bình", "Cường")  # as it stands: each tap takes a place away
    scorer.do("An", "Bình", "Dũng")
    scorer.tap(scorer.page.locator("#record"))
    scorer.page.wait_for_url("**/t/*/")
    expect(strip(loser)).to_be_hidden()
    expect(strip(scorer)).to_contain_text("Ván 1: Cường −2.000, đúng không?")
    scorer.do("An", "Bình", "Cường")
    expect(strip(scorer)).to_be_visible()
    scorer.record(2)
    expect(strip(loser)).to_contain_text("Ván 2: Dũng −2.000")

    loser.tap(strip(loser).get_by_role("link", name="Có sai"))
    loser.do("answer flag")
    expect(strip(loser)).to_be_hidden()
    expect(scorer.page.locator("#flag-line")).to_have_text("Dũng báo ván 2 sai")
    scorer.tap(strip(scorer).get_by_role("button", name="Đúng"))
    expect(strip(scorer)).to_be_hidden()
    expect(scorer.line(2)).to_be_visible()


def test_a_nod_that_did_not_get_through_says_so_where_it_was_pressed(
    open_phone: OpenPhone, scorer: Phone
) -> None:
    loser = joined(open_phone, scorer)
    says(loser, "Dũng")
    scorer.do("An", "Bình", "Cường")
    scorer.record(1)
    button = strip(loser).get_by_role("button", name="Đúng")
    expect(button).to_be_visible()
    loser.page.context.set_offline(True)
    loser.tap(button)
    problem = strip(loser).locator(".errorlist")
    expect(problem).to_have_text("Mất mạng, máy chủ chưa trả lời. Có mạng thì bấm lại.")
    expect(loser.page.locator("#strip")).not_to_contain_text("Mất mạng")
    loser.page.context.set_offline(False)
    loser.tap(button)
    expect(strip(loser)).to_be_hidden()
