"""From what loss on who loses most in a round is asked to nod, and the lines of who did."""

from collections.abc import Iterator
from pathlib import Path

from django.db import migrations, models

KINDS = ['opened', 'recorded', 'corrected', 'restored', 'void', 'bet_unit', 'rules', 'joined', 'sat_out', 'sat_in', 'named', 'seated', 'renamed', 'rotates', 'forgotten', 'key', 'closed', 'reopened', 'flagged', 'unflagged', 'kept', 'paid', 'unpaid', 'carried', 'uncarried', 'other', 'other_void', 'grouped', 'ungrouped', 'agreed', 'nodded', 'nod_from']
LINKS = ['', 'score', 'view', 'api', 'admin', 'command', 'group']


def read(name: str) -> Iterator[str]:
    text = Path(__file__).with_name(f"{name}_sqlite.sql").read_text(encoding="utf-8")
    return (" ".join(statement.split()) for statement in text.split("\n\n"))


def unguard(apps, schema_editor):
    """SQLite writes the log anew for another constraint; no trigger may name it meanwhile."""
    if schema_editor.connection.vendor == "sqlite":
        for statement in read("0008_nods"):
            if statement.startswith("DROP"):
                schema_editor.execute(statement, params=None)


def guard(apps, schema_editor):
    """The triggers of the session with the new column, and those that went with the old log."""
    if schema_editor.connection.vendor == "sqlite":
        of_the_log = (each for each in read("0001_tables") if " ON ledger_change " in each)
        made = (each for each in read("0008_nods") if not each.startswith("DROP"))
        for statement in (*of_the_log, *made):
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0007_put_away"),
    ]

    operations = [
        migrations.RunPython(unguard),  # the way back would lose the nods
        migrations.RemoveConstraint("change", "change_kind_known"),
        migrations.AddField("session", "nod_from", models.BigIntegerField(null=True)),
        migrations.AddConstraint(
            "change",
            models.CheckConstraint(
                condition=models.Q(link__in=LINKS, kind__in=KINDS), name="change_kind_known"
            ),
        ),
        migrations.RunPython(guard),
    ]
