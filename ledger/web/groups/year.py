"""A group's year as a story: what its page says, and the picture that is sent around."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _, ngettext

from ledger.books.numbering import numbering
from ledger.common.amounts import signed
from ledger.common.bidi import isolated
from ledger.models import SEATS, Evening, Group, Round
from ledger.people.statistics import Statistics
from ledger.people.year import Year, YearEvening, evenings_by_year, year_of
from ledger.web.games import in_words
from ledger.web.groups.page import title_of
from ledger.web.phone_table import short_title
from ledger.web.settle.picture import Result, Summary

TOGETHER = 8
"""Of how many people any two are compared at most, and the picture has a line each."""

CHOPS = 3
"""Of how many pairs it is said who chopped whom."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One thing to tell of a year: what it is called, what it says, and a note beside.

    `words` go on from the note where there is room for them.
    """

    title: str
    lines: Sequence[str]
    note: str = ""
    words: str = ""
    session: str = ""
    round: int = 0
    """By the book's number, where it is about one."""


@dataclass(frozen=True, slots=True)
class Two:
    """How two people stand: `behind` paid `ahead` so much more than he got, 0 where even."""

    ahead: str
    behind: str
    amount: int


@dataclass(frozen=True)
class Story:
    """A year of a group, in words."""

    group: Group
    year: int
    years: Sequence[int]
    """Those in which a round stands, the newest first."""
    evenings: Sequence[Evening]
    figures: Year

    @cached_property
    def names(self) -> dict[int, str]:
        return {member.pk: isolated(str(member)) for member in self.group.members.all()}

    @property
    def title(self) -> str:
        return isolated(self.group.name) or _("Nhóm")

    @cached_property
    def people(self) -> list[tuple[str, Statistics, Result]]:
        """Everybody who played or paid, with what the year gave them, the best first."""
        people = [
            (name, each, Result(member, name, each.gained))
            for member, name in self.names.items()
            if (each := self.figures.by_member.get(member))
        ]
        return sorted(people, key=lambda each: -each[1].gained)

    @cached_property
    def together(self) -> list[int]:
        """The members that are compared: all of them, or who played most rounds."""
        by_member = self.figures.by_member
        known = [member for member in self.names if member in by_member]
        most = sorted(known, key=lambda member: -by_member[member].played)[:TOGETHER]
        return [member for member in known if member in most]

    @property
    def some_left_out(self) -> bool:
        return len(self.together) < len(self.people)

    @property
    def pairs(self) -> list[Two]:
        """Any two of whom one ever paid the other, the greatest difference first."""
        between = self.figures.between
        pairs = [
            _two(self.names[one], self.names[other], between[one, other])
            for one, other in combinations(self.together, 2)
            if (one, other) in between
        ]
        return sorted(pairs, key=lambda each: -each.amount)

    @property
    def rows(self) -> list[tuple[Evening, str, YearEvening, list[str]]]:
        """Every evening with what it is called and who won it."""
        return [
            (each, title_of(each, self.names), figures, self._winners(figures))
            for each, figures in zip(self.evenings, self.figures.evenings, strict=True)
        ]

    def _winners(self, evening: YearEvening) -> list[str]:
        return [f"{self.names[each]} {signed(evening.gains[each])}" for each in evening.winners]

    @cached_property
    def chapters(self) -> list[Chapter]:
        """What there is to tell; nothing of a year without a round."""
        if not self.evenings:
            return []
        return [*self._great(), *self._longest(), *self._in_a_row(), *self._chops()]

    def _great(self) -> Iterator[Chapter]:
        great = self.figures.great
        if great:
            rounds = Round.objects.select_related("rule_version", "session")
            round = rounds.get(session=great.session_id, number=great.round)
            evening = next(each for each in self.evenings if each.session_id == great.session_id)
            names = {seat: f"#{seat}" for seat in range(1, SEATS[-1] + 1)}
            names |= {int(seat): self.names[key] for seat, key in evening.members.items()}
            line = f"{self._named(great.winners)} {signed(great.amount)}"
            values = {"game": short_title(round.rule_version), "day": _day(evening)}
            values["number"] = str(numbering(round.session).of(round))
            note = _("%(game)s, ván %(number)s, %(day)s") % values
            words = ", ".join(in_words(round, names))
            yield Chapter(_("Ván của năm"), [line], note, words, round.session.pk, great.round)

    def _longest(self) -> Iterator[Chapter]:
        longest = self.figures.longest
        evening = self.evenings[self.figures.evenings.index(longest)]
        words = title_of(evening, self.names)
        yield Chapter(_("Buổi nhiều ván nhất"), [_rounds(longest.rounds)], _day(evening), words)

    def _in_a_row(self) -> Iterator[Chapter]:
        """Rounds and evenings that somebody won one after the other; one alone is no row."""
        rounds = {member: each.wins.most for member, each in self.figures.by_member.items()}
        evenings = self.figures.evenings_in_a_row
        for title, rows, many, note in (
            (_("Thắng liền nhiều ván nhất"), rounds, _rounds, _("ván ngồi ngoài không tính")),
            (_("Thắng liền nhiều buổi nhất"), evenings, _evenings, _("buổi vắng không tính")),
        ):
            most = max(rows.values(), default=0)
            if most > 1:
                best = [member for member in self.names if rows.get(member) == most]
                yield Chapter(title, [f"{self._named(best)}: {many(most)}"], note)

    def _chops(self) -> Iterator[Chapter]:
        most = sorted(self.figures.chops.items(), key=lambda each: (-each[1], each[0]))
        lines = [
            _("%(by)s chặt %(whom)s") % {"by": self.names[by], "whom": self.names[whom]}
            + ": "
            + ngettext("%(n)s lần", "%(n)s lần", times) % {"n": times}
            for (whom, by), times in most[:CHOPS]
        ]
        if lines:
            yield Chapter(_("Ai chặt ai nhiều nhất"), lines)

    def _named(self, members: Sequence[int]) -> str:
        return ", ".join(self.names[each] for each in members)

    @property
    def summary(self) -> Summary:
        """All that the picture says."""
        people = len(self.people)
        played = [
            _evenings(len(self.evenings)),
            _rounds(self.figures.rounds),
            ngettext("%(n)s người", "%(n)s người", people) % {"n": people},
        ]
        return Summary(
            title=self.title,
            day=_("Năm %(year)s") % {"year": self.year},
            is_closed=self.year < localtime(now()).year,
            games=played if self.evenings else (),
            results=[result for _name, _each, result in self.people][:TOGETHER],
            sections=[
                (each.title, [*each.lines, *filter(None, [each.note])]) for each in self.chapters
            ],
            gains=[each.gains for each in self.figures.evenings],
        )


def story(group: Group, year: int | None) -> Story:
    """The story of this year; of the newest with a round where none is named.

    A year without a round has no evenings.
    """
    by_year = evenings_by_year(group)
    years = list(by_year)
    year = year or (years[0] if years else localtime(now()).year)
    evenings = by_year.get(year, [])
    return Story(group, year, years, evenings, year_of(evenings))


def _two(one: str, other: str, amount: int) -> Two:
    return Two(one, other, amount) if amount >= 0 else Two(other, one, -amount)


def _day(evening: Evening) -> str:
    return date_format(localtime(evening.session.opened_at), "j/n")


def _rounds(number: int) -> str:
    return ngettext("%(n)s ván", "%(n)s ván", number) % {"n": number}


def _evenings(number: int) -> str:
    return ngettext("%(n)s buổi", "%(n)s buổi", number) % {"n": number}
