"""The service is killed while phones record, again and again: nothing is lost, nothing doubled."""

from pathlib import Path

import pytest
from django.conf import settings

from ledger.books.audit import differences
from tests.running.faulty import FAULTY
from tests.running.stubborn import ALL, WHOM, killed
from tests.trust import Tell

pytestmark = pytest.mark.full
KILLS = 12


@pytest.mark.drawn(1)
@pytest.mark.trust("R6")
@pytest.mark.parametrize("workers", [1, 2])
def test_no_kill_loses_a_round_or_doubles_one(
    workers: int, tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    """`python -m tests.benchmarks.kills` tells it at length."""
    phones = killed(tmp_path, fresh_ledger, settings.SECRET_KEY, KILLS, workers=workers)
    tell(phones.summary())
    assert (phones.lost(), phones.doubled(), phones.misnumbered()) == ([], 0, [])
    assert phones.refused() == []
    assert phones.answered == phones.rounds
    assert phones.killed.keys() == set(WHOM)
    assert phones.resent().total() >= KILLS
    assert list(differences()) == []


@pytest.mark.trust("R6", control=True)
def test_a_service_that_answers_before_it_has_saved_loses(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    secret, hasty = settings.SECRET_KEY, (*FAULTY, "hasty")
    phones = killed(tmp_path, fresh_ledger, secret, 1, whom=[ALL], program=hasty)
    lost = phones.lost()
    tell(f"1 kill, {phones.answered} rounds called saved, {len(lost)} lost")
    assert lost


@pytest.mark.trust("R6", control=True)
def test_phones_that_forget_the_id_of_what_was_not_answered_double_it(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    """Killed between saving and answering, only the id keeps a round from being saved again."""
    secret, slow = settings.SECRET_KEY, (*FAULTY, "slow")
    phones = killed(tmp_path, fresh_ledger, secret, 1, whom=[ALL], program=slow, keep_the_id=False)
    doubled = phones.doubled()
    tell(f"1 kill, {phones.rounds} rounds, {doubled} doubled")
    assert doubled > 0
