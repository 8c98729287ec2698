"""Faults of every kind, each to be put into the shipped scripts or our views for some evenings.

Those that are REPAIRED were once in this repository, found on a phone or at a table: here they are
back, in the words of today.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from ledger import books
from ledger.books import journal, pricing, rounds
from ledger.database import transactions
from ledger.models import BetUnit, Round, Session
from ledger.tables import other_items, sessions
from ledger.web import page_cache, requests
from ledger.web.games.pot import PotForm
from ledger.web.table import drafts, recording
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


def script(name: str, words: str, other: str) -> Fault:
    return Fault(scripts=((name, words, other),))


def function(module: Any, name: str, other: object) -> Fault:
    return Fault(functions=((module, name, other),))


pay, record, terms_of = journal.pay, books.record, pricing.terms_of
session_for, chained = requests.session_for, journal.chained


def twice(session_id: str, paid: Any) -> Any:
    pay(session_id, paid)
    return pay(session_id, paid)


def first_bet_unit(session: Any, correcting: int | None) -> Any:
    plain = terms_of(session, correcting)
    unit = BetUnit.objects.get(session=session, number=1)
    return Session(rule_version=plain.rule_version, bet_unit=unit)


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


def without_pot(form: Any) -> Any:
    return form.game.facts(form)


def already(request: Any, table: Any, draft: Any, stored: Any) -> Any:
    """Whatever is sent under a known id is what was recorded by it."""
    return recording._on_the_books(request, table, stored, draft)


def at_any_price(session: Any, **sent: Any) -> Any:
    return record(session, **sent | {"terms": None})


def sealed_alone(_previous: str, document: object) -> str:
    return chained("", document)


RECORDED = 'return said && said.submission === sent(ctx).get("submission") ? said.number : 0;'
RESTORED = "if (goesOn(typed) && !isOfOthers(typed) && kept(typed.submission))"
A_FORM = 'if (page.getElementById("round")) takeOver(page);'
NO_ANSWER = 'return item || again ? state : effect(state, "offline");'
KEPT = "return item ? keep(now, { ...item, held: !gone || !again, refused: true }) : now;"
CLOSED = 'if (outcome === "closed") return { ...state, closed: true };'
WHOLE = "if (answer.number !== line || answer.head !== newest) return null;"
CHANGED = 'if (event.target.closest?.("#round")) remember();'

REPAIRED = {
    "an empty form takes the id of a round that waits": script(
        "outbox.js", RESTORED, "if (goesOn(typed) && kept(typed.submission))"
    ),
    "a café's login page is shown as the form": script("draft_store.js", A_FORM, "takeOver(page);"),
    "a part of a hash is compared with a whole one": script(
        "chain.js", WHOLE, WHOLE.replace("!== newest", "!== newest.slice(0, DIGITS)")
    ),
    "a page is kept whatever happened since": function(page_cache, "_key", by_address),
    "a form forgets the pot": function(PotForm, "facts", without_pot),
}

FAULTS: dict[str, Fault] = REPAIRED | {
    "any answer says that a round is recorded": script(
        "outbox.js", RECORDED, "return ctx.response.status < 400 ? said?.number || 1 : 0;"
    ),
    "a round gets an id each time that it is sent": script(
        "outbox.js",
        "fields = item.fields;",
        'fields = item.fields.map(([name, was]) => [name, name === "submission" ? newId() : was]);',
    ),
    "a round is not kept before it is sent": script(
        "outbox.js", "if (!keep(item)) return;", "return;"
    ),
    "a round without an answer is let go": script(
        "outbox_state.js", NO_ANSWER, "return drop(state, id);"
    ),
    "a round that is refused is let go": script("outbox_state.js", KEPT, "return drop(now, id);"),
    "a round for a closed table is let go": script(
        "outbox_state.js", CLOSED, 'if (outcome === "closed") return drop(state, id);'
    ),
    "a sending never ends": script(
        "outbox_state.js", 'const now = { ...state, sending: "" };', "const now = state;"
    ),
    "what is typed is not remembered": script("draft_store.js", CHANGED, ""),
    "what is paid is paid twice": function(journal, "pay", twice),
    "a void reverses nothing": function(books, "void", void_in_name),
    "the first bet unit counts for ever": function(pricing, "terms_of", first_bet_unit),
    "a page calls a known id recorded whatever it says": function(
        recording, "_sent_before", already
    ),
    "an id is forgotten": function(rounds, "_stored", lambda _submission: None),
    "an item is forgotten": function(other_items, "_answered", lambda *_sent: None),
    "an old link still opens": function(sessions, "renew_key", lambda *_names, **_by: Session()),
    "who looks on may write": function(requests, "session_for", for_every_key),
    "a write is committed piece by piece": function(transactions, "turn", each_alone),
    "a round is recorded at any price": function(books, "record", at_any_price),
    "what a round starts with is not taken from its form": function(
        drafts, "_start", lambda _fields: {}
    ),
    "a posting is sealed without those before it": function(journal, "chained", sealed_alone),
}
"""By what is wrong with the service then."""
