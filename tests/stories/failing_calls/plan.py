"""Which cases are tried, and the report of what they came to."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from django.core.cache import caches
from django.core.management import call_command
from django.db import connection

from tests.stories.failing_calls.cases import (
    ERRORS,
    HOW,
    KILLED,
    ONCE,
    Case,
    Changes,
    Dry,
    Kept,
    damage,
)
from tests.stories.failing_calls.changes import changes
from tests.stories.failing_calls.commands import Commands, commands
from tests.stories.failing_calls.faults import FAULTS

WAYS = [*((error, how) for error in ERRORS for how in HOW), (KILLED, ONCE)]
"""How a call fails."""


class Plan:
    def __init__(self, folder: Path, asked: Namespace) -> None:
        self.asked, self.outcomes, self.wrong = asked, Counter[tuple[str, str]](), 0
        call_command("migrate", interactive=False, verbosity=0)
        kept, self.changes = self._made(folder)
        kept.put_back()
        self.commands = Commands(commands(folder))
        self._dry: dict[str, Dry] = {}
        if asked.fault:
            FAULTS[asked.fault]()

    def _made(self, folder: Path) -> tuple[Kept, Changes]:
        sends = changes()
        kept = Kept(folder, "changes.whole")
        all_changes = Changes(kept, sends)
        for send in sends.values():  # what is loaded once is not loaded in each case
            send()
        damage()
        for each in caches.all():
            each.clear()
        connection.close()
        return kept, all_changes

    def of(self, done: str) -> Changes | Commands:
        return self.changes if done in self.changes.sends else self.commands

    def dry(self, done: str) -> Dry:
        if done not in self._dry:
            self._dry[done] = self.of(done).dry(self.asked.journal, done)
        return self._dry[done]

    def run(self) -> int:
        """Try them; the status to exit with."""
        begun = monotonic()
        for case in self._cases():
            self._try(case)
        counts = (f"{done}: {n} {how}" for (done, how), n in sorted(self.outcomes.items()))
        took = f"{monotonic() - begun:.0f} s"
        _say(*counts, f"{self.outcomes.total()} cases, {self.wrong} wrong, {took}")
        return 1 if self.wrong else 0

    def _try(self, case: Case) -> None:
        dry = self.dry(case.done)
        tried = self.of(case.done).tried(case, dry)
        self.outcomes[case.done, tried.outcome] += 1
        self.wrong += bool(tried.wrong)
        if tried.wrong:
            refused = dry.calls[case.number - 1]
            _say(f"python -m {__package__} {case}  ({refused})", *tried.wrong)

    def _cases(self) -> Iterator[Case]:
        words, journal = self.asked.words, self.asked.journal
        if words and words[-1].isdigit():
            done, error, how, number = words
            yield Case(journal, done, error, how, int(number))
        elif self.asked.sample:
            yield from self._sample(Random(self.asked.seed), words or self._often())
        else:
            for done in words or [*self.changes.sends, *self.commands.sends]:
                for number in self._numbers(done):
                    yield from (Case(journal, done, *way, number) for way in WAYS)

    def _numbers(self, done: str) -> list[int]:
        """The calls of what is done; of the script, whose programs are tried alone, a part."""
        calls = [*enumerate(self.dry(done).calls, start=1)]
        if done != "backup.sh":
            return [number for number, _call in calls]
        return [at for at, call in calls if not call.startswith("pwrite64") or at % 50 == 0]

    def _often(self) -> list[str]:
        """What a sample is of: changes, and of commands those that take no second each."""
        return [*self.changes.sends, *4 * ("backup", "restore"), "first start", "upgrade 1.0.0"]

    def _sample(self, rng: Random, words: list[str]) -> Iterator[Case]:
        for _ in range(self.asked.sample):
            done = rng.choice(words)
            number = rng.randint(1, len(self.dry(done).calls))
            yield Case(self.asked.journal, done, *rng.choice(WAYS), number)


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()
