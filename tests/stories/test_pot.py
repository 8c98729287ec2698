"""An evening with a pot: put in round by round, taken, by who rests too, corrected and void."""

import json
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import audit
from ledger.books.balances import scoreboard
from ledger.books.next_round import next_round
from ledger.common import refusals
from ledger.exports import files, sheets
from ledger.models import Session
from ledger.people.statistics import of_evening
from ledger.tables import sessions
from scoring import FactsError
from tests.api.calls import scorer
from tests.sample_tables import PLAYERS, finishing
from tests.web.tables import HTMX, balances, by_place, phone

pytestmark = pytest.mark.django_db
FOUR = (1, 2, 3, 4)


@pytest.fixture
def table() -> Session:
    """Five people at a table where each puts 1 in before a round; Em waits."""
    settings = {"ga": True, "ga_moi_van": 1}
    return sessions.open_session(
        rules="tien_len", settings=settings, bet_unit=2000, players=PLAYERS[:5], by=ON_THE_MACHINE
    )


def play(
    table: Session, *places: int, correcting: int | None = None, **more: Any
) -> books.Recorded:
    facts = finishing(*places) | more
    fields = {"submission_id": uuid4(), "facts": facts, "by": ON_THE_MACHINE}
    return books.record(table.pk, correcting=correcting, **fields)


def start(table: Session) -> Any:
    table.refresh_from_db()
    return next_round(table, scoreboard(table)).start


def warned(table: Session, **more: Any) -> list[str]:
    """What the round that is played like this would be warned of."""
    outcome = books.preview(table, finishing(*FOUR) | more)
    return [each.message("vi", lambda seat: PLAYERS[seat - 1]) for each in outcome.warnings]


def page(table: Session) -> str:
    return phone(table).get(f"/t/{table.pk}/").content.decode()


def each(*seats: int, units: str = "1") -> dict[str, str]:
    return {str(seat): units for seat in seats}


def test_what_is_left_in_it_is_handed_on_and_who_rests_pays_his_share(table: Session) -> None:
    play(table, *FOUR)
    assert start(table)["pot"] == each(*FOUR)
    play(table, 5, 2, 3, 1, pot=each(*FOUR))
    assert start(table)["pot"] == each(1, 2, 3, units="2") | each(4, 5)
    before = balances(table)
    taken = play(table, *FOUR, pot=start(table)["pot"], pot_winner=1)
    assert "pot" not in start(table)
    assert taken.round.result["net"]["5"] == "-1"
    assert balances(table)[5] - before[5] == -2000
    assert sum(balances(table).values()) == 0
    assert not [*audit.check_sessions([table.pk])]
    books.void(table.pk, 3, by=ON_THE_MACHINE)
    assert balances(table) == before
    assert start(table)["pot"]["5"] == "1"


def test_the_api_the_sheet_and_the_files_say_what_who_rests_paid(table: Session) -> None:
    play(table, *FOUR, pot=each(5), pot_winner=1)
    answer = scorer(table).get("rounds/1/").json()
    assert answer["amounts"]["5"] == -2000
    shown = page(table)
    assert "Em −2.000" in " ".join(shown.split())
    why = phone(table).get(f"/t/{table.pk}/rounds/1/").content.decode()
    assert "An ăn gà" in why
    assert "GA-4" in why
    assert of_evening(table)[5].gained == -2000
    book = sheets.ledger_book(Session.objects.filter(pk=table.pk))
    rows = json.loads(b"".join(files.FORMATS["json"][1](replace(book, for_programs=True))))
    assert [(row["payee"], row["amount"]) for row in rows if row["payer"] == 5] == [(1, 2000)]


def test_who_has_a_share_is_no_mistake_to_take_back(table: Session) -> None:
    play(table, *FOUR, pot=each(5))
    with pytest.raises(refusals.Refusal):
        sessions.remove_player(table.pk, 5, by=ON_THE_MACHINE)


def test_a_seat_that_is_nobodys_is_refused(table: Session) -> None:
    with pytest.raises(FactsError):
        play(table, *FOUR, pot=each(9))


def test_a_pot_told_otherwise_or_not_at_all_is_warned_of(table: Session) -> None:
    play(table, *FOUR, pot=each(1) | each(5, units="0.5"))
    now = "gà An 2, Bình 1, Cúc 1, Dũng 1, Em 0,5, cả thảy 5,5."
    assert warned(table) == [f"Ván trước để lại {now}"]
    assert warned(table, pot=each(1)) == [f"Ván trước để lại {now}"]
    assert not warned(table, pot=start(table)["pot"])


def test_a_correction_says_with_which_pot_the_later_round_began(table: Session) -> None:
    play(table, *FOUR)
    play(table, *FOUR, pot=each(*FOUR))
    play(table, 2, 1, 3, 4, correcting=1, pot_winner=2)
    text = page(table)
    assert "Ván 2 bắt đầu với gà An 1, Bình 1, Cúc 1, Dũng 1, cả thảy 4" in text
    assert "theo ván 1 bây giờ thì là không gà" in text


def test_the_page_records_what_is_in_it(table: Session) -> None:
    client, address = phone(table), f"/t/{table.pk}/rounds/"
    client.post(address, by_place(1, 2, 3), headers=HTMX)
    assert table.rounds.get(number=1).facts["pot"] == {}
    more = {"newest": 1, "start": '{"pot":{"1":"1","5":"2"}}', "pot-5": "0", "pot-2": "1,5"}
    client.post(address, by_place(1, 2, 3, **more), headers=HTMX)
    assert table.rounds.get(number=2).facts["pot"] == {"1": "1", "2": "1.5"}


def test_who_waited_longest_comes_in_though_he_paid_his_share_while_he_rested() -> None:
    table = sessions.open_session(
        rules="tien_len",
        settings={"ga": True},
        bet_unit=2000,
        players=PLAYERS[:6],
        by=ON_THE_MACHINE,
    )
    sessions.rotate(table.pk, on=True, by=ON_THE_MACHINE)
    play(table, 1, 2, 3, 4)
    play(table, 1, 2, 3, 5)
    play(table, 1, 2, 3, 5, pot=each(6), pot_winner=1)
    assert 6 in next_round(Session.objects.get(pk=table.pk), scoreboard(table)).players


def test_every_pot_is_named_before_the_game_the_bet_unit_or_the_evening_ends(
    table: Session,
) -> None:
    play(table, *FOUR)
    sessions.change_rules(table.pk, "phom", {"ga": True}, by=ON_THE_MACHINE)
    facts = {"players": [1, 2, 3, 4], "mom": [], "ranks": [1, 2, 3, 4], "pot": each(1, units="2.5")}
    books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    notices = [
        "Tiến lên (nhất nhì ba bét): trong gà còn 4 cược, chưa ai trả.",
        "Phỏm (tá lả): trong gà còn 2½ cược, chưa ai trả.",
    ]
    for path in ("house/", "settle/", "rules/", "rules/?game=tien_len"):
        shown = phone(table).get(f"/t/{table.pk}/{path}").content.decode()
        assert all(each in shown for each in notices), path
        assert ("đổi mức cược thì gà đổi theo" in shown) == (path == "house/")
