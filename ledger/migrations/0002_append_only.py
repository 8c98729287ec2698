"""The database refuses what the journal must never see, whoever asks."""

from django.db import migrations

from ledger import guards


def install(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


def remove(apps, schema_editor):
    guards.remove(apps, schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_tables")]

    operations = [migrations.RunPython(install, remove)]
