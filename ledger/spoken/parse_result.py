"""The result of reading a sentence: the fields it fills, or why it fills none."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from ledger.common.person import Fields, Person
from ledger.spoken.search import Reading, all_readings, best_part
from ledger.spoken.statements import ClauseMatch, contradictions
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import Vocabulary
from ledger.spoken.words import MOST_LETTERS, SpokenWord, words_of


@dataclass(frozen=True, slots=True)
class ParseResult:
    """A sentence as it was understood: all of it, or nothing is filled.

    A round tapped only half as it was told can look whole, so a sentence that is not
    understood to its last word fills nothing: `why` says so, `unclear` are the numbers of the
    words that are marked. `text` is what was typed, or how a text that is too long begins.
    """

    text: str
    words: Sequence[SpokenWord]
    unclear: Sequence[int] = ()
    why: str = ""
    fields: Fields = field(default_factory=MultiValueDict)

    @property
    def understood(self) -> bool:
        return not self.why

    def marked(self) -> Iterator[tuple[SpokenWord, bool]]:
        """The words as they were typed, each with whether it was understood."""
        for at, word in enumerate(self.words):
            yield word, word.is_pause or at not in self.unclear


def understand(text: str, vocabulary: Vocabulary, people: Sequence[Person]) -> ParseResult:
    """What a sentence tells of a round between these players, in playing order."""
    words = words_of(text[:MOST_LETTERS])
    transcript = Transcript(words, people, vocabulary)
    result = partial(ParseResult, text[: MOST_LETTERS + 1], words)
    if len(text) > MOST_LETTERS:
        return result(range(len(words)), _("Câu dài quá, kể làm hai lần."))
    if all(word.is_pause for word in words):
        return result(why=_("Chưa có câu nào. Nói hoặc gõ ván vừa chơi."))
    readings = all_readings(transcript)
    if not readings:
        return result(*_not_understood(transcript))
    if len(readings) > 1:
        return result(*_ambiguous(transcript, readings))
    [reading] = readings
    if reading.unsayable:
        return result(_spots(reading.clauses), reading.unsayable)
    fields: Fields = MultiValueDict()
    for name, value in sorted(reading.fields):
        fields.appendlist(name, value)
    return result(fields=fields)


def _not_understood(transcript: Transcript) -> tuple[Sequence[int], str]:
    """The words that fit nowhere, or those that contradict each other."""
    part = best_part(transcript)
    unknown = [at for at in range(len(transcript.words)) if transcript.is_unknown(at)]
    if unclear := unknown or part.left_out:
        return unclear, _("Chưa hiểu những chữ được đánh dấu.")
    clauses = [clause for clause in part.clauses for _statement in clause.statements]
    against = [clauses[number] for pair in contradictions(part.statements) for number in pair]
    if against:
        return _spots(against), _("Những chữ được đánh dấu không thể cùng đúng.")
    return _spots(part.clauses), _("Chưa hiểu câu này: những chữ đánh dấu không thành một ván.")


def _spots(clauses: Iterable[ClauseMatch]) -> list[int]:
    return sorted({at for clause in clauses for at in range(clause.start, clause.end)})


def _ambiguous(transcript: Transcript, readings: Sequence[Reading]) -> tuple[Sequence[int], str]:
    """Who may be meant by a name, or the words that can be read in several ways."""
    spots = _spots(set(readings[0].clauses) ^ set(readings[1].clauses))
    unclear = [at for at in spots if len(dict(transcript.players[at])) > 1]
    if not unclear:
        return spots, _("Những chữ được đánh dấu hiểu được nhiều cách.")
    meant = dict(transcript.players[unclear[0]])
    names = [person.name for person in transcript.people if person.seat in meant]
    who = {"word": transcript.words[unclear[0]].text, "names": _(" hay ").join(names)}
    return unclear, _("“%(word)s” là ai: %(names)s?") % who
