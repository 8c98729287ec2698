"""Links: what follows the # opens a table on this phone, and is then out of sight.

The key never reaches the server in an address, so no log, referrer or preview robot
sees it; the page posts it, or a person pastes the link where there is no JavaScript.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ledger.access import grant, open_with
from ledger.web.forms import LinkForm

PAGES = ("card",)
"""What a link may lead to beside the table itself."""


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """The page a link leads to; posted with a good key, on to the table."""
    if request.method != "POST":
        return render(request, "join.html", {"form": LinkForm()})
    form = LinkForm(request.POST)
    if not form.is_valid():
        return render(request, "join.html", {"form": form}, status=422)
    session_id, key, page = form.fragment()
    opened = open_with(session_id, key)
    if opened is None:
        return render(request, "join.html", {"form": LinkForm(), "unknown": True}, status=404)
    grant(request, opened.session, key)
    return redirect(page if page in PAGES else "table", opened.session.pk)
