"""Rounds that show what the rules come to: data only, the engine works them out."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.common.text import Text


@dataclass(frozen=True, slots=True)
class Example:
    """One round: what happened in words, and its facts; the seats 1 to 4 are A, B, C and D."""

    title: Text
    facts: Mapping[str, object]
