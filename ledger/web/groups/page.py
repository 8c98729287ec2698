"""What the page of a group shows: how its evenings went, and what came to each member."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.access.group_keys import REMEMBERED
from ledger.access.keys import Role
from ledger.common.bidi import isolated
from ledger.models import Evening, Group
from ledger.people import groups
from ledger.people.groups import GroupPlace, GroupStatistics
from ledger.web.statistics.chart import Curve, draw
from ledger.web.statistics.page import events, players
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
    def any_round(self) -> bool:
        return bool(self.statistics.by_member)

    def chart(self) -> str:
        """A line for every member: what all evenings so far came to, from nothing on."""
        gains = {
            pk: [self._gain(each, pk) or 0 for each in self.statistics.evenings]
            for pk in self.names
        }
        return draw(
            [
                Curve(name, list(enumerate(accumulate(gains[pk], initial=0))))
                for pk, name in self.names.items()
            ]
        )

    def rows(self) -> list[tuple[Evening, str, int, list[int | None]]]:
        """Every evening: its name or who was there, its rounds, and what each member won."""
        return [
            (
                each,
                self._title_of(each),
                self.statistics.rounds[each.session_id],
                [self._gain(each, pk) for pk in self.names],
            )
            for each in self.statistics.evenings
        ]

    def _gain(self, evening: Evening, member: int) -> int | None:
        """None for who was not there."""
        found = self.statistics.by_member.get(member)
        return found.by_session.get(evening.session_id) if found else None

    def _title_of(self, evening: Evening) -> str:
        names = (self.names[pk] for _, pk in sorted(evening.members.items()) if pk in self.names)
        return evening.session.name or ", ".join(names)

    @cached_property
    def members(self) -> list[dict[str, Any]]:
        """Everybody, in the order they came to the group."""
        found = self.statistics.by_member
        return players(self.names, {pk: each.gained for pk, each in found.items()}, found)

    def events(self) -> list[tuple[Promise, list[tuple[int, int]]]]:
        return events(self.names, self.statistics.by_member)


def choices(
    own: Sequence[Group], table: Table
) -> list[tuple[GroupPlace, list[tuple[int, str, int]]]]:
    """The groups as this table may be added to them, with the member that each seat may be."""
    return [
        (place, [(seat, name, place["matched"][seat]) for seat, name in table.names.items()])
        for place in groups.places(own, table.session)
    ]


def say_made_room(request: HttpRequest, gone: Group | None) -> None:
    """Tell whoever holds this phone which group it keeps no longer."""
    if gone:
        told = {"most": REMEMBERED, "name": gone}
        messages.warning(request, str(MADE_ROOM) % told)
