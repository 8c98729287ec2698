"""What is kept: sessions and their seats, terms, rounds, and a journal that only grows.

Rules, bet units, rounds, payments, postings, entries and changes are never changed or deleted, and
the database itself refuses to (`ledger.guard_rules`). Amounts are integers in the
smallest unit of the session's money; a positive balance is money the player is to receive.
Names stand in `Seat.name`, `Session.name` and `SavedRules.name` only, so they can be
cleared without touching the journal.
"""

import secrets

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ledger.group_models import Evening, Group, Member
from ledger.journal_models import AMOUNT_LIMIT, Carry, Entry, Payment, Posting
from ledger.log_models import Change, Flag, Link
from ledger.stretch_models import Stretch

__all__ = (
    "AMOUNT_LIMIT",
    "Allowance",
    "BetUnit",
    "Carry",
    "Change",
    "Entry",
    "Evening",
    "Flag",
    "Group",
    "Link",
    "Member",
    "Part",
    "Payment",
    "Posting",
    "Round",
    "RuleVersion",
    "SavedRules",
    "Seat",
    "Session",
    "StaffToken",
    "Stretch",
)

SEATS = range(2, 9)
"""How many people a session may have."""

BET_UNIT_LIMIT = 10**9
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

    id = models.CharField(_("mã"), primary_key=True, max_length=12, default=new_session_id)
    name = models.CharField(_("tên bàn"), max_length=60, blank=True)
    currency = models.CharField(_("đơn vị tiền"), max_length=12, blank=True)
    opened_at = models.DateTimeField(_("mở lúc"), db_default=Now())
    closed_at = models.DateTimeField(_("đóng lúc"), null=True, blank=True)
    score_key_generation = models.PositiveIntegerField(_("đời khoá ghi"), default=1)
    view_key_generation = models.PositiveIntegerField(_("đời khoá xem"), default=1)
    rule_version = models.ForeignKey(
        "RuleVersion",
        models.PROTECT,
        null=True,
        related_name="in_force_in",
        verbose_name=_("luật đang dùng"),
    )
    bet_unit = models.ForeignKey(
        "BetUnit", models.PROTECT, null=True, related_name="in_force_in", verbose_name=_("mức cược")
    )
    round_count = models.PositiveIntegerField(_("số ván"), default=0)
    posting_count = models.PositiveIntegerField(_("số lần ghi"), default=0)
    entry_count = models.PositiveIntegerField(_("số bút toán"), default=0)
    head = models.CharField(_("dấu của sổ"), max_length=64, blank=True)
    """Hash of the newest posting; the next one builds on it."""
    log_count = models.PositiveIntegerField(_("số dòng nhật ký"), default=0)
    change_count = models.PositiveIntegerField(_("số lần đổi"), default=0)
    """Goes up by whatever another open page would show; says that something changed, not what."""

    class Meta:
        verbose_name = _("bàn")
        verbose_name_plural = pgettext_lazy("nhiều", "bàn")
        indexes = (models.Index(fields=["-opened_at"], name="session_newest"),)

    def __str__(self) -> str:
        return self.name or self.id


class Seat(models.Model):
    """A person at the table, known to the journal by number only."""

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="seats", db_index=False, verbose_name=_("bàn")
    )
    number = models.PositiveSmallIntegerField(_("ghế"))
    name = models.CharField(_("tên"), max_length=30, blank=True)
    sitting_out = models.BooleanField(_("đang nghỉ"), default=False)
    balance = models.BigIntegerField(_("số dư"), default=0)
    rounds_played = models.PositiveIntegerField(_("số ván chơi"), default=0)
    rounds_won = models.PositiveIntegerField(_("số ván được"), default=0)
    by_reason = models.JSONField(_("theo lý do"), default=dict)
    """Rounds that stand, those with a gain, and what adds up to the balance: {"place": 34000, …}.

    Kept with every posting, so that the totals of a long evening cost no more than of a short one.
    """

    class Meta:
        verbose_name = _("ghế")
        verbose_name_plural = pgettext_lazy("nhiều", "ghế")
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
        Session, models.PROTECT, related_name="rule_versions", db_index=False, verbose_name=_("bàn")
    )
    number = models.PositiveIntegerField(_("lần"))
    rules = models.CharField(_("kiểu chơi"), max_length=20)
    settings = models.JSONField(_("luật riêng"), default=dict)
    """Overrides only; what is not here is as the document says."""
    reason = models.CharField(_("lý do"), max_length=200, blank=True)
    decided_at = models.DateTimeField(_("từ lúc"), db_default=Now())

    class Meta:
        verbose_name = _("luật của bàn")
        verbose_name_plural = pgettext_lazy("nhiều", "luật của bàn")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="rule_version_once"),
        )

    def __str__(self) -> str:
        return f"{self.rules} v{self.number}"


class SavedRules(models.Model):
    """A rule set with changes under a name, for tables to come; tables copy it."""

    id = models.CharField(_("mã"), primary_key=True, max_length=24, default=new_rules_id)
    name = models.CharField(_("tên bộ luật"), max_length=60)
    rules = models.CharField(_("kiểu chơi"), max_length=20)
    settings = models.JSONField(_("luật riêng"), default=dict)
    shared = models.BooleanField(_("cho mọi bàn"), default=False)
    """Made by whoever runs the place and offered to every table; else one phone keeps it."""
    saved_at = models.DateTimeField(_("lưu lúc"), db_default=Now())
    dropped_at = models.DateTimeField(_("bỏ lúc"), null=True, blank=True)

    class Meta:
        verbose_name = _("bộ luật")
        verbose_name_plural = pgettext_lazy("nhiều", "bộ luật")

    def __str__(self) -> str:
        return self.name


class BetUnit(models.Model):
    """What one cược is worth, in force from the next round on."""

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="bet_units", db_index=False, verbose_name=_("bàn")
    )
    number = models.PositiveIntegerField(_("lần"))
    amount = models.BigIntegerField(_("1 cược"))
    reason = models.CharField(_("lý do"), max_length=200, blank=True)
    decided_at = models.DateTimeField(_("từ lúc"), db_default=Now())

    class Meta:
        verbose_name = _("mức cược")
        verbose_name_plural = pgettext_lazy("nhiều", "mức cược")
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

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="rounds", db_index=False, verbose_name=_("bàn")
    )
    number = models.PositiveIntegerField(_("ván"))
    submission_id = models.UUIDField(_("mã gửi"))
    """Made by the client; the row is the promise that sending again adds nothing."""
    rule_version = models.ForeignKey(
        RuleVersion, models.PROTECT, related_name="+", db_index=False, verbose_name=_("luật")
    )
    bet_unit = models.ForeignKey(
        BetUnit, models.PROTECT, related_name="+", db_index=False, verbose_name=_("mức cược")
    )
    facts = models.JSONField(_("diễn biến"))
    result = models.JSONField(_("kết quả"))
    balances = models.JSONField(_("số dư sau ván"))
    """Balance of every seat right after this round: {"1": 34000, …}."""
    corrects = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="corrected_by",
        verbose_name=_("sửa ván"),
    )
    stands_for = models.PositiveIntegerField(_("thay cho ván"))
    """The number of the round played at the table: its own, or of the one it corrects."""
    recorded_at = models.DateTimeField(_("ghi lúc"))

    class Meta:
        verbose_name = _("ván")
        verbose_name_plural = pgettext_lazy("nhiều", "ván")
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


class StaffToken(models.Model):
    """One person's pass to read every session through the API; only its digest is kept."""

    label = models.CharField(_("của ai"), max_length=60)
    digest = models.CharField(_("dấu của mã"), max_length=64, unique=True)
    submission_id = models.UUIDField(_("mã gửi"), null=True, unique=True)
    """Of the form it was made by: sent again, that form makes no second one."""
    created_at = models.DateTimeField(_("tạo lúc"), db_default=Now())
    last_used_on = models.DateField(_("dùng lần cuối"), null=True, blank=True)
    """To the day: enough to see that a token lies idle, and one write a day."""
    revoked_at = models.DateTimeField(_("thu hồi lúc"), null=True, blank=True)

    class Meta:
        verbose_name = _("mã quản lý")
        verbose_name_plural = pgettext_lazy("nhiều", "mã quản lý")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.label


class Allowance(models.Model):
    """How much of a limit somebody has used; `name` is a digest that says nothing of them."""

    name = models.CharField(primary_key=True, max_length=64)
    restored_at = models.BigIntegerField(db_index=True)
    """The moment, in milliseconds since 1970, from which on nothing is used any more."""

    def __str__(self) -> str:
        return self.name
