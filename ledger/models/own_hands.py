"""What a player tells of the coming round on a phone of their own."""

from django.db import models
from django.db.models import Q

from ledger.models.sessions import RuleVersion, Seat


class OwnHand(models.Model):
    """What one player tells of the coming round on a phone of the player's own.

    No part of the journal: it is written over freely, and means nothing once the round
    it was told for is on the books, or the table's rules are others.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="own_hand")
    phone = models.CharField(max_length=43)
    """The phone that holds the seat; it goes on holding it in the rounds that follow."""
    after = models.PositiveIntegerField(default=0)
    """The number of the round played last when this was told; corrections do not count."""
    rule_version = models.ForeignKey(RuleVersion, models.CASCADE, related_name="+", db_index=False)
    fields = models.JSONField(default=dict)
    """The fields of the round form as they were typed, by name."""
    handed_in_at = models.DateTimeField(null=True)
    final = models.BooleanField(default=False)
    """Others have seen it, or may have: it is not changed any more."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(final=False) | Q(handed_in_at__isnull=False),
                name="own_hand_final_once_handed_in",
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat_id} after {self.after}"
