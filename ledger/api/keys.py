"""Who calls: a session's key, or a staff token that reads every session."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from ledger.access import limits, staff_tokens
from ledger.access.group_keys import open_group
from ledger.access.keys import Keyed, Opened, Role, key, open_for_reading, open_with
from ledger.access.links import link_to
from ledger.common.refusals import Refusal
from ledger.common.strict_json import Object
from ledger.models import Group, Session, StaffToken


class ReadOnlyKey(Refusal):
    """The key is good, but not for this."""

    status, code = 403, "read_only"
    text = _("Khoá này chỉ để xem.")


class NoStaff(NotAuthenticated):
    """Only a staff token opens this."""

    default_code = "staff_only"
    default_detail = _("Cần mã của người quản lý.")


class NoKey(NotAuthenticated):
    """The call names a session but has no key at all."""

    default_code = "no_key"
    default_detail = _("Cần khoá ghi điểm của bàn.")


class BearerKey(BaseAuthentication):
    """Reads `Authorization: Bearer KEY`; what the key opens is asked where it is used."""

    def authenticate(self, request: Request) -> tuple[None, str] | None:
        scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
        return (None, key.strip()) if scheme.lower() == "bearer" and key.strip() else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class Anybody(BasePermission):
    """Needs no key; how often one address may write is limited."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method not in SAFE_METHODS:
            limits.take(*limits.openings(request))
        return True


class Staff(BasePermission):
    """Needs a staff token of the view's scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not is_staff(request, view.scope):
            _count_wrong(request)
            raise NoStaff
        return True


class OpensSession(BasePermission):
    """Needs a key of the session in the address, which it puts on the view with the role.

    Writing takes the score key; where the view says so, a staff token that writes will do.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        view.session, view.role = opened(request, view.kwargs["session_id"])
        if request.method in SAFE_METHODS or view.role is Role.SCORE:
            return True
        view.by_staff = view.staff_may_write and is_staff(request, StaffToken.Scope.WRITE)
        if not view.by_staff:
            raise ReadOnlyKey
        return True


def is_staff(request: Request, scope: StaffToken.Scope) -> bool:
    """Whether the call has a staff token of this scope."""
    return bool(staff_tokens.holder_of(str(request.auth or ""), scope))


class OpensGroup(BasePermission):
    """Needs a key of the group in the address, which it puts on the view; writing the score key."""

    def has_permission(self, request: Request, view: Any) -> bool:
        write = request.method not in SAFE_METHODS
        view.group = opened_group(request, view.kwargs["group_id"], write=write)
        return True


def opened_group(request: Request, group_id: str, *, write: bool) -> Group:
    """The group that the caller's key opens; raises as `opened` does, and ReadOnlyKey."""
    key = str(request.auth or "")
    access = open_group(group_id, key) if key else None
    if not access:
        _count_wrong(request)
        raise Http404
    if write and access.role is not Role.SCORE:
        raise ReadOnlyKey
    return access.group


def opened_to_write(request: Request, session_id: str, key: str) -> Session:
    """The session that this key opens to score; raises as `opened_group` does."""
    access = open_with(session_id, key)
    if not access:
        limits.take(*limits.wrong_keys(request))
        raise Http404
    if access.role is not Role.SCORE:
        raise ReadOnlyKey
    return access.session


def keys_of(request: Request, keyed: Keyed) -> Object:
    """The keys of a session or a group, and the links with them."""
    links = {str(role): link_to(request, keyed, role) for role in Role}
    return {f"{role}_key": key(keyed, role) for role in Role} | {"links": links}


def opened(request: Request, session_id: str) -> Opened:
    """The session and role that the caller's key opens.

    Raises the same Http404 for a session that does not exist, without a key, with another
    session's and with a renewed one; TooMany after too many wrong keys from one address.
    """
    key = str(request.auth or "")
    access = open_with(session_id, key) if key else None
    if not access and staff_tokens.holder_of(key):
        access = open_for_reading(session_id)
    elif not access:
        _count_wrong(request)
    if not access:
        raise Http404
    return access


def _count_wrong(request: Request) -> None:
    """Count a key that opened nothing; no key at all is no guess."""
    if request.auth:
        limits.take(*limits.wrong_keys(request))
