"""What people pay each other at the table can be marked, and the mark taken back.

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
        ("ledger", "0013_entries_so_far"),
    ]

    operations = [
        migrations.RunPython(stand_aside, stand_again),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="khoản")),
                ("submission_id", models.UUIDField(verbose_name="mã gửi")),
                ("amount", models.BigIntegerField(verbose_name="số tiền")),
                ("recorded_at", models.DateTimeField(verbose_name="ghi lúc")),
            ],
            options={
                "verbose_name": "khoản đã trả",
                "verbose_name_plural": "khoản đã trả",
                "ordering": ("-number",),
            },
        ),
        migrations.RemoveConstraint(
            model_name="change",
            name="change_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="posting",
            name="posting_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="posting",
            name="posting_void_keeps_balances",
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
                ],
                max_length=12,
                verbose_name="loại",
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="round",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="ledger.round",
                verbose_name="ván",
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
                        ],
                    ),
                    ("link__in", ["", "score", "view", "api", "admin", "command"]),
                    ("number__gte", 1),
                ),
                name="change_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="creditor",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.seat",
                verbose_name="người nhận tiền",
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="debtor",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.seat",
                verbose_name="người đưa tiền",
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="payments",
                to="ledger.session",
                verbose_name="bàn",
            ),
        ),
        migrations.AddField(
            model_name="posting",
            name="payment",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="ledger.payment",
                verbose_name="khoản đã trả",
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.UniqueConstraint(
                fields=("payment", "kind"), name="payment_posted_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("number__gte", 1),
                    models.Q(
                        models.Q(
                            ("kind__in", ["round", "void"]),
                            ("payment__isnull", True),
                            ("round__isnull", False),
                        ),
                        models.Q(
                            ("kind__in", ["payment", "unpaid"]),
                            ("payment__isnull", False),
                            ("round__isnull", True),
                        ),
                        _connector="OR",
                    ),
                ),
                name="posting_of_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("balances__isnull", True), ("kind", "round")),
                    models.Q(
                        models.Q(("kind", "round"), _negated=True), ("balances__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="posting_keeps_balances",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(
                fields=("session", "number"), name="payment_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(
                fields=("session", "submission_id"), name="payment_submitted_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="payment_number_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0), ("amount__lte", 1000000000000)),
                name="payment_amount_positive",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("debtor", models.F("creditor")), _negated=True),
                name="payment_between_two",
            ),
        ),
        migrations.RunPython(stand_again, stand_aside),
    ]
