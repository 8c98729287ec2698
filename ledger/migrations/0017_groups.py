"""Groups of people who play together on more than one evening."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import ledger.group_models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0016_stretches"),
    ]

    operations = [
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=ledger.group_models.new_group_id,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                        verbose_name="mã",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="tên nhóm")),
                (
                    "currency",
                    models.CharField(blank=True, max_length=12, verbose_name="đơn vị tiền"),
                ),
                (
                    "made_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), verbose_name="lập lúc"
                    ),
                ),
                (
                    "score_key_generation",
                    models.PositiveIntegerField(default=1, verbose_name="đời khoá ghi"),
                ),
                (
                    "view_key_generation",
                    models.PositiveIntegerField(default=1, verbose_name="đời khoá xem"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=30, verbose_name="tên")),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="ledger.group",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("members", models.JSONField(default=dict)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="ledger.session",
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="ledger.group",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("group", "session"), name="evening_counts_once")
                ],
            },
        ),
    ]
