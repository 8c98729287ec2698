"""Names that somebody might try, a JSON string a line."""

import json
from pathlib import Path

from ledger.common.clean_text import cleaned
from ledger.common.refusals import TextRefused
from ledger.tables.sessions import NAME_LIMIT


def names() -> list[str]:
    """All that are tried."""
    lines = Path(__file__).with_name("names.txt").read_text().splitlines()
    return [json.loads(line) for line in lines if not line.startswith("#")]


def name_as_kept(name: str) -> str:
    """As the ledger keeps it, "" where it takes no such name."""
    try:
        return cleaned(name, NAME_LIMIT)
    except TextRefused:
        return ""
