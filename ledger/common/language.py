"""The reader's language as the engine knows it."""

from django.utils.translation import get_language


def language() -> str:
    """ "vi" or "en"."""
    return "en" if (get_language() or "vi").startswith("en") else "vi"
