"""A round told in one sentence: it fills the form and its preview, and never records."""

from django.http import HttpResponse

from ledger.spoken import MOST_LETTERS, Sentence, understand
from ledger.web.requests import Request, posted
from ledger.web.table.page import Draft, Table
from ledger.web.table.recording import form_again, score, typed


@posted()
def say(request: Request, table: Table) -> HttpResponse:
    """The form as the sentence tells the round; as it was, if not every word was understood."""
    entry = typed(request, table)
    status = _fill(request.POST.get("said", ""), entry)
    score(table, entry)
    return form_again(request, table, entry, status)


def _fill(text: str, entry: Draft) -> int:
    heard = understand(text, entry.form.words, entry.form.people)
    entry.sentence = Sentence(text[: MOST_LETTERS + 1], heard)
    if not heard.understood:
        return 422
    entry.form = type(entry.form)(heard.fields, entry.form.people, entry.form.terms)
    return 200
