"""Faults of every kind, each to be put into the shipped scripts or our views for some evenings.

Those that are REPAIRED were once in this repository, found on a phone or at a table: here they are
back, in the words of today.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ledger import books
from ledger.books import rounds
from ledger.database import transactions
from ledger.models import Round
from ledger.web import page_cache, requests
from ledger.web.games.pot import PotForm
from ledger.web.table import live
from tests.simulator.pipe import Changed


@dataclass(frozen=True, slots=True)
class Fault:
    """Words of scripts that are changed, or functions that are replaced: (module, name, other)."""

    scripts: Changed = ()
    functions: tuple[tuple[Any, str, object], ...] = ()

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Our views with the fault; the phones are told of `scripts` as an evening begins."""
        patches = [patch.object(*each) for each in self.functions]
        for each in patches:
            each.start()
        try:
            yield
        finally:
            for each in patches:
                each.stop()


SCRIPTS = Path(__file__).parents[2] / "ledger/static/ledger"


def script(name: str, words: str, other: str) -> Fault:
    """Other words in a script; where they were not there, phones would stop: no detection."""
    (path,) = SCRIPTS.rglob(name)
    assert words in path.read_text("utf-8"), f"{name} has no {words}"
    return Fault(scripts=((name, words, other),))


def function(module: Any, name: str, other: object) -> Fault:
    return Fault(functions=((module, name, other),))


record, news, session_for = books.record, live._news, requests.session_for


def void_in_name(session_id: str, number: int, **_more: object) -> Round:
    return Round.objects.get(session=session_id, number=number)


def for_every_key(request: Any, session_id: str, *, write: bool = False) -> Any:
    return session_for(request, session_id)


@contextmanager
def each_alone() -> Iterator[None]:
    """Each statement is committed by itself."""
    yield


def by_address(request: Any, table: Any, address: str) -> str:
    """A page is kept whatever has happened at the table since."""
    seen = address, bool(request.htmx), page_cache.reader(request, table)
    return f"page-{hashlib.sha256(repr(seen).encode()).hexdigest()}"


def at_any_prices(request: Any, table: Any) -> Any:
    """A page goes on with the prices that it shows whichever bet unit counts by now."""
    request.GET = request.GET.copy()
    request.GET["terms"] = table.terms
    return news(request, table)


def without_pot(form: Any) -> Any:
    return form.game.facts(form)


def at_any_price(session: Any, **sent: Any) -> Any:
    return record(session, **sent | {"terms": None})


RECORDED = 'return answer && answer.submission === sent(ctx).get("submission") ? answer.number : 0;'
RESTORED = "if (isOfOthers(item)) return showForm(asSent(item));"
OWN_ID = 'field("submission").value = item.submission;'
A_FORM = 'if (!page.getElementById("round")) return false;'
NO_ANSWER = 'return item || elsewhere ? state : effect(state, "offline");'
CLOSED = 'if (outcome === "closed") return { ...state, closed: true };'
WHOLE = "if (answer.number !== line || answer.head !== newest) return null;"
REPLACES = "ANOTHER.test(ctx.text);"
EMPTIES = 'document.addEventListener("recorded", clear);'
KEEPS_ID = """document.addEventListener("recorded", () => {
  const { value } = field("submission");
  clear();
  field("submission").value = value;
});"""
NEEDS_ANOTHER = "if (!taps || "
FORBIDDEN = "    } catch {\n      return otherwise;"
LEAVES = 'if (!comes()) save(location.pathname, "any");'
CHANGED = 'new Event("typedover"));\n  save();'
AN_ID = "`00000000-0000-4000-8000-${String(Math.random()).slice(2, 12).padEnd(12, 7)}`"

REPAIRED = {
    "an empty form takes the id of a round that waits": script(
        "draft_store.js", RESTORED, f"{OWN_ID} {RESTORED}"
    ),
    "a café's login page is shown as the form": script("draft_store.js", A_FORM, ""),
    "an empty form is remembered in place of what comes back": script(
        "draft_store.js", LEAVES, LEAVES.removeprefix("if (!comes()) ")
    ),
    "a part of a hash is compared with a whole one": script(
        "chain.js", WHOLE, WHOLE.replace("!== newest", "!== newest.slice(0, DIGITS)")
    ),
    "a waiting round keeps to itself that the book was replaced": script(
        "outbox.js", REPLACES, "false;"
    ),
    "the next round takes the id of the one that is recorded": script(
        "draft_store.js", EMPTIES, KEEPS_ID
    ),
    "a form goes on with a script that does not hear its taps": script(
        "draft_store.js", NEEDS_ANOTHER, "if (round || "
    ),
    "a browser that forbids to keep anything stops the page": script(
        "storage.js", FORBIDDEN, FORBIDDEN.replace("{\n      return", "(no) {\n      throw no ||")
    ),
    "another book answers a page": function(requests, "of_another_book", lambda *_asked: None),
    "a form goes on with the prices of another bet unit": function(live, "_news", at_any_prices),
    "a page is kept whatever happened since": function(page_cache, "_key", by_address),
    "a form forgets the pot": function(PotForm, "facts", without_pot),
}

FAULTS: dict[str, Fault] = REPAIRED | {
    "any answer says that a round is recorded": script(
        "outbox.js", RECORDED, "return ctx.response.status < 400 ? answer?.number || 1 : 0;"
    ),
    "a round gets an id each time that it is sent": script(
        "outbox.js",
        "fields = item.fields;",
        f'fields = item.fields.map(([of, was]) => [of, of === "submission" ? {AN_ID} : was]);',
    ),
    "a round without an answer is let go": script(
        "outbox_state.js", NO_ANSWER, "return drop(state, id);"
    ),
    "a round for a closed table is let go": script(
        "outbox_state.js", CLOSED, 'if (outcome === "closed") return drop(state, id);'
    ),
    "what is typed takes the place of what is typed elsewhere": script(
        "draft_store.js", 'new Event("typedover")', 'new Event("")'
    ),
    "what is typed is not remembered": script(
        "draft_store.js", CHANGED, CHANGED.removesuffix("save();")
    ),
    "a void reverses nothing": function(books, "void", void_in_name),
    "an id is forgotten": function(rounds, "_stored", lambda _submission: None),
    "who looks on may write": function(requests, "session_for", for_every_key),
    "a write is committed piece by piece": function(transactions, "turn", each_alone),
    "a round is recorded at any price": function(books, "record", at_any_price),
}
"""By what is wrong with the service then."""
