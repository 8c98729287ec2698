"""What the forms of both banker games share: the banker, the stakes, a word a con, side bets.

Fields: `banker` (a seat), `stake-3` (what seat 3 plays for), `con-3` (how the round went for seat
3), `lost` (ticked seats), `banker-kind` (the banker's special hand, or "won": all not told have
lost), `side-0-winner`, `side-0-loser`, `side-0-units` and so on.

The banker and the stakes are those of the round before until others are typed.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import ClassVar, Self

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from ledger.common.amounts import exact, in_digits, units
from ledger.common.language import language
from ledger.common.person import Fields, Person
from ledger.spoken import Vocabulary
from ledger.web.games.banker.spoken import knowing
from ledger.web.games.base import Facts, RoundForm
from ledger.web.games.choices import FormChoice, choose_player, short_word
from ledger.web.games.fields import Field, Foot, Select, TextInput, Tool
from scoring import RULE_SETS
from scoring.banker.facts import PLACES
from scoring.banker.rules import LOST, WON

FREE_BETS = 4
"""How many side bets can be told beside those that are there."""

BET = ("winner", "loser", "units")


class BankerForm(RoundForm):
    """Each con has a word on his head, the foot says that he lost."""

    stays: ClassVar[Sequence[str]] = ("banker", "stake-*")
    foot = Foot("lost", gettext_lazy("thua"), "x")

    results: ClassVar[Sequence[str]]
    kinds: ClassVar[Sequence[str]]

    @property
    def words(self) -> Vocabulary:
        """The words at this table, which know who is the banker."""
        banker = self.banker()
        return knowing(self.vocabulary, banker) if banker in self.seats else self.vocabulary

    def as_spoken(self, sentence: Fields) -> Self:
        """Return the form as a sentence tells the round; it tells a side bet anew for its two."""
        new = _bets_in(sentence)
        between = [set(bet[:2]) for bet in new]
        others = [each for each in _bets_in(self.fields) if set(each[:2]) not in between]
        fields = sentence.copy()
        for at, bet in enumerate([*others, *new]):
            for name, text in zip(BET, bet, strict=True):
                fields[f"side-{at}-{name}"] = text
        return super().as_spoken(fields)

    @abstractmethod
    def own_facts(self) -> Facts:
        """What only this game tells."""

    @abstractmethod
    def own_tools(self) -> Sequence[Tool]:
        """The tools of this game alone, at most two."""

    def banker(self) -> int | None:
        """Who was chosen, else who the round before left as the banker, if he plays."""
        chosen = self.number("banker")
        before = self.terms.start.get("banker")
        return chosen if chosen is not None else before if before in self.seats else None

    def stakes(self) -> dict[str, str]:
        """What each plays for as typed, else as kept; also of who sits out."""
        typed = {str(seat): self.fields.get(f"stake-{seat}", "").strip() for seat in self.seats}
        before = self.terms.start.get("stakes")
        before = before if isinstance(before, dict) else {}
        now = {seat: exact(text, PLACES) or text for seat, text in typed.items() if text}
        return {seat: stake for seat, stake in {**before, **now}.items() if stake != "1"}

    def facts(self) -> Facts:
        kind = self.fields.get("banker-kind", "")
        fields = {
            "banker": self.banker(),
            "stakes": self.stakes(),
            "con": self.con(),
            "banker_kind": "" if kind == WON else kind,
            "side": [*self._side()],
            **self.own_facts(),
        }
        return {"players": self.seats} | {name: value for name, value in fields.items() if value}

    def con(self) -> dict[str, str]:
        """A word a con, as tapped; where the banker beat all others they have lost."""
        lost, rest = self.checked(LOST), self._rest()
        fields = {seat: self.fields.get(f"con-{seat}", "") for seat in self.seats}
        words = {
            seat: word or (LOST if seat in {*lost, *rest} else "") for seat, word in fields.items()
        }
        return {str(seat): word for seat, word in words.items() if word}

    def _rest(self) -> list[int]:
        """Who has lost without being told, where the banker beat all others with a plain hand."""
        if self.fields.get("banker-kind") != WON:
            return []
        return [seat for seat in self.seats if seat not in {self.banker(), *self.excused()}]

    def excused(self) -> Iterable[int]:
        """Who needs no word."""
        return ()

    def _side(self) -> Iterator[Facts]:
        """The side bets of which anything is told."""
        for at in _bets_at(self.fields):
            bet = {name: self.number(f"side-{at}-{name}") for name in BET[:2]}
            text = self.fields.get(f"side-{at}-units", "").strip()
            if any(bet.values()):
                yield {**bet, "units": exact(text, PLACES) or text or "1"}

    def missing(self) -> str:
        if self.banker() is None:
            return _("Ai làm %(banker)s? Bấm người ấy.") % {"banker": self._called}
        if any(None in (bet["winner"], bet["loser"]) for bet in self._side()):
            return _("Kê chưa xong: ai ăn, ăn của ai.")
        return self.missing_of_played()

    def missing_of_played(self) -> str:
        """Say who has no word yet; none is needed where the banker's hand decides."""
        if self.fields.get("banker-kind"):
            return ""
        complete = {self.banker(), *map(int, self.con()), *self.excused()}
        names = [person.name for person in self.by_seat() if person.seat not in complete]
        if len(names) == len(self.people) - 1:
            how = _("Bấm người thắng; chân là thua. Bấm %(banker)s: còn lại thua hết.")
            return how % {"banker": self._called}
        left = _("Còn %(names)s. Bấm %(banker)s: còn lại thua hết.")
        return left % {"names": ", ".join(names), "banker": self._called} if names else ""

    @property
    def _called(self) -> str:
        """What the game calls its banker."""
        called: str = self.in_force.banker.say(language())
        return called

    def words_on_heads(self) -> Mapping[str, object]:
        beats = [f"{kind}:{','.join(self.in_force.beats[kind])}" for kind in self.kinds]
        return {
            **super().words_on_heads(),
            "banker": self._called,
            "beats": "|".join(beats),
            "bet": _("cược"),
            "bets": _("… cược mấy?"),
            "ate": _("ăn kê"),
        }

    def ticked(self, name: str) -> list[FormChoice]:
        """The players as answers of which any number is chosen."""
        chosen = self.checked(name)
        return [FormChoice(str(p.seat), p.name, p.seat in chosen) for p in self.by_seat()]

    def head_fields(self, person: Person) -> Sequence[Field]:
        label, stake = _("Kết quả"), self.stakes().get(str(person.seat), "")
        if person.seat == self.banker():
            label = self._called.capitalize()
        elif stake:
            label = _("Kết quả, cược %(stake)s") % {"stake": stake}
        words = [word for word in self.results if word != LOST]
        chosen = self.fields.get(f"con-{person.seat}", "")
        return [Select(f"con-{person.seat}", label, self.choices(words, chosen))]

    def choices(self, words: Iterable[str], chosen: str) -> list[FormChoice]:
        """These words with what was chosen, even where it is not one of them."""
        offered = dict.fromkeys([*words, *([chosen] if chosen else [])])
        return [FormChoice(code, self.called(code), code == chosen) for code in offered]

    @classmethod
    def called(cls, code: str) -> str:
        """What a hand or a result is called."""
        codes = RULE_SETS[cls.rules].in_force().codes
        return short_word(codes.get(code, code))

    def tools(self) -> Sequence[Tool]:
        bets = [field for at in range(self._bets) for field in self._bet(at)]
        kind = self._kind()
        return [
            *self.own_tools(),
            Tool("ke", _("Kê"), "swap", bets),
            Tool("cai", pgettext("nút", "Cái cược"), "crown", [*self._banker_fields()]),
            Tool("bai-cai", kind.label, fields=[kind]),
        ]

    def _banker_fields(self) -> Iterator[Field]:
        who = _("Ai làm %(banker)s? Cược mấy?") % {"banker": self._called}
        players = choose_player(self.by_seat(), self.number("banker"))
        yield Select("banker", who, players, role=self._called)
        for person in self.by_seat():
            label = _("Cược của %(name)s") % {"name": person.name}
            typed = self.fields.get(f"stake-{person.seat}", "")
            yield TextInput(f"stake-{person.seat}", label, typed, decimal=True)

    def _kind(self) -> Select:
        """The banker's hand, of which a tap on his head tells."""
        kind = self.fields.get("banker-kind", "")
        kinds = [FormChoice(WON, _("ăn hết"), kind == WON)]
        kinds += self.choices(self.kinds, kind.replace(WON, ""))
        return Select("banker-kind", _("Bài của %(banker)s") % {"banker": self._called}, kinds)

    @cached_property
    def _bets(self) -> int:
        return len([*self._side()]) + FREE_BETS

    def _bet(self, at: int) -> list[Field]:
        winners, losers = (
            choose_player(self.by_seat(), self.number(f"side-{at}-{name}")) for name in BET[:2]
        )
        typed = self.fields.get(f"side-{at}-units", "")
        return [
            Select(f"side-{at}-winner", _("Ai ăn kê?"), winners, role=_("ăn kê")),
            Select(
                f"side-{at}-loser",
                _("Ăn kê của ai?"),
                losers,
                asks=_("… ăn kê của ai?"),
                role=_("thua kê"),
            ),
            TextInput(f"side-{at}-units", _("Kê mấy cược?"), typed, decimal=True),
        ]


def _bets_at(fields: Fields) -> list[str]:
    """The numbers of the side bets that have fields."""
    return [*dict.fromkeys(name.split("-")[1] for name in fields if name.startswith("side-"))]


def _bets_in(fields: Fields) -> list[list[str]]:
    """The side bets as typed: who wins, of whom, how much; those of nobody are left out."""
    bets = [[fields.get(f"side-{at}-{name}", "") for name in BET] for at in _bets_at(fields)]
    return [bet for bet in bets if any(bet[:2])]


def fill_banker(facts: Facts) -> Iterator[tuple[str, list[str]]]:
    """The fields that both games have."""
    yield "banker", [str(facts.get("banker") or "")]
    yield "banker-kind", [facts.get("banker_kind") or ""]
    for seat, stake in (facts.get("stakes") or {}).items():
        if stake is not None:
            yield f"stake-{seat}", [in_digits(Decimal(str(stake)))]
    words = facts.get("con") or {}
    yield LOST, [seat for seat, word in words.items() if word == LOST]
    for seat, word in words.items():
        if word not in (LOST, None):
            yield f"con-{seat}", [word]
    for at, bet in enumerate(facts.get("side") or ()):
        for name in BET:
            yield f"side-{at}-{name}", [in_digits(Decimal(str(bet.get(name) or 1)))]


def describe_banker(
    form: type[BankerForm], facts: Facts, names: Mapping[int, str], banker: str, **own: str
) -> Iterator[str]:
    """The banker, and how the round went for each con; ``own`` words of the game, by seat."""
    kind, his = facts.get("banker_kind"), facts.get("banker")
    if his:
        yield f"{names[his]} {banker}" + (f" {form.called(kind)}" if kind else "")
    words = {**(facts.get("con") or {}), **own}
    for seat in facts["players"]:
        word = words.get(str(seat)) or (LOST if kind else None)
        if word and seat != his:
            yield f"{names[seat]} {form.called(word)}{stake_words(facts, seat)}"


def stake_words(facts: Facts, seat: int) -> str:
    """What a con plays for, where it is not 1: " ×5"."""
    stake = in_digits(Decimal(str((facts.get("stakes") or {}).get(str(seat)) or 1)))
    return "" if stake == "1" else f" ×{units(stake)}"


def describe_side(facts: Facts, names: Mapping[int, str]) -> Iterator[str]:
    """The side bets in words."""
    for bet in facts.get("side") or ():
        values = {"winner": names[bet["winner"]], "loser": names[bet["loser"]]}
        number = units(in_digits(Decimal(str(bet.get("units") or 1))))
        yield _("%(winner)s ăn kê %(loser)s %(units)s") % (values | {"units": number})
