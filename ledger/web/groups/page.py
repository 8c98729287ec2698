"""What the page of a group shows: how its evenings went, and what came to each member."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.access.group_keys import REMEMBERED
from ledger.access.keys import Role
from ledger.common.bidi import isolated
from ledger.models import Group
from ledger.people import groups
from ledger.people.groups import GroupPlace, GroupStatistics, PlayedEvening
from ledger.web.statistics.chart import Curve, draw
from ledger.web.statistics.page import PlayerFigures, players
from ledger.web.table.page import Table

MADE_ROOM = gettext_lazy(
    "Máy này nhớ nhiều nhất %(most)s nhóm nên thôi nhớ “%(name)s”."
    " Muốn xem lại thì mở đường dẫn của nhóm đó."
)


class GroupPage:
    """One group as this phone sees it; reads once, then answers from memory."""

    def __init__(self, group: Group, role: Role) -> None:
        self.group, self.role = group, role

    @property
    def may_write(self) -> bool:
        return self.role is Role.SCORE

    @property
    def title(self) -> str:
        return self.group.name or _("Nhóm")

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {member.pk: isolated(str(member)) for member in self.group.members.all()}

    @cached_property
    def statistics(self) -> GroupStatistics:
        return groups.group_statistics(self.group)

    @property
    def evenings(self) -> Sequence[PlayedEvening]:
        return self.statistics.evenings

    @property
    def any_round(self) -> bool:
        return any(evening.gains for evening in self.evenings)

    def chart(self) -> str:
        """A line for every member: what all evenings so far came to, from nothing on."""
        gains = {pk: [evening.gains.get(pk, 0) for evening in self.evenings] for pk in self.names}
        return draw(
            [
                Curve(name, list(enumerate(accumulate(gains[pk], initial=0))))
                for pk, name in self.names.items()
            ]
        )

    def rows(self) -> list[tuple[PlayedEvening, str, list[int | None]]]:
        """Every evening, called by who was there if it has no name, with what each member won.

        None is for who was not there.
        """
        return [
            (evening, self._title_of(evening), [evening.gains.get(pk) for pk in self.names])
            for evening in self.evenings
        ]

    def _title_of(self, evening: PlayedEvening) -> str:
        names = (self.names[pk] for pk in evening.members if pk in self.names)
        return evening.name or ", ".join(names)

    @cached_property
    def members(self) -> list[PlayerFigures]:
        """Everybody, in the order they came to the group."""
        found = self.statistics.by_member
        return players(self.names, {pk: each.gained for pk, each in found.items()}, found)


def choices(
    own: Sequence[Group], table: Table
) -> list[tuple[GroupPlace, list[tuple[int, str, int]]]]:
    """The groups as this table may be added to them, with the member that each seat may be."""
    return [
        (place, [(seat, name, place.matched[seat]) for seat, name in table.names.items()])
        for place in groups.places(own, table.session)
    ]


def say_made_room(request: HttpRequest, gone: Group | None) -> None:
    """Tell whoever holds this phone which group it keeps no longer."""
    if gone:
        told = {"most": REMEMBERED, "name": gone}
        messages.warning(request, str(MADE_ROOM) % told)
