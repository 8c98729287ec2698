"""What is compared of the log: its chain, and what its lines say of the session."""

from collections.abc import Iterator

from ledger.access.keys import GENERATION, Role
from ledger.books.audit.state import AuditState, Difference
from ledger.books.chain import chained, document, names_digest, terms_digest
from ledger.books.history import played_rounds
from ledger.common.strict_json import Object
from ledger.models import BetUnit, Change, RuleVersion

Kind = Change.Kind


def check_lines(state: AuditState) -> Iterator[Difference]:
    """Work out the chain of all counted lines again, then compare what they say last."""
    try:
        yield from _compared(state)
    except Exception as error:
        yield state.difference("unreadable", f"its log cannot be worked out again: {error!r}")


def _compared(state: AuditState) -> Iterator[Difference]:
    session, head = state.session, ""
    by_log: Object = {"nod_from": None, **dict.fromkeys(GENERATION.values(), 1)}
    heads = {0: "", **dict(session.postings.values_list("number", "hash"))}
    counted = session.changes.filter(number__lte=session.log_count).order_by("number")
    for line in counted.iterator():
        expected = chained(head, document(line, heads.get(line.posting_count, "")))
        if expected != line.hash:
            sentence = f"line {line.number} of the log is not what its hash was made of"
            yield state.difference("line", sentence)
        head = line.hash
        by_log |= _fields(line)
        yield from _terms(state, line, by_log)
        if line.kind == Kind.NODDED and not _may_nod(state, line, by_log["nod_from"]):
            sentence = f"in line {line.number} of the log somebody nods who was not to be asked"
            yield state.difference("nod", sentence)
    if head != session.log_head:
        sentence = "the session's log_head is not the hash of its newest line"
        yield state.difference("log_head", sentence)
    if by_log.pop("names", None) != names_digest(session, state.seats.values()):
        yield state.difference("names", "its names are not those that its log has a digest of")
    for field, value in by_log.items():
        if (now := getattr(session, field)) != value:
            yield state.difference("told", f"its {field} is {now}, by its log {value}")


def _fields(line: Change) -> Object:
    """What holds from this line on, by the field of the session."""
    fields: Object = {"posting_count": line.posting_count}
    match line.kind:
        case Kind.OPENED:
            fields |= {"opened_at": line.made_at, "closed_at": None}
        case Kind.CLOSED:
            fields |= {"closed_at": line.made_at}
        case Kind.REOPENED:
            fields |= {"closed_at": None}
        case Kind.NOD_FROM:
            fields |= {"nod_from": line.details.get("amount")}
        case Kind.KEY:
            fields |= {GENERATION[Role(line.details["role"])]: line.details["generation"]}
    return fields | ({"names": line.details["names"]} if "names" in line.details else {})


def _may_nod(state: AuditState, line: Change, limit: int | None) -> bool:
    """Whether the one seat that nods in this line lost most in the round, and the limit or more."""
    rounds = state.session.rounds.filter(number=line.round or 0)
    return any(
        line.details["seats"] == [line.seat] and each.lost_most(line.seat, limit)
        for each in played_rounds(rounds)
    )


def _terms(state: AuditState, line: Change, fields: Object) -> Iterator[Difference]:
    """Terms are as they were decided; in force are the newest that a line tells of."""
    if "terms" not in line.details:
        return
    number = line.details.get("number", 1)
    decided: list[RuleVersion | BetUnit] = []
    if line.kind != Kind.BET_UNIT:
        decided += [rules := state.session.rule_versions.get(number=number)]
        fields["rule_version_id"] = rules.pk
    if line.kind != Kind.RULES:
        decided += [unit := state.session.bet_units.get(number=number)]
        fields["bet_unit_id"] = unit.pk
    if terms_digest(*decided) != line.details["terms"]:
        sentence = f"the terms of line {line.number} of the log are not what was decided"
        yield state.difference("terms", sentence)
