"""What was done at the table, by whom; and whose phone this is, if anybody cares to say."""

from datetime import UTC, datetime

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static

from ledger.access.keys import say_seat
from ledger.books.chain import lines_after, texts
from ledger.common.signature import predecessors, public_key
from ledger.common.strict_json import Object
from ledger.tables.log_lines import Log
from ledger.web.phone_table import Table
from ledger.web.requests import Request, go, posted, reads, wants_piece, whole


@reads
def log(request: Request, table: Table) -> HttpResponse:
    """The newest changes; older ones as the next lines for htmx, else as a page of their own."""
    lines = Log(table.session, table.names, table.numbering).page(whole(request.GET.get("before")))
    template = "log/rows.html" if wants_piece(request) else "log/log.html"
    return render(request, template, {"table": table, "lines": lines})


@reads
def chain(request: Request, table: Table) -> JsonResponse:
    """What a phone needs to see that the newest line descends from the one it has."""
    session = table.session
    newest: Object = {
        "number": session.log_count,
        "head": session.log_head,
        "round": table.next_number - 1,
        "signer": _signer(),
    }
    lines = lines_after(session, whole(request.GET.get("after")))
    return JsonResponse(newest | {"lines": texts(lines)})


def _signer() -> Object:
    """The key that signs marks, those of before that sign it, and the script that looks at them."""
    script = static("ledger/signer.js")
    return {"key": public_key(), "before": predecessors(), "script": script}


@reads
def differs(request: Request, table: Table) -> HttpResponse:
    """The sentence on a phone that has seen another book: up to which line, which round, when.

    `at` is in minutes since 1970. `common` is the last line that it has seen as it is here, 0 if
    it knows of none: a phone that came later has not seen the first ones. With `signer` the
    sentence is of the key that signs marks, which is another than the phone has seen.
    """
    if not wants_piece(request):
        return go(request, "table", table.pk)
    if signer := request.GET.get("signer"):
        return render(request, "log/signer.html", {"follows": signer == "follows"})
    line, number, common = (whole(request.GET.get(key)) for key in ("line", "round", "common"))
    lines, shown = table.session.changes.order_by("number"), 5
    since = Log(table.session, table.names, table.numbering).page(common + shown + 1, shown)
    context = {
        "table": table,
        "number": number,
        "seen_at": datetime.fromtimestamp(60 * whole(request.GET.get("at")), UTC),
        "went_back": table.session.log_count < line,
        "newest": lines.last(),
        "common": lines.filter(number=common).first(),
        "since": [each for each in reversed(since) if each[0].number > common],
    }
    return render(request, "log/differs.html", context)


@posted(write=False)
def whose(request: Request, table: Table) -> None:
    """Keep on this phone whose it is, or that nobody says."""
    seat = whole(request.POST.get("seat"))
    if not seat or seat in table.names:
        say_seat(request, table.session, seat or None)
