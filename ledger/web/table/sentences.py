"""A round told in one sentence: it fills the form and its preview, and never records."""

from django.http import HttpResponse

from ledger.spoken import MOST_LETTERS, Sentence, understand
from ledger.web.requests import Request, posted
from ledger.web.table.page import Table
from ledger.web.table.recording import form_again, score, typed


@posted()
def say(request: Request, table: Table) -> HttpResponse:
    """The form as the sentence tells the round; as it was, if not every word was understood."""
    entry = typed(request, table)
    text, form = request.POST.get("said", ""), entry.form
    heard = understand(text, form.words, form.people)
    entry.sentence = Sentence(text[: MOST_LETTERS + 1], heard)
    if heard.understood:
        entry.form = type(form)(heard.fields, form.people, form.terms)
    score(table, entry)
    return form_again(request, table, entry, 200 if heard.understood else 422)
