"""What the page of a group shows: how its evenings went, and what came to each member."""

from collections.abc import Mapping
from itertools import accumulate

from django.utils.timezone import localtime

from ledger.common.bidi import isolated
from ledger.common.strict_json import Object
from ledger.models import Evening, Group
from ledger.people import groups
from ledger.people.statistics import Statistics
from ledger.web.statistics.chart import Curve, draw
from ledger.web.statistics.page import side_by_side

NOBODY = Statistics()


def evenings_of(group: Group) -> Object:
    """Every evening with who was there, and what it and all of them came to for each member.

    Who was not there has None. The chart has a line for every member, from nothing on.
    """
    names = {member.pk: isolated(str(member)) for member in group.members.all()}
    sums = groups.group_statistics(group)
    evenings = sums.evenings
    gains = {
        pk: [sums.by_member.get(pk, NOBODY).by_session.get(each.session_id) for each in evenings]
        for pk in names
    }
    rows = [
        (
            each,
            title_of(each, names),
            sums.rounds[each.session_id],
            [gains[pk][at] for pk in names],
        )
        for at, each in enumerate(evenings)
    ]
    played = [each.session.opened_at for each in evenings if sums.rounds[each.session_id]]
    years = [localtime(opened_at).year for opened_at in played]
    context: Object = {"names": names, "rows": rows, "newest_year": max(years, default=None)}
    if sums.by_member:
        totals = {pk: each.gained for pk, each in sums.by_member.items()}
        context |= side_by_side(names, totals, sums.by_member)
        courses = [accumulate((gain or 0 for gain in gains[pk]), initial=0) for pk in names]
        lines = zip(names.values(), courses, strict=True)
        context["chart"] = draw([Curve(name, list(enumerate(course))) for name, course in lines])
    return context


def title_of(evening: Evening, names: Mapping[int, str]) -> str:
    """What the evening is called: as its table is, or by who was there."""
    present = (names[pk] for _seat, pk in sorted(evening.members.items()) if pk in names)
    return evening.session.name or ", ".join(present)
