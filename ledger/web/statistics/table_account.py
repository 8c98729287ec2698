"""A person's account in words: what it adds up from, and each line of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.books.accounts import StatementLine
from ledger.books.settling import CARRIED, PAID, UNCARRIED, UNPAID
from ledger.common.bidi import isolated
from ledger.common.language import language
from ledger.common.person import Names
from ledger.common.strict_json import Object
from ledger.models import Posting, Session
from ledger.people.totals import by_reason
from ledger.web.games import in_words
from ledger.web.phone_table import Table
from scoring.common.words import REASONS


@dataclass(frozen=True, slots=True)
class Account:
    """What one person's balance adds up from, in the order of the reasons."""

    seat: int
    name: str
    balance: int
    amounts: Mapping[str, int]
    """By reason."""

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """In words."""
        return [
            (text.say(language()), self.amounts[reason])
            for reason, text in REASONS.items()
            if reason in self.amounts
        ]


def accounts_of(session: Session) -> dict[int, Account]:
    """What every balance adds up from, by seat; three queries."""
    paid = by_reason([session.pk])
    return {
        seat.number: Account(seat.number, isolated(str(seat)), seat.balance, paid.get(seat.pk, {}))
        for seat in session.seats.order_by("number")
    }


def line_in_words(line: StatementLine, table: Table) -> Object:
    """The line in words; `round` has a page that shows more, `round_words` say it."""
    posting = line.posting
    if not posting.round:
        return {"line": line, "words": _beside_rounds(posting, table.names)}
    round, number = posting.round, {"number": table.numbering.of(posting.round)}
    if posting.kind == Posting.Kind.VOID:
        return {"line": line, "words": _("Huỷ ván %(number)s.") % number, "round": round.number}
    round_words = ", ".join(in_words(round, table.names))
    words = _("Ván %(number)s") % number
    return {"line": line, "words": words, "round": round.number, "round_words": round_words}


def _beside_rounds(posting: Posting, names: Names) -> str:
    if posting.other:
        void = posting.kind == Posting.Kind.MANUAL_VOID
        what = _("Huỷ khoản khác") if void else _("Khoản khác")
        return f"{what}: {posting.reason}"
    sentence = _payment(posting, names) if posting.payment else str(CARRYING[posting.kind])
    return sentence[:1].upper() + sentence[1:]


CARRYING = {Posting.Kind.CARRIED.value: CARRIED, Posting.Kind.UNCARRIED.value: UNCARRIED}


def _payment(posting: Posting, names: Names) -> str:
    assert posting.payment
    debtor, creditor = posting.payment.debtor.number, posting.payment.creditor.number
    sentence = UNPAID if posting.kind == Posting.Kind.UNPAID else PAID
    return str(sentence) % {"debtor": names[debtor], "creditor": names[creditor]}
