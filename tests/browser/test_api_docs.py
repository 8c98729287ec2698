"""The docs of the API in a real browser: they show every call and load nothing from elsewhere."""

from tests.browser.conftest import OpenPhone
from tests.running.server import Server


def test_the_docs_show_every_call_under_the_strict_policy(
    open_phone: OpenPhone, server: Server
) -> None:
    page, home = open_phone(has_touch=False).new_page(), f"http://localhost:{server.port}"
    refused: list[str] = []
    asked: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{home}/api/v1/docs/")
    page.wait_for_selector(".opblock")
    assert page.locator(".opblock").count() == 47
    page.locator("#operations-money-get_totals .opblock-summary").click()
    page.wait_for_selector(".opblock-body")
    assert refused == []
    assert {url.startswith((home, "data:")) for url in asked} == {True}
