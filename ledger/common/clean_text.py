"""Text that people type, made clean or refused."""

import unicodedata

from ledger.common.refusals import Refusal, TextRefused

REASON_LIMIT = 200
JOINERS = "\u200c\u200d"
"""Invisible, but part of how some letters and emoji are written."""
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their kind that show nothing."""


def cleaned(text: str, limit: int, field: str = "", empty: Refusal | None = None) -> str:
    """`text` in NFC without space around it; raises TextRefused if too long or unprintable.

    `field` is what the text is, for the refusal to say; `empty` is raised where nothing is left.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > limit or not _printable(text):
        raise TextRefused(limit=limit, field=field)
    if empty and not text:
        raise empty
    return text


def _printable(text: str) -> bool:
    """No control, direction or line characters, no half or none of a character, and something
    to see."""
    visible = [c for c in text if c not in JOINERS]
    hidden = ("Cc", "Cf", "Cs", "Zl", "Zp")
    printable = all(unicodedata.category(c) not in hidden and not _is_none(c) for c in visible)
    return printable and (not text or any(not _is_blank(c) for c in visible))


def _is_none(character: str) -> bool:
    """What Unicode promises never to make a character."""
    return "\ufdd0" <= character <= "\ufdef" or ord(character) & 0xFFFE == 0xFFFE


def _is_blank(character: str) -> bool:
    """Nothing to see, on its own: space, fillers, and what every machine shows otherwise."""
    return character in FILLERS or unicodedata.category(character) in ("Co", "Mn", "Zs")
