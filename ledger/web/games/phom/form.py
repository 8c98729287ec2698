"""The form of phỏm: cards tapped by rank, or the points of each; who ate, who is ù.

Fields: `place-3` (place of seat 3, as tapped), `mom` (ticked seats), `points-3` (points of seat 3,
or its cards left), `an-3` and `chot-3` (how many ordinary and how many chốt cards seat 3 ate),
`u-player` and `u-kind`, `leader` (a seat).

Ranks tapped without points are told as ranks; no points are ever made up for them. Where points
are typed, or all are móm, the order tapped is the order of laying down.

A phone does not ask in which turn a card was eaten, nor who led: whom one eats from follows from
the playing order, and the eaten cards are told in the first order that four turns allow.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext, npgettext, pgettext

from ledger.common.person import Person
from ledger.web.games.base import Facts
from ledger.web.games.card_fields import CardNote, cards, look, shown, unreadable
from ledger.web.games.choices import FormChoice, choose_player, short_word
from ledger.web.games.den_lang import DenLangForm, describe_den, fill_den
from ledger.web.games.fields import Field, Foot, Select, TextInput, Tool
from ledger.web.games.phom.spoken import VOCABULARY, VOCABULARY_WITH_DEN
from ledger.web.games.ranked import RankedForm, fill_places
from scoring import RULE_SETS
from scoring.common.cards import CARDS, Card
from scoring.phom.discard_order import discards
from scoring.phom.facts import Eaten, PhomFacts, read
from scoring.phom.hands import split
from scoring.phom.rules import DEALT, MOST_EATEN, MOST_LEFT, UKind
from scoring.phom.score import ranking


class Form(RankedForm, DenLangForm):
    rules = "phom"
    taps = "rank"
    foot = Foot("mom", gettext_lazy("móm"), "mom")
    vocabulary = VOCABULARY
    vocabulary_with_den = VOCABULARY_WITH_DEN
    deck_order = "A23456789TJQK"
    last_is_bet = False
    stays = ("leader",)

    def mom(self) -> list[int]:
        return self.checked("mom")

    def points(self) -> dict[str, Any]:
        """Seat → points or cards left, as typed."""
        typed = {seat: self._typed(seat) for seat in self.seats}
        return {
            str(seat): self.number(f"points-{seat}") if text.isdigit() else {"hand": _left(text)}
            for seat, text in typed.items()
            if text
        }

    def _typed(self, seat: int) -> str:
        return self.fields.get(f"points-{seat}", "").strip()

    def facts(self) -> Facts:
        eaten = [each._asdict() for each in self._eaten(self._playing())]
        leader = {"leader": self.leader()} if self.leader() else {}
        fields = {"players": self.seats, "an": eaten, "u": self._u()}
        return fields | leader | self._left() | self.den_lang()

    def leader(self) -> int | None:
        """Who led, where a program told so."""
        return self.number("leader")

    def _playing(self) -> list[int]:
        """The playing order from the leader shown, or from whom the eaten cards can have been."""
        seats = self.seats
        first = self.leader() if self.leader() in seats else None
        turned = [seats[at:] + seats[:at] for at in range(len(seats)) if first in (None, seats[at])]
        return next((order for order in turned if self._fits(order)), seats)

    def _fits(self, seats: list[int]) -> bool:
        return None not in discards(seats, self._eaten(seats), self.in_force)

    def _eaten(self, seats: list[int]) -> list[Eaten]:
        """Ordinary cards turn by turn, then the chốt cards, the last player's being of turn 3."""
        in_order: list[tuple[bool, int, Eaten]] = []
        for at, eater in enumerate(seats):
            turn = (at - 1) % len(seats)
            in_order += [
                (False, time * len(seats) + turn, Eaten(eater, seats[turn], False))
                for time in range(self._eats_of("an", eater))
            ]
            first = at == 0 and self.in_force.chot_from_turn_3
            in_order += [
                (True, time * len(seats) + (-1 if first else turn), Eaten(eater, seats[turn], True))
                for time in range(self._eats_of("chot", eater))
            ]
        return [eaten for _chot, _turn, eaten in sorted(in_order)]

    def _eats_of(self, sort: str, seat: int) -> int:
        """How many cards of a sort; nonsense is more than anybody can eat, so it is refused."""
        number = self.number(f"{sort}-{seat}") or 0
        return number if 0 <= number <= MOST_EATEN else MOST_EATEN + 1

    def _left(self) -> Facts:
        """`mom`, and `points` with `ha`, or the `ranks` tapped."""
        mom, order, points = self.mom(), self.order(), self.points()
        others = [seat for seat in self.seats if seat not in mom]
        if not points and others and (order or mom):
            ranks = [seat for seat in [*order, *others] if seat in others]
            return {"mom": mom, "ranks": list(dict.fromkeys(ranks))}
        if order:
            order += [seat for seat in self.seats if seat not in order]
        return {"points": points, "mom": mom, "ha": order}

    def _u(self) -> Facts | None:
        player = self.number("u-player")
        if player is None:
            return None
        kind = self.fields.get("u-kind", "")
        return {"player": player} | ({"kind": kind} if kind else {})

    def ends_early(self) -> bool:
        """Somebody is ù, named or by the third card eaten."""
        by_eating = any(
            self._eats_of("an", seat) + self._eats_of("chot", seat) >= MOST_EATEN
            for seat in self.seats
        )
        return by_eating or self.number("u-player") is not None

    def missing(self) -> str:
        if self.ends_early():
            return ""
        places, mom = self.places(), self.mom()
        if wrong := self.missing_place():
            return wrong
        if points := self.points():
            for person in self.by_seat():
                if person.seat not in mom and str(person.seat) not in points:
                    return _("%(name)s còn mấy điểm, hay là móm?") % {"name": person.name}
            return ""
        to_place = [p for p in self.people if p.seat not in mom and p.seat not in places]
        if not (places or to_place):
            return _("Cả bàn móm: bấm người hạ đầu tiên.")
        if len(to_place) > 1:
            how = _("Bấm từng người theo hạng, người cuối máy tự điền. Ai móm thì bấm “móm”.")
            return self.asks_next(how)
        return ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        round = _read(facts)
        for eater in dict.fromkeys(each.eater for each in round.an):
            for sort, is_chot in (("an", False), ("chot", True)):
                number = sum((each.eater, each.chot) == (eater, is_chot) for each in round.an)
                yield f"{sort}-{eater}", [str(number or "")]
        yield from fill_den(facts)
        yield "leader", [str(facts.get("leader") or "")]
        if round.u:
            yield "u-player", [str(round.u.player)]
            yield "u-kind", [round.u.kind.value]
        if round.winner is None:
            yield from _fill_left(round)

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        round = _read(facts)
        return [*_who_won(round, names), *describe_den(facts, names), *_who_ate(round, names)]

    @staticmethod
    def seat_words(people: Sequence[Person]) -> Mapping[int, str]:
        before = zip(people, (*people[-1:], *people), strict=False)
        says = {each.seat: _("ăn bài %(name)s") % {"name": other.name} for each, other in before}
        return says if len(people) > 1 else {}

    def words_on_heads(self) -> Mapping[str, object]:
        return {
            **super().words_on_heads(),
            "won": _("Ù"),
            "la": npgettext("eaten", "lá", "lá", 1),
            "las": npgettext("eaten", "lá", "lá", 2),
            "chot": _("chốt"),
            "points": pgettext("points", "đ"),
            "laid": _("hạ"),
            "asks": _("… còn mấy điểm?"),
            "eats": _("Ai ăn mấy lá?"),
            "again": _("bấm nữa là thêm lá"),
        }

    def rare(self) -> Sequence[Field]:
        if self.leader() is None:
            return super().rare()
        players = choose_player(self.by_seat(), self.leader())
        return [*super().rare(), Select("leader", _("Ai đi trước?"), players, role=_("đi trước"))]

    def tools(self) -> Sequence[Tool]:
        eaten = [field for person in self.by_seat() for field in self._eats(person)]
        points = [
            TextInput(f"points-{each.seat}", each.name, self._typed(each.seat), 20, cards=DEALT + 1)
            for each in self.by_seat()
        ]
        points = [
            replace(text, note=self._counted(person))
            for text, person in zip(points, self.by_seat(), strict=True)
        ]
        return [
            Tool("an", _("Ăn"), "eat", eaten),
            Tool("u", _("Ù"), "crown", self._u_fields()),
            Tool("diem", _("Điểm"), "points", points, in_turn=True),
        ]

    def _u_fields(self) -> list[Field]:
        players = choose_player(self.by_seat(), self.number("u-player"))
        who = Select("u-player", _("Ai ù?"), players, role=_("ù"))
        kinds = self.u_kinds()
        kind = Select("u-kind", _("Ù gì?"), kinds, asks=_("… ù gì?"))
        return [who, kind] if len(kinds) > 1 else [who]

    def notes(self) -> Iterator[CardNote]:
        yield from map(self._counted, self.people)

    def _counted(self, person: Person) -> CardNote:
        text = self._typed(person.seat)
        return look(f"found-points-{person.seat}", [] if text.isdigit() else cards(text), _points)

    def _eats(self, person: Person) -> list[Field]:
        """What this player ate from whoever plays before."""
        before = self.people[self.people.index(person) - 1]
        says = {"eater": person.name, "victim": before.name}
        role = _("ăn %(victim)s") % says
        eaten, chot = _("%(eater)s ăn %(victim)s") % says, _("%(eater)s ăn chốt") % says
        # Where the rule is off a second one is refused, with the rule to turn on.
        most = MOST_EATEN if self.in_force.chuyen_bai else 2
        return [
            Select(f"an-{person.seat}", eaten, self._numbers("an", person, MOST_EATEN), role=role),
            Select(f"chot-{person.seat}", chot, self._numbers("chot", person, most)),
        ]

    def _numbers(self, sort: str, person: Person, most: int) -> list[FormChoice]:
        """How many cards of a sort there can be, or were told."""
        mine = self._eats_of(sort, person.seat)
        return [FormChoice(str(n), str(n), n == mine) for n in range(1, max(most, mine) + 1)]

    def u_kinds(self) -> Sequence[FormChoice]:
        """The kinds that cost something else here, or what was chosen; nothing to ask else."""
        chosen = self.fields.get("u-kind", "") or UKind.U.value
        prices = self.in_force.u
        asked = [
            kind.value
            for kind, price in prices.items()
            if kind is UKind.U_KHAN or price != prices[UKind.U]
        ]
        offered = dict.fromkeys([UKind.U.value, *asked, chosen])
        return [FormChoice(kind, short_word(kind), kind == chosen) for kind in offered]


def _points(id: str, hand: Sequence[Card]) -> CardNote:
    """What the cards count, and the phỏm among them that are left out."""
    melds = split(hand)
    if len(hand) == DEALT and not melds.phoms:
        return CardNote(id, [_("Không có phỏm nào: móm.")])
    points = ngettext("%(points)d điểm", "%(points)d điểm", melds.points)
    points %= {"points": melds.points}
    return CardNote(id, [points, *(_("phỏm %(cards)s") % {"cards": shown(p)} for p in melds.phoms)])


def _left(text: str) -> list[str]:
    """The cards left as typed; of a whole hand what stays once its phỏm are laid down."""
    codes = cards(text)
    if not MOST_LEFT < len(codes) <= DEALT + 1 or unreadable(codes):
        return codes
    melds = split([CARDS[code] for code in codes])
    return [card.code for card in melds.left] if melds.phoms else codes


def _read(facts: Facts) -> PhomFacts:
    """A round on the books, however its facts were spelt."""
    return read(facts, RULE_SETS[Form.rules].in_force())


def _fill_left(facts: PhomFacts) -> Iterator[tuple[str, list[str]]]:
    yield "mom", [str(seat) for seat in facts.mom]
    for seat, points in facts.points.items():
        left = shown(facts.hands.get(seat, ()))
        yield f"points-{seat}", [left or str(points)]
    below = facts.order if len(facts.mom) == len(facts.players) else facts.ha
    yield from fill_places(facts.ranked if facts.ranks else below)


def _who_won(facts: PhomFacts, names: Mapping[int, str]) -> Iterator[str]:
    if facts.winner is not None:
        kind = facts.u.kind if facts.u else UKind.U
        yield f"{names[facts.winner]} {short_word(kind.value)}"
        return
    all_mom, labels = len(facts.mom) == len(facts.players), Form.place_names(len(facts.players))
    for seat, label in zip(ranking(facts), labels, strict=True):
        is_mom = seat in facts.mom and not (all_mom and label == labels[0])
        words = short_word("mom") if is_mom else label.lower()
        points = facts.points.get(seat)
        if points is None:
            yield f"{names[seat]} {words}"
        else:
            yield _("%(name)s %(points)d điểm") % {
                "name": f"{names[seat]} {words}",
                "points": points,
            }
    if all_mom:
        yield _("tất cả đều móm")


def _who_ate(facts: PhomFacts, names: Mapping[int, str]) -> Iterator[str]:
    for each, number in {each: facts.an.count(each) for each in facts.an}.items():
        values = {"eater": names[each.eater], "victim": names[each.victim], "number": number}
        if each.chot and number > 1:
            yield _("%(eater)s ăn chốt %(victim)s %(number)d lá") % values
        elif each.chot:
            yield _("%(eater)s ăn chốt %(victim)s") % values
        elif number > 1:
            yield _("%(eater)s ăn %(victim)s %(number)d lá") % values
        else:
            yield _("%(eater)s ăn %(victim)s") % values
