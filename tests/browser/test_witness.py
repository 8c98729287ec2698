"""A phone that has seen the book says so when it finds another one in its place."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.running.ports import free_port
from tests.running.server import manage, serving

ORDER = ("An", "Bình", "Cường")
HAS_LINE = """(line) => Object.keys(localStorage).some(
    (key) => key.startsWith("book:") && localStorage[key].includes(`"line":${line},`)
)"""

SAY_IT_AGAIN = """async () => {
    const data = document.querySelector("#seen [name=changes]").value + " another";
    document.getElementById("live").dispatchEvent(new CustomEvent("changed", { detail: { data } }));
    dispatchEvent(new Event("online"));
    await fetch("/health/live");
}"""
"""The stream tells the hash of another book, the network comes back; then a request of ours."""


class House:
    """A server that can be stopped and come back with an older copy of its book."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database, self.port = folder, database, free_port()
        self.more: dict[str, str] = {}
        self.open_phone: OpenPhone
        self.start()

    def start(self) -> None:
        more = {"DATABASE_URL": self.database}
        self.running = serving(self.folder, "--port", str(self.port), **more, **self.more)
        self.running.__enter__()

    def stop(self) -> None:
        self.running.__exit__(None, None, None)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        yield
        self.start()

    def copy(self) -> Path:
        """A copy as `backup` makes it, and at once."""
        write_over(self.folder / "copy", self.file())
        return self.folder / "copy"

    def put_back(self, copy: Path) -> None:
        """The way an owner does, but with no command of ours."""
        with self.stopped():
            write_over(self.file(), copy)

    def file(self) -> Path:
        return Path(self.database.removeprefix("sqlite:///"))

    def manage(self, *words: str) -> None:
        done = manage(self.folder, *words, DATABASE_URL=self.database)
        assert done.returncode == 0, done.stdout + done.stderr

    def phone(self, beside: Phone | None = None) -> Phone:
        """A phone of its own, or one with the keys of another that is at the same page."""
        context = self.open_phone()
        return beside.beside(context) if beside else Phone.of(context)


def write_over(file: Path, other: Path) -> None:
    """Put all that is in one database in the place of another."""
    with closing(sqlite3.connect(file)) as to, closing(sqlite3.connect(other)) as source:
        source.backup(to)


@pytest.fixture
def server(tmp_path: Path, fresh_database: str) -> Iterator[House]:
    made = House(tmp_path, fresh_database)
    yield made
    made.stop()


@pytest.fixture
def house(server: House, open_phone: OpenPhone) -> House:
    server.open_phone = open_phone
    return server


def record(phone: Phone, number: int) -> None:
    phone.do(*ORDER)
    phone.record(number)


def has_seen(page: Page, line: int) -> None:
    """Wait until the phone keeps this line of the log, whatever it kept before."""
    page.wait_for_function(HAS_LINE, arg=line)


def test_an_open_phone_says_that_an_older_copy_was_put_back(house: House) -> None:
    phone = house.phone()
    phone.open_table("tien_len")
    record(phone, 1)
    copy = str(house.folder / "copy")
    house.manage("backup", copy)
    record(phone, 2)
    record(phone, 3)
    has_seen(phone.page, 4)

    with house.stopped():
        house.manage("restore", "--replace", copy)
    differs = phone.page.locator("#differs")
    expect(differs).to_contain_text("Sổ đã quay lại bản lúc")
    expect(differs).to_contain_text("máy này đã thấy tới ván 3")
    expect(differs).to_contain_text("Hai bên giống nhau tới")
    expect(phone.page.locator("a.line")).to_have_count(1)

    record(phone, 2)
    phone.page.reload()
    expect(differs).to_contain_text("Từ đó sổ này ghi:")
    expect(differs).to_contain_text("Ghi ván 2.")
    assert not Axe().run(phone.page).response["violations"]
    differs.get_by_role("button").tap()
    expect(differs).to_have_count(0)
    phone.page.reload()
    has_seen(phone.page, 3)
    expect(differs).to_have_count(0)


def test_a_phone_that_came_later_is_not_told_that_the_books_differ_before(house: House) -> None:
    phone = house.phone()
    phone.open_table("tien_len")
    copy = house.copy()
    record(phone, 1)
    other = house.phone(beside=phone)
    has_seen(other.page, 2)

    house.put_back(copy)
    differs = other.page.locator("#differs")
    expect(differs).to_contain_text("Sổ đã quay lại bản lúc")
    expect(differs).to_contain_text("máy này đã thấy tới ván 1")
    expect(differs).not_to_contain_text("Hai bên")
    expect(differs.locator("li")).to_have_count(0)


def test_what_cannot_be_read_on_the_phone_is_kept_anew(house: House) -> None:
    phone = house.phone()
    phone.open_table("tien_len")
    has_seen(phone.page, 1)
    phone.page.evaluate(
        "for (const key of Object.keys(localStorage))"
        " if (key.startsWith('book:')) localStorage[key] = '{'"
    )
    phone.page.reload()
    has_seen(phone.page, 1)


def replaced(house: House, phone: Phone) -> None:
    """Another book is put under an open phone, with as many lines as the one that it shows."""
    phone.open_table("tien_len")
    copy = house.copy()
    record(phone, 1)
    has_seen(phone.page, 2)
    phone.page.context.set_offline(True)
    house.put_back(copy)
    other = house.phone(beside=phone)
    other.do("Dũng", "Cường", "An")
    other.record(1)


def test_as_many_lines_are_no_reason_to_say_nothing(house: House) -> None:
    phone = house.phone()
    replaced(house, phone)
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#differs")).to_contain_text("không phải sổ mà máy này đã thấy")
    expect(phone.page.locator("#balance-4")).to_contain_text("+2.000")


def test_what_is_typed_is_not_lost_with_the_book(house: House) -> None:
    """The sentence is no part of the round form: opening the page anew would lose it."""
    phone = house.phone()
    replaced(house, phone)
    phone.do("open say")
    sentence = phone.page.locator("[name=said]")
    sentence.fill("an nhất")
    phone.page.context.set_offline(False)
    moved = phone.page.locator("#moved")
    expect(moved).to_contain_text("Sổ của bàn này đã được thay")
    expect(phone.page.locator("#differs")).to_contain_text("không phải sổ mà máy này đã thấy")
    phone.do(*ORDER)
    expect(sentence).to_have_value("an nhất")
    expect(phone.page.locator("a.line")).to_have_count(1)
    phone.do("shut")
    moved.get_by_role("link").tap()
    expect(moved).to_be_hidden()
    expect(phone.page.locator("#balance-4")).to_contain_text("+2.000")


def test_a_page_of_another_book_asks_and_sends_once(house: House) -> None:
    """What waits on the phone goes once the page is opened anew."""
    phone = house.phone()
    replaced(house, phone)
    page = phone.page
    phone.do(*ORDER)
    page.locator("#record").tap()
    expect(page.locator("[data-waiting]")).to_have_count(1)
    phone.do("open say")
    page.locator("[name=said]").fill("an nhất")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.context.set_offline(False)
    moved = page.locator("#moved")
    expect(moved).to_contain_text("Sổ của bàn này đã được thay")
    expect(page.locator("#differs")).to_contain_text("không phải sổ mà máy này đã thấy")

    done = len(sent)
    page.evaluate(SAY_IT_AGAIN)
    assert any(url.endswith("/health/live") for url in sent[done:])
    assert not [url for url in sent[done:] if "/now/" in url or url.endswith("/rounds/")]
    moved.get_by_role("link").tap()
    expect(page.locator("a.line")).to_have_count(2)
    expect(page.locator("[data-waiting]")).to_have_count(0)


def test_the_answer_to_a_round_that_waited_says_it_where_no_other_comes(house: House) -> None:
    """A round that is sent ends what was asked of the table: it may always be the first to hear."""
    phone = house.phone()
    replaced(house, phone)
    page = phone.page
    phone.do(*ORDER)
    page.locator("#record").tap()
    phone.do("open say")
    page.locator("[name=said]").fill("an nhất")
    page.route("**/now/*", lambda route: route.abort())
    page.context.set_offline(False)
    expect(page.locator("#moved")).to_contain_text("Sổ của bàn này đã được thay")
    expect(page.locator("[name=said]")).to_have_value("an nhất")
    expect(page.locator("#round .seat")).to_have_count(4)


def test_rules_that_are_typed_are_not_lost_with_the_book(house: House) -> None:
    """The book that comes has another version in force: the draft of this one would not fit."""
    phone = house.phone()
    phone.open_table("tien_len")
    page, table = phone.page, phone.page.url
    copy = house.copy()
    page.goto(f"{table}rules/")
    page.locator("#set-heo_do").fill("8")
    page.locator(".bar button").last.tap()
    page.wait_for_url(table)
    page.goto(f"{table}rules/")
    reason = page.locator("[name=reason]")
    reason.fill("cả bàn đồng ý")
    house.put_back(copy)
    expect(page.locator("#moved")).to_contain_text("Sổ của bàn này đã được thay")
    expect(reason).to_have_value("cả bàn đồng ý")


def test_two_histories_are_never_mixed_on_an_open_page(house: House) -> None:
    """The copy is played on past what the phone has seen, while the phone is away."""
    phone = house.phone()
    phone.open_table("tien_len")
    copy = house.copy()
    record(phone, 1)
    record(phone, 2)
    phone.page.context.set_offline(True)
    house.put_back(copy)
    other = house.phone(beside=phone)
    for number in (1, 2, 3, 4):
        other.do("Dũng", "Cường", "An")
        other.record(number)
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#differs")).to_contain_text(
        "Sổ này không phải sổ mà máy này đã thấy"
    )
    expect(phone.page.locator("a.line")).to_have_count(4)
    shown = [other.page.locator(f"#balance-{seat}").inner_text() for seat in (1, 2, 3, 4)]
    for seat, balance in enumerate(shown, 1):
        expect(phone.page.locator(f"#balance-{seat}")).to_have_text(balance)


def test_an_honest_evening_is_never_doubted(house: House) -> None:
    phone = house.phone()
    phone.open_table("tien_len")
    other = house.phone(beside=phone)
    for number in (1, 2):
        record(phone, number)
    other.page.reload()
    record(other, 3)
    expect(phone.page.locator("a.line")).to_have_count(3)
    for page in (phone.page, other.page):
        has_seen(page, 4)
        expect(page.locator("#differs")).to_have_count(0)


SIGNER = "Object.keys(localStorage).find((key) => key.startsWith('signer:'))"


def test_a_new_key_of_the_marks_is_known_by_the_one_before(house: House) -> None:
    phone = house.phone()
    phone.open_table("tien_len")
    page, notice = phone.page, phone.page.locator("#signer")
    before = page.evaluate(f"localStorage[{SIGNER}]")
    with house.stopped():
        old = (house.folder / "secret_key").read_text()
        house.more = {"SECRET_KEY": "0123456789" * 4, "SECRET_KEY_FALLBACKS": old}
    page.reload()
    expect(notice).to_contain_text("khoá cũ mà máy này biết đã ký nhận khoá ấy")
    assert not Axe().run(page).response["violations"]
    page.reload()
    page.wait_for_function(f"localStorage[{SIGNER}] !== '{before}'")
    expect(notice).to_have_count(0)

    page.evaluate(f"localStorage[{SIGNER}] = 'another'")
    page.reload()
    expect(notice).to_contain_text("khoá mà máy này biết không ký nhận")
    notice.get_by_role("button").tap()
    page.reload()
    page.wait_for_function(f"localStorage[{SIGNER}].length === 20")
    expect(notice).to_have_count(0)


def test_two_phones_compare_what_they_keep(house: House) -> None:
    phone = house.phone()
    phone.open_table("tien_len")
    table = phone.page.url
    record(phone, 1)
    has_seen(phone.page, 2)
    copy = house.copy()
    for number in (2, 3):
        record(phone, number)
    has_seen(phone.page, 4)
    page, answer = phone.page, phone.page.locator("#compare [role=status]")
    page.goto(f"{table}log/")
    code, field = page.locator("#code"), page.locator("#compare input")
    expect(code).to_have_text(re.compile(r"4·[0-9a-f]{4}-[0-9a-f]{4}"))
    expect(page.locator("#signed-by")).to_have_text(re.compile(r"([0-9a-f]{4}-){4}[0-9a-f]{4}"))
    mine = code.inner_text()

    page.context.set_offline(True)
    house.put_back(copy)  # another book for another phone, as one host may show it
    other = house.phone(beside=phone)
    other.page.goto(table)
    for number in (2, 3):
        other.do("Dũng", "Cường", "An")
        other.record(number)
    has_seen(other.page, 4)
    theirs = other.page.evaluate(
        "const at = Object.keys(localStorage).find((key) => key.startsWith('book:'));"
        "const { line, head } = JSON.parse(localStorage[at]); `${line} ${head.slice(0, 8)}`"
    )
    for typed, kind in (
        (mine, "same"),
        (theirs, "other"),
        ("5 12345678", "ahead"),
        ("4", "unread"),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(answer).to_have_attribute("data-kind", kind)
        expect(answer).not_to_have_text("")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#differs")).to_be_visible()
    expect(code).to_have_text(mine)  # what it keeps, not what the server sends
    field.fill(theirs)
    field.press("Enter")
    expect(answer).to_have_attribute("data-kind", "doubted")
    assert not Axe().run(page).response["violations"]
    page.locator("#differs [data-accept]").tap()
    expect(answer).to_have_attribute("data-kind", "same")
