"""Prints how many sentences of tests/cases/spoken fill the form rightly, wrongly or not at all.

    python -m tests.benchmarks.spoken [--tell]

With `--tell` also every sentence that came out otherwise than the case file says.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
    import django

    django.setup()
    from tests.spoken.cases import all_spoken

    counted: dict[str, Counter[str]] = {}
    for case in all_spoken():
        came = outcome(case)
        counted.setdefault(case.file, Counter())[came] += 1
        if "--tell" in sys.argv and came not in ("right", "refused rightly"):
            print(f"{came}: {case}")
    for file, counts in counted.items():
        show(file, counts)
    show("all", sum(counted.values(), Counter()))
    for what, worsen in WORSE.items():
        told = [case for case in all_spoken() if not case.refused]
        show(what, Counter(outcome(case, worsen) for case in told))


def bare(text: str) -> str:
    """The text as a thumb types it that leaves diacritics out."""
    from ledger.spoken.words import plain

    return plain(text)


def flowing(text: str) -> str:
    """The text as it is dictated, without punctuation."""
    from ledger.spoken.words import words_of

    return " ".join(word.text for word in words_of(text) if not word.is_pause)


WORSE: dict[str, Callable[[str], str]] = {
    "no diacritics": bare,
    "no punctuation": flowing,
    "neither": lambda text: flowing(bare(text)),
}


def outcome(case: Any, worsen: Callable[[str], str] = str) -> str:
    """What became of one sentence."""
    from ledger.spoken import understand

    heard = understand(worsen(case.sentence), case.rules, case.people)
    if not heard.understood:
        return "refused rightly" if case.refused else "refused"
    filled = {name: list(values) for name, values in heard.fields}
    return "right" if filled == case.fields and not case.refused else "WRONG"


def show(what: str, counts: Counter[str]) -> None:
    to_fill = counts.total() - counts["refused rightly"]
    percent = 100 * counts["right"] / to_fill
    print(
        f"{what:14} {counts.total():4} sentences: {counts['right']:4} of {to_fill:4} filled right "
        f"({percent:5.1f} %), {counts['refused']:2} refused, {counts['WRONG']:2} wrong; "
        f"{counts['refused rightly']:3} to be refused, refused"
    )


if __name__ == "__main__":
    main()
