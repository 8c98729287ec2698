"""People who play together more than once: their names, and the evenings that count."""

from functools import partial

from django.db import models
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
