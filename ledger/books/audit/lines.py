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
        yield state.found("unreadable", f"its log cannot be worked out again: {error!r}")


def _compared(state: AuditState) -> Iterator[Difference]:
    session, head = state.session, ""
    told: Object = {"nod_from": None, **dict.fromkeys(GENERATION.values(), 1)}
    heads = {0: "", **dict(session.postings.values_list("number", "hash"))}
    counted = session.changes.filter(number__lte=session.log_count).order_by("number")
    for line in counted.iterator():
        expected = chained(head, document(line, heads.get(line.posting_count, "")))
        if expected != line.hash:
            sentence = f"line {line.number} of the log is not what its hash was made of"
            yield state.found("line", sentence)
        head = line.hash
        told |= _told(line)
        yield from _terms(state, line, told)
        if line.kind == Kind.NODDED and not _may_nod(state, line, told["nod_from"]):
            sentence = f"in line {line.number} of the log somebody nods who was not to be asked"
            yield state.found("nod", sentence)
    if head != session.log_head:
        yield state.found("log_head", "the session's log_head is not the hash of its newest line")
    if told.pop("names", None) != names_digest(session, state.seats.values()):
        yield state.found("names", "its names are not those that its log has a digest of")
    for field, value in told.items():
        if (now := getattr(session, field)) != value:
            yield state.found("told", f"its {field} is {now}, by its log {value}")


def _told(line: Change) -> Object:
    """What holds from this line on, by the field of the session."""
    told: Object = {"posting_count": line.posting_count}
    match line.kind:
        case Kind.OPENED:
            told |= {"opened_at": line.made_at, "closed_at": None}
        case Kind.CLOSED:
            told |= {"closed_at": line.made_at}
        case Kind.REOPENED:
            told |= {"closed_at": None}
        case Kind.NOD_FROM:
            told |= {"nod_from": line.details.get("amount")}
        case Kind.KEY:
            told |= {GENERATION[Role(line.details["role"])]: line.details["generation"]}
    return told | ({"names": line.details["names"]} if "names" in line.details else {})


def _may_nod(state: AuditState, line: Change, limit: int | None) -> bool:
    """Whether the one seat that nods in this line lost most in the round, and the limit or more."""
    rounds = state.session.rounds.filter(number=line.round or 0)
    return any(
        line.details["seats"] == [line.seat] and each.lost_most(line.seat, limit)
        for each in played_rounds(rounds)
    )


def _terms(state: AuditState, line: Change, told: Object) -> Iterator[Difference]:
    """Terms are as they were decided; in force are the newest that a line tells of."""
    if "terms" not in line.details:
        return
    number = line.details.get("number", 1)
    decided: list[RuleVersion | BetUnit] = []
    if line.kind != Kind.BET_UNIT:
        decided += [rules := state.session.rule_versions.get(number=number)]
        told["rule_version_id"] = rules.pk
    if line.kind != Kind.RULES:
        decided += [unit := state.session.bet_units.get(number=number)]
        told["bet_unit_id"] = unit.pk
    if terms_digest(*decided) != line.details["terms"]:
        sentence = f"the terms of line {line.number} of the log are not what was decided"
        yield state.found("terms", sentence)
