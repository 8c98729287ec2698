"""A round told in one sentence, and what the form then holds."""

import re
from html import unescape

from django.test import Client

from ledger.models import Session
from tests.web.tables import by_place, phone

HTMX = {"HX-Request": "true"}


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
    boxes = re.findall(
        r'<input type="(?:radio|checkbox)" name="([^"]+)" value="([^"]+)"[^>]*checked', page
    )
    typed = re.findall(r'<input name="([^"]+)"[^>]*? value="([^"]+)"', page)
    return dict([*boxes, *typed])
