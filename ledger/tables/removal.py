"""Taking back somebody who was added to a table by mistake."""

from ledger.access.actor import Actor
from ledger.books.balances import in_book
from ledger.books.change_log import log
from ledger.books.journal import named_seats
from ledger.common.refusals import InTheBook
from ledger.database.transactions import retry
from ledger.models import Change, Session
from ledger.models.sessions import new_salt
from ledger.tables import membership
from ledger.tables.sessions import open_table


@retry
def remove_player(session_id: str, seat_number: int, *, by: Actor) -> Session:
    """Take back somebody who is nowhere in the book; whoever comes next gets the seat.

    Raises InTheBook.
    """
    with open_table(session_id) as session:
        seat = named_seats(session_id, [seat_number])[seat_number]
        if seat_number in in_book(session):
            raise InTheBook
        seat.name, seat.sitting_out = "", True
        seat.save(update_fields=["name", "sitting_out"])
        membership.count_out(seat)
        told = {"seats": [seat_number], "table": False, "words": False, "removed": True}
        return log(session, by, Change.Kind.FORGOTTEN, {"salt": new_salt()}, **told)
