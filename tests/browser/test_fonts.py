"""The letters on a page are of the named fonts alone, whatever else the machine has."""

from playwright.sync_api import Browser, Page

from tests.browser.fonts import FIRST, SIGNS, in_each_font

TEXT = "<p style='font-family: {}'>Tiến lên Ế ▲ +34.000 ♠♥♦♣ ⚑ → ✱ <b>đậm</b></p>"
ASKED = ("system-ui", "sans-serif", "monospace", "'Noto Serif', 'DejaVu Sans Mono', Arial")


def families(page: Page) -> set[str]:
    """Return whose letters stand in the first paragraph."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
    fonts = devtools.send("CSS.getPlatformFontsForNode", node)["fonts"]
    return {each["familyName"] for each in fonts}


def test_letters_are_of_the_first_font_whatever_is_asked_for(chromium: Browser) -> None:
    page = chromium.new_page()
    for family in ASKED:
        page.set_content(TEXT.format(family))
        assert families(page) == {FIRST}, family
    page.context.close()


def test_a_page_set_in_another_font_has_letters_of_that_and_signs(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(TEXT.format(FIRST))
    for family in in_each_font(page):
        assert families(page) == {family} | (set() if family == FIRST else set(SIGNS))
    page.context.close()
