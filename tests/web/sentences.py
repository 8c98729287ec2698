"""A round told in one sentence, and what the form then holds."""

from html import unescape

from django.test import Client

from ledger.models import Session
from tests.web import pages
from tests.web.tables import HTMX, by_place, phone


def state(session: Session, **more: object) -> dict[str, object]:
    rules = session.rule_version.rules if session.rule_version else ""
    return by_place(rules=rules, newest=session.round_count, **more)


def say(session: Session, sentence: str, client: Client | None = None, **more: object) -> str:
    """What a phone gets back for a sentence."""
    sent = state(session, **more) | {"said": sentence}
    answer = (client or phone(session)).post(f"/t/{session.pk}/say/", sent, headers=HTMX)
    assert answer.status_code in {200, 422}
    return unescape(answer.content.decode())


def filled(page: str) -> dict[str, str]:
    """The fields of the form as the page shows them, those of the sentence left out."""
    return {name: ",".join(values) for name, values in pages.filled(page).items()}
