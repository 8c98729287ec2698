"""A round told in one sentence: it fills the form and its preview, and never records."""

from dataclasses import replace

from django.http import HttpResponse

from ledger.spoken import understand
from ledger.web.phone_table import Table
from ledger.web.requests import Request, posted
from ledger.web.table.drafts import scored
from ledger.web.table.recording import form_again, typed


@posted()
def say(request: Request, table: Table) -> HttpResponse:
    """The form as the sentence tells the round; as it was, if not every word was understood."""
    draft = typed(request, table)
    form = draft.form
    heard = understand(request.POST.get("said", ""), form.words, form.people)
    draft = replace(draft, sentence=heard)
    if heard.understood:
        draft = replace(draft, form=form.as_spoken(heard.fields))
    draft = replace(scored(table, draft), status=200 if heard.understood else 422)
    return form_again(request, table, draft)
