"""People who play together more than once: their names, and the evenings that count."""

from functools import partial

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _, pgettext_lazy

new_group_id = partial(get_random_string, 10, "abcdefghjkmnpqrstuvwxyz23456789")
"""Make a public name for a group, longer than any session's, so that no key fits both."""


class Group(models.Model):
    """Some people, called by a name if they like; deleted as a whole, with all their names."""

    id = models.CharField(_("mã"), primary_key=True, max_length=12, default=new_group_id)
    name = models.CharField(_("tên nhóm"), max_length=60)
    currency = models.CharField(_("đơn vị tiền"), max_length=12)
    """Of every table that counts here: points and money do not add up."""
    made_at = models.DateTimeField(_("lập lúc"), db_default=Now())
    source = models.ForeignKey(
        "Session",
        models.PROTECT,
        null=True,
        related_name="groups_made",
        db_index=False,
        verbose_name=_("từ bàn"),
    )
    """The table it was made at."""
    submission_id = models.UUIDField(null=True)
    """Of the form it was made by: sent again from that table, it makes no second one."""
    score_key_generation = models.PositiveIntegerField(default=1)
    view_key_generation = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("nhóm chơi")
        verbose_name_plural = pgettext_lazy("nhiều", "nhóm chơi")
        constraints = (
            models.UniqueConstraint(fields=["source", "submission_id"], name="group_made_once"),
        )

    def __str__(self) -> str:
        return self.name or self.id


class Member(models.Model):
    """One of the people, whatever seat they sit in on an evening."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="members")
    name = models.CharField(max_length=30)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class Evening(models.Model):
    """A table that counts for a group, and which member sat in which seat."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="evenings", db_index=False)
    session = models.ForeignKey("Session", models.CASCADE, related_name="evenings")
    members = models.JSONField(default=dict)
    """The key of a member by seat: {"1": 17, …}; a seat of no member counts for nobody."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["group", "session"], name="evening_counts_once"),
        )

    def __str__(self) -> str:
        return f"{self.group_id}: {self.session_id}"


class GroupSettlement(models.Model):
    """Several evenings of a group settled as one: who pays whom so that the sums are 0.

    Each evening is brought to 0 by payments of its own book, which are the parts of this.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="settlements", db_index=False)
    submission_id = models.UUIDField()
    """Made with the form; sending it again settles nothing more."""
    states = models.JSONField()
    """What each evening was when it was looked at, by session: {"k3m9x2ab": "9c0d1e2f…", …}."""
    people = models.JSONField()
    """Everybody with their seats, from number 1 on: [{"member": 17, "seats": {"k3m9x2ab": 1}}, …].

    The member is null where the seat was none's.
    """
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["group", "submission_id"], name="group_settled_once"),
        )

    def __str__(self) -> str:
        return f"{self.group_id}: {self.submission_id}"


class GroupPart(models.Model):
    """A payment in the book of one evening that a settlement of a group made."""

    settlement = models.ForeignKey(GroupSettlement, models.CASCADE, related_name="parts")
    payment = models.OneToOneField("Payment", models.PROTECT, related_name="group_part")

    def __str__(self) -> str:
        return f"{self.settlement_id}: {self.payment_id}"


class GroupDue(models.Model):
    """What one person pays another of all evenings together; `paid_at` is when it was marked."""

    settlement = models.ForeignKey(
        GroupSettlement, models.CASCADE, related_name="dues", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    debtor = models.PositiveSmallIntegerField()
    creditor = models.PositiveSmallIntegerField()
    """Numbers of the settlement's people."""
    amount = models.BigIntegerField()
    paid_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["settlement", "number"], name="group_due_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="group_due_positive"),
            models.CheckConstraint(condition=~Q(debtor=F("creditor")), name="group_due_of_two"),
        )

    def __str__(self) -> str:
        return f"{self.settlement_id}/{self.number}"
