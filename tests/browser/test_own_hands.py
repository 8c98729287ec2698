"""A table of Binh where everybody hands in on a phone of one's own, and one of them keeps score."""

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.layout import each_of
from tests.browser.phone import NAMES, Phone, deafen, visit

ROWS = ("dau", "giua", "cuoi")
FIRST = {
    "An": "KS KD 4C | 9S 9C JS JC 2H | TS TH TC 3D 6D",
    "Bình": "AS KC 8D | 4S 4D 7S 7C QD | 5H 6H 7H 9H AH",
    "Cường": "QS QH 2S | 3S 3C 6S 6C AC | 8S 8C 8H KH JD",
    "Dũng": "AD QC JH | TD 9D 7D 4H 3H | 5S 5C 5D 2C 2D",
}
"""An beats Bình in two rows of three and Cường in all, Bình beats Cường in two; Dũng is lủng."""

SECOND = {
    "An": "KC KD 2C | TC TD JC JD 3C | AC AD AH 4C 5D",
    "Bình": "2S 2H 3S | 3H 4S 4H 5S 5H | 6S 6H 7S 7H 8S",
    "Cường": "QC QD 2D | 9C 9D 8C 8D 3D | KS KH TS TH 4D",
    "Dũng": "QS 7D 6C | 9S 9H AS 6D 5C | JS JH QH 8H 7C",
}
"""Bình has six pairs; An beats Cường and Dũng in every row, Cường beats Dũng in every row."""

BOX = "one => one.getBoundingClientRect().toJSON()"

AFTER_FIRST = {"An": 14000, "Bình": 6000, "Cường": -2000, "Dũng": -18000}
AFTER_SECOND = {"An": 20000, "Bình": 24000, "Cường": -8000, "Dũng": -36000}


class Evening:
    """The scorer's phone and those of the others, at one table."""

    def __init__(self, open_phone: OpenPhone) -> None:
        self.open_phone = open_phone
        self.scorer = Phone.of(open_phone())
        self.scorer.open_table("binh")
        self.table = self.scorer.page.url
        self.pages = {"An": self.scorer.page}

    def link(self) -> str:
        """The view link, as the scorer shows it."""
        share = self.scorer.page.context.new_page()
        share.goto(self.table + "share/")
        link = share.locator("[data-link]").first.input_value()
        share.close()
        return link.partition("#")[2]

    def join(self, name: str, **options: object) -> Page:
        """A phone that comes by the view link and says who it is."""
        context: BrowserContext = self.open_phone(**options)
        page, scripted = Phone.of(context).page, options.get("java_script_enabled", True)
        if scripted:
            visit(page)
        page.goto("/join/#" + self.link())
        if not scripted:
            page.fill("[name=link]", "http://x/join/#" + self.link())
            page.locator("#join .button").click()
        page.wait_for_url("**/t/*/")
        page.locator("[data-part=bar]").get_by_role("link", name="Nộp bài của tôi").click()
        self.sit(page, name)
        self.pages[name] = page
        return page

    def sit(self, page: Page, name: str, words: str = "Tôi đây là") -> None:
        page.get_by_role("button", name=f"{words} {name}").click()
        expect(page.locator("h1")).to_contain_text(name)
        page.wait_for_load_state()  # typed before that, it is remembered only then

    def fill(self, name: str, hand: str, page: Page | None = None) -> Page:
        page, seat = page or self.pages[name], NAMES.index(name) + 1
        for row, cards in zip(ROWS, hand.split("|"), strict=True):
            page.fill(f"[name={row}-{seat}]", cards.strip())
        return page

    def hand_in(self, name: str, hand: str, page: Page | None = None) -> None:
        page = self.fill(name, hand, page)
        page.get_by_role("button", name="Nộp bài").click()
        expect(page.locator("#hand-form")).to_have_count(0)

    def back_to_the_table(self) -> None:
        self.scorer.page.goto(self.table)
        self.scorer.ready()

    def to_the_hands(self, link: str) -> None:
        """The scorer's way to the hands: "Thêm" before anybody tells on a phone, then the tool."""
        self.scorer.do("open more" if link == "Nộp bài của tôi" else "open bam-bai")
        self.scorer.page.get_by_role("link", name=link).tap()

    def compare_and_record(self, number: int) -> None:
        self.scorer.page.get_by_role("button", name="Đủ bài: so bài").tap()
        expect(self.scorer.page.locator("[name=dau-1]")).not_to_have_value("")
        self.scorer.record(number)


def test_two_rounds_from_four_phones(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    scorer = evening.scorer.page
    evening.to_the_hands("Nộp bài của tôi")
    evening.sit(scorer, "An")
    evening.hand_in("An", FIRST["An"])
    evening.back_to_the_table()
    missing = scorer.locator("#strip .missing")
    expect(missing).to_have_text("Bài đã nộp: An · còn thiếu: Bình, Cường, Dũng")

    evening.join("Bình")
    evening.join("Cường")
    evening.join("Dũng", java_script_enabled=False)
    evening.hand_in("Bình", FIRST["Bình"])
    evening.hand_in("Cường", FIRST["Cường"])
    expect(missing).to_have_text("Bài đã nộp: An, Bình, Cường · còn thiếu: Dũng")
    for name, page in evening.pages.items():
        assert ("Q♥" in page.inner_text("body")) == (name == "Cường")
        assert "QS QH 2S" not in page.content()

    evening.hand_in("Dũng", FIRST["Dũng"])
    for name in ("Bình", "Cường", "Dũng"):
        expect(evening.pages[name].locator("#hand .lines")).to_have_count(4)
        expect(evening.pages[name].locator("#hand")).to_contain_text("Dũng → An")
    evening.compare_and_record(1)
    assert evening.scorer.balances() == AFTER_FIRST
    for name in ("Bình", "Cường"):
        expect(evening.pages[name].locator("#hand")).to_contain_text("An +14.000")
        evening.pages[name].get_by_role("link", name="Nộp bài ván tới").tap()

    second_round(evening)
    assert evening.scorer.balances() == AFTER_SECOND


def second_round(evening: Evening) -> None:
    """Bình taps a mậu binh, Cường's phone has died, Dũng corrects what he handed in."""
    bình, dũng, scorer = evening.pages["Bình"], evening.pages["Dũng"], evening.scorer.page
    bình.locator("[name=dau-2]").tap()
    for card in SECOND["Bình"].replace("|", "").split():
        bình.locator(f".picker [data-card='{card}']").tap()
    bình.get_by_role("button", name="Báo mậu binh: 6 đôi").tap()
    expect(bình.locator("[name=mau-binh-2]")).to_have_value("sau_doi")
    bình.get_by_role("button", name="Nộp bài").tap()
    expect(bình.locator("#hand-form")).to_have_count(0)
    dũng.reload()
    evening.hand_in("Dũng", FIRST["Dũng"])
    dũng.get_by_role("button", name="Lấy lại để sửa").click()
    evening.hand_in("Dũng", SECOND["Dũng"])

    evening.to_the_hands("Bài của An")
    evening.hand_in("An", SECOND["An"])
    evening.back_to_the_table()
    evening.to_the_hands("Máy khác")
    scorer.get_by_role("button", name="Bỏ giữ ghế Cường").tap()
    evening.sit(scorer, "Cường", words="Ghi hộ")
    evening.hand_in("Cường", SECOND["Cường"], scorer)
    expect(scorer.locator("#hand .lines")).to_have_count(4)
    late = evening.fill("Cường", FIRST["Cường"])
    late.get_by_role("button", name="Nộp bài").tap()
    expect(late.get_by_role("alert").first).to_contain_text("Đã có máy khác giữ ghế Cường")
    evening.back_to_the_table()
    evening.compare_and_record(2)


def test_a_reload_or_a_lost_network_costs_no_typed_card(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    page = evening.join("Bình", viewport={"width": 320, "height": 640})
    evening.fill("Bình", FIRST["Bình"])
    page.reload()
    expect(page.locator("[name=giua-2]")).to_have_value("4S 4D 7S 7C QD")
    page.context.set_offline(True)
    page.get_by_role("button", name="Nộp bài").tap()
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Nộp bài").tap()
    expect(page.locator(".lines")).to_contain_text("Q♦")
    page.get_by_role("button", name="Lấy lại để sửa").tap()
    page.fill("[name=dau-2]", "AS KC")
    page.get_by_role("button", name="Nộp bài").tap()
    expect(page.locator("#looked")).to_contain_text("Còn thiếu 1 lá")
    expect(page.locator("[name=dau-2]")).to_have_value("AS KC")
    for font in in_each_font(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, font


def test_what_was_typed_before_the_scripts_came_outlives_a_reload(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    evening.join("Bình")
    known = evening.pages["Bình"].context.cookies()
    context = open_phone(service_workers="block")  # a worker would ask for them, past the route
    context.add_cookies(known)
    page, late = context.new_page(), list[Route]()
    page.route("**/*.js", lambda route: late.append(route))
    page.goto(evening.pages["Bình"].url, wait_until="commit")
    evening.fill("Bình", FIRST["Bình"], page)
    assert late
    with page.expect_response("**/look/") as looked:
        for route in late:
            route.continue_()
    assert looked.value.ok
    page.unroute("**/*.js")
    page.reload()
    expect(page.locator("[name=giua-2]")).to_have_value("4S 4D 7S 7C QD")


def test_a_hand_taken_back_keeps_what_is_typed_over_it_and_nothing_else(
    open_phone: OpenPhone,
) -> None:
    evening = Evening(open_phone)
    page = evening.join("Bình")
    evening.hand_in("Bình", FIRST["Bình"])
    page.get_by_role("button", name="Lấy lại để sửa").tap()
    page.wait_for_url("**/hand/2/")
    expect(page.locator("[name=dau-2]")).to_have_value("AS KC 8D")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("[name=dau-2]")).to_have_value("AS KC 8D")
    page.fill("[name=dau-2]", "AS KC 2D")
    page.reload()
    expect(page.locator("[name=dau-2]")).to_have_value("AS KC 2D")

    evening.join("Cường")
    evening.hand_in("Cường", FIRST["Cường"])
    scorer = evening.scorer.page
    scorer.goto(evening.table + "hand/")
    again = scorer.get_by_role("button", name="Chia lại")
    again.tap()
    expect(again).to_have_count(0)
    other.goto(page.url)
    expect(other.locator("[name=dau-2]")).to_have_value("")


def test_the_second_phone_for_a_seat_is_told(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    late = evening.open_phone().new_page()
    deafen(late)  # it has not heard of it yet
    late.goto("/join/#" + evening.link())
    late.wait_for_url("**/t/*/")
    late.get_by_role("link", name="Nộp bài của tôi").tap()
    evening.join("Bình")
    late.get_by_role("button", name="Tôi đây là Bình").tap()
    expect(late.get_by_role("alert")).to_contain_text("Đã có máy khác giữ ghế Bình")
    evening.sit(late, "Cường")


def test_typing_for_a_seat_that_another_phone_has_taken_leaves_the_page_alone(
    open_phone: OpenPhone,
) -> None:
    evening = Evening(open_phone)
    page, scorer = evening.join("Bình"), evening.scorer.page
    evening.to_the_hands("Nộp bài của tôi")
    scorer.get_by_role("button", name="Bỏ giữ ghế Bình").tap()
    evening.sit(scorer, "Bình")
    with page.expect_response("**/look/"):
        evening.fill("Bình", FIRST["Bình"])
        page.locator("[name=cuoi-2]").blur()
    page.get_by_role("button", name="Nộp bài").tap()
    expect(page.get_by_role("alert").first).to_contain_text("Đã có máy khác giữ ghế Bình")
    expect(page.locator("[name=dau-2]")).to_have_value("AS KC 8D")


def test_a_hand_whose_answer_is_lost_stays_typed_and_is_not_called_handed_in(
    open_phone: OpenPhone,
) -> None:
    evening = Evening(open_phone)
    page = evening.join("Bình")
    notice = page.locator("#offline")

    def lost(route: Route) -> None:
        route.fetch()
        route.abort()

    def login_page(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<h1>Free WiFi</h1>")

    evening.fill("Bình", FIRST["Bình"])
    for answer, event in ((login_page, "requestfinished"), (lost, "requestfailed")):
        page.route("**/hand/2/", answer)
        with page.expect_event(event, lambda request: request.url.endswith("/hand/2/")):
            page.get_by_role("button", name="Nộp bài").click()
        expect(notice).to_contain_text("chưa chắc đã nộp được")
        expect(page.locator("[name=dau-2]")).not_to_have_value("")
        expect(page.get_by_text("Đã nộp bài")).to_have_count(0)
        page.unroute("**/hand/2/")
    page.get_by_role("button", name="Nộp bài").click()
    expect(page.get_by_text("Đã nộp bài")).to_be_visible()
    evening.back_to_the_table()
    expect(evening.scorer.page.locator("#strip")).to_contain_text("Bài đã nộp: Bình")


def test_the_panel_of_cards_says_who_is_in_and_compares(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    evening.join("Bình")
    evening.hand_in("Bình", FIRST["Bình"])
    scorer, panel = evening.scorer, evening.scorer.page.locator("#panel")
    expect(scorer.page.locator("#own-hands")).to_contain_text("Bài đã nộp: Bình")
    scorer.do("An", "open bam-bai")
    expect(panel).to_contain_text("Bài đã nộp: Bình · còn thiếu: An, Cường, Dũng")
    for name in ("An", "Cường", "Dũng"):
        evening.join(name)
        evening.hand_in(name, FIRST[name])
    expect(panel).to_contain_text("Bài đã nộp: An, Bình, Cường, Dũng")
    scorer.do("answer all")
    expect(scorer.page.locator("[name=dau-1]")).not_to_have_value("")
    expect(panel).to_be_hidden()
    scorer.record(1)
    assert scorer.balances() == AFTER_FIRST


def test_hands_that_come_in_move_nothing_under_the_thumb(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    scorer = evening.scorer.page
    parts = "[data-part]:not([data-part=sheet])"
    before = each_of(scorer, parts, BOX)
    for name in NAMES[1:]:
        evening.join(name)
        evening.hand_in(name, FIRST[name])
        expect(scorer.locator("#strip")).to_contain_text(name)
        assert each_of(scorer, parts, BOX) == before, name


def test_a_hand_that_comes_in_does_not_take_the_undo_away(open_phone: OpenPhone) -> None:
    evening = Evening(open_phone)
    scorer = evening.scorer
    scorer.do(*("An", "Bình", "Cường") * 3)
    scorer.record(1)
    done = scorer.page.locator("#strip [data-kind=done]")
    evening.join("Bình")
    evening.hand_in("Bình", FIRST["Bình"])
    expect(scorer.page.locator("#own-hands")).to_contain_text("Bài đã nộp: Bình")
    expect(done).to_have_text("Đã ghi ván 1")
    scorer.do("An")
    expect(done).to_have_count(0)
