"""A thumb on the table page: taps by what is written there, and counts them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lxml import html
from playwright.sync_api import BrowserContext, Locator, Page, expect

NAMES = ("An", "Bình", "Cường", "Dũng")

REGISTERED = "() => void navigator.serviceWorker?.register('/worker.js')"

TAKEN_OVER = """() => new Promise((taken, never) => {
    const workers = navigator.serviceWorker;
    if (!workers || workers.controller) taken();
    workers?.addEventListener("controllerchange", () => taken(), { once: true });
    setTimeout(() => never(new Error("no worker has taken this page over")), 30000);
})"""
"""Over plain HTTP in a LAN there is no worker to wait for."""

SUMS_COME = """() => new Promise((come) => {
    const ended = ({ detail: { ctx } }) => {
        if (ctx.sourceElement.id !== "strip" || ctx.replaced) return;
        document.removeEventListener("htmx:finally:request", ended);
        come();
    };
    document.addEventListener("htmx:finally:request", ended);
    document.getElementById("round").dispatchEvent(new Event("change", { bubbles: true }));
})"""
"""Asks for the sums of the form as it is once more, and waits for the answer to stand there."""

COUNTS_WAKING = """
    const ask = window.WakeLock?.prototype.request;
    window.asked = 0;
    if (ask) WakeLock.prototype.request = function (kind) {
        window.asked += 1;
        return ask.call(this, kind);
    };
"""
"""A page's `asked` is how often it wanted the screen to stay awake; an empty page cannot."""


@dataclass
class Phone:
    page: Page
    taps: int = 0

    @classmethod
    def of(cls, context: BrowserContext) -> "Phone":
        page = context.new_page()
        phone = cls(page)
        page.on("pageerror", lambda error: phone._fail(str(error)))
        page.on(
            "console", lambda message: phone._fail(message.text) if is_csp(message.text) else None
        )
        return phone

    def beside(self, context: BrowserContext) -> "Phone":
        """Another phone with the keys of this one, at the same page."""
        context.add_cookies(self.page.context.cookies())  # type: ignore[arg-type]
        other = Phone.of(context)
        other.page.goto(self.page.url)
        other.ready()
        return other

    def _fail(self, complaint: str) -> None:
        raise AssertionError(complaint)

    def tap(self, place: Locator) -> None:
        place.tap()
        self.taps += 1

    def open_table(self, game: str, names: tuple[str, ...] = NAMES, **terms: object) -> None:
        """Sit at a table that a program opened: what the first page does is shown elsewhere."""
        asked = {"rules": game, "bet_unit": 2000, "players": names} | terms
        answer = self.page.context.request.post("/api/v1/sessions/", data=asked)
        assert answer.ok, answer.text()
        self.join(answer.json()["links"]["score"])

    def join(self, link: str) -> None:
        """Be at the table of a link, with its key, as after its page has sent it."""
        requests = self.page.context.request
        requests.get("/join/")
        cookies = {each["name"]: each["value"] for each in self.page.context.cookies()}
        form = {"link": link.partition("/join/")[2], "csrfmiddlewaretoken": cookies["csrftoken"]}
        answer = requests.post("/join/", form=form, max_redirects=0)
        get_worker(self.page)
        self.page.goto(answer.headers["location"])
        self.ready()

    def link(self, role: str) -> str:
        """The link of the share page, as a friend gets it."""
        share = self.page.context.request.get(f"{self.page.url}share/")
        path = f"//section[.//*[@id='{role}-title']]//*[@data-link]/@value"
        (link,) = html.fromstring(share.text()).xpath(path)
        return "/join/" + str(link).partition("/join/")[2]

    def open_by_hand(self, game: str, names: tuple[str, ...] = NAMES) -> None:
        """From nothing to the round form; keys count as taps."""
        visit(self.page)
        if not self.page.locator("#open").count():
            self.tap(self.page.locator(".bar a"))
        if not self.page.locator(f"[name=rules][value={game}]").is_checked():
            self.tap(self.page.locator(f".choice:has([value={game}])"))
        for at, name in enumerate(names, 1):
            field = self.page.locator(f"[name=player_{at}]")
            if at == 5:
                self.tap(self.page.locator("summary").first)
            if at in (1, 5):
                self.tap(field)
            else:
                self.page.keyboard.press("Enter")
                self.taps += 1
            self.page.keyboard.insert_text(name)
            self.taps += len(name)
        self.tap(self.page.locator(".bar .button"))
        self.page.wait_for_url("**/t/*/")
        self.ready()

    def ready(self) -> None:
        """Wait until the page hears taps."""
        expect(self.page.locator("html")).to_have_attribute("data-ready", "")

    def seat(self, name: str) -> Locator:
        """The head of a column: the player's name, balance and place."""
        return self.page.locator(f".seat[data-name='{name}']")

    def change(self, name: str) -> Locator:
        """What the round being written changes for this player, in the line over the heads."""
        return self.page.locator("#draft > .figure").nth(self.names().index(name))

    def line(self, number: int) -> Locator:
        """The line of a round in the sheet."""
        return self.page.locator(f"a.line[data-round='{number}']")

    def open_round(self, number: int) -> Locator:
        """Tap a line; the panel shows its round."""
        self.tap(self.line(number))
        shown = self.page.locator(f"#shown-{number}")
        expect(shown).to_be_visible()
        return shown

    def correct(self, number: int) -> None:
        """Open a round and tell it again; its form is ready for taps."""
        self.open_round(number)
        self.do("answer correct")
        expect(self.page.locator("h1")).to_contain_text(f"Sửa ván {number}")
        self.ready()

    def do(self, *steps: str) -> None:
        """Taps in words: "An", "cong Dũng", "open chat", "say An", "left 5", "digits 12".

        "held Dũng 2S" first says whose, where several hold something; "eat Bình" is one card more,
        "eat Bình chốt" the last. "cards KS KD 4C" taps cards.
        """
        for step in steps:
            word, _space, rest = step.partition(" ")
            for place in self._places(step, word, rest):
                self.tap(place)

    def _places(self, step: str, word: str, rest: str) -> Iterator[Locator]:
        if word == "cards":
            for card in rest.split():
                yield self.page.locator(f".picker [data-card='{card}']")
        elif word == "digits":
            for digit in rest:
                yield self.answer(digit)
        elif word in ("held", "holds"):
            yield from self._holding(*rest.split(" "))
        elif word in PLACES:
            yield PLACES[word](self, rest)
        else:
            yield self.seat(step)

    def _holding(self, name: str, code: str = "bam-la") -> Iterator[Locator]:
        who = self.answer(self._number(name))
        if who.count() and who.get_attribute("aria-pressed") == "false":
            yield who
        yield self.answer(code)

    def see_sums(self) -> None:
        """Wait for what the server says of the form as it is now."""
        self.page.evaluate(SUMS_COME)

    def answer(self, code: str) -> Locator:
        """An answer of the open question by its code; with six to eight a head may be one."""
        return self.page.locator(
            f"#panel [data-answer='{code}']:visible, .seat[data-answer='{code}']"
        )

    def say(self, label: str) -> Locator:
        """An answer of the open question by its words; the small ones under them aside."""
        words = f"normalize-space(text()[normalize-space()][1])='{label}'"
        return self.page.locator(f"//*[@id='panel']//*[@data-answer][{words}]")

    def _number(self, name: str) -> str:
        return self.seat(name).get_attribute("data-seat") or ""

    def _foot(self, name: str) -> Locator:
        return self.page.locator(f".col:has([data-name='{name}']) .foot")

    def _eaten(self, words: str) -> Locator:
        name, _space, chot = words.partition(" ")
        return self.answer(f"{'chot' if chot else 'an'}-{self._number(name)}")

    def record(self, number: int) -> None:
        """The confirming tap, and the wait until the next round may be told."""
        button = self.page.locator("[data-record]")
        expect(button).to_contain_text(f" {number}")
        self.tap(button)
        expect(button).to_contain_text(f" {number + 1}")
        expect(self.line(number)).to_be_visible()

    def sit_out(self, name: str) -> None:
        """On the page of the people, and back."""
        table = self.page.url
        self.tap(self.page.locator(".ways a[href$='house/']"))
        self.tap(self.page.locator("#player li", has_text=name).locator("[name=out]"))
        expect(self.page.locator(".done:visible")).to_contain_text(name)
        self.page.goto(table)

    def names(self) -> list[str]:
        """Who plays, in the order of the columns."""
        heads = self.page.locator(".seat[data-name]")
        names = heads.evaluate_all("heads => heads.map(head => head.dataset.name)")
        return [str(name) for name in names]

    def balance(self, name: str) -> int:
        return amount(self.seat(name).locator(".balance").inner_text())

    def balances(self) -> dict[str, int]:
        return {name: self.balance(name) for name in self.names()}


PLACES: dict[str, Callable[[Phone, str], Locator]] = {
    "cong": Phone._foot,
    "mom": Phone._foot,
    "lung": Phone._foot,
    "lost": Phone._foot,
    "open": lambda phone, tool: phone.page.locator(f"[data-tool='{tool}'], [data-open='{tool}']"),
    "say": Phone.say,
    "answer": Phone.answer,
    "left": Phone.answer,
    "digit": Phone.answer,
    "eat": Phone._eaten,
    "of": lambda phone, name: phone.answer(phone._number(name)),
    "by-cards": lambda phone, _none: phone.page.locator("#panel .more").last,
    "hold": lambda phone, _none: phone.page.locator("#panel .more"),
    "shut": lambda phone, _none: phone.page.locator("#panel .close").last,
    "row": lambda phone, row: phone.page.locator(f"[data-row='{row}']"),
    "tie": lambda phone, _none: phone.page.locator("[data-tie]"),
    "next": lambda phone, _none: phone.page.locator(".picker [data-next]"),
}
"""Where the first word of a step is tapped; a step that begins with none of these is a head."""


def visit(page: Page) -> None:
    """Open the first page and wait for the phone's worker: every page after it begins under it.

    A page that is open already when the worker takes it over asks past a route that is put up in
    that moment, for as long as it stays open.
    """
    page.goto("/")
    page.evaluate(TAKEN_OVER)


def get_worker(page: Page) -> None:
    """Have the phone's worker before the first page that asks for it, on one without a script."""
    page.goto("/health/live")
    page.evaluate(REGISTERED)
    page.evaluate(TAKEN_OVER)


def deafen(pages: Page | BrowserContext) -> None:
    """Let what is opened from now on hear nothing of what others do, as before its first word."""
    for address in ("**/live/", "**/newest/"):
        pages.route(address, lambda route: route.abort())


def amount(text: str) -> int:
    """ "▲ +34.000" as a number."""
    digits = re.sub(r"[^\d−]", "", text).replace("−", "-")
    return int(digits or 0)


def is_csp(text: str) -> bool:
    return "Content Security Policy" in text
