"""The sums of every hundred rounds are kept, for tables that were played before too."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Exists, OuterRef

from ledger import summaries

LENGTH = 100


def sum_up(apps, schema_editor):
    """Work out from the rounds what would have been kept from the beginning."""
    sessions = apps.get_model("ledger", "Session").objects
    for session in sessions.filter(round_count__gte=LENGTH).only("round_count").iterator():
        _sum_up_session(apps, session)


def _sum_up_session(apps, session):
    so_far = {}
    for number in range(1, session.round_count // LENGTH + 1):
        own = _sum_of(apps, session, (number - 1) * LENGTH)
        so_far = summaries.together([so_far, own])
        apps.get_model("ledger", "Stretch").objects.create(
            session=session,
            number=number,
            own=summaries.as_json(own),
            so_far=summaries.as_json(so_far),
        )


def _sum_of(apps, session, before):
    """The next rounds after `before` that stand, in the order they were played."""
    voids = apps.get_model("ledger", "Posting").objects.filter(round=OuterRef("pk"), kind="void")
    rounds = apps.get_model("ledger", "Round").objects.exclude(Exists(voids))
    here = rounds.filter(session=session, stands_for__range=(before + 1, before + LENGTH))
    rows = here.order_by("stands_for").values_list("number", "result", "bet_unit__amount")
    return summaries.together(summaries.of_round(*row) for row in rows)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0015_carries")]

    operations = [
        migrations.CreateModel(
            name="Stretch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("own", models.JSONField()),
                ("so_far", models.JSONField()),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stretches",
                        to="ledger.session",
                    ),
                ),
            ],
            options={"ordering": ("number",)},
        ),
        migrations.AddConstraint(
            "stretch",
            models.UniqueConstraint(fields=("session", "number"), name="stretch_number_once"),
        ),
        migrations.RunPython(sum_up, migrations.RunPython.noop),
    ]
