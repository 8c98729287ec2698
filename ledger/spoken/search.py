"""Searches a transcript: every way to understand it, and where there is none, the best part."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.spoken.statements import (
    Clause,
    ClauseMatch,
    Context,
    Pair,
    Statement,
    Values,
    contradictions,
)
from ledger.spoken.transcript import Transcript

MOST_READINGS = 300
"""More ways than this to read the words up to one place are not looked through."""

Path = tuple[ClauseMatch, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a sentence: its clauses, and the fields they fill."""

    clauses: Path
    fields: frozenset[Pair]

    @property
    def unsayable(self) -> list[ClauseMatch]:
        """The clauses that no field can hold."""
        return [c for c in self.clauses if any(each.unsayable for each in c.statements)]


class TooManyReadingsError(Exception):
    """The words can be read in more ways than are worth looking through."""


def all_readings(transcript: Transcript) -> list[Reading]:
    """The ways to understand every word; those that fill the same are one."""
    end = len(transcript.words)
    paths: list[dict[tuple[Context, frozenset[Statement]], Path]] = [{} for _ in range(end + 1)]
    paths[0][Context(), frozenset()] = ()
    for at, here in enumerate(paths[:-1]):
        for (context, _statements), path in here.items():
            for clause in clauses_at(transcript, at, context):
                longer = (*path, clause)
                statements = statements_of(longer)
                if not any(contradictions(statements)):
                    paths[clause.end].setdefault((clause.then, frozenset(statements)), longer)
        if max(map(len, paths)) > MOST_READINGS:
            raise TooManyReadingsError
    whole = [here for at, here in enumerate(paths) if end in transcript.rests(at)]
    return _different(transcript, [path for here in whole for path in here.values() if path])


def statements_of(path: Sequence[ClauseMatch]) -> list[Statement]:
    return [statement for clause in path for statement in clause.statements]


def _different(transcript: Transcript, paths: Sequence[Path]) -> list[Reading]:
    found: dict[frozenset[Pair], Reading] = {}
    seats = [person.seat for person in transcript.people]
    for path in paths:
        statements = transcript.vocabulary.finish(statements_of(path), seats)
        if statements is not None and not any(contradictions(statements)):
            fields = frozenset(field for each in statements for field in each.fields)
            reading = Reading(path, fields)
            if fields or reading.unsayable:
                found.setdefault(fields, reading)
    return [each for each in found.values() if not each.unsayable] or list(found.values())


def clauses_at(transcript: Transcript, at: int, context: Context) -> Sequence[ClauseMatch]:
    """Every clause that the words from here on can be."""
    if (at, context) not in transcript.clauses:
        found = dict.fromkeys(_clauses_at(transcript, at, context))
        transcript.clauses[at, context] = tuple(found)
    return transcript.clauses[at, context]


def _clauses_at(transcript: Transcript, at: int, context: Context) -> Iterator[ClauseMatch]:
    for clause, match in transcript.vocabulary.matchers:
        for end, values in match(transcript, at, context):
            statements = clause.make(values, context) if end > at else None
            if statements is not None:
                yield ClauseMatch(at, end, tuple(statements), _after(clause, values, context))


def _after(clause: Clause, values: Values, context: Context) -> Context:
    seats = values.get("seats", ())
    rows = values.get("rows") or values.get("every") or context.rows
    return Context(seats[0] if len(seats) == 1 else None, rows if clause.keeps_rows else ())


@dataclass(frozen=True, slots=True)
class PartialReading:
    """What can be read of the words up to one place: those left out, and the clauses."""

    left_out: tuple[int, ...] = ()
    clauses: Path = ()
    pauses: int = 0

    @property
    def cost(self) -> tuple[int, int]:
        """Few words left out are best; few clauses go on over a pause."""
        return len(self.left_out), self.pauses


def best_part(transcript: Transcript) -> PartialReading:
    """The reading of the sentence that leaves out the fewest words."""
    best: list[dict[Context, PartialReading]] = [{} for _at in range(len(transcript.words) + 1)]
    best[0][Context()] = PartialReading()
    for at in range(len(transcript.words)):
        for context, part in best[at].items():
            for end, then, longer in _longer(transcript, at, context, part):
                if then not in best[end] or longer.cost < best[end][then].cost:
                    best[end][then] = longer
    return min(best[-1].values(), key=lambda part: part.cost)


def _longer(
    transcript: Transcript, at: int, context: Context, part: PartialReading
) -> Iterator[tuple[int, Context, PartialReading]]:
    """The ways on from here: over idle words, over a word left out, over a clause."""
    idle = [end for end in transcript.rests(at) if end > at]
    for end in idle:
        left_out = part.left_out + transcript.unknown(at, end)
        yield end, context, PartialReading(left_out, part.clauses, part.pauses)
    if not idle:
        yield at + 1, context, PartialReading((*part.left_out, at), part.clauses, part.pauses)
    for clause in clauses_at(transcript, at, context):
        pauses = part.pauses + transcript.pauses(at, clause.end)
        left_out = part.left_out + transcript.unknown(at, clause.end)
        yield clause.end, clause.then, PartialReading(left_out, (*part.clauses, clause), pauses)
