"""What an owner can do who holds the database: rewrite the book, and work all hashes out again."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models.signals import pre_save

from ledger.access.keys import GENERATION, Role
from ledger.books import journal, pricing
from ledger.books.audit.loader import Posted, counted_postings
from ledger.books.chain import chained, document, names_digest, terms_digest
from ledger.books.sql import seats_of
from ledger.models import Carry, Change, Entry, Posting, Round, Session
from tests.random_rounds import deal
from tests.sample_tables import entries_of
from tests.stories.evenings import RandomEvening

ALL = frozenset({"postings", "lines", "heads", "balances"})
"""What there is to work out again."""

CARELESS: Sequence[Collection[str]] = (
    (),
    ("postings", "balances"),
    ("postings", "lines", "balances"),
)
"""What an owner works out again who forgets the rest."""

Kind = Change.Kind
OTHER_KIND = {
    Kind.SAT_OUT: Kind.SAT_IN,
    Kind.SAT_IN: Kind.SAT_OUT,
    Kind.FLAGGED: Kind.KEPT,
    Kind.KEPT: Kind.FLAGGED,
    Kind.RECORDED: Kind.RESTORED,
    Kind.GROUPED: Kind.UNGROUPED,
    Kind.PAID: Kind.UNPAID,
}
DAY = timedelta(days=1)


class Owner:
    """Somebody with the tables of one session before them, and no guard."""

    def __init__(self, session_id: str, rng: Random) -> None:
        self.id, self.rng = session_id, rng

    @property
    def session(self) -> Session:
        return Session.objects.get(pk=self.id)

    def set(self, **changed: object) -> None:
        Session.objects.filter(pk=self.id).update(**changed)

    def one_of(self, rows: Any) -> Any:
        return self.rng.choice(list(rows))

    def line(self, **which: object) -> Any:
        """One of these lines, to be updated."""
        pk = self.one_of(self.session.changes.filter(**which).values_list("pk", flat=True))
        return Change.objects.filter(pk=pk)

    def reseal(self, what: Collection[str] = ALL) -> None:
        """Work these out again, over all that follows."""
        session, seats = self.session, seats_of(self.id)
        counted = {"round_count": session.rounds, "posting_count": session.postings}
        for field, rows in counted.items():
            setattr(session, field, rows.count())
        heads = self._reseal_postings(session, seats, "postings" in what)
        if "balances" in what:
            for seat in seats.values():
                seat.save(update_fields=["balance"])
        lines = list(session.changes.order_by("number"))
        if "lines" in what:
            self._reseal_lines(session, seats, lines, heads)
        if "heads" in what:
            session.head, session.log_head = heads[session.posting_count], lines[-1].hash
            session.log_count = len(lines)
            session.save()

    def _reseal_postings(
        self, session: Session, seats: journal.Seats, again: bool
    ) -> dict[int, str]:
        """The hashes by number; with `again`, new ones."""
        heads, postings = {0: ""}, []
        for seat in seats.values():
            seat.balance = 0
        for read in counted_postings(session, seats.values()):
            assert isinstance(read, Posted), read
            posting, movements = read.posting, read.movements
            journal.move(seats, movements)
            if again:
                text = journal.document(posting, movements)
                posting.hash = chained(heads[posting.number - 1], text)
            heads[posting.number] = posting.hash
            postings.append(posting)
        Posting.objects.bulk_update(postings, ["hash"])
        return heads

    def _reseal_lines(
        self,
        session: Session,
        seats: journal.Seats,
        lines: Sequence[Change],
        heads: dict[int, str],
    ) -> None:
        names, head = names_digest(session, seats.values()), ""
        for line in lines:
            if "names" in line.details:
                line.details["names"] = names
            if "terms" in line.details:
                line.details["terms"] = self._terms(session, line)
            head = line.hash = chained(head, document(line, heads.get(line.posting_count, "")))
        Change.objects.bulk_update(lines, ["details", "hash"])

    def _terms(self, session: Session, line: Change) -> str:
        number, decided = line.details.get("number", 1), []
        if line.kind != Kind.BET_UNIT:
            decided += [session.rule_versions.get(number=number)]
        if line.kind != Kind.RULES:
            decided += [session.bet_units.get(number=number)]
        return terms_digest(*decided)

    def pays(self, posting: Posting, movements: Iterable[journal.Movement]) -> None:
        """These are the entries of a posting, in place of those that it had."""
        seats = seats_of(self.id)
        posting.entries.all()._raw_delete("default")
        Entry.objects.bulk_create(entries_of(posting, movements, seats))

    def erase(self, postings: Any) -> None:
        keys = list(postings.values_list("pk", flat=True))
        Entry.objects.filter(posting__in=keys)._raw_delete("default")
        Posting.objects.filter(pk__in=keys)._raw_delete("default")

    def keys_in_force(self) -> None:
        """The generations of keys are those that the log says."""
        generations = dict.fromkeys(GENERATION.values(), 1)
        for line in self.session.changes.filter(kind=Kind.KEY).order_by("number"):
            generations[GENERATION[Role(line.details["role"])]] = line.details["generation"]
        self.set(**generations)

    def closed_when(self) -> None:
        """It is closed as the newest line says that tells of it."""
        kinds = (Kind.OPENED, Kind.CLOSED, Kind.REOPENED)
        last = self.session.changes.filter(kind__in=kinds).latest("number")
        self.set(closed_at=last.made_at if last.kind == Kind.CLOSED else None)


def round_rewritten(owner: Owner) -> None:
    """Somebody else won it."""
    round: Round = owner.one_of(owner.session.rounds.select_related("rule_version", "bet_unit"))
    before = posted = round.postings.get(kind=Posting.Kind.ROUND)
    paid = journal.movements_of(posted)
    scored = None
    while scored is None or scored.movements == paid:
        players = round.facts["players"]
        rules = round.rule_version.rules
        scored = pricing.priced(deal(rules, owner.rng, players), round)
    result = scored.outcome.as_json()
    Round.objects.filter(pk=round.pk).update(facts=scored.facts, result=result)
    owner.pays(before, scored.movements)
    if void := round.postings.filter(kind=Posting.Kind.VOID).first():
        owner.pays(void, [each.reversed() for each in scored.movements])


def tail_cut(owner: Owner) -> None:
    """One of the newest rounds and whatever came after it never were."""
    kinds = (Kind.RECORDED, Kind.CORRECTED, Kind.RESTORED)
    newest = list(owner.session.changes.filter(kind__in=kinds).order_by("-number")[:3])
    cut_after(owner, owner.rng.choice(newest).number - 1)


def cut_after(owner: Owner, number: int) -> None:
    session = owner.session
    last = session.changes.get(number=number)
    gone = session.changes.filter(number__gt=number)
    for carry in session.carries.filter(
        postings__session=session, postings__number__gt=last.posting_count
    ).distinct():
        erase_session(Owner(carry.target_id, owner.rng))
    owner.erase(session.postings.filter(number__gt=last.posting_count))
    session.flags.all()._raw_delete("default")
    for rows in (session.rounds, session.payments, session.other_items):
        never = list(rows.filter(postings=None).values_list("pk", flat=True))
        rows.filter(pk__in=never)._raw_delete("default")
    session.carries.exclude(pk__in=session.postings.values("carry"))._raw_delete("default")
    if joined := [seat for line in gone.filter(kind=Kind.JOINED) for seat in line.details["seats"]]:
        session.seats.filter(number__in=joined)._raw_delete("default")
    for kind, rows, field in (
        (Kind.RULES, session.rule_versions, "rule_version"),
        (Kind.BET_UNIT, session.bet_units, "bet_unit"),
    ):
        change = session.changes.filter(kind=kind, number__lte=number).order_by("number").last()
        newest = change.details["number"] if change else 1
        owner.set(**{field: rows.get(number=newest)})
        rows.filter(number__gt=newest)._raw_delete("default")
    gone._raw_delete("default")
    owner.set(round_count=session.rounds.count())
    owner.keys_in_force()
    owner.closed_when()


def session_deleted(owner: Owner) -> None:
    """It never was, nor the tables that it was carried into."""
    for target in list(owner.session.carries.values_list("target", flat=True)):
        erase_session(Owner(target, owner.rng))
    erase_session(owner)


def another_in_its_place(owner: Owner) -> None:
    """A session of the same id, with an evening of its own."""
    session_deleted(owner)

    def same(instance: Session, **_: object) -> None:
        if instance._state.adding:
            instance.pk = owner.id

    pre_save.connect(same, sender=Session)
    try:
        evening = RandomEvening(owner.rng)
    finally:
        pre_save.disconnect(same, sender=Session)
    assert evening.id == owner.id
    for _ in range(owner.rng.randint(2, 10)):
        evening.change()


def half_deleted(owner: Owner) -> None:
    """The rest is left where it was."""
    session = owner.session
    for rows in (session.changes, session.seats):
        if owner.rng.random() < 0.5:
            rows.all()._raw_delete("default")
    owner.erase(session.postings.all())


def erase_session(owner: Owner) -> None:
    session = owner.session
    owner.erase(session.postings.all())
    owner.set(rule_version=None, bet_unit=None)
    for carry in Carry.objects.filter(target=session):
        owner.erase(carry.postings.all())
    Carry.objects.filter(target=session)._raw_delete("default")
    for rows in (session.flags, session.evenings, session.payments, session.other_items):
        rows.all()._raw_delete("default")
    for group in session.groups_made.all():
        group.members.all()._raw_delete("default")
    session.groups_made.all()._raw_delete("default")
    for rows in (session.rounds, session.rule_versions, session.bet_units, session.changes):
        rows.all()._raw_delete("default")
    session.seats.all()._raw_delete("default")
    Session.objects.filter(pk=session.pk)._raw_delete("default")


def names_swapped(owner: Owner) -> None:
    """Who lost is who won."""
    seats = list(owner.session.seats.all())
    first = owner.rng.choice(seats)
    second = owner.rng.choice([each for each in seats if each.name != first.name])
    first.name, second.name = second.name, first.name
    first.save(update_fields=["name"])
    second.save(update_fields=["name"])


def line_changed(owner: Owner) -> None:
    """Somebody else did it, or something else was done."""
    what = owner.rng.choice(("kind", "link", "seat", "round", "details"))
    if what == "kind":
        line = owner.line(kind__in=OTHER_KIND)
        line.update(kind=OTHER_KIND[Kind(line.get().kind)])
    elif what == "link":
        line = owner.line()
        line.update(link="api" if line.get().link != "api" else "score")
    elif what == "seat":
        line = owner.line()
        line.update(seat=1 + (line.get().seat or 0) % 8)
    elif what == "round":
        line = owner.line(round=None)
        line.update(round=1)
    else:
        line = owner.line()
        line.update(details=line.get().details | {"amount": owner.rng.randint(10, 10**9)})


def reason_changed(owner: Owner) -> None:
    session, word = owner.session, f"lý do {owner.rng.randint(1, 10**6)}"
    owner.one_of(
        (
            session.postings.filter(kind=Posting.Kind.VOID),
            session.postings.filter(kind=Posting.Kind.MANUAL),
            session.bet_units.filter(number__gt=1),
            session.rule_versions.filter(number__gt=1),
        )
    ).update(reason=word)


def time_changed(owner: Owner) -> None:
    session = owner.session
    what = owner.rng.choice(("posted", "made", "opened", "closed", "decided", "paid"))
    posting: Posting = owner.one_of(session.postings.all())
    if what == "made":
        line = owner.line(kind=Kind.RECORDED)
        line.update(made_at=line.get().made_at - DAY)
    elif what == "opened":
        owner.set(opened_at=session.opened_at - DAY)
        session.changes.filter(number=1).update(made_at=session.opened_at - DAY)
    elif what == "closed" and session.closed_at:
        owner.line(kind=Kind.CLOSED, made_at=session.closed_at).update(
            made_at=session.closed_at + DAY
        )
        owner.closed_when()
    elif what == "decided":
        terms: Any = owner.one_of((session.bet_units, session.rule_versions))
        one = owner.one_of(terms.all())
        terms.filter(pk=one.pk).update(decided_at=one.decided_at - DAY)
    elif what == "paid":
        item = owner.one_of((*session.payments.all(), *session.other_items.all()))
        item.recorded_at -= DAY
        item.save(update_fields=["recorded_at"])
    else:
        session.postings.filter(pk=posting.pk).update(posted_at=posting.posted_at - DAY)


def money_changed(owner: Owner) -> None:
    """Another amount was handed over, by another, or fined."""
    item = owner.one_of((*owner.session.payments.all(), *owner.session.other_items.all()))
    more, swapped = owner.rng.randint(1, 9) * 1000, owner.rng.random() < 0.3
    for posting in item.postings.all():
        paid = journal.movements_of(posting)
        owner.pays(posting, [_otherwise(each, more, swapped) for each in paid])
    if hasattr(item, "debtor"):
        if swapped:
            item.debtor, item.creditor = item.creditor, item.debtor
        else:
            item.amount += more
        item.save()


def _otherwise(paid: journal.Movement, more: int, swapped: bool) -> journal.Movement:
    if swapped:
        return paid.reversed(paid.reason)
    return journal.Movement(paid.payer, paid.payee, paid.amount + more, paid.reason)


def key_changed(owner: Owner) -> None:
    """A link was renewed more often than it was, or the other one."""
    line = owner.line(kind=Kind.KEY)
    details = line.get().details
    if owner.rng.random() < 0.5:
        details["generation"] += owner.rng.randint(1, 5)
    else:
        details["role"] = "view" if details["role"] == "score" else "score"
    line.update(details=details)
    owner.keys_in_force()


Rewriting = Callable[[Owner], None]

REWRITINGS: dict[str, Rewriting] = {
    "a round rewritten": round_rewritten,
    "the tail cut": tail_cut,
    "the session deleted": session_deleted,
    "another session in its place": another_in_its_place,
    "two names swapped": names_swapped,
    "a log line changed": line_changed,
    "a reason changed": reason_changed,
    "a time changed": time_changed,
    "money changed": money_changed,
    "a key changed": key_changed,
}
"""What becomes of the tables; the hashes are another step."""
