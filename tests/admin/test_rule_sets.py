"""Rule sets for every table: made from a game or a set, offered, used by copy, dropped."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from lxml import html

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import SavedRules, Session
from ledger.tables import saved_rules, sessions
from scoring import RULE_SETS
from tests.admin.forms import fields
from tests.admin.people import browser, lines_of, staff, superuser
from tests.sample_tables import changed_settings
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

LIST = "/admin/ledger/savedrules/"
MAKE, HOUSE = f"{LIST}add/", f"{LIST}house/"


@pytest.fixture
def owner() -> Client:
    return browser(superuser())


def form(name: str = "Nhà An", rules: str = "tien_len", **changed: str) -> dict[str, str]:
    return fields(rules, **(changed or {"heo_do": "2"})) | {"name": name}


def made(client: Client, name: str = "Nhà An", **changed: str) -> SavedRules:
    answer = client.post(MAKE, form(name, **changed))
    assert answer.status_code == 302
    return SavedRules.objects.latest("saved_at", "pk")


def act(client: Client, saved: SavedRules, what: str) -> Any:
    """One of the actions of the list."""
    return client.post(LIST, {"action": what, "_selected_action": saved.pk}, follow=True)


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def page(saved: SavedRules) -> str:
    return f"{LIST}{saved.pk}/change/"


def noted() -> list[list[str]]:
    return [lines_of(entry) for entry in LogEntry.objects.order_by("pk")]


def test_a_set_is_made_from_a_game_and_keeps_only_what_differs(owner: Client) -> None:
    saved = made(owner)
    assert (saved.rules, changed_settings(saved), saved.shared) == (
        "tien_len",
        {"heo_do": "2"},
        True,
    )
    for address in (LIST, page(saved)):
        text = read(owner, address)
        assert "Nhà An" in text
        assert "1 → 2" in text
        assert "đang mời" in text
    ((first, change),) = noted()
    assert first == "bộ luật: đã lưu"
    assert change.endswith("1 → 2")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_form_shows_the_rules_of_every_game(owner: Client, rules: str) -> None:
    text = read(owner, f"{MAKE}?rules={rules}")
    assert all(f'name="set-{setting.name}"' in text for setting in RULE_SETS[rules].settings)
    assert f'value="{rules}" selected' in text


def test_a_table_takes_a_set_from_the_next_round_on_and_keeps_it(owner: Client) -> None:
    saved, session = made(owner), open_table("dem_la")
    address = f"/admin/ledger/session/{session.pk}/rules/"
    assert f'value="shared-{saved.pk}"' in read(owner, address)
    text = read(owner, f"{address}?rules=shared-{saved.pk}")
    assert f'value="shared-{saved.pk}" selected' in text
    assert 'name="rules" value="tien_len"' in text
    assert 'name="set-heo_do" value="2"' in text
    answer = owner.post(address, form() | {"reason": "như nhà An"})
    assert answer.status_code == 302
    act(owner, saved, "stop_sharing")
    now = Session.objects.get(pk=session.pk).rule_version
    assert now
    assert (now.rules, changed_settings(now)) == ("tien_len", {"heo_do": "2"})


def test_phones_open_a_table_with_a_set_and_change_to_it(owner: Client) -> None:
    saved, visitor = made(owner), Client(headers={"accept-language": "vi"})
    assert f'value="shared-{saved.pk}"' in read(visitor, "/")
    table = {"rules": f"shared-{saved.pk}", "bet_unit": "2000"}
    people = {"player_1": "An", "player_2": "Bình"}
    assert visitor.post("/", table | people).status_code == 302
    opened = Session.objects.get().rule_version
    assert opened
    assert (opened.rules, changed_settings(opened)) == ("tien_len", {"heo_do": "2"})
    session = open_table()
    address = f"/t/{session.pk}/rules/?game=shared-{saved.pk}"
    assert address in read(phone(session), f"/t/{session.pk}/rules/")
    assert "Nhà An" in read(phone(session), address)


def test_a_dropped_set_is_offered_no_more_until_it_is_taken_back(owner: Client) -> None:
    saved, session = made(owner), open_table()
    everywhere = (MAKE, f"/admin/ledger/session/{session.pk}/rules/")
    assert act(owner, saved, "stop_sharing").redirect_chain == [(LIST, 302)]
    assert "đã bỏ" in read(owner, page(saved))
    for address in everywhere:
        assert f"shared-{saved.pk}" not in read(owner, address)
    assert f"shared-{saved.pk}" not in read(Client(), "/")
    address = f"/t/{session.pk}/rules/?game=shared-{saved.pk}"
    assert "Nhà An" not in read(phone(session), address)
    act(owner, saved, "stop_sharing")
    act(owner, saved, "share_again")
    (again,) = saved_rules.shared()
    assert (again.name, again.settings) == (saved.name, saved.settings)
    for address in everywhere:
        assert f"shared-{again.pk}" in read(owner, address)
    assert [lines[0] for lines in noted()[1:]] == ["bộ luật: đang mời → đã bỏ", "bộ luật: đã lưu"]


def test_the_same_again_adds_nothing_and_other_amounts_take_its_place(owner: Client) -> None:
    first = made(owner)
    assert made(owner) == first
    assert len(noted()) == 1
    second = made(owner, heo_do="3")
    first.refresh_from_db()
    assert first.dropped_at is not None
    assert saved_rules.shared() == [second]
    act(owner, first, "share_again")
    assert [each.settings for each in saved_rules.shared()] == [first.settings]
    saved, dropped = "bộ luật: đã lưu", "bộ luật: đang mời → đã bỏ"
    assert [lines[0] for lines in noted()] == [saved, dropped, saved, dropped, saved]


def test_a_set_is_begun_from_another(owner: Client) -> None:
    saved = made(owner)
    assert f'value="shared-{saved.pk}"' in read(owner, MAKE)
    assert 'name="set-heo_do" value="2"' in read(owner, f"{MAKE}?rules=shared-{saved.pk}")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "a" * 61},
        {"name": "a\x07"},
        {"set-heo_do": "-1"},
        {"set-heo_do": "nhiều"},
        {"set-heo_do": "½½"},
    ],
)
def test_nonsense_is_refused_and_what_was_typed_stays(owner: Client, wrong: dict[str, str]) -> None:
    answer = owner.post(MAKE, form(ba_doi_thong="7") | wrong)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert 'name="set-ba_doi_thong" value="7"' in answer.content.decode()
    assert SavedRules.objects.count() == LogEntry.objects.count() == 0


@pytest.mark.parametrize("asked", ["uno", "shared-", "shared-x", "shared-%00"])
def test_what_is_not_offered_starts_from_the_first_game(owner: Client, asked: str) -> None:
    assert f'value="{next(iter(RULE_SETS))}" selected' in read(owner, f"{MAKE}?rules={asked}")


def test_a_set_of_an_older_house_does_no_harm(owner: Client) -> None:
    old = SavedRules.objects.create(name="cũ", rules="tien_len", settings={"no": 1}, shared=True)
    gone = SavedRules.objects.create(name="mất", rules="uno", shared=True)
    for address in (LIST, page(old), page(gone), f"{MAKE}?rules=shared-{old.pk}"):
        read(owner, address)
    assert f"shared-{gone.pk}" not in read(Client(), "/")


def test_no_more_sets_are_shared_than_can_be_shown(owner: Client) -> None:
    for at in range(saved_rules.MOST):
        saved_rules.share(f"bộ {at}", "tien_len", {"heo_do": "2"})
    answer = owner.post(MAKE, form())
    assert answer.status_code == 422
    assert "Đã có 20 bộ luật" in answer.content.decode()


def test_what_a_phone_keeps_is_nowhere_in_the_admin(owner: Client) -> None:
    rules = SavedRules.objects.create(name="riêng tôi", rules="tien_len")
    session = open_table()
    for address in (LIST, MAKE, f"/admin/ledger/session/{session.pk}/rules/"):
        assert rules.pk not in read(owner, address)
    assert owner.get(page(rules)).status_code == 302
    act(owner, rules, "stop_sharing")
    rules.refresh_from_db()
    assert rules.dropped_at is None
    assert "riêng tôi" not in read(Client(), "/")


def test_a_set_is_made_by_get_and_post_only(owner: Client) -> None:
    assert owner.put(MAKE).status_code == 405


def test_a_list_is_searched_and_filtered(owner: Client) -> None:
    current, dropped = made(owner), made(owner, "Quán", heo_do="3")
    act(owner, dropped, "stop_sharing")
    for query, sets in (
        ("q=quán", {dropped}),
        ("dropped_at__isnull=True", {current}),
        ("dropped_at__isnull=False", {dropped}),
    ):
        text = read(owner, f"{LIST}?{query}")
        assert {each for each in (current, dropped) if page(each) in text} == sets


def test_looking_making_and_dropping_are_let_apart() -> None:
    saved = saved_rules.share("Nhà An", "tien_len", {"heo_do": "2"})[0]
    looker = browser(staff("view_savedrules", name="a"))
    assert "/add/" not in read(looker, LIST) + read(looker, page(saved))
    assert looker.post(MAKE, form("b")).status_code == 403
    act(looker, saved, "stop_sharing")
    maker = browser(staff("view_savedrules", "add_savedrules", name="b"))
    act(maker, saved, "stop_sharing")
    assert saved_rules.shared() == [saved]
    made(maker, "b")
    dropper = browser(staff("view_savedrules", "change_savedrules", name="c"))
    assert dropper.post(MAKE, form("c")).status_code == 403
    act(dropper, saved, "stop_sharing")
    assert [each.name for each in saved_rules.shared()] == ["b"]


@pytest.mark.parametrize("does", ["make", "drop"])
def test_what_cannot_be_written_down_does_not_happen(
    owner: Client, does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = saved_rules.share("Nhà An", "tien_len", {"heo_do": "2"})[0]

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the log is full")

    monkeypatch.setattr(LogEntry.objects, "create", fail)
    with pytest.raises(RuntimeError):
        owner.post(MAKE, form("b")) if does == "make" else act(owner, saved, "stop_sharing")
    assert saved_rules.shared() == [saved]


def test_a_set_is_told_in_english_too(owner: Client) -> None:
    saved = made(owner)
    english = browser(superuser("b"), "en")
    for words in ("Rule set", "Add rule set", "offered", "Drop"):
        assert words in read(english, LIST)
    assert "Changed bộ luật: đã lưu" in read(english, f"{LIST}{saved.pk}/history/")


def test_closed_tables_take_no_set(owner: Client) -> None:
    made(owner)
    session = open_table()
    sessions.close(session.pk, by=ON_THE_MACHINE)
    address = f"/admin/ledger/session/{session.pk}/rules/"
    assert owner.post(address, form() | {"reason": "x"}).status_code == 422


def chosen(client: Client, address: str = "/?new") -> tuple[str, str, str]:
    """What the first page has chosen: rules, the chip of the bet unit, what is typed instead."""
    page = html.fromstring(read(client, address))
    ticked = {each.name: each.get("value") for each in page.xpath("//input[@checked]")}
    return (
        ticked["rules"],
        ticked.get("bet_unit", ""),
        page.xpath("//input[@name='other']/@value")[0],
    )


def house(client: Client, rules: str, amount: str) -> Any:
    return client.post(HOUSE, {"rules": rules, "amount": amount}, follow=True)


def test_the_first_page_begins_with_what_the_place_offers_first(owner: Client) -> None:
    visitor = Client(headers={"accept-language": "vi"})
    assert chosen(visitor) == ("tien_len", "2000", "")
    house(owner, "phom", "5000")
    assert chosen(visitor) == ("phom", "5000", "")
    saved = made(owner)
    text = house(owner, f"shared-{saved.pk}", "3.000").content.decode()
    assert text.count("Tiến lên (nhất nhì ba bét): Nhà An · 3.000") == 2
    assert chosen(visitor) == (f"shared-{saved.pk}", "", "3000")
    offered = html.fromstring(read(visitor, "/?new")).xpath("//input[@name='rules']/@value")
    assert offered[0] == f"shared-{saved.pk}"
    people = {"player_1": "An", "player_2": "Bình"}
    visitor.post("/", {"rules": f"shared-{saved.pk}", "other": "3000", "times": "1"} | people)
    version, unit = Session.objects.get().terms
    assert (changed_settings(version), unit.amount) == ({"heo_do": "2"}, 3000)


def test_a_set_is_followed_when_it_is_saved_again_and_its_game_stands_in_once_it_is_dropped(
    owner: Client,
) -> None:
    house(owner, f"shared-{made(owner).pk}", "2000")
    new = made(owner, heo_do="3")
    assert chosen(Client())[0] == f"shared-{new.pk}"
    act(owner, new, "stop_sharing")
    assert chosen(Client())[0] == "tien_len"


def test_a_table_as_last_time_keeps_its_own_bet_unit(owner: Client) -> None:
    house(owner, "phom", "3.000")
    session = open_table()
    assert chosen(phone(session), f"/?like={session.pk}") == ("tien_len", "2000", "")


@pytest.mark.parametrize(
    ("rules", "amount"), [("khong_co", "2000"), ("tien_len", "5001"), ("phom", "0"), ("phom", "x")]
)
def test_what_no_table_could_play_is_not_offered_first(
    owner: Client, rules: str, amount: str
) -> None:
    answer = house(owner, rules, amount)
    assert answer.status_code == 422
    assert f'value="{amount}"' in answer.content.decode()
    assert (chosen(Client()), LogEntry.objects.count()) == (("tien_len", "2000", ""), 0)


def test_what_is_offered_first_is_decided_by_who_may_and_written_down(owner: Client) -> None:
    reader = browser(staff("view_session", "view_savedrules"))
    assert HOUSE not in read(reader, "/admin/")
    assert house(reader, "phom", "5000").status_code == 403
    other = browser(staff("view_session", "view_savedrules", "change_houseterms", name="b"))
    assert HOUSE in read(other, "/admin/")
    for _time in range(2):
        house(other, "phom", "5000")
    lines = [["bàn mới: Tiến lên (nhất nhì ba bét) · 2.000 → Phỏm (tá lả) · 5.000"]]
    assert noted() == lines
