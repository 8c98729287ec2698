"""Who says that a book was rewritten: a phone, a file that saw it, or the check on its own.

`python -m tests.stories.rewrites 1000 10000 [SEED]` rewrites 1,000 books in every way and plays
10,000 honest evenings, in an empty database that it makes for itself.
"""

import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()

from django.db import connection, transaction

from ledger.books.audit import differences
from ledger.books.audit.witnesses import Mark, against, marks_in
from ledger.books.chain import holds
from ledger.common.signature import short_sign
from ledger.database import guards
from ledger.exports import files, sheets
from ledger.exports.hledger import as_journal
from ledger.models import Session
from tests.databases import SqliteDatabases, connected_to
from tests.stories.evenings import RandomEvening, record
from tests.stories.owner import (
    ALL,
    CARELESS,
    REWRITINGS,
    Owner,
    another_in_its_place,
    half_deleted,
    session_deleted,
)
from tests.stories.phones import BELIEVING, Phones, WitnessPhone, a_browser

OLDER = ("shorter", "as long", "longer")
THOROUGH, CARELESSLY = MANNERS = ("thorough", "careless")


@dataclass
class Tally:
    """How many rewrites of each kind there were, and who said so."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    """Rewrites that nobody said, or that a phone or file of the end did not."""
    false: list[str] = field(default_factory=list)
    """What was said where nothing was rewritten."""
    honest: Counter[str] = field(default_factory=Counter)

    def all(self, who: str, manner: str) -> int:
        return sum(n for (_, how, voice), n in self.counts.items() if (how, voice) == (manner, who))

    def lines(self) -> Iterator[str]:
        """A table, and what came of the honest evenings."""
        if kinds := sorted({each[:2] for each in self.counts}):
            yield f"{'':<42}" + "".join(f"{who:>8}" for who in COLUMNS)
        for kind, manner in kinds:
            counts = (f"{self.counts[kind, manner, who]:>8}" for who in COLUMNS)
            yield f"{f'{kind}, {manner}':<42}" + "".join(counts)
        tried = sum(self.all("tried", each) for each in MANNERS)
        yield f"{tried} rewrites, {len(self.missed)} missed"
        yield f"{dict(self.honest)}, {len(self.false)} false alarms"


COLUMNS = (
    "tried",
    "phone",
    "gone",
    "file",
    "check",
    "nobody",
    "control",
    "missed",
    "early",
    "said",
)
"""Of those tried: on how many a phone says so, or finds no page; so many `control` were shown to
a phone without its check and compared with a file without digits, which `missed` so many; so many
`early` phones that saw less were shown them, of which so many `said` so, which they should."""


class Witnesses:
    """All who may say something, and what they are asked for."""

    def __init__(self, phones: Phones, believing: Phones, folder: Path, tally: Tally) -> None:
        self.phones, self.believing = phones, believing
        self.folder, self.tally = folder, tally

    def file(self, session: Session, rng: Random) -> list[Mark]:
        """The marks in an export of the session as it is."""
        file = self.folder / "file"
        these, kind = Session.objects.filter(pk=session.pk), rng.random()
        if kind < 0.8:
            file.write_bytes(b"".join(as_journal(session)))
        else:
            format = rng.choice(["csv", "json", "xlsx"])
            book = sheets.totals_book(these)
            file.write_bytes(b"".join(files.FORMATS[format][1](book)))
        return marks_in(file)

    def rewrite(self, seed: int) -> None:
        """An evening to its end, and then one rewriting of every kind, each of the same evening."""
        with undone():
            evening, phone, early = RandomEvening(Random(seed)), WitnessPhone(), WitnessPhone()
            rng = evening.rng
            evening.change_each()
            looks_at = rng.choice((0, 1))
            if looks_at == 0:
                self.phones.look(early, evening.table)
            old = transaction.savepoint()
            for _ in range(rng.randint(3, 6)):
                evening.change()
            if not evening.table.closed_at:
                record(evening)
            if looks_at == 1:
                self.phones.look(early, evening.now())
                evening.change()
            end = evening.now()
            assert self.phones.look(phone, end) == ""
            trial = Trial(self, evening, phone, early, self.file(end, rng), end, seed)
            for kind in REWRITINGS:
                with undone():
                    trial.rewrite(kind)
            transaction.savepoint_rollback(old)
            trial.play_on(OLDER[seed % 3])

    def honest(self, seed: int) -> None:
        """An evening at which nothing is rewritten, so that nobody has anything to say."""
        with undone():
            evening, marks = RandomEvening(Random(f"honest {seed}")), []
            rng, sums = evening.rng, self.tally.honest
            often = [(WitnessPhone(), rate) for rate in rng.choice(((0.1, 0.2), (0.1, 0.1), (1,)))]
            for _ in range(rng.randint(10, 14)):
                evening.change()
                for phone, rate in often:
                    if rng.random() < rate:
                        self._look(phone, evening.table, seed)
                if rng.random() < 0.12:
                    marks += self.file(evening.table, rng)
            tables = evening.tables()
            for table in tables:
                for phone, _ in often:
                    self._look(phone, table, seed)
            marks += self.file(tables[0], rng)
            problems = [*against(marks), *differences([table.pk for table in tables])]
            self.tally.false += [f"{seed}: {each}" for each in problems]
            sums.update(evenings=1, lines=sum(each.log_count for each in tables), marks=len(marks))

    def _look(self, phone: WitnessPhone, session: Session, seed: int) -> None:
        notice = self.phones.look(phone, session)
        self.tally.honest["looks"] += 1
        if notice or phone.head(session) != session.log_head:
            self.tally.false.append(f"{seed}: a phone says {notice!r}")


@dataclass
class Trial:
    """One evening that is rewritten, and who saw it before."""

    by: Witnesses
    evening: RandomEvening
    phone: WitnessPhone
    early: WitnessPhone
    marks: Sequence[Mark]
    end: Session
    seed: int

    def rewrite(self, kind: str) -> None:
        owner = Owner(self.evening.id, self.evening.rng)
        thorough = owner.rng.random() < 0.7
        rewriting = REWRITINGS[kind]
        if rewriting in (session_deleted, another_in_its_place):
            (rewriting if thorough else half_deleted)(owner)
        else:
            rewriting(owner)
            owner.reseal(ALL if thorough else owner.rng.choice(CARELESS))
        self.judge(kind, THOROUGH if thorough else CARELESSLY)

    def play_on(self, length: str) -> None:
        """The older copy is put back; who is careless leaves the newest row of the session."""
        thorough, rng = self.evening.rng.random() < 0.7, self.evening.rng
        end, now = self.end.log_count, self.evening.now().log_count
        least, most = {"shorter": (now, end - 1), "as long": (end, end)}.get(
            length, (end + 1, end + 4)
        )
        until = rng.randint(least, most)
        while self.evening.now().log_count < until:
            self.evening.change()
        if not thorough:
            counts = {each: getattr(self.end, each) for each in COUNTED}
            Session.objects.filter(pk=self.end.pk).update(**counts)
        self.judge(f"an older copy, {length}", THOROUGH if thorough else CARELESSLY)

    def judge(self, kind: str, manner: str) -> None:
        session = Session.objects.filter(pk=self.end.pk).first()
        voices, tally = set(), self.by.tally
        if session is None:
            voices |= {"gone"} if self.by.phones.status(self.end.pk) == 404 else set()
        elif self.look(self.by.phones, self.phone, session):
            voices.add("phone")
        if list(against(list(self.marks))):
            voices.add("file")
        if [each for each in differences() if each.code != "guard"]:
            voices.add("check")
        if not voices - {"gone"}:
            voices.add("nobody")
        if manner == THOROUGH:
            if "file" not in voices or not voices & {"phone", "gone"}:
                tally.missed.append(f"{self.seed}: {kind}, said by {sorted(voices)}")
            if session and self.evening.rng.random() < 0.3:
                voices |= {"control"} | self.without_digits(session, voices)
                self.look_early(kind, session)
        elif "nobody" in voices:
            tally.missed.append(f"{self.seed}: {kind}, {manner}: nobody says so")
        tally.counts.update((kind, manner, who) for who in ("tried", *voices))

    def look(self, phones: Phones, phone: WitnessPhone, session: Session) -> bool:
        return bool(phones.look(WitnessPhone(dict(phone.storage)), session))

    def without_digits(self, session: Session, voices: set[str]) -> set[str]:
        """{"missed"} where a phone without its check, and a file without digits, miss it."""
        bare = [
            Mark(*each[:2], "", short_sign(f"{each.session}/{each.line}")) for each in self.marks
        ]
        if "check" in voices or list(against(bare)):
            return set()
        return set() if self.look(self.by.believing, self.phone, session) else {"missed"}

    def look_early(self, kind: str, session: Session) -> None:
        """A phone that saw less says so where what it saw is no more, and only there."""
        line, head = self.early.line(session), self.early.head(session)
        changed = not holds(session, line, head)
        if changed != self.look(self.by.phones, self.early, session):
            self.by.tally.missed.append(f"{self.seed}: {kind}: a phone of line {line}")
        self.by.tally.counts[kind, THOROUGH, "early"] += 1
        self.by.tally.counts[kind, THOROUGH, "said"] += changed


COUNTED = ("round_count", "posting_count", "head", "log_count", "log_head")


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of this block stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def witnesses(tally: Tally) -> Iterator[Witnesses]:
    """With a browser, in this process's database."""
    requests = logging.getLogger("django.request")
    level = requests.level
    requests.setLevel(logging.ERROR)  # a page that is gone is no news here
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser has a loop in this thread
    try:
        # Within the browser's loop there is another connection, which would outlive its database.
        with a_browser() as browser, closing(connection), TemporaryDirectory() as folder:
            yield Witnesses(Phones(browser), Phones(browser, BELIEVING), Path(folder), tally)
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        requests.setLevel(level)


def run(rewrites: int, evenings: int, first: int = 1) -> Tally:
    """So many books rewritten in every way, and so many honest evenings."""
    tally = Tally()
    with witnesses(tally) as asked:
        for seed in range(first, first + evenings):
            asked.honest(seed)
            progress("\n".join([*tally.lines(), *tally.false]), seed)
        guards.remove(connection)
        for seed in range(first, first + rewrites):
            asked.rewrite(seed)
            progress("\n".join([*tally.lines(), *tally.missed]), seed)
        guards.install(connection)
    return tally


def progress(words: str, seed: int) -> None:
    if __name__ == "__main__" and seed % 50 == 0:
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {seed}: {words}\n")


def main(rewrites: int, evenings: int, first: int = 1) -> None:
    with TemporaryDirectory() as folder:
        databases = SqliteDatabases(Path(folder))
        with databases.fresh() as url, connected_to(url):
            tally = run(rewrites, evenings, first)
    sys.stdout.write("\n".join([*tally.lines(), *tally.missed, *tally.false, ""]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
