"""The schema of each call: what it takes, what it answers, what can go wrong."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema

Decorator = Callable[[Any], Any]


def language() -> str:
    """The caller's language as the rules know it."""
    return get_language() or "vi"


def _call(**said: Any) -> Decorator:
    return extend_schema(**said)


list_sessions = open_session = get_session = change_session = close_session = _call()
list_rounds = record_round = get_round = correct_round = void_round = record_rounds = _call()
get_totals = get_ledger = get_settlement = _call()
