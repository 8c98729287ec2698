"""Reads a sentence: every way to understand it, and where there is none, what is in the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.spoken.patterns import Found, matches, pattern
from ledger.spoken.readings import Speech
from ledger.spoken.statements import Clause, Context, Pair, Said, Tell, contradictions

MOST_READINGS = 300
"""More ways than this to read the words up to one place are not looked through."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a sentence: its clauses, and the fields they fill."""

    clauses: tuple[Said, ...]
    fields: frozenset[Pair]


Path = tuple[Said, ...]
State = tuple[Context, frozenset[Tell]]
"""What is understood from here on, and what was told before."""


class TooManyReadingsError(Exception):
    """The words can be read in more ways than are worth looking through."""


def clauses_at(speech: Speech, at: int, context: Context) -> Iterator[Said]:
    """Every clause that the words from here on can be."""
    for clause in speech.grammar.clauses:
        for text in clause.says:
            found = matches(pattern(text), speech, at, context, speech.grammar.all_slots)
            for end, slots in found:
                told = clause.make(slots, context) if end > at else None
                if told is not None:
                    yield Said(at, end, tuple(told), _after(clause, slots, context))


def _after(clause: Clause, slots: Found, context: Context) -> Context:
    told: tuple[str, ...] = slots.get("rows") or slots.get("every") or context.rows
    rows = told if clause.keeps_rows else ()
    return Context(slots.get(clause.about), rows)


def readings(speech: Speech) -> list[Reading]:
    """The ways to understand every word; those that fill the same are one."""
    paths: list[dict[State, Path]] = [{} for _at in range(len(speech.words) + 1)]
    paths[0][Context(), frozenset()] = ()
    for at, here in enumerate(paths[:-1]):
        for (context, _tells), path in list(here.items()):
            for said in _clauses(speech, at, context):
                _go_on(paths[said.end], (*path, said))
        if max(map(len, paths)) > MOST_READINGS:
            raise TooManyReadingsError
    ends = [at for at in range(len(paths)) if len(speech.words) in speech.rests(at)]
    return _different(speech, [path for at in ends for path in paths[at].values() if path])


def _go_on(paths: dict[State, Path], path: Path) -> None:
    """Keep a way to read on, unless it contradicts itself or tells what another one tells."""
    tells = [tell for said in path for tell in said.tells]
    if not any(contradictions(tells)):
        paths.setdefault((path[-1].then, frozenset(tells)), path)


def _clauses(speech: Speech, at: int, context: Context) -> tuple[Said, ...]:
    if (at, context) not in speech.clauses:
        speech.clauses[at, context] = tuple(dict.fromkeys(clauses_at(speech, at, context)))
    return speech.clauses[at, context]


def _different(speech: Speech, paths: Sequence[Path]) -> list[Reading]:
    found: dict[frozenset[Pair], Reading] = {}
    seats = [person.seat for person in speech.people]
    for path in paths:
        told = speech.grammar.finish([tell for said in path for tell in said.tells], seats)
        if told is not None and not any(contradictions(told)):
            fields = frozenset(field for tell in told for field in tell.fields)
            if fields:
                found.setdefault(fields, Reading(path, fields))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Rest:
    """What can be read of the words up to one place: those left out, and the clauses."""

    left_out: tuple[int, ...] = ()
    clauses: tuple[Said, ...] = ()
    pauses: int = 0

    @property
    def cost(self) -> tuple[int, int]:
        """Few words left out are best; few clauses go on over a pause."""
        return len(self.left_out), self.pauses


def misunderstood(speech: Speech) -> Rest:
    """The reading of the sentence that leaves out the fewest words."""
    best: list[dict[Context, Rest]] = [{} for _at in range(len(speech.words) + 1)]
    best[0][Context()] = Rest()
    for at in range(len(speech.words)):
        for context, rest in list(best[at].items()):
            for end, then, longer in _longer(speech, at, context, rest):
                if then not in best[end] or longer.cost < best[end][then].cost:
                    best[end][then] = longer
    return min(best[-1].values(), key=lambda rest: rest.cost)


def _longer(
    speech: Speech, at: int, context: Context, rest: Rest
) -> Iterator[tuple[int, Context, Rest]]:
    """The ways on from here: over idle words, over a word left out, over a clause."""
    idle = [end for end in speech.rests(at) if end > at]
    for end in idle:
        yield end, context, Rest(_unknown(speech, at, end, rest), rest.clauses, rest.pauses)
    if not idle:
        yield at + 1, context, Rest((*rest.left_out, at), rest.clauses, rest.pauses)
    for said in _clauses(speech, at, context):
        pauses = sum(word.is_pause for word in speech.words[at : said.end])
        left_out = _unknown(speech, at, said.end, rest)
        yield said.end, said.then, Rest(left_out, (*rest.clauses, said), rest.pauses + pauses)


def _unknown(speech: Speech, start: int, end: int, rest: Rest) -> tuple[int, ...]:
    return rest.left_out + tuple(at for at in range(start, end) if speech.is_unknown(at))
