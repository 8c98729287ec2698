"""A round told in one sentence: it fills the form and its preview, and never records."""

from urllib.parse import parse_qsl, urlencode

from django.http import HttpResponse
from django.utils.datastructures import MultiValueDict

from ledger.common.person import Fields
from ledger.spoken import MOST_LETTERS, Sentence, understand
from ledger.web.requests import Request, posted
from ledger.web.table.page import Draft, Table
from ledger.web.table.recording import form_again, score, typed

MOST_FIELDS = 400
STATE = frozenset(
    (
        *("csrfmiddlewaretoken", "submission", "newest", "rules", "terms", "seats", "opening"),
        *("correcting", "said", "before", "undo"),
    )
)
"""What comes with every form and is nobody's tap."""


@posted()
def say(request: Request, table: Table) -> HttpResponse:
    """The form as the sentence tells the round; as it was, if not every word was understood."""
    entry = typed(request, table)
    fill = _take_back if "undo" in request.POST else _fill
    status = fill(request, entry)
    score(table, entry)
    return form_again(request, table, entry, status)


def _fill(request: Request, entry: Draft) -> int:
    text = request.POST.get("said", "")
    heard = understand(text, entry.form.words, entry.form.people)
    if not heard.understood:
        entry.sentence = Sentence(text[: MOST_LETTERS + 1], heard)
        return 422
    entry.sentence = Sentence(text, heard, _tapped(request.POST))
    _show(entry, heard.fields)
    return 200


def _take_back(request: Request, entry: Draft) -> int:
    """The form as it was before the sentence."""
    before: Fields = MultiValueDict()
    for name, value in _pairs(request.POST.get("before", "")):
        before.appendlist(name, value)
    entry.sentence = Sentence(request.POST.get("said", "")[: MOST_LETTERS + 1])
    _show(entry, before)
    return 200


def _show(entry: Draft, fields: Fields) -> None:
    entry.form = type(entry.form)(fields, entry.form.people, entry.form.terms)


def _tapped(fields: Fields) -> str:
    """The fields of the form in one line, to come back by."""
    told = [(n, v) for n, values in fields.lists() for v in values if v and n not in STATE]
    return urlencode(told)


def _pairs(line: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(line, max_num_fields=MOST_FIELDS)
    except ValueError:
        return []
