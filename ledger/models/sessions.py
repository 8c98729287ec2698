"""A session, who sits at it, and the terms in force: rules and bet units."""

import secrets
from collections.abc import Sequence
from datetime import UTC
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from ledger.common.signature import short_sign, sign
from ledger.common.strict_json import Object
from scoring import RULE_SETS

SEATS = range(2, 9)
"""How many people a session may have."""


BET_UNIT_LIMIT = 10**9

MARK_DIGITS = 32
"""How many digits of a hash people are shown; two books alike in 16 take hours to make."""


BALANCE_LIMIT = 2**53 - 1
"""The largest amounts kept; a phone reads every balance exactly and BIGINT never overflows."""


new_session_id = partial(get_random_string, 8, "abcdefghjkmnpqrstuvwxyz23456789")
"""Make a short public name for a session; it is no secret and opens nothing."""


def in_cell(id: str) -> str:
    """The name, beginning as those of this cell do: a proxy leads there by it."""
    return settings.CELL + id[len(settings.CELL) :]


new_salt = partial(secrets.token_hex, 16)
"""Make what goes into the digest of a session's names, and nobody can guess."""


class Session(models.Model):
    """One evening at one table."""

    id = models.CharField(_("mã"), primary_key=True, max_length=12, default=new_session_id)
    submission_id = models.UUIDField(null=True, unique=True)
    """Made by who opened it: an opening that is sent again opens no second session."""
    name = models.CharField(_("tên bàn"), max_length=60)
    currency = models.CharField(_("đơn vị tiền"), max_length=12)
    opened_at = models.DateTimeField(_("mở lúc"), db_default=Now())
    closed_at = models.DateTimeField(_("đóng lúc"), null=True)
    score_key_generation = models.PositiveIntegerField(default=1)
    view_key_generation = models.PositiveIntegerField(default=1)
    rule_version = models.ForeignKey(
        "RuleVersion", models.PROTECT, null=True, related_name="in_force_in"
    )
    bet_unit = models.ForeignKey("BetUnit", models.PROTECT, null=True, related_name="in_force_in")
    seating = models.CharField(max_length=SEATS[-1])
    """Seat numbers in playing order, a digit each; empty where that is the order of the numbers."""
    seated_after = models.PositiveIntegerField(default=0)
    """The newest round when the seating was told: later rounds may be played otherwise."""
    rotates = models.BooleanField(default=False)
    """Where more than four sit in: who lost most of a round makes room for who waits."""
    nod_from = models.BigIntegerField(null=True)
    """From what loss on who loses most in a round is asked whether it is right; None: never."""
    round_count = models.PositiveIntegerField(_("số ván"), default=0)
    posting_count = models.PositiveIntegerField(_("số lần ghi"), default=0)
    head = models.CharField(max_length=64)
    """Hash of the newest posting; the next one builds on it."""
    log_count = models.PositiveIntegerField(default=0)
    log_head = models.CharField(max_length=64)
    """Hash of the newest line of the log, which stands for everything in the session."""
    salt = models.CharField(max_length=32, default=new_salt)
    """Of the digest of names; another one once a name was cleared."""
    change_count = models.PositiveIntegerField(default=0)
    """Goes up by whatever another open page would show; says that something changed, not what."""

    class Meta:
        verbose_name = _("bàn")
        verbose_name_plural = pgettext_lazy("nhiều", "bàn")
        indexes = (models.Index(fields=["-opened_at"], name="session_newest"),)

    def __str__(self) -> str:
        return self.name or self.id

    @property
    def terms(self) -> tuple["RuleVersion", "BetUnit"]:
        """The terms in force, which every session has from the moment it is opened."""
        assert self.rule_version
        assert self.bet_unit
        return self.rule_version, self.bet_unit

    @property
    def mark(self) -> str:
        """It, its newest line and how the hash of that begins, signed: `k3m9x2ab/57/1a2b/9c0d`.

        It is short enough for a message; only the service can check it.
        """
        return f"{self.unsigned_mark}/{short_sign(self.unsigned_mark)}"

    @property
    def public_mark(self) -> str:
        """The mark that files hold: whoever has the public key checks it without the service."""
        return f"{self.unsigned_mark}/{sign(self.unsigned_mark)}"

    @property
    def unsigned_mark(self) -> str:
        """What a mark says, without a signature."""
        return f"{self.pk}/{self.log_count}/{self.log_head[:MARK_DIGITS]}"

    def state(self) -> tuple[object, ...]:
        """Other than before whenever any page or answer about the session is."""
        return self.pk, self.change_count, self.log_head


COLUMNS = [field.attname for field in Session._meta.concrete_fields]
SESSION = tuple(name for name in COLUMNS if name != "submission_id")
"""The columns of a session but one, which nobody asks for once it is open."""


def session_of(row: Sequence[Any]) -> Session:
    """The session of a row of these columns, in a fifth of the time that a query set takes."""
    session = Session.from_db(DEFAULT_DB_ALIAS, SESSION, row)
    for name in ("opened_at", "closed_at"):
        if moment := getattr(session, name):  # which SQLite keeps in UTC and does not say so
            setattr(session, name, moment.replace(tzinfo=moment.tzinfo or UTC))
    return session


class Seat(models.Model):
    """A person at the table, known to the journal by number only."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=30)
    sitting_out = models.BooleanField(default=False)
    balance = models.BigIntegerField(default=0)
    """The sum of its entries, kept in the same transaction."""

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


def values_of(rules: str, settings: Object) -> Object:
    """Every setting of stored rules by name; those alone of a game that is no more."""
    game = RULE_SETS.get(rules)
    return game.stored(settings) if game else dict(settings)


class RuleVersion(models.Model):
    """A rule set with all its settings, in force from the next round on."""

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="rule_versions", db_index=False
    )
    number = models.PositiveIntegerField()
    rules = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    """Every setting as it was decided; until 0.2.0 only what was not as the document says."""
    reason = models.CharField(max_length=200)
    decided_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="rule_version_once"),
        )

    def __str__(self) -> str:
        return f"{self.rules} v{self.number}"

    @property
    def values(self) -> Object:
        """Every setting, those too that there was none of when this was decided."""
        return values_of(self.rules, self.settings)


class BetUnit(models.Model):
    """What one cược is worth, in force from the next round on."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="bet_units", db_index=False)
    number = models.PositiveIntegerField()
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=200)
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
