"""The rounds that were called wrong and wait for an answer."""

from ledger.books.history import played_rounds
from ledger.web.table.page import HistoryRound, Table


def flagged_rounds(table: Table) -> list[HistoryRound]:
    """The rounds that wait for an answer, oldest first; only asked for where there are any."""
    if not table.flagged:
        return []
    rounds = table.session.rounds.filter(number__in=table.flagged).order_by("number")
    return [table.with_flags(played) for played in played_rounds(rounds)]
