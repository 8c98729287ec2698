"""Who may see and change a group: its keys are made like those of a session."""

from typing import NamedTuple

from django.http import Http404, HttpRequest

from ledger.access.keys import GROUP_RING, GROUPS_REMEMBERED, Role, keys_on, opened_by, role_of
from ledger.models import Group


class OpenedGroup(NamedTuple):
    """A group, and what the key that opened it may do there."""

    group: Group
    role: Role


def open_group(group_id: str, key: str) -> OpenedGroup | None:
    """The group that this id and key from a link open, None if they open nothing; one query."""
    if not group_id.isalnum():
        return None
    group = Group.objects.filter(pk=group_id).first()
    role = role_of(group, key) if group else None
    return OpenedGroup(group, role) if group and role else None


def group_for(request: HttpRequest, group_id: str, *, write: bool = False) -> OpenedGroup:
    """The group and role that this phone's key opens; one query.

    Raises the same Http404 for a group that does not exist, without a key, with a renewed
    key, and for writing with a view key.
    """
    opened = open_group(group_id, keys_on(request, GROUP_RING).get(group_id, ""))
    if opened is None or (write and opened.role is not Role.SCORE):
        raise Http404
    return opened


def makes_room(request: HttpRequest) -> Group | None:
    """The group that this phone no longer keeps once it gets one more, if it is full."""
    own = own_groups(request) if len(keys_on(request, GROUP_RING)) >= GROUPS_REMEMBERED else []
    return own[-1].group if own else None


def own_groups(request: HttpRequest) -> list[OpenedGroup]:
    """This phone's groups, newest first; one query where it has any."""
    opened = opened_by(keys_on(request, GROUP_RING), Group.objects.all())
    return [OpenedGroup(*each) for each in opened]
