"""Sums of many rounds, kept so that a long evening reads like a short one."""

from django.db import models


class Stretch(models.Model):
    """What a hundred rounds in a row came to; worked out from the rounds, and again at need.

    Rounds count in the place they were played at: number 3 is of the rounds that stand for
    rounds 201 to 300. It is written once all of those were recorded.
    """

    session = models.ForeignKey(
        "ledger.Session", models.CASCADE, related_name="stretches", db_index=False
    )
    number = models.PositiveIntegerField()
    own = models.JSONField()
    """A `summaries.Table` of these rounds alone."""
    so_far = models.JSONField()
    """The same of all rounds up to and with these."""

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="stretch_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"
