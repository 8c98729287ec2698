"""Other items (khoản khác): the form that tells who pays whom, and why."""

from functools import partial
from uuid import UUID, uuid4

from django import forms
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy

from ledger.books.settlement import Pay
from ledger.common.amounts import amount
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.refusals import DifferentItem, PaysRefused, Refusal
from ledger.common.strict_json import Object
from ledger.tables import other_items
from ledger.tables.items_in_words import in_words, items_in_words
from ledger.web.forms import MISSING, NO_AMOUNT, meant, written_amount
from ledger.web.phone_table import Table
from ledger.web.repeats import one_more, say_posted
from ledger.web.requests import Request, go, posted, reads, wants_piece

UNEVEN = gettext_lazy(
    "%(amount)s không chia đều cho %(number)s người được: ghi %(less)s hay %(more)s?"
)


People = partial(
    forms.TypedMultipleChoiceField, coerce=int, required=False, widget=forms.CheckboxSelectMultiple
)


class OtherForm(forms.Form):
    """Who pays, who gets it, how much each payer, and why."""

    submission = forms.UUIDField(error_messages={"required": MISSING, "invalid": MISSING})
    payer, payee = People(), People()
    amount = forms.CharField(required=False, max_length=20)
    text = forms.CharField(required=False, max_length=REASON_LIMIT)

    def __init__(self, table: Table, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.bet_unit, self.label = table.bet_unit, table.session.currency
        people = [(each.seat, each.name) for each in table.standings]
        self.fields["payer"].choices = self.fields["payee"].choices = people  # type: ignore[attr-defined]

    def clean_amount(self) -> int:
        """ "20k" is 20.000; a bare "20" is asked about where cược are thousands."""
        number = written_amount(self.cleaned_data["amount"], self.bet_unit, self.label)
        if not number:
            raise forms.ValidationError(NO_AMOUNT)
        return number

    def clean(self) -> None:
        data = self.cleaned_data
        payers, payees = data.get("payer", []), data.get("payee", [])
        if not payers or not payees or {*payers} & {*payees}:
            self.add_error("payee", str(PaysRefused.text))
        elif over := data.get("amount", 0) % len(payees):
            typed, number = data["amount"], len(payees)
            values = {"amount": amount(typed), "number": number}
            values |= {"less": amount(typed - over), "more": amount(typed - over + number)}
            self.add_error("amount", str(UNEVEN) % values)

    def pays(self) -> list[Pay]:
        """Each payer's amount, split evenly."""
        data = self.cleaned_data
        each = data["amount"] // len(data["payee"])
        return [Pay(payer, payee, each) for payer in data["payer"] for payee in data["payee"]]


@reads
def other(request: Request, table: Table) -> HttpResponse:
    """The form, empty."""
    return _show(request, table, OtherForm(table))


@posted("other")
def post(request: Request, table: Table) -> HttpResponse:
    """Post what was told; the same form again posts nothing more."""
    form = OtherForm(table, request.POST)
    if not form.is_valid():
        return _show(request, table, form)
    data, pays = form.cleaned_data, form.pays()
    try:
        item, new = other_items.post_item(
            table.pk, submission_id=data["submission"], pays=pays, text=data["text"], by=table.by
        )
    except DifferentItem as refusal:
        form.add_error(None, one_more(refusal))
        return _show(request, table, form, uuid4())
    except Refusal as refusal:
        form.add_error(None, refusal.message())
        return _show(request, table, form)
    notice = _("Đã ghi: %(words)s.") % {"words": in_words(pays, table.names)}
    say_posted(request, notice, new=new, stands=new or other_items.stands(item))
    return go(request, "table", table.pk)


@reads
def item(request: Request, table: Table, number: int) -> HttpResponse:
    """One item, with what takes it back: a piece for the panel over the sheet, else a page."""
    items = items_in_words(table.session.other_items.filter(number=number), table.names)
    if not items:
        raise Http404
    [other] = items
    template = "table/other_panel.html" if wants_piece(request) else "manage_table/other_page.html"
    return render(request, template, {"table": table, "other": other})


@posted()
def void(request: Request, table: Table, number: int) -> str:
    """Take an item back by opposite entries."""
    other_items.void_item(table.pk, number, by=table.by)
    return _("Đã huỷ khoản khác.")


def _show(
    request: Request, table: Table, form: OtherForm, submission: UUID | None = None
) -> HttpResponse:
    context: Object = {"table": table, "form": form, "meant": meant(form)}
    context["submission"] = submission or form.data.get("submission") or uuid4()
    return render(request, "manage_table/other.html", context, status=422 if form.errors else 200)
