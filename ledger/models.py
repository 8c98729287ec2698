"""What is kept: sessions and their seats, terms, rounds, and a journal that only grows.

Rules, bet units, rounds, postings and entries are never changed or deleted, and the
database itself refuses to (migration 0002). Amounts are integers in the smallest unit
of the session's money; a positive balance is money the player is to receive.
Names stand in `Seat.name`, `Session.name` and `SavedRules.name` only, so they can be
cleared without touching the journal.
"""

import secrets

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

SEATS = range(2, 9)
"""How many people a session may have."""

BET_UNIT_LIMIT = 10**9
AMOUNT_LIMIT = 10**12
BALANCE_LIMIT = 2**53 - 1
"""The largest amounts kept; a phone reads every balance exactly and BIGINT never overflows."""


def new_session_id() -> str:
    """A short public name for a session; it is no secret and opens nothing."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))


def new_rules_id() -> str:
    """96 bits that nobody can guess: whoever has the id of a saved set has the set."""
    return secrets.token_urlsafe(12)


class Session(models.Model):
    """One evening at one table."""

    id = models.CharField(primary_key=True, max_length=12, default=new_session_id)
    name = models.CharField(max_length=60, blank=True)
    currency = models.CharField(max_length=12, blank=True)
    opened_at = models.DateTimeField(db_default=Now())
    closed_at = models.DateTimeField(null=True, blank=True)
    score_key_generation = models.PositiveIntegerField(default=1)
    view_key_generation = models.PositiveIntegerField(default=1)
    rule_version = models.ForeignKey(
        "RuleVersion", models.PROTECT, null=True, related_name="in_force_in"
    )
    bet_unit = models.ForeignKey("BetUnit", models.PROTECT, null=True, related_name="in_force_in")
    round_count = models.PositiveIntegerField(default=0)
    posting_count = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    """Hash of the newest posting; the next one builds on it."""

    class Meta:
        indexes = (models.Index(fields=["-opened_at"], name="session_newest"),)

    def __str__(self) -> str:
        return self.name or self.id


class Seat(models.Model):
    """A person at the table, known to the journal by number only."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=30, blank=True)
    sitting_out = models.BooleanField(default=False)
    balance = models.BigIntegerField(default=0)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="seat_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=SEATS[-1]), name="seat_number_from_1"
            ),
            models.CheckConstraint(
                condition=Q(balance__gte=-BALANCE_LIMIT, balance__lte=BALANCE_LIMIT),
                name="seat_balance_bounded",
            ),
        )

    def __str__(self) -> str:
        return self.name or f"#{self.number}"


class RuleVersion(models.Model):
    """A rule set and what this table changed in it, in force from the next round on."""

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="rule_versions", db_index=False
    )
    number = models.PositiveIntegerField()
    rules = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    """Overrides only; what is not here is as the document says."""
    reason = models.CharField(max_length=200, blank=True)
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="rule_version_once"),
        )

    def __str__(self) -> str:
        return f"{self.rules} v{self.number}"


class SavedRules(models.Model):
    """A rule set with changes under a name, for tables to come; tables copy it."""

    id = models.CharField(primary_key=True, max_length=24, default=new_rules_id)
    name = models.CharField(max_length=60)
    rules = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    saved_at = models.DateTimeField(db_default=Now())
    dropped_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class BetUnit(models.Model):
    """What one cược is worth, in force from the next round on."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="bet_units", db_index=False)
    number = models.PositiveIntegerField()
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="bet_unit_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, amount__lte=BET_UNIT_LIMIT), name="bet_unit_positive"
            ),
        )

    def __str__(self) -> str:
        return str(self.amount)


class Round(models.Model):
    """What the table told, scored once and kept with the terms it was scored under."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    submission_id = models.UUIDField()
    """Made by the client; the row is the promise that sending again adds nothing."""
    rule_version = models.ForeignKey(RuleVersion, models.PROTECT, related_name="+", db_index=False)
    bet_unit = models.ForeignKey(BetUnit, models.PROTECT, related_name="+", db_index=False)
    facts = models.JSONField()
    result = models.JSONField()
    balances = models.JSONField()
    """Balance of every seat right after this round: {"1": 34000, …}."""
    corrects = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )
    stands_for = models.PositiveIntegerField()
    """The number of the round played at the table: its own, or of the one it corrects."""
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="round_number_once"),
            models.UniqueConstraint(fields=["session", "submission_id"], name="submission_once"),
            models.CheckConstraint(
                condition=Q(corrects__isnull=True, number__gte=1, stands_for=F("number"))
                | Q(corrects__isnull=False, stands_for__gte=1, stands_for__lt=F("number")),
                name="round_stands_for_itself_or_earlier",
            ),
        )
        indexes = (models.Index(fields=["session", "-stands_for"], name="round_as_played"),)

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


class Posting(models.Model):
    """One event of the journal; its entries add up on their own, its hash holds the chain."""

    class Kind(models.TextChoices):
        ROUND = "round"
        VOID = "void"

    session = models.ForeignKey(Session, models.PROTECT, related_name="postings", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    round = models.ForeignKey(Round, models.PROTECT, related_name="postings", db_index=False)
    reason = models.CharField(max_length=200, blank=True)
    posted_at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="posting_number_once"),
            models.UniqueConstraint(fields=["round", "kind"], name="round_posted_and_void_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, kind__in=["round", "void"]), name="posting_kind_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number} {self.kind}"


class Entry(models.Model):
    """One payment of a posting: `payer` gives `payee` the amount, so it balances by itself."""

    posting = models.ForeignKey(Posting, models.PROTECT, related_name="entries", db_index=False)
    line = models.PositiveSmallIntegerField()
    payer = models.ForeignKey(Seat, models.PROTECT, related_name="+", db_index=False)
    payee = models.ForeignKey(Seat, models.PROTECT, related_name="+", db_index=False)
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=20)

    class Meta:
        ordering = ("posting", "line")
        constraints = (
            models.UniqueConstraint(fields=["posting", "line"], name="entry_line_once"),
            models.CheckConstraint(condition=Q(line__gte=1), name="entry_line_from_1"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, amount__lte=AMOUNT_LIMIT), name="entry_amount_positive"
            ),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="entry_between_two"),
        )

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.payee_id}: {self.amount}"


class Part(models.Model):
    """What one player tells of the coming round on a phone of the player's own.

    No part of the journal: it is written over freely, and means nothing once the round
    it was told for is on the books, or the table's rules are others.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True)
    phone = models.CharField(max_length=43)
    """The phone that holds the seat; it goes on holding it in the rounds that follow."""
    after = models.PositiveIntegerField(default=0)
    """The number of the round played last when this was told; corrections do not count."""
    rule_version = models.ForeignKey(RuleVersion, models.CASCADE, related_name="+", db_index=False)
    fields = models.JSONField(default=dict)
    """The fields of the round form as they were typed, by name."""
    handed_in_at = models.DateTimeField(null=True, blank=True)
    final = models.BooleanField(default=False)
    """Others have seen it, or may have: it is not changed any more."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(final=False) | Q(handed_in_at__isnull=False),
                name="part_final_once_handed_in",
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat_id} after {self.after}"
