"""What a form offers to choose from."""

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
