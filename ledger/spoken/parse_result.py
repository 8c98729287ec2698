"""What was heard of a sentence: the fields it fills, or which words stood in the way and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from ledger.common.person import Fields, Person
from ledger.spoken.grammar import Grammar
from ledger.spoken.readings import Speech
from ledger.spoken.sentence import Reading, TooManyReadingsError, misunderstood, readings
from ledger.spoken.statements import Pair, Said, contradictions
from ledger.spoken.words import MOST_LETTERS, MOST_WORDS, Word, words_of


@dataclass(frozen=True, slots=True)
class Marked:
    """One word as it was typed, with the space before it, and whether it was understood."""

    text: str
    gap: str
    understood: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence as it was understood: all of it, or nothing is filled.

    A round tapped only half as it was told can look whole, so a sentence that is not
    understood to its last word fills nothing.
    """

    words: tuple[Marked, ...]
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


def hear(text: str, grammar: Grammar, people: Sequence[Person]) -> Heard:
    """What a sentence fills in for these players."""
    words = words_of(text[:MOST_LETTERS])
    if len(text) > MOST_LETTERS or len(words) > MOST_WORDS:
        return _refused(words, range(len(words)), _("Câu dài quá, kể làm hai lần."))
    if all(word.is_pause for word in words):
        return _refused(words, (), _("Chưa có câu nào. Nói hoặc gõ ván vừa chơi."))
    speech = Speech(words, people, grammar)
    try:
        found = readings(speech)
    except TooManyReadingsError:
        return _refused(words, range(len(words)), _("Câu này hiểu được quá nhiều cách."))
    if len(found) == 1:
        return Heard(_marked(words, ()), _by_name(found[0].fields))
    return _ambiguous(speech, found) if found else _not_understood(speech)


def _by_name(fields: Iterable[Pair]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    names: dict[str, list[str]] = {}
    for name, value in sorted(fields):
        names.setdefault(name, []).append(value)
    return tuple((name, tuple(values)) for name, values in names.items())


def _marked(words: Sequence[Word], unclear: Iterable[int]) -> tuple[Marked, ...]:
    marked = set(unclear)
    return tuple(Marked(w.text, w.gap, w.is_pause or n not in marked) for n, w in enumerate(words))


def _refused(words: Sequence[Word], unclear: Iterable[int], why: str) -> Heard:
    return Heard(_marked(words, unclear), why=why)


def _not_understood(speech: Speech) -> Heard:
    """The words that fit nowhere, or those that contradict each other."""
    lenient = Speech(speech.words, speech.people, speech.grammar, lenient=True)
    rest = misunderstood(lenient)
    unknown = [n for n in rest.left_out if lenient.is_unknown(n)]
    if rest.left_out:
        unclear = unknown or rest.left_out
        return _refused(speech.words, unclear, _("Chưa hiểu những chữ được đánh dấu."))
    against = _against(rest.clauses)
    why = _("Những chữ được đánh dấu không thể cùng đúng.")
    if not against:
        why = _("Từng chữ thì hiểu, nhưng ghép lại không thành một ván.")
    spots = (n for said in against or rest.clauses for n in _span(said))
    return _refused(speech.words, spots, why)


def _against(path: Sequence[Said]) -> list[Said]:
    """The clauses that contradict each other."""
    told = [(tell, said) for said in path for tell in said.tells]
    pairs = contradictions([tell for tell, _said in told])
    return [told[number][1] for pair in pairs for number in pair]


def _span(said: Said) -> range:
    return range(said.start, said.end)


def _ambiguous(speech: Speech, found: Sequence[Reading]) -> Heard:
    """Who may be meant by a name, or the words that can be read in several ways."""
    first, second = found[0], found[1]
    differing = set(first.clauses) ^ set(second.clauses)
    spots = sorted({n for said in differing for n in _span(said)})
    names = {n: _names_at(speech, n) for n in spots}
    unclear = [n for n in spots if len(names[n]) > 1]
    if unclear:
        who = _("“%(word)s” là ai: %(names)s?") % {
            "word": speech.words[unclear[0]].text,
            "names": _(" hay ").join(names[unclear[0]]),
        }
        return _refused(speech.words, unclear, who)
    return _refused(speech.words, spots, _("Những chữ được đánh dấu hiểu được nhiều cách."))


def _names_at(speech: Speech, at: int) -> list[str]:
    seats = {seat for seat, _end in speech.players(at)}
    return [person.name for person in speech.people if person.seat in seats]
