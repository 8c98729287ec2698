"""What tables and columns are called in the admin; nothing changes in the database."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import ledger.models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0004_saved_rules"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="betunit",
            options={
                "ordering": ("number",),
                "verbose_name": "mức cược",
                "verbose_name_plural": "mức cược",
            },
        ),
        migrations.AlterModelOptions(
            name="entry",
            options={
                "ordering": ("posting", "line"),
                "verbose_name": "bút toán",
                "verbose_name_plural": "bút toán",
            },
        ),
        migrations.AlterModelOptions(
            name="posting",
            options={
                "ordering": ("number",),
                "verbose_name": "lần ghi",
                "verbose_name_plural": "lần ghi",
            },
        ),
        migrations.AlterModelOptions(
            name="round",
            options={
                "ordering": ("-number",),
                "verbose_name": "ván",
                "verbose_name_plural": "ván",
            },
        ),
        migrations.AlterModelOptions(
            name="ruleversion",
            options={
                "ordering": ("number",),
                "verbose_name": "luật của bàn",
                "verbose_name_plural": "luật của bàn",
            },
        ),
        migrations.AlterModelOptions(
            name="seat",
            options={
                "ordering": ("number",),
                "verbose_name": "ghế",
                "verbose_name_plural": "ghế",
            },
        ),
        migrations.AlterModelOptions(
            name="session",
            options={"verbose_name": "bàn", "verbose_name_plural": "bàn"},
        ),
        migrations.AlterField(
            model_name="betunit",
            name="amount",
            field=models.BigIntegerField(verbose_name="1 cược"),
        ),
        migrations.AlterField(
            model_name="betunit",
            name="decided_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), verbose_name="từ lúc"
            ),
        ),
        migrations.AlterField(
            model_name="betunit",
            name="number",
            field=models.PositiveIntegerField(verbose_name="lần"),
        ),
        migrations.AlterField(
            model_name="betunit",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="lý do"),
        ),
        migrations.AlterField(
            model_name="betunit",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="bet_units",
                to="ledger.session",
                verbose_name="bàn",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="amount",
            field=models.BigIntegerField(verbose_name="số tiền"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="line",
            field=models.PositiveSmallIntegerField(verbose_name="dòng"),
        ),
        migrations.AlterField(
            model_name="entry",
            name="payee",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.seat",
                verbose_name="người nhận",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="payer",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.seat",
                verbose_name="người trả",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="posting",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="ledger.posting",
                verbose_name="lần ghi",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="reason",
            field=models.CharField(max_length=20, verbose_name="vì"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="hash",
            field=models.CharField(max_length=64, verbose_name="dấu"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.CharField(
                choices=[("round", "ghi ván"), ("void", "huỷ ván")],
                max_length=12,
                verbose_name="loại",
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="number",
            field=models.PositiveIntegerField(verbose_name="lần ghi"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="posted_at",
            field=models.DateTimeField(verbose_name="ghi lúc"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="lý do"),
        ),
        migrations.AlterField(
            model_name="posting",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="ledger.round",
                verbose_name="ván",
            ),
        ),
        migrations.AlterField(
            model_name="posting",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="postings",
                to="ledger.session",
                verbose_name="bàn",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="balances",
            field=models.JSONField(verbose_name="số dư sau ván"),
        ),
        migrations.AlterField(
            model_name="round",
            name="bet_unit",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.betunit",
                verbose_name="mức cược",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="corrects",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="corrected_by",
                to="ledger.round",
                verbose_name="sửa ván",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="facts",
            field=models.JSONField(verbose_name="diễn biến"),
        ),
        migrations.AlterField(
            model_name="round",
            name="number",
            field=models.PositiveIntegerField(verbose_name="ván"),
        ),
        migrations.AlterField(
            model_name="round",
            name="recorded_at",
            field=models.DateTimeField(verbose_name="ghi lúc"),
        ),
        migrations.AlterField(
            model_name="round",
            name="result",
            field=models.JSONField(verbose_name="kết quả"),
        ),
        migrations.AlterField(
            model_name="round",
            name="rule_version",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.ruleversion",
                verbose_name="luật",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="ledger.session",
                verbose_name="bàn",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="stands_for",
            field=models.PositiveIntegerField(verbose_name="thay cho ván"),
        ),
        migrations.AlterField(
            model_name="round",
            name="submission_id",
            field=models.UUIDField(verbose_name="mã gửi"),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="decided_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), verbose_name="từ lúc"
            ),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="number",
            field=models.PositiveIntegerField(verbose_name="lần"),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="lý do"),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="rules",
            field=models.CharField(max_length=20, verbose_name="kiểu chơi"),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rule_versions",
                to="ledger.session",
                verbose_name="bàn",
            ),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="settings",
            field=models.JSONField(default=dict, verbose_name="luật riêng"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="balance",
            field=models.BigIntegerField(default=0, verbose_name="số dư"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="name",
            field=models.CharField(blank=True, max_length=30, verbose_name="tên"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="number",
            field=models.PositiveSmallIntegerField(verbose_name="ghế"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="ledger.session",
                verbose_name="bàn",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="sitting_out",
            field=models.BooleanField(default=False, verbose_name="đang nghỉ"),
        ),
        migrations.AlterField(
            model_name="session",
            name="bet_unit",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="in_force_in",
                to="ledger.betunit",
                verbose_name="mức cược",
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="closed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="đóng lúc"),
        ),
        migrations.AlterField(
            model_name="session",
            name="currency",
            field=models.CharField(blank=True, max_length=12, verbose_name="đơn vị tiền"),
        ),
        migrations.AlterField(
            model_name="session",
            name="head",
            field=models.CharField(blank=True, max_length=64, verbose_name="dấu của sổ"),
        ),
        migrations.AlterField(
            model_name="session",
            name="id",
            field=models.CharField(
                default=ledger.models.new_session_id,
                max_length=12,
                primary_key=True,
                serialize=False,
                verbose_name="mã",
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="name",
            field=models.CharField(blank=True, max_length=60, verbose_name="tên bàn"),
        ),
        migrations.AlterField(
            model_name="session",
            name="opened_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), verbose_name="mở lúc"
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="posting_count",
            field=models.PositiveIntegerField(default=0, verbose_name="số lần ghi"),
        ),
        migrations.AlterField(
            model_name="session",
            name="round_count",
            field=models.PositiveIntegerField(default=0, verbose_name="số ván"),
        ),
        migrations.AlterField(
            model_name="session",
            name="rule_version",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="in_force_in",
                to="ledger.ruleversion",
                verbose_name="luật đang dùng",
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="score_key_generation",
            field=models.PositiveIntegerField(default=1, verbose_name="đời khoá ghi"),
        ),
        migrations.AlterField(
            model_name="session",
            name="view_key_generation",
            field=models.PositiveIntegerField(default=1, verbose_name="đời khoá xem"),
        ),
    ]
