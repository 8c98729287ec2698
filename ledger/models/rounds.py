"""A round as the table told it, with the terms it was scored under."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from ledger.models.sessions import BetUnit, RuleVersion, Session


class Round(models.Model):
    """What the table told, scored once and kept with the terms it was scored under."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField(_("ván"))
    submission_id = models.UUIDField(_("mã gửi"))
    """Made by the client; the row is the promise that sending again adds nothing."""
    rule_version = models.ForeignKey(RuleVersion, models.PROTECT, related_name="+", db_index=False)
    bet_unit = models.ForeignKey(BetUnit, models.PROTECT, related_name="+", db_index=False)
    revision = models.PositiveSmallIntegerField(default=1, db_default=1)
    """The reading of the rules that scored it, `scoring.RuleSet.revision`."""
    facts = models.JSONField()
    result = models.JSONField()
    corrects = models.OneToOneField("self", models.PROTECT, null=True, related_name="corrected_by")
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
                condition=Q(corrects__isnull=True, stands_for=F("number"))
                | Q(corrects__isnull=False, stands_for__lt=F("number")),
                name="round_stands_for_itself_or_earlier",
            ),
        )
        indexes = (models.Index(fields=["session", "-stands_for"], name="round_as_played"),)

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"

    @property
    def terms(self) -> tuple[RuleVersion, BetUnit]:
        """The terms it was scored under."""
        return self.rule_version, self.bet_unit
