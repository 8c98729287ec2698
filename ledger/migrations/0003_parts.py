"""Parts of the coming round, told on the players' own phones."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0002_append_only"),
    ]

    operations = [
        migrations.CreateModel(
            name="Part",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="ledger.seat",
                    ),
                ),
                ("phone", models.CharField(max_length=43)),
                ("after", models.PositiveIntegerField(default=0)),
                ("fields", models.JSONField(default=dict)),
                ("handed_in_at", models.DateTimeField(blank=True, null=True)),
                ("final", models.BooleanField(default=False)),
                (
                    "rule_version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="ledger.ruleversion",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("final", False), ("handed_in_at__isnull", False), _connector="OR"
                        ),
                        name="part_final_once_handed_in",
                    )
                ],
            },
        ),
    ]
