"""A thumb on the table page: taps by what is written there, and counts them."""

import re
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Locator, Page, expect

NAMES = ("An", "Bình", "Cường", "Dũng")

TAKEN_OVER = """() => new Promise((taken, never) => {
    const workers = navigator.serviceWorker;
    if (!workers || workers.controller) taken();
    workers?.addEventListener("controllerchange", () => taken(), { once: true });
    setTimeout(() => never(new Error("no worker has taken this page over")), 30000);
})"""
"""Over plain HTTP in a LAN there is no worker to wait for."""

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
        page.on("console", lambda said: phone._fail(said.text) if is_csp(said.text) else None)
        return phone

    def _fail(self, said: str) -> None:
        raise AssertionError(said)

    def tap(self, place: Locator) -> None:
        place.tap()
        self.taps += 1

    def open_table(self, game: str, names: tuple[str, ...] = NAMES) -> None:
        """From nothing to the round form; keys count as taps."""
        visit(self.page)
        if not self.page.locator(f"[name=rules][value={game}]").is_checked():
            self.tap(self.page.locator(f".choice:has([value={game}])"))
        for at, name in enumerate(names, 1):
            field = self.page.locator(f"[name=player_{at}]")
            if at == 1:
                self.tap(field)
            else:
                self.page.keyboard.press("Enter")
                self.taps += 1
            self.page.keyboard.insert_text(name)
            self.taps += len(name)
        self.tap(self.page.locator("form button.button").first)
        self.page.wait_for_url("**/t/*/")

    def seat(self, name: str) -> Locator:
        return self.page.locator(f".player[data-name='{name}']")

    def do(self, *steps: str) -> None:
        """Taps in words: "An", "cong Dũng", "held Dũng 2S", "left 5", "open chat", "say An".

        "type 12" types where the cursor is; keys count as taps. "cards KS KD 4C" taps cards.
        """
        for step in steps:
            word, _space, rest = step.partition(" ")
            if word == "type":
                self.page.keyboard.type(rest)
                self.taps += len(rest)
            elif word == "cards":
                for card in rest.split():
                    self.tap(self.page.locator(f".picker [data-card='{card}']"))
            else:
                self.tap(self._place(step))

    def _place(self, step: str) -> Locator:
        word, _space, rest = step.partition(" ")
        if word in ("cong", "mom"):
            return self.seat(rest).locator(".cong")
        if word == "held":
            name, code = rest.split(" ")
            seat = self.seat(name).get_attribute("data-seat")
            return self.page.locator(f"[data-held='{seat}'] .item:has([value='{code}'])")
        if word == "holds":
            seat = self.seat(rest).get_attribute("data-seat")
            return self.page.locator(f"[data-held='{seat}'] summary")
        if word == "thirteen":
            return self.page.locator("[data-event=toi-trang] .cards-field summary")
        if word == "points-of":
            seat = self.seat(rest).get_attribute("data-seat")
            return self.page.locator(f"[data-pick='points-{seat}']")
        if word == "next":
            return self.page.locator(".picker [data-next]")
        if word == "left":
            return self.page.locator(f"[data-left='{rest}']")
        if word == "open":
            return self.page.locator(f"details[data-event='{rest}'] > summary")
        if word == "say":
            return self.page.locator(".steps button:visible").get_by_text(rest, exact=True).last
        if word == "tick":
            return self.page.locator(f"label:visible:has([name='{rest}'])")
        if word == "den":
            seat = self.seat(rest).get_attribute("data-seat")
            return self.page.locator(f"[data-den] label[data-seat='{seat}']")
        if word in ("eat", "points"):
            name, _space, number = rest.partition(" ")
            seat = self.seat(name).get_attribute("data-seat")
            if word == "points":
                return self.page.locator(f"[name=points-{seat}]")
            box = "[name^=chot]" if number == "chốt" else f"[name^=an][value='{number}']"
            return self.page.locator(f"[data-eats='{seat}'] .item:has({box})")
        if word == "u":
            seat = self.seat(rest).get_attribute("data-seat")
            return self.page.locator(f".chip:has([name=u-player][value='{seat}'])")
        if word == "lung":
            return self.seat(rest).locator(".pill:has([name=lung])")
        if word == "kind":
            return self.seat(rest).locator("[data-kind-of]")
        if word == "row":
            return self.page.locator(f"[data-row={rest}]")
        if word == "tie":
            return self.page.locator("[data-tie]")
        if word == "digit":
            return self.page.locator(f"[data-digit='{rest}']")
        if word == "sign":
            return self.page.locator("[data-other-sign]")
        if word == "again":
            return self.page.locator(".another")
        return self.seat(step).locator(".tap")

    def record(self, number: int) -> None:
        """The confirming tap, and the wait until the next round may be told."""
        button = self.page.locator("#record")
        expect(button).to_contain_text(f" {number}")
        self.tap(button)
        expect(self.page.locator("#record")).to_contain_text(f" {number + 1}")
        expect(self.page.locator(f"#round-{number}")).to_be_visible()

    def sit_out(self, name: str) -> None:
        """On the page of the people, and back."""
        table = self.page.url
        self.tap(self.page.locator(".ways a[href$='house/']"))
        self.tap(self.page.locator("#player li", has_text=name).locator("[name=out]"))
        expect(self.page.locator("main > .notice:visible")).to_contain_text(name)
        self.page.goto(table)

    def balance(self, name: str) -> int:
        return amount(self.seat(name).locator(".balance").inner_text())

    def balances(self) -> dict[str, int]:
        names = self.page.locator(".player[data-name]").evaluate_all(
            "cards => cards.map(card => card.dataset.name)"
        )
        return {name: self.balance(name) for name in names}


def visit(page: Page) -> None:
    """Open the first page and wait for the phone's worker: every page after it begins under it.

    A page that is open already when the worker takes it over asks past a route that is put up in
    that moment, for as long as it stays open.
    """
    page.goto("/")
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
