"""What became of rounds since an open page was made, and what was done last on one that opens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from ledger.books.handed_on import began_otherwise, differs_from_before
from ledger.books.history import played_rounds
from ledger.common.language import language
from ledger.models import Change, Round
from ledger.web.phone_table import Table
from ledger.web.table.history import HISTORY, HistoryRound, line
from scoring import Problem

Kind = Change.Kind
OTHER = {Kind.OTHER: _("Đã ghi một khoản khác"), Kind.OTHER_VOID: _("Đã huỷ một khoản khác")}
"""What changes the history but no round, and what is said of it."""

ACTS = {
    Kind.RECORDED: (_("Đã ghi ván %(number)s"), "void/"),
    Kind.VOID: (_("Đã huỷ ván %(number)s"), "restore/"),
    Kind.CORRECTED: (_("Đã sửa ván %(number)s"), "revert/"),
    Kind.RESTORED: (_("Ván %(number)s lại như cũ"), ""),
}
"""What is said of what was done to a round, and the address under its own that undoes it."""


@dataclass(frozen=True, slots=True)
class News:
    """Rounds as people count them: those the page does not know, those it knows otherwise.

    `newest` is the last round of all, if it is one of them. `put_right` says what became of the
    one that was put right last, or of a khoản khác. `too_many` to be told one by one: the page
    takes the newest rounds anew.
    """

    fresh: Sequence[HistoryRound] = ()
    altered: Sequence[HistoryRound] = ()
    newest: Sequence[HistoryRound] = ()
    put_right: str = ""
    too_many: bool = False


def news(table: Table, log: Sequence[Change]) -> News:
    """What happened to rounds by these lines of the log; at most two queries."""
    other = [str(OTHER[Kind(each.kind)]) for each in log if each.kind in OTHER]
    if other or len(log) > HISTORY:
        return News(put_right=other[-1] if other else "", too_many=True)
    changes = [each for each in log if each.round and each.kind != Kind.NODDED]
    if not changes:
        return News()
    numbers = {each.details.get("again", each.round) for each in changes}
    numbers |= {each.round for each in changes}
    rounds = table.rounds.filter(number__in=numbers)
    lines = [line(table, each) for each in played_rounds(rounds.order_by("stands_for"))]
    new = {each.round for each in changes if each.kind == Kind.RECORDED}
    fresh = [each for each in lines if each.round.stands_for in new]
    altered = [each for each in lines if each.round.stands_for not in new]
    last = [each for each in lines if each.number == table.next_number - 1]
    return News(fresh, altered, last, _put_right(table, changes, lines))


def not_own(table: Table, fresh: Sequence[HistoryRound], own: str) -> Sequence[HistoryRound]:
    """Those of these rounds that none of the `own` submissions recorded: ids with commas."""
    if not own:
        return fresh
    recorded = table.session.rounds.filter(number__in=[each.round.stands_for for each in fresh])
    ids = dict(recorded.values_list("number", "submission_id"))
    return [each for each in fresh if str(ids[each.round.stands_for]) not in own]


def act(table: Table, kind: str, round: Round, *, waited: bool = False) -> tuple[str, str]:
    """What is said of what was done to a round, and the address that undoes it, if any.

    Of one that `waited` on its phone nobody has seen a preview.
    """
    words, undo = ACTS[Kind(kind)]
    clauses = [words % {"number": table.numbering.of(round)}]
    if kind != Kind.RECORDED:
        clauses += sentences(table, began_otherwise(round, table.numbering))
    elif waited:
        clauses += sentences(table, differs_from_before(round, table.numbering))
    return ". ".join(clauses), undo and f"{table.address}rounds/{round.number}/{undo}"


def sentences(table: Table, problems: Iterable[Problem]) -> list[str]:
    return [each.message(language(), table.names.__getitem__) for each in problems]


def last_act(table: Table, lines: Sequence[HistoryRound]) -> tuple[str, str]:
    """The same of what was done last, where that was to one of these rounds of today's game."""
    last = table.session.changes.filter(kind__in=ACTS).order_by("-number").first()
    of = _line_of(last, lines) if last else None
    if not (last and of and of.played.round.rule_version.rules == table.rules):
        return "", ""
    return act(table, last.kind, of.round)


def _line_of(change: Change, lines: Sequence[HistoryRound]) -> HistoryRound | None:
    number = change.details.get("again", change.round)
    return next((each for each in lines if each.round.number == number), None)


def _put_right(table: Table, changes: Sequence[Change], lines: Sequence[HistoryRound]) -> str:
    """Say it of the last one; whatever was done to a round before is past."""
    acts = [each for each in changes if each.kind in ACTS.keys() - {Kind.RECORDED}]
    of = _line_of(acts[-1], lines) if acts else None
    return act(table, acts[-1].kind, of.round)[0] if of else ""
