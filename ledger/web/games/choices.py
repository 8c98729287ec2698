"""What a form offers to choose from."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ledger.common.language import language
from ledger.common.person import Person
from scoring.common.words import word


@dataclass(frozen=True, slots=True)
class FormChoice:
    """Something to choose or tick: its code, its word, whether it is chosen; red as a suit is.

    The `note` says what it costs, `dut` what it costs under đút 3 bích where that is otherwise.
    """

    code: str
    label: str
    chosen: bool
    note: str = ""
    red: bool = False
    dut: str = ""


def choose_player(people: Iterable[Person], chosen: int | None) -> list[FormChoice]:
    """One of these players."""
    return [FormChoice(str(each.seat), each.name, each.seat == chosen) for each in people]


def short_word(code: str) -> str:
    """What a code of the rules is called, without its explanation in brackets."""
    return word(code, language()).split(" (")[0]


def counted_words(codes: Iterable[str]) -> list[str]:
    """What these codes are called, those that are there twice once: "2 heo đen", "tứ quý"."""
    return [_counted_word(code, number) for code, number in Counter(codes).items()]


def _counted_word(code: str, number: int) -> str:
    """What so many are called; what has no word for two of it is one, as the ù one pays for all."""
    one, two, several = map(short_word, (code, f"2_{code}", f"{number}_{code}"))
    if number == 1 or two.startswith("2_"):
        return one
    return f"{number} × {one}" if several.startswith(f"{number}_") else several
