"""The question to who lost most in a round, the nod that answers it, and who nodded."""

from django.utils.translation import gettext as _

from ledger.tables import agreement
from ledger.web.phone_table import Table
from ledger.web.requests import Answer, Request, posted
from ledger.web.table.flags import in_place
from ledger.web.table.history import HistoryRound, line


@posted(write=False)
def nod(request: Request, table: Table, number: int) -> Answer:
    """ "Đúng", by who lost most in the round, on a phone that said whose it is."""
    nodded = agreement.nod(table.pk, number, by=table.by)
    return in_place(request, table, number, _("Đã xác nhận ván %(number)s.") if nodded else "")


def question(table: Table) -> dict[str, object]:
    """The round that this phone's owner lost most in and is asked about, with what it cost.

    None where the owner calls it wrong, too.
    """
    seat, loss = table.seat, line(table, table.asked) if table.asked else None
    if not (seat and loss) or any(flag.is_open and flag.seat == seat for flag, _who in loss.flags):
        return {"line": None}
    return {"line": loss, "name": table.names[seat], "sum": loss.played.amounts[seat]}


def who_nodded(table: Table, history_round: HistoryRound) -> str:
    """The names of those who nodded to a round."""
    people = table.people(table.nods.get(history_round.round.number, ()))
    return ", ".join(person.name for person in people)
