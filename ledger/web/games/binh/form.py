"""The form of Binh: in each row the players are tapped from strongest to weakest, or cards typed.

Fields: `rank-dau-3` (place of seat 3 in the first row, equal where they draw), `lung` (ticked
seats), `kind-giua-cu_lu` (ticked seats, whose middle row was a full house), `mau-binh-3` (the kind
seat 3 declared), `dau-3`, `giua-3`, `cuoi-3` (its cards, typed).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from ledger.common.language import language
from ledger.common.person import Person
from ledger.web.games.base import Facts
from ledger.web.games.binh.spoken import VOCABULARY
from ledger.web.games.card_fields import CardNote, cards, look, shown
from ledger.web.games.choices import FormChoice
from ledger.web.games.fields import Field, Foot, Select, TextInput, Tool
from ledger.web.games.own_hand import HandForm
from scoring import RULE_SETS
from scoring.binh.facts import BinhFacts, Rows
from scoring.binh.mau_binh import kinds_in
from scoring.binh.rows import CODES, SIZES, Row, kind_of
from scoring.binh.rules import ROW_LABELS, BinhRules
from scoring.binh.score import Compared, compare, is_lung, strengths_of
from scoring.common.cards import CARDS, HAND_SIZE, Card
from scoring.common.words import word


def row_label(row: str) -> str:
    return ROW_LABELS[Row(row)].say(language())


class Form(HandForm):
    rules = "binh"
    hand_template = "games/binh/own_hand.html"
    taps = "rows"
    foot = Foot("lung", gettext_lazy("lủng"), "cut")
    signs = ("sap",)
    vocabulary = VOCABULARY
    stays = ("kind-*",)
    deck_order = "23456789TJQKA"

    @cached_property
    def hands(self) -> dict[int, dict[str, list[str]]]:
        """The cards typed, by seat and row: only what there is."""
        hands: dict[int, dict[str, list[str]]] = {}
        for person, row in product(self.people, Row):
            if typed := cards(self.fields.get(f"{row}-{person.seat}", "")):
                hands.setdefault(person.seat, {})[row.value] = typed
        return hands

    @cached_property
    def kinds(self) -> dict[int, str]:
        """The mậu binh declared, by seat."""
        fields = {p.seat: self.fields.get(f"mau-binh-{p.seat}", "") for p in self.people}
        return {seat: kind for seat, kind in fields.items() if kind}

    def ranks(self, row: str) -> dict[int, int]:
        """Seat → place in a row, as tapped."""
        return self.by_player(f"rank-{row}")

    def able(self) -> list[int]:
        """Who compares, as far as rankings tell."""
        out = {*self.kinds, *self.checked("lung")}
        return [seat for seat in self.seats if seat not in out]

    def facts(self) -> Facts:
        hands = {str(seat): rows for seat, rows in self.hands.items()}
        if hands:
            hands |= {str(seat): {} for seat in self.kinds if seat not in self.hands}
        row_kinds = {"kinds": kinds} if (kinds := self._row_kinds()) else {}
        return row_kinds | {
            "players": self.seats,
            "hands": hands,
            "chi": {row.value: ranked for row in Row if (ranked := self._ranking(row))},
            "binh_lung": self.checked("lung"),
            "mau_binh": {str(seat): kind for seat, kind in self.kinds.items()},
        }

    def words_on_heads(self) -> Mapping[str, object]:
        return {
            **super().words_on_heads(),
            "won": _("Mậu binh"),
            "who": _("Ai mậu binh?"),
            "none": _("Không mậu binh"),
            "by": _("Thắng bằng gì?"),
        }

    def head_fields(self, person: Person) -> Sequence[Field]:
        return [self._rank(row, person.seat) for row in Row]

    def tools(self) -> Sequence[Tool]:
        kinds = [self._kind(person) for person in self.by_seat()]
        hands = [field for person in self.by_seat() for field in self._hand(person)]
        tools = [
            Tool("mau-binh", _("Mậu binh"), "star", kinds),
            Tool("bam-bai", _("Bấm bài"), "cards", hands, in_turn=True),
        ]
        bonuses = list(self._bonuses())
        return [*tools, Tool("kinds", _("Bằng gì?"), "points", bonuses)] if bonuses else tools

    def _rank(self, row: Row, seat: int) -> Select:
        """The place in one row."""
        mine, numbers = self.ranks(row).get(seat), range(1, len(self.people) + 1)
        places = [FormChoice(str(place), str(place), place == mine) for place in numbers]
        return Select(f"rank-{row}-{seat}", row_label(row).capitalize(), places)

    def _kind(self, person: Person) -> Select:
        """The mậu binh that this player declares."""
        chosen = self.kinds.get(person.seat, "")
        offered = dict.fromkeys([*self.in_force.mau_binh, *filter(None, [chosen])])
        kinds = [FormChoice(kind, word(kind, language()), kind == chosen) for kind in offered]
        asks = _("%(name)s mậu binh bằng gì?") % {"name": person.name}
        return Select(f"mau-binh-{person.seat}", asks, kinds)

    def _hand(self, person: Person) -> Iterator[Field]:
        """The cards of a player, row by row; what they are stands at the last."""
        for row in Row:
            name = f"{row}-{person.seat}"
            label, text = f"{person.name}, {row_label(row)}", self.fields.get(name, "")
            note = self.hand_note(person) if row is Row.CUOI else None
            size, of = SIZES[row], str(person.name)
            yield TextInput(name, label, text, size, cards=size, whole=True, hand=of, note=note)

    def _bonuses(self) -> Iterator[Select]:
        """The rows that pay more at this table with a kind, or that were told so; who had them."""
        for row, paid in zip(Row, self.in_force.extras, strict=True):
            for kind in CODES:
                name = f"kind-{row}-{kind}"
                if name in self.fields or CODES.index(kind) in paid:
                    label = f"{row_label(row).capitalize()}: {word(kind, language())}"
                    yield Select(name, label, self._had(name), several=True, role=label)

    def _had(self, name: str) -> list[FormChoice]:
        ticked = self.checked(name)
        return [FormChoice(str(p.seat), p.name, p.seat in ticked) for p in self.by_seat()]

    def _row_kinds(self) -> dict[str, dict[str, str]]:
        """The kinds ticked, by seat and row."""
        kinds: dict[str, dict[str, str]] = {}
        for row, kind in product(Row, CODES):
            for seat in self.checked(f"kind-{row}-{kind}"):
                kinds.setdefault(str(seat), {})[row.value] = kind
        return kinds

    def _ranking(self, row: str) -> list[list[int]]:
        """Strongest first, those with the same place together; the last is understood."""
        places = self.ranks(row)
        ranking = [
            [seat for seat, its in places.items() if its == place]
            for place in sorted(set(places.values()))
        ]
        missing = [seat for seat in self.able() if seat not in places]
        return [*ranking, missing] if ranking and len(missing) == 1 else ranking

    def missing(self) -> str:
        if self.kinds and not self.in_force.others_compare:
            return ""
        return self._missing_cards() if self.hands else self._missing_places()

    def _missing_cards(self) -> str:
        comparing = [person for person in self.people if person.seat not in self.kinds]
        for person in comparing if len(comparing) > 1 else ():
            if (left := self._cards_left(person)) > 0:
                values = {"name": person.name, "left": left}
                return _("Bài của %(name)s còn thiếu %(left)d lá: 3, 5 và 5.") % values
        return ""

    def _cards_left(self, person: Person) -> int:
        return HAND_SIZE - sum(map(len, self.hands.get(person.seat, {}).values()))

    def _missing_places(self) -> str:
        able = self.able()
        for row in Row if len(able) > 1 else ():
            places = self.ranks(row)
            if not all(1 <= place <= len(self.people) for place in places.values()):
                return _("Hạng trong mỗi chi là từ 1 đến %(most)d.") % {"most": len(self.people)}
            to_place = [seat for seat in able if seat not in places]
            if not places or len(to_place) > 1:
                values = {"row": row_label(row).capitalize()}
                return _("%(row)s: bấm từ mạnh nhất, người cuối máy tự điền.") % values
        return ""

    @staticmethod
    def fill(facts: Facts) -> Iterator[tuple[str, list[str]]]:
        for row, ranking in (facts.get("chi") or {}).items():
            for place, seats in enumerate(ranking or [], 1):
                for seat in seats:
                    yield f"rank-{row}-{seat}", [str(place)]
        for seat, rows in (facts.get("kinds") or {}).items():
            for row, kind in (rows or {}).items():
                yield f"kind-{row}-{kind}", [str(seat)]
        yield "lung", [str(seat) for seat in facts.get("binh_lung") or []]
        for seat, kind in (facts.get("mau_binh") or {}).items():
            yield f"mau-binh-{seat}", [kind or ""]
        for seat, hand in (facts.get("hands") or {}).items():
            for row, row_cards in (hand or {}).items():
                yield f"{row}-{seat}", [shown(row_cards or [])]

    @staticmethod
    def describe(facts: Facts, names: Mapping[int, str], rules: Any) -> list[str]:
        round = RULE_SETS["binh"].read(facts, rules)
        return [*_mau_binh(round, names), *_rows(round, names, rules), *_kinds(round, names)]

    def card(self, person: Person) -> dict[str, Any]:
        """The mậu binh and the cards, for the player's own page."""
        return {
            "kinds": self._kind(person).answers,
            "hand": [self._row(row, f"{row}-{person.seat}") for row in Row],
            "note": self.hand_note(person),
        }

    def _row(self, row: Row, name: str) -> dict[str, Any]:
        """The cards of one row, as typed."""
        text = self.fields.get(name, "")
        return {"label": row_label(row), "name": name, "text": text, "size": SIZES[row]}

    def notes(self) -> Iterator[CardNote]:
        yield from map(self.hand_note, self.people)

    def hand_note(self, person: Person) -> CardNote:
        rows = self.hands.get(person.seat, {})
        codes = [code for row in rows.values() for code in row]
        whole = [len(rows.get(row, ())) for row in Row] == list(SIZES.values())
        tell = partial(self._look_at, person.seat) if whole else None
        return look(f"found-rows-{person.seat}", codes, tell)

    def _look_at(self, seat: int, id: str, hand: Sequence[Card]) -> CardNote:
        """What three whole rows are, and the mậu binh that they could be."""
        dau, giua = SIZES[Row.DAU], SIZES[Row.DAU] + SIZES[Row.GIUA]
        rows = Rows(tuple(hand[:dau]), tuple(hand[dau:giua]), tuple(hand[giua:]))
        strengths = strengths_of(rows, self.in_force)
        kinds = [word(CODES[kind_of(strength)], language()) for strength in strengths]
        sentences = [f"{row_label(row)} {kind}" for row, kind in zip(Row, kinds, strict=True)]
        lung = seat not in self.kinds and is_lung(strengths, self.in_force.lung_if_equal)
        lines = [*([_("binh lủng")] if lung else []), *sentences]
        return CardNote(id, lines, list(self._mau_binh(seat, hand)), wrong=lung)

    def _mau_binh(self, seat: int, hand: Sequence[Card]) -> Iterator[tuple[str, str]]:
        """The dearest mậu binh that the cards hold, where none is declared."""
        possible = [kind for kind in kinds_in(hand) if kind in self.in_force.mau_binh]
        if possible and seat not in self.kinds:
            kind = max(possible, key=self.in_force.mau_binh.__getitem__)
            label = _("Báo mậu binh: %(kind)s") % {"kind": word(kind, language())}
            yield label, json.dumps({f"mau-binh-{seat}": kind})

    @staticmethod
    def hand_fields(seat: int) -> tuple[str, ...]:
        return (*(f"{row}-{seat}" for row in Row), f"mau-binh-{seat}")

    @staticmethod
    def hand_paths(seat: int) -> tuple[str, ...]:
        return (f"hands.{seat}", f"mau_binh.{seat}")

    def hand_missing(self, person: Person) -> str:
        left = self._cards_left(person)
        if left <= 0 or (left == HAND_SIZE and person.seat in self.kinds):
            return ""
        return _("Còn thiếu %(left)d lá: 3, 5 và 5 lá.") % {"left": left}

    def hand_lines(self, person: Person) -> list[tuple[str, list[str]]]:
        rows = self.hands.get(person.seat, {})
        lines = [(row_label(row), list(map(_pretty, rows[row]))) for row in rows]
        if kind := self.kinds.get(person.seat):
            lines.append((word("mau_binh", language()), [word(kind, language())]))
        return lines

    def rows(self) -> list[tuple[str, str, int]]:
        """The rows, what they are called on a button, and how many cards they have."""
        names = (_("Chi đầu"), _("Chi giữa"), _("Chi cuối"))
        return [(row.value, name, SIZES[row]) for row, name in zip(Row, names, strict=True)]


def _pretty(card: str) -> str:
    return CARDS[card].pretty if card in CARDS else card


def _mau_binh(facts: BinhFacts, names: Mapping[int, str]) -> Iterator[str]:
    for seat, kind in facts.mau_binh.items():
        values = {"name": names[seat], "kind": word(kind, language())}
        yield _("%(name)s mậu binh (%(kind)s)") % values


def _kinds(facts: BinhFacts, names: Mapping[int, str]) -> Iterator[str]:
    """Rows whose kinds were told."""
    for seat, kinds in facts.kinds.items():
        for row, kind in kinds.items():
            yield f"{names[seat]} {row_label(row)} {word(CODES[kind], language())}"


def _rows(facts: BinhFacts, names: Mapping[int, str], rules: BinhRules) -> list[str]:
    """Who is strongest in which rows, and who is lủng."""
    compared = compare(facts, rules)
    won = _strongest(compared).items()
    return [
        *(_first_in([names[seat] for seat in seats], rows) for seats, rows in won),
        *(_("%(name)s lủng") % {"name": names[seat]} for seat in sorted(compared.all_lung)),
    ]


def _strongest(compared: Compared) -> dict[tuple[int, ...], list[Row]]:
    """The rows that these seats won together, everybody's draw included."""
    won: dict[tuple[int, ...], list[Row]] = {}
    for index, row in enumerate(Row) if len(compared.rows) > 1 else ():
        best = max(strengths[index] for strengths in compared.rows.values())
        first = [seat for seat, strengths in compared.rows.items() if strengths[index] == best]
        won.setdefault(tuple(sorted(first)), []).append(row)
    return won


def _first_in(names: list[str], rows: list[Row]) -> str:
    where = _("cả ba chi") if len(rows) == len(Row) else _(" và ").join(map(row_label, rows))
    return _("%(names)s nhất %(rows)s") % {"names": _(" và ").join(names), "rows": where}
