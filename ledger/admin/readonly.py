"""Pages that only show, as the ledger is never written from here, and how they say things."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import AdminForm
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.db.models import CharField, Model, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from ledger.common.amounts import amount
from ledger.common.spelling import pattern
from ledger.common.strict_json import Object
from ledger.models import HouseTerms, Round, Session
from ledger.tables.rule_words import game_title
from scoring import RULE_SETS


def game(rules: str) -> str:
    """What a rule set is called; one that is no longer there by its own name."""
    return game_title(rules, {}) if rules in RULE_SETS else rules


def told_apart(session: Session) -> str:
    """A table as it is told from others of its name: with id, game and what one cược is worth."""
    name = f"{session.name} ({session.pk})" if session.name else session.pk
    version, unit = session.terms
    return f"{name} · {game(version.rules)} · {amount(unit.amount)}"


View = Callable[[HttpRequest, Any], HttpResponse]


def offered_first(house: HouseTerms) -> str:
    """What a new table is offered first: "Tiến lên (đếm lá): Nhà An · 2.000"."""
    name = f": {house.saved.name}" if house.saved else ""
    return f"{game(house.rules)}{name} · {amount(house.bet_unit)}"


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # cannot be subscribed at run time
    """Shown to who may view it; added to, changed and deleted by nobody, whatever is allowed."""

    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    pages: Sequence[tuple[str, View, str]] = ()
    """The pages below a row's own, each with the permission that it takes."""

    def get_urls(self) -> list[URLPattern]:
        own = [
            path(
                f"<str:object_id>/{name}/",
                self.admin_site.admin_view(partial(self._page, view, right)),
                name=f"{self.opts.app_label}_{self.opts.model_name}_{name}",
            )
            for name, view, right in self.pages
        ]
        return own + super().get_urls()

    def _page(self, view: View, right: str, request: HttpRequest, object_id: str) -> HttpResponse:
        if not (self.has_view_permission(request) and request.user.has_perm(right)):
            raise PermissionDenied
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        return view(request, row)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    has_delete_permission = has_change_permission

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return self.allows(request, "view")

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Whether the visitor may do what an action with the permission "run" does."""
        return self.allows(request, "change")

    def allows(self, request: HttpRequest, do: str) -> bool:
        """Whether the visitor may look at these rows and has the permission to `do` that too."""
        name = f"{self.opts.app_label}.%s_{self.opts.model_name}"
        return bool(request.user.has_perms([name % "view", name % do]))

    def beside(self, row: Any) -> Object:
        """What the page of a row shows beside its fields."""
        return {}

    def render_change_form(
        self, request: HttpRequest, context: Object, *more: Any, **named: Any
    ) -> HttpResponse:
        context |= self.beside(context["original"])
        return super().render_change_form(request, context, *more, **named)

    def history_view(self, request: HttpRequest, object_id: str, *more: Any, **named: Any) -> Any:
        """Who changed what, for whoever may read that; the others learn not even what is there."""
        if not (self.has_view_permission(request) and request.user.has_perm("admin.view_logentry")):
            raise PermissionDenied
        return super().history_view(request, object_id, *more, **named)


LONGEST_SEARCH = 100
"""Letters of a search that are looked at, as many as the field on the first page takes."""


class FindsNames(admin.ModelAdmin):  # type: ignore[type-arg]  # as ReadOnly
    """A list that finds rows with each word of a search: the key, or how a word in them begins.

    Words are found with diacritics or without.
    """

    def get_search_results(self, request: HttpRequest, rows: Any, sought: str) -> tuple[Any, bool]:
        for word in sought[:LONGEST_SEARCH].split():
            matches = Q(pk__iexact=word) if isinstance(self.opts.pk, CharField) else Q()
            for field in self.search_fields:
                matches |= Q(**{f"{field}__iregex": rf"(^|\W){pattern(word)}"})
            rows = rows.filter(pk__in=self.model.objects.filter(matches).values("pk"))
        return rows, False


class Either(admin.SimpleListFilter):
    """Rows where `parameter_name` is true and where it is not, in two words."""

    words: tuple[Any, Any]

    def lookups(self, request: HttpRequest, shown: Any) -> list[tuple[str, Any]]:
        return list(zip(("True", "False"), self.words, strict=True))

    def queryset(self, request: HttpRequest, rows: Any) -> Any:
        value = self.value()
        return rows.filter(**{str(self.parameter_name): value == "True"}) if value else rows


class ByGame(admin.AllValuesFieldListFilter):
    """Rows of one game, which is called as players call it."""

    def __init__(self, *where: Any, **path: Any) -> None:
        super().__init__(*where, **path)
        self.title = str(_("kiểu chơi"))

    def choices(self, changelist: Any) -> Iterator[Any]:
        for each in super().choices(changelist):
            yield {**each, "display": game(str(each["display"]))}


def own_page(
    request: HttpRequest, model: type[Model], page: str, title: str, status: int = 200, **more: Any
) -> HttpResponse:
    """A page of ours about the rows of `model`, from a template of `admin/ledger`."""
    context = admin.site.each_context(request) | {"opts": model._meta, "title": title} | more
    return render(request, f"admin/ledger/{page}", context, status=status)


def form_page(
    request: HttpRequest,
    model: type[Model],
    title: str,
    form: forms.Form,
    page: str = "form.html",
    **more: object,
) -> HttpResponse:
    """A page of ours with a form, its button called as the page; 422 for one that is refused."""
    status = 422 if form.is_bound else 200
    fields = [field.name for field in form.visible_fields()]
    rows = AdminForm(form, [(None, {"fields": fields})], {})  # type: ignore[arg-type]  # any form
    shown = {"form": form, "adminform": rows, "button": title, **more}
    return own_page(request, model, page, title, status, **shown)


class GameAndBet:
    """Two columns of a session or a round: its game, and what one cược is worth."""

    @admin.display(description=_("kiểu chơi"), ordering="rule_version__rules")
    def game(self, row: Session | Round) -> str:
        version, _unit = row.terms
        return game(version.rules)

    @admin.display(description=_("1 cược"), ordering="bet_unit__amount")
    def one_bet(self, row: Session | Round) -> str:
        _version, unit = row.terms
        return amount(unit.amount)


def address(row: Model) -> str:
    """Where the page of a row is."""
    return reverse(f"admin:ledger_{row._meta.model_name}_change", args=[quote(row.pk)])


def link(row: Model | None) -> str:
    """A link to the page of a row; a dash where there is none."""
    return format_html('<a href="{}">{}</a>', address(row), row) if row else "–"


def linked(title: Any, path: str) -> Callable[..., str]:
    """A column with a link to what `path` of a row is."""

    @admin.display(description=title)
    def column(shown: object, row: Model) -> str:
        return link(attrgetter(path)(row))

    return column


def list_link(model: str, text: object, **filters: object) -> str:
    """A link to a list with only those rows."""
    address = reverse(f"admin:ledger_{model}_changelist", query=filters)
    return format_html('<a href="{}">{}</a>', address, text)
