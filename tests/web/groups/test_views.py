"""Groups from a phone: made at a table, opened by a link, left and deleted by who may."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format
from django.utils.timezone import localtime

from ledger import books
from ledger.access import group_keys, keys
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, link_fragment
from ledger.models import Group, Session
from ledger.models.saved_rules import new_rules_id
from ledger.models.sessions import new_session_id
from ledger.people import groups
from ledger.tables import saved_rules, sessions
from tests.sample_tables import play
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """A table with one round: An, Bình, Cường, Dũng from first to last."""
    session = open_table()
    play(session, 1, 2, 3, 4)
    return session


def make(client: Client, session: Session, name: str = "Tối thứ sáu") -> Group:
    sent = {"name": name, "submission": str(uuid4())}
    answer = client.post(f"/t/{session.pk}/groups/make/", sent)
    group = Group.objects.latest("made_at")
    assert answer.headers["location"] == f"/g/{group.pk}/"
    return group


def join(group: Group, role: Role) -> Client:
    client = Client(headers={"accept-language": "vi"})
    answer = client.post("/join/", {"link": f"http://x/join/#{link_fragment(group, role)}"})
    assert answer.headers["location"] == f"/g/{group.pk}/"
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def rows(shown: str) -> list[list[str]]:
    """The cells of the table of evenings."""
    lines = re.findall(r"<tr>(.*?)</tr>", shown.split("</table>")[0])
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row) for row in lines]
    return [[re.sub("<.*?>", "", cell) for cell in row] for row in cells]


def test_a_group_adds_up_its_evenings(session: Session) -> None:
    client = phone(session)
    group = make(client, session)
    later = open_table(players=["Dũng", "An", "Bình", "Em"])
    client.post("/join/", {"link": link_fragment(later, Role.SCORE)})
    play(later, 1, 2, 3, 4)
    shown = page(client, f"/t/{later.pk}/groups/")
    chosen = re.findall(r'name="seat-(\d)">.*?</select>', shown)
    assert chosen == ["1", "2", "3", "4"]
    fields = {
        f"seat-{seat}": value
        for seat, options in re.findall(r'name="seat-(\d)">(.*?)</select>', shown)
        for value in re.findall(r'value="(\d+)" selected', options)
    }
    answer = client.post(f"/t/{later.pk}/groups/{group.pk}/", fields)
    assert answer.headers["location"] == f"/g/{group.pk}/"
    shown = page(client, f"/g/{group.pk}/")
    assert [row[1:] for row in rows(shown)] == [
        ["An", "Bình", "Cường", "Dũng", "Em"],
        ["+2.000", "+1.000", "−1.000", "−2.000", "–"],
        ["+1.000", "−1.000", "–", "+2.000", "−2.000"],
        ["+3.000", "0", "−1.000", "0", "−2.000"],
    ]
    assert "Tối thứ sáu" in shown
    assert shown.count("<polyline") == 5
    best = re.findall(r'<span data-sign="plus">\+2.000</span>\s*<small>\s*ván 1, (\d+/\d+)', shown)
    assert best == [date_format(localtime(each.opened_at), "j/n") for each in (session, later)]


def test_settling_up_changes_nothing_of_what_was_won(session: Session) -> None:
    """What counts is what the rounds came to, not what is still owed."""
    group = make(phone(session), session)
    session.seats.update(balance=0)
    assert rows(page(join(group, Role.VIEW), f"/g/{group.pk}/"))[-1][1] == "+2.000"


def test_the_view_link_reads_and_nothing_else(session: Session) -> None:
    group = make(phone(session), session)
    viewer = join(group, Role.VIEW)
    shown = page(viewer, f"/g/{group.pk}/")
    assert "An" in shown
    assert f"/t/{session.pk}/" not in shown
    assert key(group, Role.SCORE) not in shown
    assert key(group, Role.VIEW) in shown
    for path in ("out/", "rename/", "drop/", "share/view/renew/"):
        sent = {"sure": "1", "session": session.pk, "name": "x"}
        assert viewer.post(f"/g/{group.pk}/{path}", sent).status_code == 404
    group.refresh_from_db()
    assert (group.name, group.evenings.count()) == ("Tối thứ sáu", 1)


def test_without_the_key_there_is_no_group(session: Session) -> None:
    group = make(phone(session), session)
    for client in (Client(), phone(session), phone(open_table(), Role.VIEW)):
        assert client.get(f"/g/{group.pk}/").status_code == 404
        for path in ("out/", "rename/", "drop/", "share/view/renew/"):
            assert client.post(f"/g/{group.pk}/{path}").status_code == 404
    assert Client().get("/g/nosuchgrou/").status_code == 404


def test_only_who_scores_the_table_and_keeps_the_group_adds_it(session: Session) -> None:
    group = make(phone(session), session)
    table = open_table()
    viewer_of_table = join(group, Role.SCORE)
    viewer_of_table.post("/join/", {"link": link_fragment(table, Role.VIEW)})
    viewer_of_group = phone(table)
    viewer_of_group.post("/join/", {"link": link_fragment(group, Role.VIEW)})
    for client in (viewer_of_table, viewer_of_group, phone(table)):
        assert client.post(f"/t/{table.pk}/groups/{group.pk}/").status_code == 404
    assert viewer_of_table.get(f"/t/{table.pk}/groups/").status_code == 404
    assert viewer_of_table.post(f"/t/{table.pk}/groups/make/").status_code == 404
    assert group.evenings.count() == 1


def test_a_table_is_taken_out_from_either_side(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    assert keeper.post(f"/g/{group.pk}/out/", {"session": session.pk}).status_code == 302
    assert group.evenings.count() == 0
    assert "Chưa có ván nào." in page(keeper, f"/g/{group.pk}/")
    assert "<polyline" not in page(keeper, f"/g/{group.pk}/")
    keeper.post(f"/t/{session.pk}/groups/{group.pk}/")
    assert group.evenings.count() == 1
    scorer = phone(session)  # who knows nothing of the group
    assert "Bàn này đang tính cho nhóm." in page(scorer, f"/t/{session.pk}/groups/")
    assert scorer.post(f"/t/{session.pk}/groups/{group.pk}/leave/").status_code == 302
    assert group.evenings.count() == 0
    assert scorer.post(f"/t/{session.pk}/groups/{group.pk}/leave/").status_code == 404


def test_a_refusal_says_why(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    member = group.members.first()
    assert member
    same = {"seat-1": member.pk, "seat-2": member.pk}
    answer = keeper.post(f"/t/{session.pk}/groups/{group.pk}/", same, follow=True)
    assert "Hai ghế không thể là cùng một người trong nhóm." in answer.content.decode()
    long = {"name": "x" * 61, "submission": str(uuid4())}
    answer = keeper.post(f"/t/{session.pk}/groups/make/", long, follow=True)
    assert "Nhiều nhất 60 ký tự" in answer.content.decode()


def test_a_group_is_deleted_once_it_was_ticked(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    answer = keeper.post(f"/g/{group.pk}/drop/", follow=True)
    assert "Đánh dấu vào ô trước khi xoá." in answer.content.decode()
    assert Group.objects.count() == 1
    answer = keeper.post(f"/g/{group.pk}/drop/", {"sure": "1"}, follow=True)
    assert "Đã xoá nhóm và tên trong nhóm." in answer.content.decode()
    assert Group.objects.count() == 0
    assert keeper.get(f"/g/{group.pk}/").status_code == 404
    assert keeper.get(f"/t/{session.pk}/").status_code == 200


def test_a_renewed_link_of_a_group_opens_nothing_any_more(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    viewer, old = join(group, Role.VIEW), join(group, Role.SCORE)
    assert keeper.post(f"/g/{group.pk}/share/score/renew/").status_code == 302
    assert keeper.get(f"/g/{group.pk}/").status_code == 200
    assert old.get(f"/g/{group.pk}/").status_code == 404
    assert viewer.get(f"/g/{group.pk}/").status_code == 200
    groups.renew_key(group, Role.VIEW)
    assert viewer.get(f"/g/{group.pk}/").status_code == 404


def test_who_looks_by_the_view_link_goes_on_keeping_the_group(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    view, score = (link_fragment(group, role) for role in (Role.VIEW, Role.SCORE))
    keeper.post("/join/", {"link": view})
    assert keeper.post(f"/g/{group.pk}/rename/", {"name": "Mới"}).status_code == 302
    viewer = join(group, Role.VIEW)
    viewer.post("/join/", {"link": score})
    assert viewer.post(f"/g/{group.pk}/rename/", {"name": "Mới"}).status_code == 302
    groups.renew_key(group, Role.SCORE)
    keeper.post("/join/", {"link": view})
    assert keeper.get(f"/g/{group.pk}/").status_code == 200
    assert keeper.post(f"/g/{group.pk}/rename/", {"name": "Mới"}).status_code == 404


def test_a_new_table_for_the_group_is_offered_its_names(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    home = page(keeper, "/")
    assert "Nhóm của máy này" in home
    assert f'href="/g/{group.pk}/"' in home
    offered = page(keeper, f"/?group={group.pk}")
    assert re.findall(r'name="player_[1-5]" value="(.*?)"', offered) == [
        *("An", "Bình", "Cường", "Dũng"),
        "",
    ]
    assert re.findall(r'name="player_1" value="(.*?)"', page(Client(), f"/?group={group.pk}")) == [
        ""
    ]


def test_a_key_of_a_group_opens_no_table_and_one_of_a_table_no_group(session: Session) -> None:
    group = make(phone(session), session)
    for link in (
        f"{group.pk}.{key(session, Role.SCORE)}",
        f"{session.pk}.{key(group, Role.SCORE)}",
    ):
        assert Client().post("/join/", {"link": link}).status_code == 404


def test_names_that_were_cleared_leave_a_number(session: Session) -> None:
    sessions.forget_names(session.pk, [1], by=ON_THE_MACHINE)
    group = make(phone(session), session)
    first = group.members.first()
    assert first
    assert f"#{first.pk}" in page(join(group, Role.VIEW), f"/g/{group.pk}/")


def test_the_pages_of_a_group_speak_english_too(session: Session) -> None:
    group = make(phone(session), session, "")
    client = phone(session, **{"accept-language": "en"})
    client.post("/join/", {"link": link_fragment(group, Role.SCORE)})
    for path in (f"/g/{group.pk}/", f"/t/{session.pk}/groups/"):
        assert not re.search(r"[Nn]hóm|[Bb]uổi|[Vv]án |Được", page(client, path))


def test_two_taps_make_one_group(session: Session) -> None:
    keeper = phone(session)
    form = page(keeper, f"/t/{session.pk}/groups/")
    [submission] = re.findall(r'name="submission" value="(.*?)"', form)
    sent = {"name": "Tối thứ sáu", "submission": submission}
    answers = [keeper.post(f"/t/{session.pk}/groups/make/", sent) for _ in range(2)]
    group = Group.objects.get()
    assert {answer.headers["location"] for answer in answers} == {f"/g/{group.pk}/"}


def test_the_log_of_the_table_tells_who_added_it_and_who_took_it_out(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    keeper.post(f"/g/{group.pk}/out/", {"session": session.pk})
    shown = page(keeper, f"/t/{session.pk}/log/")
    assert "Thêm bàn này vào một nhóm." in shown
    assert "Bỏ bàn này khỏi một nhóm." in shown
    assert "người giữ nhóm" in shown
    assert "Tối thứ sáu" not in shown, "whoever looks on learns no name of a group"


def test_many_groups_cost_no_more_questions_than_one(session: Session) -> None:
    keeper = phone(session)
    asked = []
    for _ in range(2):
        make(keeper, session)
        with CaptureQueriesContext(connection) as queries:
            page(keeper, f"/t/{session.pk}/groups/")
        asked.append(len(queries))
    assert len(set(asked)) == 1


def test_who_comes_back_by_address_alone_is_led_to_the_form(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    table, own = f"/t/{session.pk}/groups/", f"/g/{group.pk}/"
    for path in ("make/", f"{group.pk}/", f"{group.pk}/leave/"):
        assert keeper.get(table + path).headers["location"] == table
        assert keeper.put(table + path).status_code == 405
    for path in ("out/", "rename/", "drop/", "share/view/renew/"):
        assert keeper.get(own + path).headers["location"] == own
        assert keeper.put(own + path).status_code == 405
    assert group.evenings.count() == 1


def test_a_void_round_is_no_round_of_the_evening(session: Session) -> None:
    keeper = phone(session)
    play(session)
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    group = make(keeper, session)
    assert re.search(r"\b1 ván</small>", page(keeper, f"/g/{group.pk}/"))


def test_the_page_names_the_group_that_a_new_one_takes_the_place_of(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "GROUPS_REMEMBERED", 2)
    monkeypatch.setattr(group_keys, "GROUPS_REMEMBERED", 2)
    keeper, path = phone(session), f"/t/{session.pk}/groups/"
    make(keeper, session, "Một")
    assert "thôi nhớ" not in page(keeper, path)
    second = make(keeper, session, "Hai")
    assert "nó thôi nhớ “Một”" in page(keeper, path)
    third = make(keeper, session, "Ba")
    assert re.findall(r'href="/g/(\w+)/"', page(keeper, "/")) == [third.pk, second.pk]
    fourth = make(phone(session), session, "Bốn")
    link = {"link": link_fragment(fourth, Role.SCORE)}
    assert "thôi nhớ “Hai”" in keeper.post("/join/", link, follow=True).content.decode()


def test_the_cookie_of_a_phone_that_keeps_all_it_may_stays_small(session: Session) -> None:
    client, tables = phone(session), [Session(pk=new_session_id()) for _ in range(keys.REMEMBERED)]
    full = client.session
    full[keys.RING] = {each.pk: key(each, Role.SCORE) for each in tables}
    full["seats"] = {each.pk: 3 for each in tables}
    full["rule_sets"] = [new_rules_id() for _ in range(saved_rules.REMEMBERED)]
    full.save()
    client.cookies["tables"] = full.session_key
    client.post("/join/", {"link": link_fragment(session, Role.SCORE)})
    client.post(f"/t/{session.pk}/whose/", {"seat": 3})
    ring = client.session[keys.RING].keys()
    assert ring == client.session["seats"].keys() == {*[each.pk for each in tables[1:]], session.pk}
    for _ in range(keys.GROUPS_REMEMBERED + 1):
        make(client, session)
    shown = page(client, "/")
    assert len(re.findall(r'href="/g/', shown)) == keys.GROUPS_REMEMBERED
    assert len(client.cookies["tables"].value) < 3800


def test_the_page_says_as_of_when_it_is_and_how_to_load_it_again(session: Session) -> None:
    keeper = phone(session)
    shown = page(keeper, f"/g/{make(keeper, session).pk}/")
    assert re.search(r'Tính đến \d\d:\d\d \d+/\d+.<a href="">Tải lại</a>', shown)


def test_an_evening_without_a_name_is_called_after_who_was_there(session: Session) -> None:
    keeper = phone(session)
    group = make(keeper, session)
    sessions.rename_session(session.pk, "", by=ON_THE_MACHINE)
    shown = page(keeper, f"/g/{group.pk}/")
    assert f'href="/t/{session.pk}/">An, Bình, Cường, Dũng</a>' in shown
