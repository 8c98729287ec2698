"""Phones that witness the book: the page's own modules in Chromium, asking the real views.

One page of the browser is all the phones: before each look it is given what that phone keeps.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import Browser, Route, sync_playwright

from ledger.access import keys
from ledger.models import Session
from tests.browser.fonts import launch

HOME = "http://phone.test/"
PAGE = """<!DOCTYPE html><html lang="vi"><body><main id="main"></main><div id="here"></div>
<script type="module" src="/static/ledger/witness.js"></script></body></html>"""

LOOK = """async ({ book, kept, seen }) => {
  localStorage.clear();
  if (kept) localStorage.setItem(`book:${book}`, kept);
  document.getElementById("main").replaceChildren();
  document.getElementById("here").innerHTML = seen;
  document.dispatchEvent(new Event("htmx:after:swap"));
  const { look } = await import(document.getElementById("seen").dataset.chain);
  await look("nobody"); // after the look of the page
  const says = document.getElementById("differs")?.textContent ?? "";
  return { kept: localStorage.getItem(`book:${book}`), says };
}"""

BELIEVING = {
    "if (answer.number !== line || answer.head !== newest) return null;": (
        "if (answer.number < known.line) return null;"
    )
}
"""The phone without its check: any higher number is what comes after, as it once was."""


@dataclass(slots=True)
class WitnessPhone:
    """What one phone keeps of each book, as its localStorage has it."""

    storage: dict[str, str] = field(default_factory=dict)

    def line(self, session: Session) -> int:
        return int(json.loads(self.storage[session.pk])["line"])

    def head(self, session: Session) -> str:
        return str(json.loads(self.storage[session.pk])["head"])


class Phones:
    """A browser page with `changed` words in the module that compares."""

    def __init__(self, browser: Browser, changed: dict[str, str] | None = None) -> None:
        self.changed, self.client = changed or {}, Client(headers={"accept-language": "vi"})
        self.asked: list[int] = []
        self.context = copy_context()
        self.page = browser.new_page()
        self.page.route("**/*", self._answer)
        self.page.goto(HOME)

    def look(self, phone: WitnessPhone, session: Session) -> str:
        """Show this phone the table as it is; what it says of the book, "" for nothing."""
        self._let_in(session)
        html = render_to_string("parts/seen.html", {"table": {"session": session, "shape": ""}})
        before = phone.storage.get(session.pk)
        self.context = copy_context()  # the views use this connection to the database
        answer = self.page.evaluate(LOOK, {"book": session.pk, "kept": before, "seen": html})
        phone.storage[session.pk] = answer["kept"]
        return " ".join(answer["says"].split())

    def status(self, session_id: str) -> int:
        """Of the page of a table."""
        return self.client.get(f"/t/{session_id}/").status_code

    def _let_in(self, session: Session) -> None:
        """The phone has the link that is in force."""
        store = self.client.session
        store[keys.RING] = {session.pk: keys.key(session, keys.Role.VIEW)}
        store.save()
        self.client.cookies["tables"] = store.session_key

    def _answer(self, route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.path.startswith("/static/"):
            body = self._static(address.path.removeprefix("/static/"))
            route.fulfill(body=body, content_type="text/javascript")
        elif address.path.startswith("/t/"):
            query = f"{address.path}?{address.query}"
            piece = {"HX-Request": route.request.headers.get("hx-request", "")}
            answer: Any = self.context.run(self.client.get, query, headers=piece)
            self.asked.append(answer.status_code)
            route.fulfill(status=answer.status_code, body=answer.content)
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    def _static(self, name: str) -> str:
        path = finders.find(name)
        assert path, name
        text = Path(path).read_text(encoding="utf-8")
        for old, new in self.changed.items():
            if name.endswith("chain.js"):
                assert old in text
                text = text.replace(old, new)
        return text


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright, "--disable-gpu")
        yield browser
        browser.close()
