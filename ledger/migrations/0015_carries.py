"""What a table leaves unpaid can be carried into the next one, and taken back.

SQLite rebuilds the tables, and with them go their guards: they are put back.
"""

import django.db.models.deletion
from django.db import migrations, models

from ledger import guards


def stand_aside(apps, schema_editor):
    guards.remove(apps, schema_editor.connection)


def stand_again(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0014_payments"),
    ]

    operations = [
        migrations.RunPython(stand_aside, stand_again),
        migrations.CreateModel(
            name="Carry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("submission_id", models.UUIDField(verbose_name="mã gửi")),
                ("carried_at", models.DateTimeField(verbose_name="ghi lúc")),
            ],
            options={
                "verbose_name": "phần mang sang",
                "verbose_name_plural": "phần mang sang",
            },
        ),
        migrations.RemoveConstraint(
            model_name="change",
            name="change_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="posting",
            name="posting_of_one_thing",
        ),
        migrations.AlterField(
            model_name="change",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "mở bàn"),
                    ("recorded", "ghi ván"),
                    ("corrected", "sửa ván"),
                    ("restored", "ghi lại ván"),
                    ("void", "huỷ ván"),
                    ("bet_unit", "mức cược"),
                    ("rules", "luật"),
                    ("joined", "vào bàn"),
                    ("sat_out", "nghỉ"),
                    ("sat_in", "chơi lại"),
                    ("named", "tên bàn"),
                    ("forgotten", "xoá tên"),
                    ("key", "đổi đường dẫn"),
                    ("closed", "đóng bàn"),
                    ("reopened", "mở lại bàn"),
                    ("flagged", "báo sai"),
                    ("unflagged", "thôi báo sai"),
                    ("kept", "giữ nguyên"),
                    ("paid", "đã trả"),
                    ("unpaid", "bỏ đánh dấu trả"),
                    ("carried", "mang sang bàn mới"),
                    ("uncarried", "rút lại phần mang sang"),
                ],
                max_length=12,
                verbose_name="loại",
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.CharField(
                choices=[
                    ("round", "ghi ván"),
                    ("void", "huỷ ván"),
                    ("payment", "trả tiền"),
                    ("unpaid", "bỏ đánh dấu trả tiền"),
                    ("carried", "mang sang bàn mới"),
                    ("uncarried", "rút lại phần mang sang"),
                ],
                max_length=12,
                verbose_name="loại",
            ),
        ),
        migrations.AddConstraint(
            model_name="change",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "opened",
                            "recorded",
                            "corrected",
                            "restored",
                            "void",
                            "bet_unit",
                            "rules",
                            "joined",
                            "sat_out",
                            "sat_in",
                            "named",
                            "forgotten",
                            "key",
                            "closed",
                            "reopened",
                            "flagged",
                            "unflagged",
                            "kept",
                            "paid",
                            "unpaid",
                            "carried",
                            "uncarried",
                        ],
                    ),
                    ("link__in", ["", "score", "view", "api", "admin", "command"]),
                    ("number__gte", 1),
                ),
                name="change_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="carry",
            name="source",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="carries",
                to="ledger.session",
                verbose_name="từ bàn",
            ),
        ),
        migrations.AddField(
            model_name="carry",
            name="target",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="carried_from",
                to="ledger.session",
                verbose_name="sang bàn",
            ),
        ),
        migrations.AddField(
            model_name="posting",
            name="carry",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="ledger.carry",
                verbose_name="phần mang sang",
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.UniqueConstraint(
                fields=("carry", "session", "kind"), name="carry_posted_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("number__gte", 1),
                    models.Q(
                        models.Q(
                            ("carry__isnull", True),
                            ("kind__in", ("round", "void")),
                            ("payment__isnull", True),
                            ("round__isnull", False),
                        ),
                        models.Q(
                            ("carry__isnull", True),
                            ("kind__in", ("payment", "unpaid")),
                            ("payment__isnull", False),
                            ("round__isnull", True),
                        ),
                        models.Q(
                            ("carry__isnull", False),
                            ("kind__in", ("carried", "uncarried")),
                            ("payment__isnull", True),
                            ("round__isnull", True),
                        ),
                        _connector="OR",
                    ),
                ),
                name="posting_of_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="carry",
            constraint=models.UniqueConstraint(
                fields=("source", "submission_id"), name="carried_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="carry",
            constraint=models.CheckConstraint(
                condition=models.Q(("source", models.F("target")), _negated=True),
                name="carried_elsewhere",
            ),
        ),
        migrations.RunPython(stand_again, stand_aside),
    ]
