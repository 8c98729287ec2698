"""Other items (khoản khác): money between players that no round explains."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api import schema
from ledger.api.fields import Strict
from ledger.api.serializers import OtherItemObject, TellOther
from ledger.api.views.base import BY_API, SessionView
from ledger.books import journal
from ledger.models import OtherItem, Posting
from ledger.tables import other_items
from ledger.tables.other_items import Pay


class OtherItems(SessionView):
    """A new item."""

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


def _shown(item: OtherItem) -> dict[str, Any]:
    postings = {each.kind: each for each in item.postings.all()}
    posted = postings[Posting.Kind.MANUAL]
    item.state = "void" if Posting.Kind.MANUAL_VOID in postings else "recorded"  # type: ignore[attr-defined]
    item.pays = journal.movements_of(posted)  # type: ignore[attr-defined]
    item.text = posted.reason  # type: ignore[attr-defined]
    shown: dict[str, Any] = OtherItemObject(item).data
    return shown
