"""What a table remembers of itself beside its books: who changed what, who called what wrong."""

from typing import TypeAlias

from django.db import models
from django.db.models import Q
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _


class Link(models.TextChoices):
    """What a change came in by; it says what its holder may do, not who it is."""

    SCORE = "score", _("người ghi")
    VIEW = "view", _("người xem")
    API = "api", _("API")
    ADMIN = "admin", _("quản lý")
    COMMAND = "command", _("máy chủ")
    GROUP = "group", _("người giữ nhóm")


class ChangeKind(models.TextChoices):
    """What was done."""

    OPENED = "opened"
    RECORDED = "recorded"
    CORRECTED = "corrected"
    RESTORED = "restored"
    VOID = "void"
    BET_UNIT = "bet_unit"
    RULES = "rules"
    JOINED = "joined"
    SAT_OUT = "sat_out"
    SAT_IN = "sat_in"
    NAMED = "named"
    SEATED = "seated"
    RENAMED = "renamed"
    ROTATES = "rotates"
    FORGOTTEN = "forgotten"
    KEY = "key"
    CLOSED = "closed"
    REOPENED = "reopened"
    FLAGGED = "flagged"
    UNFLAGGED = "unflagged"
    KEPT = "kept"
    PAID = "paid"
    UNPAID = "unpaid"
    CARRIED = "carried"
    UNCARRIED = "uncarried"
    OTHER = "other"
    OTHER_VOID = "other_void"
    GROUPED = "grouped"
    UNGROUPED = "ungrouped"
    AGREED = "agreed"
    NODDED = "nodded"
    NOD_FROM = "nod_from"


class Change(models.Model):
    """One line of a table's log: what was done, by which link, from whose phone if it said so.

    It holds numbers only. What was decided stands in the rows it points to; names stand in
    `Seat`, where they can be cleared.
    """

    Kind: TypeAlias = ChangeKind

    session = models.ForeignKey("Session", models.PROTECT, related_name="changes", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    link = models.CharField(max_length=12)
    """Empty where nobody wrote down by what: before there was a log."""
    seat = models.PositiveSmallIntegerField(null=True)
    """Whose phone it was, as the phone itself said; that must never keep a round out."""
    round = models.PositiveIntegerField(null=True)
    """The number of the round it was done to."""
    details = models.JSONField(default=dict)
    """Numbers of what came of it: {"again": 13}, {"number": 2}, {"seats": [4]}, …; digests."""
    made_at = models.DateTimeField()
    posting_count = models.PositiveIntegerField()
    """The newest posting when it was written."""
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="change_number_once"),
            models.CheckConstraint(
                condition=Q(link__in=["", *Link.values], kind__in=ChangeKind.values),
                name="change_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(seat__isnull=True) | Q(seat__gte=1, seat__lte=8),
                name="change_by_a_seat",
            ),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number} {self.kind}"


class Flag(models.Model):
    """Somebody's phone says that a round is wrong, until the scorer answers or it takes that back.

    No part of the journal: its words can be cleared, as names can.
    """

    class State(models.TextChoices):
        OPEN = "open"
        TAKEN_BACK = "taken_back"
        KEPT = "kept"
        REVERSED = "reversed"

    session = models.ForeignKey("Session", models.CASCADE, related_name="flags", db_index=False)
    round = models.ForeignKey("Round", models.CASCADE, related_name="flags")
    phone = models.CharField(max_length=43)
    """The phone that flagged it, and that alone may take it back."""
    link = models.CharField(max_length=12)
    seat = models.PositiveSmallIntegerField(null=True)
    """Whose phone it was, as the phone itself said."""
    word = models.CharField(max_length=80)
    state = models.CharField(max_length=12, default=State.OPEN)
    answer = models.CharField(max_length=80)
    """The scorer's word where the round was kept."""

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=["session", "state"], name="flags_of_a_session"),)
        constraints = (
            models.UniqueConstraint(
                fields=["round", "phone"], condition=Q(state="open"), name="flag_open_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_id} {self.state}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    def is_by(self, phone: str) -> bool:
        return bool(phone) and constant_time_compare(self.phone, phone)
