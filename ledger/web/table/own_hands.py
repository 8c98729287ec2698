"""The hands of the coming round as one phone may see them: who is in, its own, in the end all."""

from dataclasses import dataclass, replace

from django.utils.datastructures import MultiValueDict

from ledger.common.person import Fields as Typed
from ledger.tables.own_hands import Fields, Hands, PlayerHand, hands_of
from ledger.web.games import form_for
from ledger.web.games.own_hand import HandForm
from ledger.web.phone_table import Table
from ledger.web.table.drafts import Draft, next_draft


@dataclass(frozen=True, slots=True)
class Own:
    """The hands of the coming round as this phone may see them."""

    table: Table
    hands: Hands

    @property
    def mine(self) -> tuple[PlayerHand, ...]:
        """The seats that this phone holds."""
        return self.hands.held_by(self.table.phone)

    @property
    def seen(self) -> str:
        """What the page says back when it asks whether anything changed."""
        session = self.table.session
        return self.hands.seen(session.round_count, session.closed_at, self.table.terms)

    @property
    def may_hold_more(self) -> bool:
        """Who writes for all may tell for a player without a phone; others for one."""
        return self.table.may_write or not self.mine

    def holds(self, seat: int) -> PlayerHand | None:
        """The player of this seat, if this phone holds it."""
        hand = self.hands.at(seat)
        return hand if hand and hand.is_held_by(self.table.phone) else None

    def draft(self, fields: Fields) -> Draft:
        """The coming round as far as these fields tell it."""
        draft = next_draft(self.table)
        typed: Typed = MultiValueDict({name: [value] for name, value in fields.items()})
        return replace(draft, form=draft.form.filled(typed))

    def whole(self) -> Draft:
        """The round as all hands together tell it; only once all may see it."""
        assert self.hands.shown
        return self.draft({k: v for hand in self.hands.players for k, v in hand.fields.items()})


def own_of(table: Table) -> Own | None:
    """What this phone sees of the hands; None where none can be handed in. One query."""
    form = form_for(table.rules)
    if not issubclass(form, HandForm) or table.session.closed_at or not table.enough:
        return None
    return Own(table, hands_of(table.session, table.next.players))
