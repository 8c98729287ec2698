"""A table driven at random over HTTP beside a model of a few lines; they never differ."""

from typing import Any

import pytest

from ledger import books
from ledger.api import keys
from ledger.books import journal, next_round, pricing, rounds
from ledger.books.audit import differences
from ledger.models import BetUnit, Round, Session
from ledger.tables import payments, sessions
from tests.stories.walker import Walker
from tests.trust import Tell, sizes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def generous(settings: Any) -> None:
    for name in ("API_WRITES", "API_OPENINGS", "API_WRONG_KEYS"):
        setattr(settings, name, (100_000_000, 3600))


@pytest.mark.trust("R3")
@sizes("size", (3, 30), (12, 50))
def test_the_service_and_a_simple_model_never_differ(size: tuple[int, int], tell: Tell) -> None:
    (runs, steps), compared = size, 0
    for seed in range(runs):
        walker = Walker(seed)
        compared += walker.walk(steps)
        assert list(differences([walker.id])) == []
    tell(f"{runs} runs of {steps} steps, {compared} times compared, 0 differences")


def no_void(session_id: str, number: int, **_more: object) -> Round:
    """A round that is to be void stays as it is."""
    return Round.objects.get(session=session_id, number=number)


def first_bet_unit(session: Any, correcting: int | None) -> Any:
    """Rounds are worth what the first was."""
    plain = terms(session, correcting)
    unit = BetUnit.objects.get(session=session, number=1)
    return Session(rule_version=plain.rule_version, bet_unit=unit)


def any_answer(submission: Any) -> Any:
    """A submission sent again is answered without looking at what it says."""
    round = Round.objects.filter(session=submission.session_id, submission_id=submission.id).first()
    return books.Recorded(round, created=False) if round else None


def twice(session_id: str, paid: Any) -> Any:
    """Every round is carried into the balances twice."""
    pay(session_id, paid)
    return pay(session_id, paid)


def whatever_came_before(session_id: str, **more: Any) -> Any:
    """A round is recorded whichever the scorer took for the newest."""
    return record(session_id, **more | {"after": None})


terms, pay, record = pricing.terms_of, journal.pay, books.record
FAULTS: dict[str, tuple[Any, str, object]] = {
    "posted twice": (journal, "pay", twice),
    "a void that is not reversed": (books, "void", no_void),
    "an old bet unit": (pricing, "terms_of", first_bet_unit),
    "not looked at what is sent again": (rounds, "_stored", any_answer),
    "forgotten what was sent": (rounds, "_stored", lambda submission: None),
    "a newest round that nobody looks at": (books, "record", whatever_came_before),
    "a key that is not renewed": (sessions, "renew_key", lambda *_names, **_by: Session()),
    "rounds changed while the table settles": (
        rounds,
        "refuse_while_settling",
        lambda session: None,
    ),
    "more paid than is owed": (payments, "_check", lambda *_owed: None),
    "a viewer who may write": (keys, "SAFE_METHODS", ("GET", "POST")),
    "nobody leads": (next_round, "standing", lambda session: Round.objects.none()),
}


RUNS = 5
FOUND_IN = {
    "an old bet unit": 3,
    "forgotten what was sent": 6,
    "a newest round that nobody looks at": 3,
    "rounds changed while the table settles": 3,
    "more paid than is owed": 11,
    "a viewer who may write": 1,
    "nobody leads": 11,
}
"""Which of the twelve runs above finds a fault soon: it is walked before the others."""


@pytest.mark.trust("R3", control=True)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_same_walk_finds_a_fault(
    fault: str, monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    module, name, broken = FAULTS[fault]
    monkeypatch.setattr(module, name, broken)
    runs = (FOUND_IN.get(fault, 0), *range(RUNS))
    difference = next(filter(None, (differs(seed, 50) for seed in runs)), "")
    tell(f"{fault}: {difference.partition(',')[0] or 'not found'}")
    assert difference


def differs(seed: int, steps: int) -> str:
    """What went wrong in a walk, "" if nothing did."""
    try:
        Walker(seed).walk(steps)
    except Exception as problem:  # a service that breaks is found out, too
        return f"found in run {seed} as {type(problem).__name__}, {problem}"
    return ""
