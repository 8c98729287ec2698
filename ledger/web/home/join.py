"""Links: what follows the # opens a table on this phone, and is then out of sight.

The key never reaches the server in an address, so no log, referrer or preview robot
sees it; the page posts it, or a person pastes the link where there is no JavaScript.
Only a chat app that escapes the # sends it there; what is behind it is led out of sight again.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.access import limits
from ledger.access.group_keys import open_group
from ledger.access.keys import open_with
from ledger.web.home.forms import LinkForm, fragment_in
from ledger.web.requests import Request, remember


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """The page a link leads to; posted with a good key, on to the table or the group.

    A link of another cell is posted once more, where its name shows whose it is.
    """
    if request.method != "POST":
        return render(request, "home/join.html", {"form": LinkForm()})
    form = LinkForm(request.POST)
    if not form.is_valid():
        return render(request, "home/join.html", {"form": form}, status=422)
    id, key, page = form.fragment()
    if id and not id.startswith(settings.CELL) and request.path == reverse("join"):
        return HttpResponse(status=307, headers={"Location": reverse("join_cell", args=[id])})
    if known := open_group(id, key):
        remember(request, known.group, key)
        return redirect("group", known.group.pk)
    opened = open_with(id, key)
    if opened is None:  # who has guessed too often waits, but a good link always opens
        limits.take(*limits.wrong_keys(request))
        context = {"form": LinkForm(), "unknown": True}
        return render(request, "home/join.html", context, status=404)
    remember(request, opened.session, key)
    return redirect(page or "table", opened.session.pk)


@require_POST
def join_cell(request: Request, session_id: str) -> HttpResponse:
    """The same for a link that another cell was sent: the address says whose it is."""
    return join(request)


@require_safe
def escaped(request: HttpRequest, rest: str) -> HttpResponse:
    """Lead a link whose # a chat app escaped to where it should have led."""
    if match := fragment_in(rest):
        return redirect(f"{reverse('join')}#{match[0].removeprefix('#')}")
    raise Http404
