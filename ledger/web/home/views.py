"""The first page: open a table, or go back to one of this phone's own."""

from uuid import uuid4

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ledger.access import limits
from ledger.access.actor import Actor
from ledger.access.group_keys import own_groups
from ledger.access.keys import Role, key, recent_tables, take_off
from ledger.books.next_round import seated
from ledger.common import refusals
from ledger.models import SEATS, Link
from ledger.tables.opening import open_once
from ledger.tables.rule_words import changes_of
from ledger.tables.saved_rules import house_terms
from ledger.web.forms import as_typed
from ledger.web.home.forms import OpenForm
from ledger.web.home.rule_choices import SHARED, TABLE, last_time, offers
from ledger.web.phone_table import Table
from ledger.web.requests import Request, remember
from scoring import SettingsError

WANTED = ("new", "like", "group")
"""What asks for the form of a new table; without any of these a phone's own tables come first."""


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: Request) -> HttpResponse:
    """This phone's tables, or the form to open one; posted well, the phone is at its table."""
    if request.method != "POST":
        return _begin(request)
    chosen = request.POST.get("rules", "")
    form = _form(request, chosen.removeprefix(TABLE), request.POST)
    if not form.is_valid():
        return _show(request, form, status=422)
    try:
        limits.take(*limits.openings(request))
        submission = form.cleaned_data["submission"]
        session, new = open_once(submission, **form.table(), by=Actor(Link.SCORE))
    except (refusals.Refusal, SettingsError) as refusal:
        form.blame(refusal)
        return _show(request, form, status=422)
    remember(request, session, key(session, Role.SCORE))
    if not new and session.change_count > 1:
        messages.info(request, _("Bàn này đã mở từ lần gửi trước, không mở bàn mới."))
    return redirect("table", session.pk)


@require_POST
def forget(request: Request, session_id: str) -> HttpResponse:
    """Take a table off this phone; the page offers what its link holds, to join it again."""
    if key := take_off(request, session_id):
        messages.success(request, _("Máy này thôi nhớ bàn đó."), extra_tags=f"{session_id}.{key}")
    return redirect("home")


def _begin(request: Request) -> HttpResponse:
    wanted = not request.GET.keys().isdisjoint(WANTED)
    if not wanted and (pieces := _own(request)):
        return render(request, "home/tables.html", pieces)
    like, group = request.GET.get("like", ""), request.GET.get("group", "")
    form = _form(request, like)
    form.initial.update(_for_group(request, group) or _as_last_time(request, like))
    return _show(request, form)


def _form(request: HttpRequest, like: str, data: QueryDict | None = None) -> OpenForm:
    """What the place offers first stands first, and is chosen."""
    house = house_terms()
    first = SHARED + house.saved.pk if house.saved else house.rules
    choices = sorted(offers(request, like), key=lambda each: each.value != first)
    return OpenForm(choices, house.bet_unit, data)


def _show(request: HttpRequest, form: OpenForm, status: int = 200) -> HttpResponse:
    return render(request, "home/open.html", {"form": form, "submission": uuid4()}, status=status)


def _own(request: HttpRequest) -> dict[str, object]:
    """This phone's tables, newest first, the open one apart, and its groups; empty for neither."""
    tables = [Table(*each) for each in recent_tables(request)]
    groups = own_groups(request)
    prefetch_related_objects([each.session for each in tables], "seats")
    playing = next((each for each in tables if not each.session.closed_at), None)
    others = [each for each in tables if each is not playing]
    return {"playing": playing, "others": others, "groups": groups} if tables or groups else {}


def _as_last_time(request: HttpRequest, wanted: str) -> dict[str, object]:
    session = last_time(request, wanted)
    if session is None:
        return {}
    rules, bet_unit = session.terms
    names = dict(session.seats.values_list("number", "name"))
    return {
        "rules": TABLE + wanted if changes_of(None, rules) else rules.rules,
        "currency": session.currency,
        **as_typed(bet_unit.amount),
        **{f"player_{at}": names[s] for at, s in enumerate(seated(session, names), 1)},
    }


def _for_group(request: HttpRequest, wanted: str) -> dict[str, object]:
    for group, _role in own_groups(request):
        if group.pk == wanted:
            names = group.members.values_list("name", flat=True)[: SEATS[-1]]
            players = {f"player_{at}": name for at, name in enumerate(names, 1)}
            return {"currency": group.currency, **players}
    return {}
