"""Any other game: points of each player, at a table that names the game and its amounts."""

from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.books.pricing import priced
from ledger.common.person import Person
from ledger.models import Session
from ledger.spoken import understand
from ledger.tables import sessions
from ledger.web.games.base import RoundTerms
from ledger.web.games.khac.form import Form, read
from ledger.web.games.khac.spoken import VOCABULARY
from scoring import FactsError
from tests.sample_tables import changed_settings
from tests.web.pages import filled, questions
from tests.web.tables import NAMES, balances, open_table, phone

pytestmark = pytest.mark.django_db

NAMED = {"title": "Sâm lốc", "amounts": [{"name": "cóng", "units": "15"}]}


PEOPLE = [Person(seat, name) for seat, name in enumerate(NAMES, 1)]


def table(bet_unit: int = 2000, **settings: object) -> Session:
    return sessions.open_session(
        rules="khac",
        settings=settings,
        bet_unit=bet_unit,
        players=NAMES,
        name="Nhà An",
        by=ON_THE_MACHINE,
    )


def submission(newest: int = 0, **points: str) -> dict[str, object]:
    """The fields after typing points: seat_1="6" and so on."""
    fields = {f"points-{name.removeprefix('seat_')}": each for name, each in points.items()}
    state = {"submission": str(uuid4()), "newest": newest, "rules": "khac", "seats": "1,2,3,4"}
    return state | fields


def test_three_players_are_typed_and_the_last_is_filled_in() -> None:
    session = table()
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", submission(seat_1="6", seat_2="−1,5", seat_3="-2"))
    assert balances(session) == {1: 12000, 2: -3000, 3: -4000, 4: -5000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert all(each in page for each in ("An +6", "Bình −1½", "Cường −2", "Dũng −2½"))


SURE = {
    "1000": ("1.000", "1,000", "1 000", "1\u202f000", "1\xa0000", "1'000", "1000", "+1.000"),
    "-2": ("-2", "–2", "−2", "\u20102", "-2,0", "—2", "\u200e−2", "\u2068-2\u2069", "-\u20602"),
    "1.5": ("1,5", "1½", "1 ½", "1 1/2", "1.50", "+ 1,5"),
    "0.5": (",5", "½", "1/2"),
    "-0.5": ("−½", "-,5", "-0,5"),
    "1234.5": ("1.234,5", "1 234,5"),
}
UNSURE = (
    *("1000.000", "1.0000", "1.00.000", "1000 000", "1.000 000", "1,5½", "20k", "20đ", "²", "2²"),
    *("--2", "−−2", "- -2", "-+2", "+-2", "2-", "2−", "2 -", "-2-", "2+", "2-2", "⁻2"),
    *("(2)", "( 2 )", "[2]", "(-2)", "-(2)", "(½)", "(1 000)", "-−½", "1/2/2"),
)


@pytest.mark.parametrize(
    ("typed", "points"), [(each, points) for points, typed in SURE.items() for each in typed]
)
def test_points_are_read_as_people_write_them_in_the_form_and_in_a_sentence(
    typed: str, points: str
) -> None:
    assert read(typed) == points
    assert told_in_a_sentence(typed) == {"points-1": points, "points-2": "3"}


@pytest.mark.parametrize("typed", UNSURE)
def test_points_that_are_not_surely_a_number_are_refused_and_nobody_takes_the_rest(
    typed: str,
) -> None:
    session = table()
    fields = submission(seat_1=typed, seat_2="-500", seat_3="-500")
    assert phone(session).post(f"/t/{session.pk}/rounds/", fields).status_code == 422
    assert not session.rounds.exists()
    assert told_in_a_sentence(typed) == {}


def told_in_a_sentence(typed: str) -> dict[str, object]:
    """What a sentence fills in that tells An's points so."""
    people = [Person(seat, name) for seat, name in enumerate(NAMES, 1)]
    return understand(f"An {typed}, Bình 3", VOCABULARY, people).fields.dict()


@pytest.mark.parametrize("typed", ["– 2", " - 2,0 "])
def test_a_dash_apart_is_a_sign_in_the_form_and_may_part_words_in_a_sentence(typed: str) -> None:
    assert read(typed) == "-2"
    assert told_in_a_sentence(typed) == {}


def test_points_recorded_by_a_program_come_back_as_the_same_number() -> None:
    filled = dict(Form.fill({"points": {"1": "1.500", "2": -2, "3": None, "4": 0.5}}))
    assert filled == {"points-1": ["1.5"], "points-2": ["-2"], "points-4": ["0.5"]}


def test_the_table_has_its_own_title_and_amounts() -> None:
    session = table(**NAMED)
    page = phone(session).get(f"/t/{session.pk}/").content.decode()
    assert "Sâm lốc" in page
    assert "Trò khác" not in page
    assert questions(page)[""].answers == {"15": "15"}


def test_points_that_do_not_add_up_are_refused_and_stay() -> None:
    session = table()
    fields = submission(seat_1="6", seat_2="-1", seat_3="-2", seat_4="-2")
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Cộng lại phải bằng 0, đang là 1: Dũng −3 thì vừa." in page
    assert filled(page)["points-4"] == ["-2"]
    assert session.rounds.count() == 0


def test_points_that_the_bet_unit_does_not_divide_are_refused() -> None:
    session = table(bet_unit=1)
    answer = phone(session).post(
        f"/t/{session.pk}/rounds/", submission(seat_1="0,5", seat_2="0", seat_3="0")
    )
    assert answer.status_code == 422
    assert "không chia được với mức cược 1" in answer.content.decode()
    with pytest.raises(FactsError) as refused:
        priced({"players": [1, 2], "points": {"1": "0.25"}}, session)
    assert [each.code for each in refused.value.problems] == ["fraction"]


def test_an_evening_goes_on_with_another_game_and_keeps_its_balances() -> None:
    session = open_table()
    client = phone(session)
    rules = {
        "rules": "khac",
        "reason": "đổi trò",
        "set-title": "Liêng",
        "set-amounts": "gà 1.500; kê 2,5",
    }
    answer = client.post(f"/t/{session.pk}/rules/", rules, follow=True)
    assert "Liêng" in answer.content.decode()
    session.refresh_from_db()
    assert session.rule_version
    amounts = [{"name": "gà", "units": "1500"}, {"name": "kê", "units": "2.5"}]
    assert changed_settings(session.rule_version) == {"title": "Liêng", "amounts": amounts}
    client.post(f"/t/{session.pk}/rounds/", submission(seat_1="3", seat_2="-3", seat_3="0"))
    assert balances(session) == {1: 6000, 2: -6000, 3: 0, 4: 0}


def test_a_sentence_fills_the_form() -> None:
    session = table()
    fields = submission() | {"said": "An 6 Bình âm 2 Cường thua 3"}
    page = phone(session).post(f"/t/{session.pk}/say/", fields).content.decode()
    assert filled(page) == {"points-1": ["6"], "points-2": ["-2"], "points-3": ["-3"]}


@pytest.mark.parametrize(
    "typed",
    [
        "gà",
        "gà 1 000",
        "gà - 5",
        "gà 5, gà 6",
        "gà 0,125",
        ", ".join(f"mức {n} {n}" for n in range(9)),
        "5",
    ],
)
def test_amounts_that_cannot_be_read_are_refused_and_stay(typed: str) -> None:
    session = table()
    rules = {"rules": "khac", "reason": "thử", "set-amounts": typed}
    answer = phone(session).post(f"/t/{session.pk}/rules/", rules)
    assert answer.status_code == 422
    assert typed in answer.content.decode()


def test_where_differences_are_paid_everybody_is_told() -> None:
    session = table(points_are="difference")
    client = phone(session)
    fields = submission(seat_1="3", seat_2="2", seat_3="1")
    page = client.post(f"/t/{session.pk}/preview/", fields).content.decode()
    assert "Còn điểm của Dũng." in page
    client.post(f"/t/{session.pk}/rounds/", fields | submission(seat_4="0"))
    assert balances(session) == {1: 12000, 2: 4000, 3: -4000, 4: -12000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "An 3, Bình 2, Cường 1, Dũng 0" in page
    assert 'data-all="1"' in page


def test_where_differences_are_paid_a_sentence_tells_points_and_no_loss() -> None:
    form = Form.blank(PEOPLE, RoundTerms({"points_are": "difference"}))
    heard = understand("An 3, Bình 2, Cường 1, Dũng 0", form.words, PEOPLE)
    assert heard.fields.dict() == {f"points-{seat}": str(4 - seat) for seat in (1, 2, 3, 4)}
    lost = understand("An 3, Bình thua 2", form.words, PEOPLE)
    assert str(lost.why).startswith("Bàn này ghi số điểm mỗi người có")
