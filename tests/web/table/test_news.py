"""What an open page is told of rounds: fresh ones, and those that changed in their place."""

from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.chain import lines_after
from ledger.books.settlement import Pay
from ledger.models import Session
from ledger.tables import other_items, sessions
from ledger.web.phone_table import Table
from ledger.web.table.history import HISTORY
from ledger.web.table.news import News, news
from tests.sample_tables import a_table, play, redo
from tests.web.pages import read
from tests.web.tables import HTMX, phone, what_it_saw

pytestmark = pytest.mark.django_db


def log(session: Session) -> int:
    """The newest line of the log: what a page that was just made has seen."""
    return Session.objects.get(pk=session.pk).log_count


def numbers(session: Session, since: int) -> tuple[list[int], list[int]]:
    """The numbers that people use, of the fresh and of the changed rounds since this line."""
    news = of(session, since)
    return [line.number for line in news.fresh], [line.number for line in news.altered]


def of(session: Session, since: int) -> News:
    table = Table(Session.objects.get(pk=session.pk), Role.VIEW)
    return news(table, lines_after(table.session, since))


def test_without_a_change_there_is_no_news() -> None:
    session = a_table()
    play(session)
    assert of(session, log(session)) == News()


def test_fresh_rounds_are_told_oldest_first() -> None:
    session = a_table()
    play(session)
    mark = log(session)
    play(session)
    play(session)
    assert numbers(session, mark) == ([2, 3], [])


def test_a_correction_replaces_the_line_of_its_round() -> None:
    session = a_table()
    play(session)
    play(session)
    mark = log(session)
    redo(session, 1, 1, 2, 3, 4)
    assert numbers(session, mark) == ([], [1])
    line = of(session, mark).altered[0]
    assert line.round.number == 3
    redo(session, 3, 4, 3, 2, 1)
    assert numbers(session, mark) == ([], [1])
    assert of(session, mark).altered[0].round.number == 4


def test_a_round_recorded_and_corrected_in_one_go_is_fresh_as_it_was_put_right() -> None:
    session = a_table()
    play(session)
    mark = log(session)
    play(session)
    redo(session, 2, 1, 2, 3, 4)
    redo(session, 1, 1, 2, 3, 4)
    play(session)
    assert numbers(session, mark) == ([2, 3], [1])
    assert [line.round.number for line in of(session, mark).fresh] == [3, 5]


def test_a_void_and_a_round_recorded_again_change_their_line() -> None:
    session = a_table()
    play(session)
    mark = log(session)
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    assert numbers(session, mark) == ([], [1])
    assert of(session, mark).altered[0].state == "void"
    mark = log(session)
    redo(session, 1, 2, 1, 4, 3)
    assert numbers(session, mark) == ([], [1])
    assert of(session, mark).altered[0].state == "recorded"


def test_khoan_khac_and_too_many_changes_renew_the_sheet() -> None:
    session = a_table()
    mark = log(session)
    for _round in range(HISTORY):
        play(session)
    assert not of(session, mark).too_many
    play(session)
    assert of(session, mark).too_many
    mark = log(session)
    pays = [Pay(1, 2, 5000)]
    other_items.post_item(
        session.pk, submission_id=uuid4(), pays=pays, text="phạt", by=ON_THE_MACHINE
    )
    assert of(session, mark) == News(put_right="Đã ghi một khoản khác", too_many=True)


def test_an_open_page_gets_fresh_lines_below_and_changed_ones_in_their_place() -> None:
    session = a_table()
    play(session)
    play(session)
    client = phone(session)
    saw = what_it_saw(client.get(f"/t/{session.pk}/").content.decode())
    redo(session, 1, 1, 2, 3, 4)
    play(session)
    answer = client.get(f"/t/{session.pk}/now/", saw, headers=HTMX)
    pieces = list(read(answer.content.decode()).all("hx-partial"))
    lines = [
        (each.attributes["hx-target"], each.attributes["hx-swap"], line.attributes["data-round"])
        for each in pieces
        for line in each.all("a")
        if "data-round" in line.attributes
    ]
    assert lines == [("#line-1", "outerHTML", "1"), ("#sheet", "afterbegin", "3")]
    heard = next(each for each in pieces if each.attributes["hx-target"] == "#heard")
    assert "Ván 3: Bình nhất" in heard.text
    assert "Ván 1 vừa đổi." in heard.text


def test_news_ask_the_database_as_often_for_many_rounds_as_for_one(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    session = a_table()
    mark = log(session)
    for _round in range(5):
        play(session)
    redo(session, 1, 1, 2, 3, 4)
    table = Table(Session.objects.get(pk=session.pk), Role.VIEW)
    assert table.numbering
    assert table.names
    assert table.flags is not None
    lines = lines_after(table.session, mark)
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        news(table, lines)


def test_a_page_that_opens_says_what_was_done_to_a_round_last_and_what_undoes_it() -> None:
    session = a_table()
    client, notices = phone(session), []

    def opened(role: Role = Role.SCORE) -> list[str]:
        page = phone(session, role).get(f"/t/{session.pk}/").content.decode()
        strip = read(page).one(id="strip")
        undo = [each.attributes.get("formaction", "") for each in strip.all(form="act")]
        return [each.text for each in strip.all(data_kind="done")] + undo

    assert opened() == []
    play(session)
    play(session)
    notices.append(opened())
    redo(session, 1, 1, 2, 3, 4)
    notices.append(opened())
    books.void(session.pk, 2, reason="", by=ON_THE_MACHINE)
    sessions.sit(session.pk, 4, out=True, by=ON_THE_MACHINE)
    notices.append(opened())
    client.post(f"/t/{session.pk}/rounds/2/restore/")
    notices += [opened(), opened(), opened(Role.VIEW)]
    assert notices == [
        ["Đã ghi ván 2", f"/t/{session.pk}/rounds/2/void/"],
        ["Đã sửa ván 1", f"/t/{session.pk}/rounds/3/revert/"],
        ["Đã huỷ ván 2", f"/t/{session.pk}/rounds/2/restore/"],
        ["Ván 2 lại như cũ"],
        ["Ván 2 lại như cũ"],
        [],
    ]
