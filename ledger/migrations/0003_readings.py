"""Which reading of the game's rules a round was scored by; those before were all by the first."""

from pathlib import Path

from django.db import migrations, models


def guard(apps, schema_editor):
    file = f"0003_readings_{schema_editor.connection.vendor}.sql"
    for statement in Path(__file__).with_name(file).read_text(encoding="utf-8").split("\n\n"):
        schema_editor.execute(" ".join(statement.split()), params=None)


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0002_upkeep"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(guard)],  # the way back would lose the readings
            [
                migrations.AddField(
                    model_name="round",
                    name="revision",
                    field=models.PositiveSmallIntegerField(db_default=1, default=1),
                ),
            ],
        ),
    ]
