"""What must be true of a row before it is kept: conditions in SQL, by table, each with its name.

Where a constraint says the same, it is not said again.
"""

from collections.abc import Mapping


def _follows(table: str) -> str:
    return (
        f"NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_{table} o"
        " WHERE o.session_id = NEW.session_id)"
    )


def _of_the_session(table: str, row: str, session: str = "NEW.session_id") -> str:
    return (
        f"EXISTS (SELECT 1 FROM ledger_{table} o WHERE o.id = {row} AND o.session_id = {session})"
    )


TABLE_OPEN = (
    "EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id AND s.closed_at IS NULL)"
)
STANDING_PAYMENT = (
    "EXISTS (SELECT 1 FROM ledger_payment o WHERE o.session_id = NEW.session_id AND NOT EXISTS"
    " (SELECT 1 FROM ledger_posting u WHERE u.payment_id = o.id AND u.kind = 'unpaid'))"
)


STANDING_CARRY = (
    "EXISTS (SELECT 1 FROM ledger_carry o WHERE o.source_id = NEW.session_id AND NOT EXISTS"
    " (SELECT 1 FROM ledger_posting u WHERE u.carry_id = o.id AND u.kind = 'uncarried'))"
)


OPPOSITE = (
    "EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_posting p"
    " ON p.round_id = v.round_id AND p.kind = 'round'"
    " JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line"
    " WHERE v.id = NEW.posting_id AND o.payer_id = NEW.payee_id"
    " AND o.payee_id = NEW.payer_id AND o.amount = NEW.amount)"
)
"""The same line of the round that is void, the other way round."""


def _mirrored(session: str) -> str:
    """The same line of what was carried from or to that session, the other way round."""
    return (
        "EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_carry c ON c.id = v.carry_id"
        " JOIN ledger_posting p ON p.carry_id = c.id AND p.kind = 'carried'"
        f" AND p.session_id = {session}"
        " JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line"
        " AND o.amount = NEW.amount"
        " JOIN ledger_seat a ON a.id = o.payer_id JOIN ledger_seat b ON b.id = o.payee_id"
        " JOIN ledger_seat x ON x.id = NEW.payer_id JOIN ledger_seat y ON y.id = NEW.payee_id"
        " WHERE v.id = NEW.posting_id AND a.number = y.number AND b.number = x.number)"
    )


LEAVES = (
    "EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_carry c ON c.id = v.carry_id"
    " AND c.source_id = v.session_id WHERE v.id = NEW.posting_id)"
)
"""The posting is at the table that is carried from."""


def _paid(payer: str, payee: str) -> str:
    """The one entry of a posting of a payment, between these two."""
    return (
        "NEW.line = 1 AND EXISTS (SELECT 1 FROM ledger_posting p"
        " JOIN ledger_payment o ON o.id = p.payment_id WHERE p.id = NEW.posting_id"
        f" AND o.{payer}_id = NEW.payer_id AND o.{payee}_id = NEW.payee_id"
        " AND o.amount = NEW.amount)"
    )


def _by_kind(kind: str, conditions: Mapping[str, str]) -> str:
    """What must be true of a posting or entry, by its kind; of the other kinds nothing."""
    cases = " ".join(f"WHEN '{name}' THEN {condition}" for name, condition in conditions.items())
    return f"CASE {kind} {cases} ELSE TRUE END"


def _posted(what: str, kind: str) -> str:
    return (
        f"EXISTS (SELECT 1 FROM ledger_posting o WHERE o.{what}_id = NEW.{what}_id"
        f" AND o.session_id = NEW.session_id AND o.kind = '{kind}')"
    )


OF_THE_CARRY = (
    "EXISTS (SELECT 1 FROM ledger_carry o"
    " WHERE o.id = NEW.carry_id AND NEW.session_id IN (o.source_id, o.target_id))"
)
POSTINGS = {
    "round": _of_the_session("round", "NEW.round_id"),
    "void": _posted("round", "round"),
    "payment": _of_the_session("payment", "NEW.payment_id"),
    "unpaid": _posted("payment", "payment"),
    "carried": OF_THE_CARRY,
    "uncarried": _posted("carry", "carried"),
}
"""What a posting is of, by its kind."""

ENTRIES = {
    "void": OPPOSITE,
    "payment": _paid("creditor", "debtor"),
    "unpaid": _paid("debtor", "creditor"),
    "carried": f"{LEAVES} OR {_mirrored('c.source_id')}",
    "uncarried": _mirrored("v.session_id"),
}
"""What an entry is, by the kind of its posting; those of rounds are free."""

ON_INSERT: Mapping[str, dict[str, str]] = {
    "session": {
        "a session begins empty": (
            "NEW.round_count = 0 AND NEW.posting_count = 0"
            " AND NEW.head = '' AND NEW.log_count = 0 AND NEW.change_count = 0"
            " AND NEW.rule_version_id IS NULL AND NEW.bet_unit_id IS NULL"
        ),
    },
    "seat": {
        "a seat begins with nothing": "NEW.balance = 0",
    },
    "ruleversion": {
        "rule versions have no gaps": _follows("ruleversion"),
    },
    "betunit": {
        "bet units have no gaps": _follows("betunit"),
    },
    "round": {
        "round numbers have no gaps": _follows("round"),
        "a new round is played at an open table under the terms in force": (
            "NEW.corrects_id IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_session s"
            " WHERE s.id = NEW.session_id AND s.closed_at IS NULL"
            " AND s.rule_version_id = NEW.rule_version_id"
            " AND s.bet_unit_id = NEW.bet_unit_id)"
        ),
        "a correction replaces a void round under its own terms": (
            "NEW.corrects_id IS NULL OR EXISTS (SELECT 1 FROM ledger_round o"
            " JOIN ledger_posting v ON v.round_id = o.id AND v.kind = 'void'"
            " WHERE o.id = NEW.corrects_id AND o.session_id = NEW.session_id"
            " AND o.stands_for = NEW.stands_for AND o.rule_version_id = NEW.rule_version_id"
            " AND o.bet_unit_id = NEW.bet_unit_id)"
        ),
    },
    "payment": {
        "payment numbers have no gaps": _follows("payment"),
        "debtor and creditor sit at the table": (
            "2 = (SELECT COUNT(*) FROM ledger_seat o WHERE o.session_id = NEW.session_id"
            " AND o.id IN (NEW.debtor_id, NEW.creditor_id))"
        ),
    },
    "carry": {
        "what is left of a closed table is carried": (
            "EXISTS (SELECT 1 FROM ledger_session s"
            " WHERE s.id = NEW.source_id AND s.closed_at IS NOT NULL)"
        ),
        "it is carried to a table where nothing happened": (
            "EXISTS (SELECT 1 FROM ledger_session s"
            " WHERE s.id = NEW.target_id AND s.posting_count = 0)"
        ),
    },
    "posting": {
        "a posting counts on from the one that is sealed": (
            "EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id"
            " AND NEW.number = s.posting_count + 1)"
        ),
        "a posting is of what is posted here": _by_kind("NEW.kind", POSTINGS),
        "no round changes while the table settles": (
            f"NEW.round_id IS NULL OR {TABLE_OPEN} OR NOT ({STANDING_PAYMENT} OR {STANDING_CARRY})"
        ),
        "a hash is whole": "LENGTH(NEW.hash) = 64",
    },
    "entry": {
        "a sealed posting takes no entry": (
            "EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_session s"
            " ON s.id = p.session_id AND p.number = s.posting_count + 1"
            " WHERE p.id = NEW.posting_id)"
        ),
        "payer and payee sit at the table": (
            "2 = (SELECT COUNT(*) FROM ledger_posting p"
            " JOIN ledger_seat o ON o.session_id = p.session_id"
            " WHERE p.id = NEW.posting_id AND o.id IN (NEW.payer_id, NEW.payee_id))"
        ),
        "an entry is what its posting stands for": _by_kind(
            "(SELECT p.kind FROM ledger_posting p WHERE p.id = NEW.posting_id)", ENTRIES
        ),
    },
    "change": {
        "the log has no gaps": _follows("change"),
        "a line is counted before the next": (
            "NEW.number = 1 + (SELECT s.log_count FROM ledger_session s"
            " WHERE s.id = NEW.session_id)"
        ),
        "the round is of the session": (
            "NEW.round IS NULL OR EXISTS (SELECT 1 FROM ledger_round o"
            " WHERE o.session_id = NEW.session_id AND o.number = NEW.round)"
        ),
    },
}
"""What must be true of a new row, by table; anything else, unknown too, is refused."""

ON_UPDATE: Mapping[str, dict[str, str]] = {
    "session": {
        "a session stays itself": "NEW.id = OLD.id AND NEW.opened_at = OLD.opened_at",
        "a session counts upwards": (
            "NEW.round_count >= OLD.round_count AND"
            " (NEW.posting_count = OLD.posting_count + 1"
            " OR (NEW.posting_count = OLD.posting_count AND NEW.head = OLD.head))"
        ),
        "a line of the log is told to the other pages": (
            "NEW.log_count - OLD.log_count IN (0, 1)"
            " AND NEW.change_count - OLD.change_count >= NEW.log_count - OLD.log_count"
        ),
        "only a posting that is there is counted": (
            "NEW.posting_count = OLD.posting_count OR EXISTS (SELECT 1 FROM ledger_posting p"
            " WHERE p.session_id = NEW.id AND p.number = NEW.posting_count"
            " AND p.hash = NEW.head)"
        ),
        "an old key stays dead": (
            "NEW.score_key_generation >= OLD.score_key_generation"
            " AND NEW.view_key_generation >= OLD.view_key_generation"
        ),
        "rules are of the same session": (
            "NEW.rule_version_id = OLD.rule_version_id"
            f" OR {_of_the_session('ruleversion', 'NEW.rule_version_id', 'NEW.id')}"
        ),
        "the bet unit is of the same session": (
            "NEW.bet_unit_id = OLD.bet_unit_id"
            f" OR {_of_the_session('betunit', 'NEW.bet_unit_id', 'NEW.id')}"
        ),
    },
    "seat": {
        "a seat stays itself": (
            "NEW.id = OLD.id AND NEW.session_id = OLD.session_id AND NEW.number = OLD.number"
        ),
    },
}
"""What must be true of a changed row of a WATCHED table."""
