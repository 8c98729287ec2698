"""The service is killed while phones record, again and again: nothing is lost, nothing doubled."""

import random
from pathlib import Path

import pytest
from django.conf import settings

from ledger.access.keys import Role, key
from ledger.books.audit import differences
from tests.api.fuzzing import Table
from tests.api.test_fuzzing import GENEROUS
from tests.ledger.tables import a_table
from tests.running.faulty import FAULTY
from tests.running.server import SERVE, serving
from tests.running.stubborn import Phones
from tests.trust import Tell


def killed(
    folder: Path, database: str, kills: int, *program: str, keep_the_id: bool = True
) -> Phones:
    """What phones came to whose server was killed so often and started again each time."""
    rng, table = random.Random(kills), a_table()
    own = GENEROUS | {"DATABASE_URL": database, "SECRET_KEY": settings.SECRET_KEY}
    phones = Phones(Table(table.pk, key(table, Role.SCORE)), keep_the_id)
    for number in range(kills):
        workers = () if program else ("--workers", str(1 + number % 2))
        with serving(folder, *workers, program=program or SERVE, **own) as server:
            phones.until_killed(server, rng)
    with serving(folder, **own) as server, phones.playing(server):
        pass
    return phones


@pytest.mark.trust("R6")
def test_no_kill_loses_a_round_or_doubles_one(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    kills = 100
    phones = killed(tmp_path, fresh_ledger, kills)
    lost, doubled, waited = phones.lost(), phones.doubled(), phones.resent()
    tell(
        f"{kills} kills, {phones.rounds} rounds; {waited.total()} waited for an answer,"
        f" {waited[200]} of them were on the books already; {len(lost)} lost, {doubled} doubled"
    )
    assert (lost, doubled, phones.misnumbered(), phones.refused()) == ([], 0, [], [])
    assert phones.answered == phones.rounds
    assert waited.total() >= kills
    assert list(differences()) == []


@pytest.mark.trust("R6", control=True)
def test_a_service_that_answers_before_it_has_saved_loses(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    phones = killed(tmp_path, fresh_ledger, 1, *FAULTY, "hasty")
    lost = phones.lost()
    tell(f"1 kill, {phones.answered} rounds called saved, {len(lost)} lost")
    assert lost


@pytest.mark.trust("R6", control=True)
def test_phones_that_forget_the_id_of_what_was_not_answered_double_it(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    """Killed between saving and answering, only the id keeps a round from being saved again."""
    phones = killed(tmp_path, fresh_ledger, 1, *FAULTY, "slow", keep_the_id=False)
    doubled = phones.doubled()
    tell(f"1 kill, {phones.rounds} rounds, {doubled} doubled")
    assert doubled > 0
