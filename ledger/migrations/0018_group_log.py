"""A group is made once by one form, tables log what they count for, newcomers count too.

SQLite rebuilds the log, and with it goes its guard: all are put back.
"""

import django.db.models.deletion
from django.db import migrations, models

from ledger import guards


def stand_aside(apps, schema_editor):
    guards.remove(apps, schema_editor.connection)


def stand_again(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


def count_newcomers(apps, schema_editor):
    """Who joined a table that counted already sat in it and counted for nobody."""
    evenings = apps.get_model("ledger", "Evening").objects.order_by("pk")
    for evening in evenings.select_related("group"):
        for seat in apps.get_model("ledger", "Seat").objects.filter(session=evening.session_id):
            if str(seat.number) not in evening.members:
                evening.members[str(seat.number)] = _member(evening, seat.name).pk
        evening.save(update_fields=["members"])


def _member(evening, name):
    """The member of this name who is not at this table yet, else a new one."""
    members = evening.group.members.exclude(pk__in=evening.members.values())
    same = [each for each in members if name and each.name.casefold() == name.casefold()]
    return same[0] if same else evening.group.members.create(name=name)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0017_groups"),
    ]

    operations = [
        migrations.RunPython(stand_aside, stand_again),
        migrations.AlterModelOptions(
            name="group",
            options={"verbose_name": "nhóm chơi", "verbose_name_plural": "nhóm chơi"},
        ),
        migrations.RemoveConstraint(
            model_name="change",
            name="change_kind_known",
        ),
        migrations.AddField(
            model_name="group",
            name="source",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="groups_made",
                to="ledger.session",
                verbose_name="từ bàn",
            ),
        ),
        migrations.AddField(
            model_name="group",
            name="submission_id",
            field=models.UUIDField(null=True, verbose_name="mã gửi"),
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
                    ("grouped", "thêm vào nhóm"),
                    ("ungrouped", "bỏ khỏi nhóm"),
                ],
                max_length=12,
                verbose_name="loại",
            ),
        ),
        migrations.AlterField(
            model_name="change",
            name="link",
            field=models.CharField(
                blank=True,
                choices=[
                    ("score", "đường dẫn ghi"),
                    ("view", "đường dẫn xem"),
                    ("api", "API"),
                    ("admin", "quản lý"),
                    ("command", "máy chủ"),
                    ("group", "đường dẫn nhóm"),
                ],
                max_length=12,
                verbose_name="bằng",
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
                            "grouped",
                            "ungrouped",
                        ],
                    ),
                    ("link__in", ["", "score", "view", "api", "admin", "command", "group"]),
                    ("number__gte", 1),
                ),
                name="change_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.UniqueConstraint(
                fields=("source", "submission_id"), name="group_made_once"
            ),
        ),
        migrations.RunPython(stand_again, stand_aside),
        migrations.RunPython(count_newcomers, migrations.RunPython.noop),
    ]
