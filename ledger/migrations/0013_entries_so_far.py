"""Each posting keeps how many entries there are up to it, and a void the balances after it.

So any page of a long ledger is found, and begins with the right balances, at the price of the
first. SQLite rebuilds the tables, and with them go their guards: they are put back.
"""

from django.db import migrations, models
from django.db.models import Q

from ledger import guards

AT_ONCE = 500


def stand_aside(apps, schema_editor):
    guards.remove(apps, schema_editor.connection)


def stand_again(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


def count(apps, schema_editor):
    """Work out from the journal what each posting would have kept from the beginning."""
    for session in apps.get_model("ledger", "Session").objects.only("posting_count"):
        _count_session(apps, session)


def _count_session(apps, session):
    seats = apps.get_model("ledger", "Seat").objects.filter(session=session)
    balances, entries = dict.fromkeys(map(str, _numbers(seats)), 0), 0
    for first in range(1, session.posting_count + 1, AT_ONCE):
        entries = _count_postings(apps, session, first, balances, entries)
    session.entry_count = entries
    session.save(update_fields=["entry_count"])


def _numbers(seats):
    return seats.order_by("number").values_list("number", flat=True)


def _count_postings(apps, session, first, balances, entries):
    model = apps.get_model("ledger", "Posting")
    which = {"session": session, "number__range": (first, first + AT_ONCE - 1)}
    postings = list(model.objects.filter(**which).order_by("number").defer("hash", "reason"))
    lines = _lines(apps, which)
    for posting in postings:
        for payer, payee, amount in lines.get(posting.pk, ()):
            balances[payer] -= amount
            balances[payee] += amount
            entries += 1
        posting.entries_so_far = entries
        posting.balances = dict(balances)
    rounds = [posting for posting in postings if posting.kind == "round"]
    voids = [posting for posting in postings if posting.kind == "void"]
    # No row twice: PostgreSQL would then take no index in the same transaction.
    model.objects.bulk_update(rounds, ["entries_so_far"])
    model.objects.bulk_update(voids, ["entries_so_far", "balances"])
    return entries


def _lines(apps, which):
    """Payer, payee and amount of every entry, by posting."""
    entries = apps.get_model("ledger", "Entry").objects.filter(
        **{f"posting__{name}": value for name, value in which.items()}
    )
    found = {}
    for posting, payer, payee, amount in entries.values_list(
        "posting_id", "payer__number", "payee__number", "amount"
    ):
        found.setdefault(posting, []).append((str(payer), str(payee), amount))
    return found


class Migration(migrations.Migration):
    dependencies = [("ledger", "0012_shared_rules")]

    operations = [
        migrations.RunPython(stand_aside, stand_again),
        migrations.AddField(
            "session", "entry_count", models.PositiveIntegerField("số bút toán", default=0)
        ),
        migrations.AddField(
            "posting",
            "entries_so_far",
            models.PositiveIntegerField("số bút toán đến đây", default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            "posting",
            "balances",
            models.JSONField("số dư sau lần ghi", null=True, blank=True),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.AddIndex(
            "posting",
            models.Index(fields=["session", "entries_so_far", "number"], name="posting_by_entries"),
        ),
        migrations.AddConstraint(
            "posting",
            models.CheckConstraint(
                condition=Q(kind="round", balances__isnull=True)
                | Q(kind="void", balances__isnull=False),
                name="posting_void_keeps_balances",
            ),
        ),
        migrations.RunPython(stand_again, stand_aside),
    ]
