"""What is kept: sessions and their seats, terms, rounds, and a journal that only grows.

Rules, bet units, rounds, payments, items, postings, entries and changes are never changed or
deleted, and the database itself refuses to (the `.sql` files of `ledger/migrations`). Amounts are
integers in the smallest unit of the session's money; a positive balance is money the player is to
receive.
Names stand in `Seat.name`, `Session.name` and `SavedRules.name` only, so they can be
cleared without touching the journal.
"""

from ledger.models.access import Allowance, StaffToken
from ledger.models.change_log import Change, Flag, Link
from ledger.models.groups import Evening, Group, GroupDue, GroupPart, GroupSettlement, Member
from ledger.models.journal import AMOUNT_LIMIT, Carry, Entry, OtherItem, Payment, Posting
from ledger.models.own_hands import OwnHand
from ledger.models.rounds import Round
from ledger.models.saved_rules import HouseTerms, SavedRules
from ledger.models.sessions import (
    BALANCE_LIMIT,
    BET_UNIT_LIMIT,
    SEATS,
    SESSION,
    BetUnit,
    RuleVersion,
    Seat,
    Session,
    session_of,
)
from ledger.models.upkeep import LastUse, PutAway, Upkeep
