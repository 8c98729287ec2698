"""Heo, hàng, chặt and tới trắng in words: what the sentences of both Tiến lên games share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.spoken.pattern_syntax import in_table
from ledger.spoken.shared_words import nexts, number
from ledger.spoken.statements import PLAYED, Statement, Values, later, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import read_vocabulary
from ledger.web.games.thirteen.form import MOST_CHAINS, MOST_PLAYS
from scoring.thirteen.cards import HANG

Items = tuple[str, ...]
Play = tuple[int | None, str]
"""Who played, and with what; what was not said is None or empty."""


@dataclass(frozen=True, slots=True)
class Chop:
    """Somebody's play chopped another; `again` goes on with the chain before."""

    play: Play
    chopped: Play
    again: bool

    def goes_on(self, last: Play) -> bool:
        return self.again or (self.chopped[1] in HANG and self.chopped == last)

    def follows(self, last: Play) -> bool:
        """Whether it can chop this play."""
        victim, cards = self.chopped
        others = self.play[0] != last[0] and victim in (None, last[0])
        return others and cards in ("", last[1])


def chop(values: Values) -> list[Statement] | None:
    """A chặt; nobody chops himself."""
    play = one(values), values.get("hang", "")
    chopped = values.get("victim"), values.get("chopped", "")
    if play[0] == chopped[0]:
        return None
    return [Statement(claims=(PLAYED,), kind="chop", later=Chop(play, chopped, "again" in values))]


def thoi(values: Values) -> Iterator[Statement]:
    """What somebody still held."""
    return (Statement(((f"held-{one(values)}", item),)) for item in values["items"])


def white(values: Values) -> Iterator[Statement]:
    """A tới trắng; of which kind, where that was said."""
    player, kind = str(one(values)), values.get("kind", "")
    fields = (("toi-trang-player", player), *([("toi-trang-kind", kind)] if kind else []))
    yield Statement(fields, (("over", "white"), ("white", player)))


def items(transcript: Transcript, at: int) -> Iterator[tuple[Items, int]]:
    """One thing held or several; no thing twice."""
    for first, end in ITEM_WORDS(transcript, at):
        yield first, end
        for start in nexts(transcript, end):
            for more, last in items(transcript, start):
                if not set(first) & set(more):
                    yield first + more, last


WORDS = read_vocabulary(__package__, globals(), items=items, thirteen=number(13, 13))
ITEM_WORDS = in_table(WORDS.tables["held"])


def chains(statements: Sequence[Statement]) -> list[Statement] | None:
    """The chops as chains; None where one goes on with none, or with another player's play."""
    built: list[list[Play]] = []
    for chop in later(statements, "chop"):
        last = built[-1][-1] if built else (None, "")
        if not chop.goes_on(last) or (not built and chop.chopped[0]):
            built.append([chop.chopped, chop.play])
        elif built and chop.follows(last):
            built[-1].append(chop.play)
        else:
            return None
    if len(built) > MOST_CHAINS or any(len(chain) > MOST_PLAYS for chain in built):
        return None
    fields = (
        (f"chat-{number}-{at}-{what}", str(value))
        for number, chain in enumerate(built)
        for at, play in enumerate(chain)
        for what, value in zip(("player", "cards"), play, strict=True)
        if value
    )
    return [*statements, Statement(tuple(fields))]
