"""Every table gets a log of its changes; what older tables still tell of theirs is written down.

Who did what is not known of them, nor who sat out when. SQLite rebuilds the table of
sessions, and with it go the guards of that table: they are put back.
"""

import django.db.models.deletion
from django.db import migrations, models

from ledger import guards

LINES_AT_ONCE = 500

KINDS = [
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
]

LINKS = [
    ("score", "đường dẫn ghi"),
    ("view", "đường dẫn xem"),
    ("api", "API"),
    ("admin", "quản lý"),
    ("command", "máy chủ"),
]


def stand_aside(apps, schema_editor):
    guards.remove(apps, schema_editor.connection)


def stand_again(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


def fill(apps, schema_editor):
    """Number what is known of each table in the order it happened."""
    change = apps.get_model("ledger", "Change")
    for session in apps.get_model("ledger", "Session").objects.iterator():
        lines = [
            change(session=session, number=number, **line)
            for number, line in enumerate(sorted(_known(apps, session), key=_when), start=1)
        ]
        change.objects.bulk_create(lines, batch_size=LINES_AT_ONCE)
        session.log_count = session.change_count = len(lines)
        session.save(update_fields=["log_count", "change_count"])


def _when(line):
    return line["made_at"]


def _known(apps, session):
    """The lines in no order but that of each kind; those made at once keep theirs."""
    yield {"kind": "opened", "made_at": session.opened_at}
    for model, kind in (("RuleVersion", "rules"), ("BetUnit", "bet_unit")):
        rows = apps.get_model("ledger", model).objects.filter(session=session, number__gt=1)
        for row in rows.order_by("number"):
            details = {"number": row.number}
            yield {"kind": kind, "made_at": row.decided_at, "details": details}
    yield from _rounds(apps, session)
    if session.closed_at:
        yield {"kind": "closed", "made_at": session.closed_at}


def _rounds(apps, session):
    postings = apps.get_model("ledger", "Posting").objects.filter(session=session)
    rows = postings.order_by("number").values_list(
        "kind", "round__number", "round__corrects__number", "posted_at"
    )
    for kind, number, corrects, at in rows:
        if kind == "void":
            yield {"kind": "void", "round": number, "made_at": at}
        elif corrects:
            again = {"again": number}
            yield {"kind": "restored", "round": corrects, "made_at": at, "details": again}
        else:
            yield {"kind": "recorded", "round": number, "made_at": at}


class Migration(migrations.Migration):
    dependencies = [("ledger", "0008_tallies")]

    operations = [
        migrations.RunPython(stand_aside, stand_again),
        migrations.AddField(
            "session", "log_count", models.PositiveIntegerField("số dòng nhật ký", default=0)
        ),
        migrations.AddField(
            "session", "change_count", models.PositiveIntegerField("số lần đổi", default=0)
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="dòng")),
                (
                    "kind",
                    models.CharField(choices=KINDS, max_length=12, verbose_name="loại"),
                ),
                (
                    "link",
                    models.CharField(blank=True, choices=LINKS, max_length=12, verbose_name="bằng"),
                ),
                (
                    "seat",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="máy của ghế"
                    ),
                ),
                ("round", models.PositiveIntegerField(blank=True, null=True, verbose_name="ván")),
                ("details", models.JSONField(default=dict, verbose_name="chi tiết")),
                ("made_at", models.DateTimeField(verbose_name="lúc")),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="ledger.session",
                        verbose_name="bàn",
                    ),
                ),
            ],
            options={
                "verbose_name": "dòng nhật ký",
                "verbose_name_plural": "dòng nhật ký",
                "ordering": ("-number",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "number"), name="change_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", [kind for kind, _ in KINDS]),
                            ("link__in", ["", *(link for link, _ in LINKS)]),
                            ("number__gte", 1),
                        ),
                        name="change_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("seat__isnull", True),
                            models.Q(("seat__gte", 1), ("seat__lte", 8)),
                            _connector="OR",
                        ),
                        name="change_by_a_seat",
                    ),
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(stand_again, stand_aside),
    ]
