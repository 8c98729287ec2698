"""The result of reading a sentence: the fields it fills, or why it fills none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from ledger.common.person import Fields, Person
from ledger.spoken.search import Path, Reading, TooManyReadingsError, all_readings, best_part
from ledger.spoken.statements import ClauseMatch, contradictions
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import Vocabulary
from ledger.spoken.words import MOST_LETTERS, MOST_WORDS, words_of


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
    fields: Fields = field(default_factory=MultiValueDict)
    why: str = ""

    @property
    def understood(self) -> bool:
        return not self.why

    @property
    def left_out(self) -> list[str]:
        """The words not understood, in order."""
        return [word.text for word in self.words if not word.understood]


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
    if why := found[0].unsayable:
        return _refused(transcript, _spots(found[0].clauses_unsayable), why)
    fields: Fields = MultiValueDict()
    for name, value in sorted(found[0].fields):
        fields.appendlist(name, value)
    return ParseResult(_marked(transcript, ()), fields)


def _marked(transcript: Transcript, spots: Iterable[int]) -> tuple[MarkedWord, ...]:
    unclear = set(spots)
    return tuple(
        MarkedWord(word.text, word.gap, word.is_pause or at not in unclear)
        for at, word in enumerate(transcript.words)
    )


def _refused(transcript: Transcript, spots: Iterable[int], why: str) -> ParseResult:
    return ParseResult(_marked(transcript, spots), why=why)


def _not_understood(transcript: Transcript) -> ParseResult:
    """The words that fit nowhere, or those that contradict each other."""
    lenient = Transcript(transcript.words, transcript.people, transcript.vocabulary, lenient=True)
    part = best_part(lenient)
    if part.left_out:
        unknown = [at for at in part.left_out if lenient.is_unknown(at)]
        why = _("Chưa hiểu những chữ được đánh dấu.")
        return _refused(transcript, unknown or part.left_out, why)
    if against := _against(part):
        why = _("Những chữ được đánh dấu không thể cùng đúng.")
        return _refused(transcript, _spots(against), why)
    why = _("Từng chữ thì hiểu, nhưng ghép lại không thành một ván.")
    return _refused(transcript, _spots(part.clauses), why)


def _against(path: Path) -> list[ClauseMatch]:
    """The clauses that contradict each other."""
    clauses = [clause for clause in path.clauses for _statement in clause.statements]
    return [clauses[number] for pair in contradictions(path.statements) for number in pair]


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
    seats = {seat for seat, _end in transcript.players[at]}
    return [person.name for person in transcript.people if person.seat in seats]
