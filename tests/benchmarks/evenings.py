"""A big ledger of whole evenings: made, migrated over, checked, copied in use, put back, checked.

    python -m tests.benchmarks.evenings [ENTRIES] [FOLDER]

On the empty database that DATABASE_URL names, else on a SQLite file of its own; RESTORE_URL names
another empty database for the copy. Beside the first, the copy is damaged in one amount at last,
which the check must find. FOLDER is where the copy is put, a temporary one by default.
"""

import os
import random
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from tests.benchmarks.phones import here_too
from tests.running.processes import MEBIBYTE, Ran, run
from tests.running.server import ROOT, environment, serving

ROUNDS = (20, 200, 80)
"""Of an evening: the fewest, the most, and what is usual."""
USUAL, PORTION = 450, 200
"""Entries of an evening, and evenings written in one transaction."""
NAMES = ("An", "Bình", "Cúc", "Dũng")


def manage(data: Path, *words: str, **own: str) -> Ran:
    """Run a command of the service's to its end, and say what it came to."""
    ran = run([sys.executable, "manage.py", *words], ROOT, environment(data, **own))
    what = " ".join(words).replace(f"{data}/", "")
    print(f"{what}: {ran}; {(ran.output.strip() or 'nothing said').splitlines()[-1]}", flush=True)
    return ran


def build(entries: int) -> int:
    """Write evenings until there are so many entries; how many evenings that took."""
    from django.db import connection, transaction

    from ledger.database import guards
    from ledger.models import Entry

    rng, evenings = random.Random(entries), 0
    dealt = every_deal()
    while Entry.objects.count() < entries:
        guards.remove(connection)
        with transaction.atomic():
            played = [an_evening(rng, dealt) for _ in range(min(PORTION, 1 + entries // USUAL))]
        guards.install(connection)
        for session in played:
            end(session, rng)
        evenings += len(played)
    connection.close()
    return evenings


def every_deal() -> Mapping[str, list[Any]]:
    """Rounds by chance of every rule set, scored once; each evening takes from them."""
    import scoring
    from tests.benchmarks.big_ledger import deals

    return {rules: deals(opened(rules)) for rules in scoring.RULE_SETS}


def opened(rules: str) -> Any:
    import scoring
    from ledger.access.actor import ON_THE_MACHINE
    from ledger.tables import sessions

    bet_unit = 1000 * scoring.RULE_SETS[rules].in_force({}).grain
    return sessions.open_session(
        rules=rules, settings={}, bet_unit=bet_unit, players=NAMES, by=ON_THE_MACHINE
    )


def an_evening(rng: random.Random, dealt: Mapping[str, list[Any]]) -> Any:
    """A table with its rounds, and a line of its log for each."""
    from ledger.access.actor import Actor
    from ledger.books import sql
    from ledger.books.change_log import line, seal
    from ledger.models import Change, Link
    from tests.benchmarks.big_ledger import MOMENT, fill

    rules, rounds = rng.choice(list(dealt)), int(rng.triangular(*ROUNDS))
    session = opened(rules)
    fill(session, rounds=rounds, dealt=rng.sample(dealt[rules], len(dealt[rules])))
    for number in range(1, rounds + 1):
        by = Actor(Link.SCORE)
        new = line(session, by, Change.Kind.RECORDED, round=number, at=MOMENT)
        seal(session, new)
        sql.add(new)
    session.save()
    return session


def end(session: Any, rng: random.Random) -> None:
    """What the service itself writes at the end: a correction, a round made void, all paid."""
    from ledger import books
    from ledger.access.actor import ON_THE_MACHINE
    from ledger.books.balances import scoreboard
    from ledger.books.settlement import fewest_payments
    from ledger.tables import payments, sessions

    wrong, void = rng.sample(range(1, session.round_count + 1), 2)
    facts = session.rounds.get(number=void).facts
    books.record(
        session.pk, submission_id=uuid4(), facts=facts, correcting=wrong, by=ON_THE_MACHINE
    )
    books.void(session.pk, void, by=ON_THE_MACHINE)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    due = {seat.seat: seat.balance for seat in scoreboard(session)}
    for pay in fewest_payments(due):
        payments.pay(
            session.pk,
            debtor=pay.payer,
            creditor=pay.payee,
            amount=pay.amount,
            submission_id=uuid4(),
            by=ON_THE_MACHINE,
        )


def size(data: Path) -> str:
    return f"{sum(each.stat().st_size for each in data.glob('ledger.sqlite3*')) / MEBIBYTE:.0f} MiB"


def main(entries: int, folder: Path | None = None) -> int:
    with here_too() as data, a_place(folder) as place:
        return int(not play(data, place, entries))


@contextmanager
def a_place(folder: Path | None) -> Iterator[Path]:
    if folder:
        yield folder
    else:
        with TemporaryDirectory() as made:
            yield Path(made)


def play(data: Path, place: Path, entries: int) -> bool:
    """The story; whether all was right, and the damage found."""
    from django.db import connection

    from ledger.models import Entry, Posting, Round

    own = {"DATABASE_URL": os.environ["DATABASE_URL"]}
    began = time.monotonic()
    evenings = build(entries)
    print(
        f"{connection.vendor}: {evenings} evenings, {Round.objects.count()} rounds,"
        f" {Posting.objects.count()} postings, {Entry.objects.count()} entries,"
        f" {size(data)}, made in {time.monotonic() - began:.0f} s",
        flush=True,
    )
    connection.close()
    ran = [manage(data, "migrate", "--verbosity", "0", **own)]
    ran += [manage(data, "check_ledger", "--processes", each, **own) for each in ("1", "2")]
    copy = place / "copy"
    ran += [copied(data, copy, own)]
    here = Entry.objects.count()
    connection.close()
    other = place / "restored"
    other.mkdir()
    theirs = {
        "DATABASE_URL": os.environ.get("RESTORE_URL", f"sqlite:///{other}/ledger.sqlite3"),
        "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz",
    }
    ran += [manage(other, "migrate", "--verbosity", "0", **theirs)]
    ran += [manage(other, "restore", str(copy), **theirs)]
    ran += [manage(other, "check_ledger", "--processes", "2", **theirs)]
    there, damage = damaged(theirs["DATABASE_URL"])
    print(f"{there} entries in the copy, {here} where it was taken from afterwards", flush=True)
    control = manage(other, "check_ledger", "--processes", "2", **theirs)
    print(f"control: {damage}; exit status {control.status}")
    right = [each.status for each in ran] == [0] * len(ran)
    found_it = control.status == 1 and "the entries of posting" in control.output
    return right and entries <= there <= here and found_it


def copied(data: Path, copy: Path, own: Mapping[str, str]) -> Ran:
    """A copy taken while phones record, and how long these wait for their answers meanwhile."""
    from tests.running.load import load

    with (
        serving(data, **own, API_LIMIT_FACTOR="1000") as server,
        load(server, 2) as phones,
    ):
        phones.wait_for(100)
        before, phones.seconds = phones.within(0.95), []
        ran = manage(data, "backup", str(copy), **own)
        phones.finish()
    print(
        f"the copy has {copy.stat().st_size / MEBIBYTE:.0f} MiB; {len(phones.seconds)} rounds"
        f" meanwhile: p50 {phones.within(0.5) * 1000:.0f} ms, p95 {phones.within(0.95) * 1000:.0f}"
        f" ms ({before * 1000:.0f} ms before), the longest {max(phones.seconds):.2f} s;"
        f" {len(phones.failed)} not answered as saved {phones.failed[:3]}",
        flush=True,
    )
    return ran


def damaged(url: str) -> tuple[int, str]:
    """Change one amount behind the service's back; how many entries there are, and which it is."""
    from tests.databases import opened as connected

    other: Any = connected(url)
    count, newest = other.execute("SELECT count(*), max(id) FROM ledger_entry").fetchone()
    change = f"UPDATE ledger_entry SET amount = amount + 1 WHERE id = {newest // 2}"
    guard = "ledger_entry_update"
    if url.startswith("sqlite"):
        find = f"SELECT sql FROM sqlite_master WHERE name = '{guard}'"
        (text,) = other.execute(find).fetchone()
        steps = [f"DROP TRIGGER {guard}", change, text]
    else:
        table = "ALTER TABLE ledger_entry"
        off, on = f"{table} DISABLE TRIGGER {guard}", f"{table} ENABLE ALWAYS TRIGGER {guard}"
        steps = [off, change, on]
    for step in steps:
        other.execute(step)
    other.commit()
    other.close()
    return count, f"one amount more in entry {newest // 2}"


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main(int(words[0] if words else 1_000_000), *map(Path, words[1:2])))
