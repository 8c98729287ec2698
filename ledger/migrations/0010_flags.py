"""Rounds can be called wrong from any phone at the table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0009_log"),
    ]

    operations = [
        migrations.CreateModel(
            name="Flag",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phone", models.CharField(max_length=43)),
                (
                    "link",
                    models.CharField(max_length=12),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("word", models.CharField(blank=True, max_length=80)),
                (
                    "state",
                    models.CharField(default="open", max_length=12),
                ),
                ("answer", models.CharField(blank=True, max_length=80)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flags",
                        to="ledger.round",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flags",
                        to="ledger.session",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [models.Index(fields=["session", "state"], name="flags_of_a_session")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("round", "phone"),
                        name="flag_open_once",
                    )
                ],
            },
        ),
    ]
