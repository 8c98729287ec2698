"""The database refuses what it did in fewer questions, and a session that begins with terms."""

from django.db import migrations

from ledger import guards


def install(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0018_group_log"),
    ]

    operations = [
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
