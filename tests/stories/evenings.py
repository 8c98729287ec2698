"""Evenings by chance: everything that can change at a table happens, in any order."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from uuid import uuid4

import scoring
from ledger import books
from ledger.access.actor import Actor
from ledger.access.keys import Role, session_with_terms
from ledger.books import balances
from ledger.books.settlement import Pay, fewest_payments
from ledger.common.refusals import PostingError
from ledger.models import Link, Session
from ledger.people import groups
from ledger.tables import agreement, carry_over, flags, other_items, payments, sessions
from tests.random_rounds import deal
from tests.sample_tables import PLAYERS

WORDS = ("nhầm", "chia lại", "khuya rồi", "An xin", "phạt", "nước", "")
BET_UNIT = 2000
"""Times a small number: exact under every rule set."""


class RandomEvening:
    """A table and what is done at it by `rng`; what it refuses changes nothing."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.table = sessions.open_session(
            rules=rng.choice(list(scoring.RULE_SETS)),
            settings={},
            bet_unit=BET_UNIT,
            players=PLAYERS[: rng.randint(3, 6)],
            name=rng.choice(("Nhà An", "")),
            by=self.somebody,
        )
        self.id = self.table.pk
        self.now()

    @property
    def somebody(self) -> Actor:
        return Actor(self.rng.choice(list(Link)), self.rng.choice([None, 1, 2, 3]))

    @property
    def word(self) -> str:
        return self.rng.choice(WORDS)

    def now(self) -> Session:
        self.table = session_with_terms(self.id)
        return self.table

    def tables(self) -> list[Session]:
        """This table, and those that what was left has been carried into."""
        return [self.now(), *(carry.target for carry in self.table.carries.order_by("pk"))]

    def change(self) -> None:
        """Do one thing that changes something."""
        while not self.did(self.rng.choices(list(STEPS), list(STEPS.values()))[0]):
            pass

    def did(self, step: "Step") -> bool:
        """Whether this could be done, and changed something."""
        before = self.table.log_count
        with suppress(PostingError):
            step(self)
        return self.now().log_count > before

    def change_each(self) -> None:
        """What every kind of rewriting has something to do with: each once, in any order."""
        for step in self.rng.sample(EACH_ONCE, len(EACH_ONCE)):
            self.did(record)
            while not self.did(step):
                self.did(record)

    def seat(self) -> int:
        return self.rng.randint(1, self.table.seats.count())

    def round(self) -> int:
        return self.rng.randint(1, max(1, self.table.round_count))


Step = Callable[[RandomEvening], object]


def record(evening: RandomEvening, correcting: int | None = None) -> None:
    table, rng = evening.table, evening.rng
    known = table.rounds.filter(number=correcting).first() or table
    seats = list(table.seats.values_list("number", flat=True))
    players = sorted(rng.sample(seats, rng.randint(2, min(4, len(seats)))))
    assert known.rule_version
    facts = deal(known.rule_version.rules, rng, players)
    books.record(
        table.pk, submission_id=uuid4(), facts=facts, correcting=correcting, by=evening.somebody
    )


def correct(evening: RandomEvening) -> None:
    """Of a void round this is how it is restored."""
    if evening.table.round_count:
        record(evening, evening.round())


def void(evening: RandomEvening) -> None:
    books.void(evening.id, evening.round(), reason=evening.word, by=evening.somebody)


def bet_unit(evening: RandomEvening) -> None:
    amount = BET_UNIT * evening.rng.randint(1, 5)
    sessions.change_bet_unit(evening.id, amount, reason=evening.word, by=evening.somebody)


def rules(evening: RandomEvening) -> None:
    other = evening.rng.choice(list(scoring.RULE_SETS))
    sessions.change_rules(evening.id, other, {}, reason=evening.word, by=evening.somebody)


def join(evening: RandomEvening) -> None:
    name = PLAYERS[evening.table.seats.count() % len(PLAYERS)]
    sessions.add_player(evening.id, name, by=evening.somebody)


def sit(evening: RandomEvening) -> None:
    out = evening.rng.random() < 0.5
    sessions.sit(evening.id, evening.seat(), out=out, by=evening.somebody)


def rename(evening: RandomEvening) -> None:
    name = f"Tên {evening.rng.randint(1, 99)}"
    sessions.rename_players(evening.id, {evening.seat(): name}, by=evening.somebody)


def rename_table(evening: RandomEvening) -> None:
    sessions.rename_session(evening.id, evening.word, by=evening.somebody)


def forget(evening: RandomEvening) -> None:
    table = evening.rng.random() < 0.5
    sessions.forget_names(evening.id, [evening.seat()], table=table, by=evening.somebody)


def seat_people(evening: RandomEvening) -> None:
    order = list(evening.table.seats.values_list("number", flat=True))
    evening.rng.shuffle(order)
    sessions.seat_people(evening.id, order, by=evening.somebody)


def rotate(evening: RandomEvening) -> None:
    sessions.rotate(evening.id, on=evening.rng.random() < 0.5, by=evening.somebody)


def renew_key(evening: RandomEvening) -> None:
    sessions.renew_key(evening.id, evening.rng.choice(list(Role)), by=evening.somebody)


def other_item(evening: RandomEvening) -> None:
    payer, payee = evening.rng.sample((1, 2, 3), 2)
    pays = [Pay(payer, payee, 1000 * evening.rng.randint(1, 9))]
    words = evening.word or "phạt"
    other_items.post_item(
        evening.id, submission_id=uuid4(), pays=pays, text=words, by=evening.somebody
    )


def void_item(evening: RandomEvening) -> None:
    number = evening.rng.randint(1, 3)
    other_items.void_item(evening.id, number, by=evening.somebody)


def flag(evening: RandomEvening) -> None:
    by = evening.somebody
    flags.flag(evening.id, evening.round(), f"phone {by.seat}", word=evening.word, by=by)


def unflag(evening: RandomEvening) -> None:
    by = evening.somebody
    flags.take_back(evening.id, evening.round(), f"phone {by.seat}", by=by)


def keep(evening: RandomEvening) -> None:
    flags.keep(evening.id, evening.round(), word=evening.word, by=evening.somebody)


def pay(evening: RandomEvening) -> None:
    """At an open table somebody leaves and is settled with."""
    standings = balances.scoreboard(evening.table)
    due = fewest_payments({each.seat: each.balance for each in standings})
    if due:
        one = evening.rng.choice(due)
        payments.pay(
            evening.id,
            debtor=one.payer,
            creditor=one.payee,
            amount=evening.rng.choice((one.amount, max(1, one.amount // 2))),
            submission_id=uuid4(),
            leaver=one.payer,
            by=evening.somebody,
        )


def unpay(evening: RandomEvening) -> None:
    payments.unmark(evening.id, evening.rng.randint(1, 3), by=evening.somebody)


def close(evening: RandomEvening) -> None:
    sessions.close(evening.id, by=evening.somebody)


def reopen(evening: RandomEvening) -> None:
    sessions.reopen(evening.id, by=evening.somebody)


def agree(evening: RandomEvening) -> None:
    if final := agreement.final_line(evening.table):
        agreement.agree(evening.id, evening.seat(), final.hash, by=evening.somebody)


def carry(evening: RandomEvening) -> None:
    carry_over.carry(evening.id, submission_id=uuid4(), by=evening.somebody)


def carry_back(evening: RandomEvening) -> None:
    if carried := evening.table.carries.last():
        carry_over.take_back(evening.id, carried.target_id, by=evening.somebody)


def group(evening: RandomEvening) -> None:
    if group := evening.table.groups_made.first():
        if evening.table.evenings.exists():
            groups.take_out(group, evening.id, by=evening.somebody)
        else:
            groups.add(group, evening.table, {}, by=evening.somebody)
    else:
        groups.make("Nhóm", evening.table, submission_id=uuid4(), by=evening.somebody)


STEPS: dict[Step, int] = {
    record: 24,
    correct: 6,
    void: 4,
    bet_unit: 2,
    rules: 2,
    join: 1,
    sit: 2,
    rename: 2,
    rename_table: 1,
    forget: 1,
    seat_people: 1,
    rotate: 1,
    renew_key: 2,
    other_item: 2,
    void_item: 1,
    flag: 2,
    unflag: 1,
    keep: 1,
    pay: 3,
    unpay: 1,
    close: 2,
    reopen: 4,
    agree: 3,
    carry: 1,
    carry_back: 1,
    group: 1,
}
"""What can be done, and how often it is."""

EACH_ONCE: tuple[Step, ...] = (void, bet_unit, rules, renew_key, other_item, pay)
