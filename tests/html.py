"""HTML as a reader of it sees it: without the spaces that only lay out the source."""

import re
from typing import Any

import pytest
from django.test import Client

KEPT_AS_IT_IS = re.compile(rb"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)


def squeezed(page: bytes) -> bytes:
    """One space for every line break and its indentation, none beside the brackets of a tag."""
    parts = KEPT_AS_IT_IS.split(page)
    for at in range(0, len(parts), 3):
        plain = re.sub(rb"\s*\n\s*", b" ", parts[at])
        parts[at] = re.sub(rb"(?<=>) | (?=<)| (?=/?>)", b"", plain)
    return b"".join(part for at, part in enumerate(parts) if at % 3 != 2)


def squeeze_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test client answer HTML without them."""
    request = Client.request

    def squeezing(self: Client, **given: Any) -> Any:
        answer = request(self, **given)
        if not answer.streaming and answer.get("Content-Type", "").startswith("text/html"):
            answer.content = squeezed(answer.content)
        return answer

    monkeypatch.setattr(Client, "request", squeezing)
