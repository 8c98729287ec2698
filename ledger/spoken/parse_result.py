"""The result of reading a sentence: the fields it fills, or why it fills none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from ledger.common.person import Fields, Person
from ledger.spoken.search import (
    Reading,
    TooManyReadingsError,
    all_readings,
    best_part,
    statements_of,
)
from ledger.spoken.statements import ClauseMatch, Pair, contradictions
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import Vocabulary
from ledger.spoken.words import MOST_LETTERS, MOST_WORDS, SpokenWord, words_of


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """One word as it was typed, with the space before it, and whether it was understood."""

    text: str
    gap: str
    understood: bool


@dataclass(frozen=True, slots=True)
class ParseResult:
    """A sentence as it was understood: all of it, or nothing is filled.

    A round tapped only half as it was told can look whole, so a sentence that is not
    understood to its last word fills nothing.
    """

    words: tuple[MarkedWord, ...]
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    why: str = ""

    @property
    def understood(self) -> bool:
        return not self.why

    @property
    def left_out(self) -> list[str]:
        """The words not understood, in order."""
        return [word.text for word in self.words if not word.understood]

    def as_fields(self) -> Fields:
        return MultiValueDict({name: list(values) for name, values in self.fields})


def parse(text: str, vocabulary: Vocabulary, people: Sequence[Person]) -> ParseResult:
    """What a sentence fills in for these players."""
    words = words_of(text[:MOST_LETTERS])
    transcript = Transcript(words, people, vocabulary)
    if len(text) > MOST_LETTERS or len(words) > MOST_WORDS:
        return _refused(transcript, range(len(words)), _("Câu dài quá, kể làm hai lần."))
    if all(word.is_pause for word in words):
        return _refused(transcript, (), _("Chưa có câu nào. Nói hoặc gõ ván vừa chơi."))
    try:
        found = all_readings(transcript)
    except TooManyReadingsError:
        return _refused(transcript, range(len(words)), _("Câu này hiểu được quá nhiều cách."))
    if not found:
        return _not_understood(transcript)
    if len(found) > 1:
        return _ambiguous(transcript, found)
    if unsayable := found[0].unsayable:
        why = next(each.unsayable for each in statements_of(unsayable) if each.unsayable)
        return _refused(transcript, _spots(unsayable), str(why))
    return ParseResult(_marked(words, ()), _by_name(found[0].fields))


def _by_name(fields: Iterable[Pair]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    names: dict[str, list[str]] = {}
    for name, value in sorted(fields):
        names.setdefault(name, []).append(value)
    return tuple((name, tuple(values)) for name, values in names.items())


def _marked(words: Sequence[SpokenWord], spots: Iterable[int]) -> tuple[MarkedWord, ...]:
    unclear = set(spots)
    return tuple(
        MarkedWord(word.text, word.gap, word.is_pause or at not in unclear)
        for at, word in enumerate(words)
    )


def _refused(transcript: Transcript, spots: Iterable[int], why: str) -> ParseResult:
    return ParseResult(_marked(transcript.words, spots), why=why)


def _not_understood(transcript: Transcript) -> ParseResult:
    """The words that fit nowhere, or those that contradict each other."""
    lenient = Transcript(transcript.words, transcript.people, transcript.vocabulary, lenient=True)
    part = best_part(lenient)
    if part.left_out:
        unknown = [at for at in part.left_out if lenient.is_unknown(at)]
        why = _("Chưa hiểu những chữ được đánh dấu.")
        return _refused(transcript, unknown or part.left_out, why)
    if against := _against(part.clauses):
        why = _("Những chữ được đánh dấu không thể cùng đúng.")
        return _refused(transcript, _spots(against), why)
    why = _("Từng chữ thì hiểu, nhưng ghép lại không thành một ván.")
    return _refused(transcript, _spots(part.clauses), why)


def _against(path: Sequence[ClauseMatch]) -> list[ClauseMatch]:
    """The clauses that contradict each other."""
    clauses = [clause for clause in path for _statement in clause.statements]
    pairs = contradictions(statements_of(path))
    return [clauses[number] for pair in pairs for number in pair]


def _spots(clauses: Iterable[ClauseMatch]) -> list[int]:
    return sorted({at for clause in clauses for at in range(clause.start, clause.end)})


def _ambiguous(transcript: Transcript, found: Sequence[Reading]) -> ParseResult:
    """Who may be meant by a name, or the words that can be read in several ways."""
    spots = _spots(set(found[0].clauses) ^ set(found[1].clauses))
    names = {at: _names_at(transcript, at) for at in spots}
    unclear = [at for at in spots if len(names[at]) > 1]
    if not unclear:
        why = _("Những chữ được đánh dấu hiểu được nhiều cách.")
        return _refused(transcript, spots, why)
    who = _("“%(word)s” là ai: %(names)s?") % {
        "word": transcript.words[unclear[0]].text,
        "names": _(" hay ").join(names[unclear[0]]),
    }
    return _refused(transcript, unclear, who)


def _names_at(transcript: Transcript, at: int) -> list[str]:
    seats = {seat for seat, _end in transcript.players(at)}
    return [person.name for person in transcript.people if person.seat in seats]
