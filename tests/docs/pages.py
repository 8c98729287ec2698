"""The pages of the docs, for tests that try what stands there."""

import re

from tests.running.server import ROOT

OPERATE = (ROOT / "ledger/docs/operate.md").read_text()


def blocks(page: str, language: str) -> list[str]:
    """The code of a page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", page, re.S)
