"""What axe finds on a page, in words, and what the page's own policy refused it."""

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.accessibility.visits import LANGUAGES, Place, Visit

EVERYTHING = {"resultTypes": ["violations"]}
WORDS = EVERYTHING | {
    "runOnly": ["cat.language", "cat.name-role-value", "cat.text-alternatives", "cat.forms"]
}
COLOURS = EVERYTHING | {"runOnly": ["color-contrast", "link-in-text-block"]}
POLICY = "Content Security Policy"
SETTLED = """() => new Promise(requestAnimationFrame).then(
    () => Promise.allSettled(document.getAnimations().map((one) => one.finished)))"""
"""Colours on their way from light to dark are neither."""

RUN = """options => axe.run(options).then(({ violations }) => violations.map(
    ({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0].html.slice(0, 120)}`))"""


def look(axe: Axe, browser: Browser, visit: Visit) -> Iterator[tuple[Place, str, list[str]]]:
    """Every place in every language, and what axe has against it, or its policy."""
    for cookies, language, places in visit.by_browser():
        page = _phone(browser, visit.start, cookies)
        refused = refusals(page)
        for place in places:
            refused.clear()
            page.emulate_media(color_scheme="light")
            page.goto(visit.start + place.address)
            page.evaluate(SETTLED)
            own = list(refused)  # the styles that axe tries are refused too, and none of the page's
            yield place, language, [*own, *violations(axe, page, first=language == LANGUAGES[0])]
        page.context.close()


def refusals(page: Page) -> list[str]:
    """What the browser says it did not load or run because of the policy, from now on."""
    texts: list[str] = []
    page.on("console", lambda line: texts.append(line.text) if POLICY in line.text else None)
    return texts


def _phone(browser: Browser, start: str, cookies: dict[str, str]) -> Page:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        reduced_motion="reduce",
        service_workers="block",
    )
    for name, value in cookies.items():
        context.add_cookies([{"name": name, "value": value, "url": start}])
    return context.new_page()


def violations(axe: Axe, page: Page, *, first: bool = True) -> Iterator[str]:
    """All rules in the first language, in dark those on colours; in another those on words."""
    page.evaluate(axe.axe_script)
    yield from (f"light {each}" for each in page.evaluate(RUN, EVERYTHING if first else WORDS))
    if first:
        page.emulate_media(color_scheme="dark")
        page.evaluate(SETTLED)
        yield from (f"dark {each}" for each in page.evaluate(RUN, COLOURS))
