"""Other items (khoản khác): money between players that no round explains."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api import further_schema, schema
from ledger.api.fields import Strict
from ledger.api.pages import Slices
from ledger.api.queries import Paging
from ledger.api.serializers import OtherItemObject, TellOther
from ledger.api.views.base import BY_API, SessionView, unless_known
from ledger.models import Entry, OtherItem, Posting, Session
from ledger.tables import other_items
from ledger.tables.other_items import Pay


class OtherItems(SessionView):
    """A session's items, and a new one."""

    queries = {"GET": Paging}  # noqa: RUF012

    @further_schema.list_other
    @unless_known
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """The items, newest first."""
        return self.page(_items(self.session), OtherItemObject)

    @schema.tell_other
    def post(self, request: Request, session_id: str) -> Response:
        """Post an other item; who pays whom. The same id and pays again change nothing."""
        sent = self.sent(TellOther)
        if not self.session.other_items.filter(submission_id=sent["id"]).exists():
            self.count()
        pays = [Pay(**each) for each in sent["pays"]]
        posted = other_items.post_item(
            session_id, submission_id=sent["id"], pays=pays, text=sent["text"], by=BY_API
        )
        return Response(_shown(posted.item), 201 if posted.created else 200)


class VoidOther(SessionView):
    """Taking an item back."""

    @schema.void_other
    def post(self, request: Request, session_id: str, number: int) -> Response:
        """Void an other item; new entries reverse it, and again changes nothing."""
        self.sent(Strict)
        self.count()
        return Response(_shown(other_items.void_item(session_id, number, by=BY_API)))


def _items(session: Session) -> Slices:
    """A session's items, newest first."""
    found = session.other_items.prefetch_related(
        Prefetch("postings__entries", Entry.objects.select_related("payer", "payee"))
    )

    def read(first: int, last: int) -> Sequence[OtherItem]:
        return [_told(item) for item in found.order_by("-number")[first:last]]

    return Slices(found.count(), read)


def _shown(item: OtherItem) -> dict[str, Any]:
    shown: dict[str, Any] = OtherItemObject(_told(item)).data
    return shown


def _told(item: OtherItem) -> OtherItem:
    """The item with what its postings say: its state, who pays whom, and why."""
    postings = {each.kind: each for each in item.postings.all()}
    posted = postings[Posting.Kind.MANUAL]
    item.state = "void" if Posting.Kind.MANUAL_VOID in postings else "recorded"  # type: ignore[attr-defined]
    entries = sorted(posted.entries.all(), key=lambda entry: entry.line)
    item.pays = [Pay(each.payer.number, each.payee.number, each.amount) for each in entries]  # type: ignore[attr-defined]
    item.text = posted.reason  # type: ignore[attr-defined]
    return item
