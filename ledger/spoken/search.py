"""Searches a transcript: every way to understand it, and where there is none, the best part."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from ledger.spoken.statements import ClauseMatch, Context, Pair, Statement, contradictions
from ledger.spoken.transcript import Transcript

MOST_READINGS = 300
"""A sentence with more ways than this to read its words up to one place is not understood."""


@dataclass(frozen=True, slots=True)
class Path:
    """One way to read the words up to one place: its clauses, and the words left out."""

    clauses: tuple[ClauseMatch, ...] = ()
    left_out: tuple[int, ...] = ()
    pauses: int = 0

    @property
    def cost(self) -> tuple[int, int]:
        """Few words left out are best; few clauses go on over a pause."""
        return len(self.left_out), self.pauses

    @property
    def context(self) -> Context:
        return self.clauses[-1].then if self.clauses else Context()

    @property
    def statements(self) -> list[Statement]:
        return [statement for clause in self.clauses for statement in clause.statements]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a sentence: its clauses, and the fields they come to.

    `unsayable` says why no field can hold it.
    """

    clauses: Sequence[ClauseMatch]
    fields: frozenset[Pair]
    unsayable: str


def all_readings(transcript: Transcript) -> list[Reading]:
    """The ways to understand every word; those that fill the same are one."""
    readings: dict[frozenset[Pair], Reading] = {}
    seats = [person.seat for person in transcript.people]
    for path in _paths(transcript):
        statements = transcript.vocabulary.finish(path.statements, seats)
        if statements is not None and not any(contradictions(statements)):
            fields = frozenset(field for each in statements for field in each.fields)
            why = next((str(each.unsayable) for each in statements if each.unsayable), "")
            if fields or why:
                readings.setdefault(fields, Reading(path.clauses, fields, why))
    return list(readings.values())


def best_part(transcript: Transcript) -> Path:
    """The way to read it that leaves out the fewest words, even if it contradicts itself."""
    return min(_paths(transcript, lenient=True), key=lambda path: path.cost)


def _paths(transcript: Transcript, *, lenient: bool = False) -> Sequence[Path]:
    """The cheapest path to the end of all that state the same; lenient, whatever they state."""
    best: list[dict[Hashable, Path]] = [{None: Path()}, *({} for _word in transcript.words)]
    for at, here in enumerate(best[:-1]):
        for path in here.values():
            for end, longer in _longer(transcript, at, path, lenient):
                state = longer.context, None if lenient else frozenset(longer.statements)
                known = best[end].get(state, longer)
                best[end][state] = min(known, longer, key=lambda path: path.cost)
        if max(map(len, best)) > MOST_READINGS:
            return []
    return list(best[-1].values())


def _longer(
    transcript: Transcript, at: int, path: Path, lenient: bool
) -> Iterator[tuple[int, Path]]:
    """The ways on from here: over a clause, over idle words, over a word left out."""
    for clause in _clauses_at(transcript, at, path.context):
        pauses = sum(word.is_pause for word in transcript.words[at : clause.end])
        longer = replace(path, clauses=(*path.clauses, clause), pauses=path.pauses + pauses)
        if lenient or not any(contradictions(longer.statements)):
            yield clause.end, longer
    for end in transcript.rests[at]:
        if end > at:
            yield end, path
    if lenient:
        yield at + 1, replace(path, left_out=(*path.left_out, at))


def _clauses_at(transcript: Transcript, at: int, context: Context) -> Iterator[ClauseMatch]:
    for clause, ways in transcript.vocabulary.patterns:
        for match, end in transcript.matches(ways, at):
            values = context.complete(match) if end > at else None
            if values and (statements := clause.make(values)) is not None:
                seats = values.get("seats", ())
                rows = values["rows"] if clause.keeps_rows else ()
                then = Context(seats[0] if len(seats) == 1 else None, rows)
                yield ClauseMatch(at, end, tuple(statements), then)
