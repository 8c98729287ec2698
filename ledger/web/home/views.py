"""The first page: open a table, or go back to one of this phone's own."""

from uuid import uuid4

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ledger.access.actor import Actor
from ledger.access.group_keys import own_groups
from ledger.access.keys import Role, grant, key, recent_tables
from ledger.access.limits import count_opening
from ledger.books.next_round import seated
from ledger.common import refusals
from ledger.models import SEATS, Link
from ledger.tables.opening import open_once
from ledger.tables.rule_words import game_title
from ledger.web.forms import as_typed
from ledger.web.home.forms import OpenForm
from ledger.web.home.rule_choices import TABLE, offers
from ledger.web.requests import Request
from scoring import SettingsError

RECENT = 8


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: Request) -> HttpResponse:
    """The form to open a table; posted well, the phone is at its table."""
    if request.method != "POST":
        like, group = request.GET.get("like", ""), request.GET.get("group", "")
        initial = _for_group(request, group) or _as_last_time(request, like)
        return _show(request, OpenForm(offers(request, like), initial=initial))
    chosen = request.POST.get("rules", "")
    form = OpenForm(offers(request, chosen.removeprefix(TABLE)), request.POST)
    if not form.is_valid():
        return _show(request, form, status=422)
    try:
        count_opening(request.META)
        submission = form.cleaned_data["submission"]
        session, _new = open_once(submission, **form.table(), by=Actor(Link.SCORE))
    except (refusals.Refusal, SettingsError) as refusal:
        form.blame(refusal)
        return _show(request, form, status=422)
    grant(request, session, key(session, Role.SCORE))
    return redirect("table", session.pk)


def _show(request: HttpRequest, form: OpenForm, status: int = 200) -> HttpResponse:
    return render(
        request,
        "home/home.html",
        {
            "form": form,
            "submission": uuid4(),
            "tables": _recent(request),
            "groups": own_groups(request),
        },
        status=status,
    )


def _recent(request: HttpRequest) -> list[dict[str, object]]:
    """The newest tables of this phone, those without a name called after their players."""
    opened = recent_tables(request)[:RECENT]
    prefetch_related_objects([session for session, _role in opened], "seats")
    return [
        {
            "session": session,
            "label": session.name or ", ".join(seat.name for seat in session.seats.all()),
            "title": game_title(session.rule_version.rules, {}),
            "may_write": role is Role.SCORE,
        }
        for session, role in opened
        if session.rule_version
    ]


def _as_last_time(request: HttpRequest, wanted: str) -> dict[str, object]:
    """The last evening's rules, bet unit and names as they sat, offered on request."""
    for session, _role in recent_tables(request):
        if session.pk == wanted and session.rule_version and session.bet_unit:
            rules = session.rule_version
            names = dict(session.seats.values_list("number", "name"))
            return {
                "rules": TABLE + wanted if rules.settings else rules.rules,
                "currency": session.currency,
                **as_typed(session.bet_unit.amount),
                **{f"player_{at}": names[s] for at, s in enumerate(seated(session, names), 1)},
            }
    return {}


def _for_group(request: HttpRequest, wanted: str) -> dict[str, object]:
    """The names and the currency of one of this phone's groups, offered on request."""
    for group, _role in own_groups(request):
        if group.pk == wanted:
            names = group.members.values_list("name", flat=True)[: SEATS[-1]]
            players = {f"player_{at}": name for at, name in enumerate(names, 1)}
            return {"currency": group.currency, **players}
    return {}
