"""The rules this phone keeps under a name: read, drop, take back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ledger.common.strict_json import Object
from ledger.tables import saved_rules
from ledger.tables.rule_words import differences, game_title
from ledger.web.requests import Request, go


@require_safe
def saved(request: HttpRequest) -> HttpResponse:
    """All of this phone's sets, the dropped ones folded away."""
    sets: list[Object] = [
        {
            "saved": each,
            "title": game_title(each.rules, {}),
            "changes": differences(each.rules, {}, each.values),
        }
        for each in saved_rules.all_of(request)
    ]
    context = {
        "sets": [each for each in sets if not each["saved"].dropped_at],
        "dropped": [each for each in sets if each["saved"].dropped_at],
    }
    return render(request, "rules/saved.html", context)


@require_POST
def drop(request: Request, pk: str) -> HttpResponse:
    """Take a set off the list."""
    saved = saved_rules.drop(saved_rules.one(request, pk))
    return go(request, "saved", notice=_("Đã bỏ “%(name)s”.") % {"name": saved.name})


@require_POST
def take_back(request: Request, pk: str) -> HttpResponse:
    """Undo dropping."""
    saved = saved_rules.take_back(request, saved_rules.one(request, pk))
    return go(request, "saved", notice=_("Đã lấy lại “%(name)s”.") % {"name": saved.name})
