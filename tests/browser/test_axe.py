"""Every page there is has nothing that axe objects to, light and dark, in both languages, and
asks for nothing that its policy refuses."""

from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.accessibility.looking import look, refusals, violations
from tests.accessibility.visits import visit
from tests.browser.conftest import OpenPhone
from tests.browser.offline import wait_until
from tests.drawing import Draw
from tests.trust import Tell

MOST = 50
"""Pages that are looked at where they are drawn."""

MISTAKES = """<style>@media (prefers-color-scheme: dark) { b { color: #eee } }</style>
<main><img src='x.png'><p style='color: #ccc'>Khó đọc</p><b>ban đêm</b></main>"""


@pytest.mark.trust("S4")
def test_axe_has_nothing_against_any_page(
    fresh_database: str, chromium: Browser, tmp_path: Path, tell: Tell, draw: Draw
) -> None:
    with visit(tmp_path, DATABASE_URL=fresh_database) as every:
        some = replace(every, places=draw(every.places, MOST))
        looked = list(look(Axe(), chromium, some))
    lines = [
        f"{place.name} {language} {each}"
        for place, language, problems in looked
        for each in problems
    ]
    tell(f"{len(looked)} pages in a browser, {len(lines)} with anything wrong")
    assert not lines, "\n".join(lines)


def test_a_page_with_a_mistake_is_found_out(chromium: Browser) -> None:
    """The control: without it, silence would say nothing."""
    page = chromium.new_context().new_page()
    page.set_content(MISTAKES)
    problems = {each.partition(" ×")[0] for each in violations(Axe(), page)}
    page.context.close()
    assert {"light image-alt", "light color-contrast", "dark color-contrast"} <= problems


@pytest.mark.trust("S4", control=True)
@pytest.mark.parametrize(
    "more", ["<p style='color: red'>", "<img src='http://elsewhere.example/x.png'>"]
)
def test_what_the_policy_refuses_is_found_out(open_phone: OpenPhone, more: str) -> None:
    page = open_phone().new_page()
    refused = refusals(page)
    page.goto("/")
    assert refused == []
    page.evaluate("more => document.body.insertAdjacentHTML('beforeend', more)", more)
    wait_until(page, lambda: bool(refused))
