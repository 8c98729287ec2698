"""When the ledger was last checked as a whole, and last copied."""

from contextlib import suppress

from django.db import DatabaseError, models
from django.db.models.functions import Now


class Upkeep(models.Model):
    """The last time of each kind of work, and whether it went well."""

    class Kind(models.TextChoices):
        CHECK = "check"
        BACKUP = "backup"

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
