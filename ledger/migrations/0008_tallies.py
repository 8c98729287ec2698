"""Each seat keeps what its rounds come to, so that totals need not read them all again.

SQLite rebuilds the table of seats, and with it goes the table's guards: they are put back.
"""

from collections import Counter

from django.db import migrations, models

from ledger import guards


def stand_aside(apps, schema_editor):
    guards.remove(apps, schema_editor.connection)


def stand_again(apps, schema_editor):
    guards.install(apps, schema_editor.connection)


def count(apps, schema_editor):
    """Work out from the journal what each seat would have kept from the beginning."""
    for session in apps.get_model("ledger", "Session").objects.iterator():
        _count_session(apps, session)


def _count_session(apps, session):
    model = apps.get_model("ledger", "Seat")
    seats = {seat.number: seat for seat in model.objects.filter(session=session)}
    sums = {number: Counter() for number in seats}
    for facts, paid in _rounds_that_stand(apps, session):
        gains = Counter()
        for payer, payee, amount, reason in paid:
            sums[payer][reason] -= amount
            sums[payee][reason] += amount
            gains[payer] -= amount
            gains[payee] += amount
        for number in facts["players"]:
            seats[number].rounds_played += 1
            seats[number].rounds_won += gains[number] > 0
    for number, seat in seats.items():
        seat.by_reason = {reason: sum_ for reason, sum_ in sorted(sums[number].items()) if sum_}
    model.objects.bulk_update(seats.values(), ["rounds_played", "rounds_won", "by_reason"])


def _rounds_that_stand(apps, session):
    """The facts of each round that is not void, with its payments."""
    postings = apps.get_model("ledger", "Posting").objects.filter(session=session)
    void = set(postings.filter(kind="void").values_list("round_id", flat=True))
    entries = apps.get_model("ledger", "Entry").objects
    for posting in postings.filter(kind="round").select_related("round").iterator():
        if posting.round_id not in void:
            yield (
                posting.round.facts,
                entries.filter(posting=posting).values_list(
                    "payer__number", "payee__number", "amount", "reason"
                ),
            )


class Migration(migrations.Migration):
    dependencies = [("ledger", "0007_api_limits")]

    operations = [
        migrations.RunPython(stand_aside, stand_again),
        migrations.AddField(
            "seat", "rounds_played", models.PositiveIntegerField("số ván chơi", default=0)
        ),
        migrations.AddField(
            "seat", "rounds_won", models.PositiveIntegerField("số ván được", default=0)
        ),
        migrations.AddField("seat", "by_reason", models.JSONField("theo lý do", default=dict)),
        migrations.RunPython(count, migrations.RunPython.noop),
        migrations.RunPython(stand_again, stand_aside),
    ]
