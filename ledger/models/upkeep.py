"""When the ledger was last checked as a whole, last copied, and unused tables put away."""

from contextlib import suppress

from django.db import DatabaseError, models
from django.db.models import Q
from django.db.models.functions import Now


class Upkeep(models.Model):
    """The last time of each kind of work, and whether it went well."""

    class Kind(models.TextChoices):
        CHECK = "check"
        BACKUP = "backup"
        PUT_AWAY = "put_away"

    kind = models.CharField(primary_key=True, max_length=10, choices=Kind.choices)
    done_at = models.DateTimeField(db_default=Now())
    good = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.kind} {self.done_at:%Y-%m-%dT%H:%M:%SZ} {'good' if self.good else 'bad'}"

    @classmethod
    def note(cls, kind: "Upkeep.Kind", *, good: bool) -> None:
        """Write down that this was done now, where the database takes writes."""
        with suppress(DatabaseError):
            cls.objects.update_or_create(kind=kind, defaults={"good": good, "done_at": Now()})


class PutAway(models.Model):
    """After how many days tables that nobody opens are put away; one row, none where none are."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    days = models.PositiveSmallIntegerField()
    warnings = models.PositiveSmallIntegerField()
    """Runs on days of their own since tables say so: none is put away before so many as days."""
    day = models.DateField()
    """Of the newest run."""

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(id=1), name="put_away_once"),)

    def __str__(self) -> str:
        return f"after {self.days} days, said on {self.warnings}"


class LastUse(models.Model):
    """When a table was last opened by a key, and how much of its book was put away as a file."""

    session = models.OneToOneField("Session", models.CASCADE, primary_key=True)
    day = models.DateField(null=True)
    """The last day; None where nobody has opened it since such days are kept."""
    line = models.PositiveIntegerField(null=True)
    """The newest line of the log when it was put away."""

    def __str__(self) -> str:
        return f"{self.session_id} {self.day}"
