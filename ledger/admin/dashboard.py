"""What an operator looks for first: open tables, the last copy, the disk; and all checks."""

import shutil
import time
from itertools import islice

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ledger.admin.readonly import offered_first, own_page, told_apart
from ledger.books.audit import check_sessions, database_differences
from ledger.common.strict_json import Object
from ledger.database import service_state
from ledger.models import Session, Upkeep
from ledger.tables.saved_rules import house_terms

NEWEST = 8
"""Open tables shown."""
PORTION_SECONDS = 1.0
"""How long a piece of a check takes; the service answers others in between."""
MOST_WRONG = 200
"""Differences, and tables with differences, that are shown; the whole is for check_ledger."""
CHECK = "check of all books"
"""Where a check under way is kept in the session of who began it."""


def shown(request: HttpRequest) -> Object:
    """For the first page; nothing for who may not look at tables."""
    if not request.user.has_perm("ledger.view_session"):
        return {}
    running = Session.objects.filter(closed_at=None)
    newest = running.order_by("-opened_at").select_related("rule_version", "bet_unit")[:NEWEST]
    disk = shutil.disk_usage(settings.DATA_DIR)
    return {
        "open_count": running.count(),
        "open_tables": [(each, told_apart(each)) for each in newest.prefetch_related("seats")],
        "house": offered_first(house_terms()),
        "upkeep": {each.kind: each for each in Upkeep.objects.all()},
        "disk_free": disk.free,
        "disk_low": disk.free < disk.total / 20,
    }


@require_safe
@permission_required("ledger.view_session", raise_exception=True)
def status(request: HttpRequest) -> HttpResponse:
    """How the service is doing."""
    bytes_of_ledger, ever = service_state.bytes_kept(), service_state.opened_since()
    disk = shutil.disk_usage(settings.DATA_DIR)
    context = admin.site.each_context(request) | {
        "title": _("Máy chủ đang thế nào"),
        "now": service_state.now_playing(),
        "played": [(days, service_state.opened_since(days)) for days in (1, 7, 30)],
        "ever": ever,
        "write": service_state.milliseconds_to_write(),
        "limited": service_state.at_a_limit(),
        "kept": bytes_of_ledger,
        "room": service_state.room_for_rounds(disk.free, bytes_of_ledger, ever.rounds),
        "disk": (disk.free, disk.total),
        "load": service_state.load(),
        "memory": service_state.bytes_of_memory(),
        "put_away": service_state.put_away(),
        "upkeep": {each.kind: each for each in Upkeep.objects.all()},
    }
    return render(request, "admin/status.html", context)


@require_safe
def check(request: HttpRequest, session: Session) -> HttpResponse:
    """Work the session's books out again and show every difference; nothing is changed."""
    wrong = list(islice(check_sessions([session.pk]), MOST_WRONG))
    more: Object = {"session": session, "differences": wrong}
    return own_page(request, Session, "session/check.html", _("Kiểm sổ"), **more)


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("ledger.view_session", raise_exception=True)
def check_all(request: HttpRequest) -> HttpResponse:
    """Check the books of every table, a second's work at a time, and say how far it is."""
    if request.method == "POST":
        wrong = [str(each) for each in islice(database_differences(), MOST_WRONG)]
        request.session[CHECK] = {"after": "", "count": 0, "wrong": [], "database": wrong}
        return redirect("admin:check_all")
    state = request.session.get(CHECK)
    if state and "done" not in state:
        _go_on(state)
        request.session[CHECK] = state
    context = admin.site.each_context(request) | {"title": _("Kiểm mọi sổ"), "check": state}
    return render(request, "admin/check_all.html", context | {"total": Session.objects.count()})


def _go_on(state: Object) -> None:
    """Check the next tables, in the order of their ids."""
    end = time.monotonic() + PORTION_SECONDS
    left = Session.objects.filter(pk__gt=state["after"]).order_by("pk")
    for session_id in left.values_list("pk", flat=True).iterator():
        if check_sessions([session_id]) and len(state["wrong"]) < MOST_WRONG:
            state["wrong"].append(session_id)
        state |= {"after": session_id, "count": state["count"] + 1}
        if time.monotonic() > end:
            return
    state["done"] = True
    Upkeep.note(Upkeep.Kind.CHECK, good=not (state["wrong"] or state["database"]))
