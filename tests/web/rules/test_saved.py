"""Rules saved under a name: kept by one phone, used by its tables to come."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from ledger.models import SavedRules, Session
from ledger.tables.saved_rules import MOST, REMEMBERED as REMEMBERED_SETS
from tests.sample_tables import changed_settings
from tests.web.tables import NAMES, open_table, phone

pytestmark = pytest.mark.django_db

TABLE = {"bet_unit": "2000"} | {f"player_{at}": name for at, name in enumerate(NAMES, 1)}


@pytest.fixture
def session() -> Session:
    return open_table()


def keep(client: Client, session: Session, name: str = "Luật nhà An", **typed: str) -> int:
    fields = {"rules": "tien_len", "name": name, "set-heo_do": "2"} | typed
    return int(client.post(f"/t/{session.pk}/rules/keep/", fields).status_code)


def remember(client: Client, count: int, dropped: int) -> list[SavedRules]:
    """Let a phone keep so many sets, and remember so many that it dropped before."""
    sets = [SavedRules(name=f"Bỏ {at}", dropped_at=timezone.now()) for at in range(dropped)]
    sets += [SavedRules(name=f"Luật {at}") for at in range(count)]
    for each in sets:
        each.rules, each.settings = "tien_len", {"heo_do": "2"}
        each.save()
    ring = client.session
    ring["rule_sets"] = [each.pk for each in sets]
    ring.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = ring.session_key
    return sets


def test_edited_rules_are_kept_and_the_table_stays_as_it_is(session: Session) -> None:
    client = phone(session)
    assert keep(client, session) == 200
    assert changed_settings(SavedRules.objects.get()) == {"heo_do": "2"}
    session.refresh_from_db()
    assert session.rule_version
    assert changed_settings(session.rule_version) == {}
    page = client.get("/rules/").content.decode()
    assert "Luật nhà An" in page
    assert "Heo đỏ (2♦ 2♥), thối hoặc bị chặt: 1 →<b>2</b>" in page


def test_a_new_table_is_opened_with_them(session: Session) -> None:
    client = phone(session)
    keep(client, session)
    value = f"saved-{SavedRules.objects.get().pk}"
    page = client.get("/?new").content.decode()
    assert f'value="{value}"' in page
    assert "1 chỗ khác luật gốc" in page
    answer = client.post("/", TABLE | {"rules": value})
    assert answer.status_code == 302
    opened = Session.objects.exclude(pk=session.pk).get()
    assert opened.rule_version
    assert (opened.rule_version.rules, changed_settings(opened.rule_version)) == (
        "tien_len",
        {"heo_do": "2"},
    )


def test_a_refused_table_keeps_the_choice(session: Session) -> None:
    client = phone(session)
    keep(client, session)
    value = f"saved-{SavedRules.objects.get().pk}"
    answer = client.post("/", TABLE | {"rules": value, "bet_unit": "", "other": "3", "times": "1"})
    assert answer.status_code == 422
    assert f'value="{value}" checked' in answer.content.decode()


def test_last_times_own_rules_are_offered_with_its_names(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rules/", {"rules": "tien_len", "set-heo_do": "2"})
    page = client.get(f"/?like={session.pk}").content.decode()
    assert f'value="table-{session.pk}" checked' in page
    client.post("/", TABLE | {"rules": f"table-{session.pk}"})
    opened = Session.objects.exclude(pk=session.pk).get()
    assert opened.rule_version
    assert changed_settings(opened.rule_version) == {"heo_do": "2"}
    assert Client().post("/", TABLE | {"rules": f"table-{session.pk}"}).status_code == 422


def test_they_start_an_edit_on_the_rules_page(session: Session) -> None:
    client = phone(session)
    keep(client, session)
    pk = SavedRules.objects.get().pk
    page = client.get(f"/t/{session.pk}/rules/?game=saved-{pk}").content.decode()
    assert 'id="set-heo_do" value="2"' in page
    assert "Từ ván sau sẽ đổi:" in page
    assert f"?game=saved-{pk}" in page


@pytest.mark.parametrize("name", ["   ", "x" * 61])
def test_a_bad_name_is_refused_beside_the_field(session: Session, name: str) -> None:
    client = phone(session)
    assert keep(client, session, name) == 422
    assert not SavedRules.objects.exists()


def test_names_are_shown_as_text(session: Session) -> None:
    client = phone(session)
    keep(client, session, "<b>An</b>")
    for path in ("/rules/", "/?new", f"/t/{session.pk}/rules/"):
        page = client.get(path).content.decode()
        assert "&lt;b&gt;An&lt;/b&gt;" in page
        assert "<b>An</b>" not in page


def test_a_dropped_set_can_be_taken_back(session: Session) -> None:
    client = phone(session)
    keep(client, session)
    pk = SavedRules.objects.get().pk
    for _ in range(2):
        assert client.post(f"/rules/{pk}/drop/").status_code == 302
    assert f"saved-{pk}" not in client.get("/?new").content.decode()
    assert client.post("/", TABLE | {"rules": f"saved-{pk}"}).status_code == 422
    assert f"/rules/{pk}/take-back/" in client.get("/rules/").content.decode()
    for _ in range(2):
        assert client.post(f"/rules/{pk}/take-back/").status_code == 302
    assert f"saved-{pk}" in client.get("/?new").content.decode()


def test_kept_twice_a_set_is_there_once(session: Session) -> None:
    client = phone(session)
    for _ in range(2):
        assert keep(client, session) == 200
    assert SavedRules.objects.count() == 1


def test_other_rules_under_the_same_name_take_its_place_and_the_old_can_be_had_back(
    session: Session,
) -> None:
    client = phone(session)
    keep(client, session)
    keep(client, session, "LUẬT NHÀ AN", **{"set-heo_do": "3"})
    page = client.get("/?new").content.decode()
    assert page.count("saved-") == 1
    assert "LUẬT NHÀ AN" in page
    old = SavedRules.objects.get(dropped_at__isnull=False)
    client.post(f"/rules/{old.pk}/take-back/")
    assert client.get("/?new").content.decode().count('value="saved-') == 2


def test_a_set_of_another_game_keeps_its_place_under_the_same_name(session: Session) -> None:
    client = phone(session)
    keep(client, session, "Một")
    assert keep(client, session, "một", rules="phom", **{"set-u": "7"}) == 200
    rows = SavedRules.objects.filter(dropped_at=None).values_list("rules", "name")
    assert set(rows) == {("tien_len", "Một"), ("phom", "một")}


def test_a_save_that_replaced_a_set_says_so_with_the_way_back(session: Session) -> None:
    client = phone(session)
    sent = {"rules": "tien_len", "name": "<i>An", "set-heo_do": "2"}
    pages = [
        client.post(f"/t/{session.pk}/rules/keep/", sent | {"set-heo_do": price}).content.decode()
        for price in ("2", "2", "3")
    ]
    assert ["Đã thay bộ cũ cùng tên" in page for page in pages] == [False, False, True]
    assert "Đã lưu “&lt;i&gt;An” trên máy này." in pages[2]
    assert '<a href="/rules/#dropped">Lấy lại bộ cũ</a>' in pages[2]
    assert 'id="dropped"' in client.get("/rules/").content.decode()


def test_a_replaced_set_can_be_taken_back_from_a_full_list(session: Session) -> None:
    client = phone(session)
    remember(client, MOST, REMEMBERED_SETS - MOST)
    keep(client, session, "Luật 0", **{"set-heo_do": "4"})
    old = SavedRules.objects.get(name="Luật 0", settings={"heo_do": "2"})
    assert f"/rules/{old.pk}/take-back/" in client.get("/rules/").content.decode()


def test_a_phone_keeps_so_many(session: Session) -> None:
    client = phone(session)
    first = remember(client, MOST, 0)[0]
    assert keep(client, session, "Luật nữa") == 422
    client.post(f"/rules/{first.pk}/drop/")
    assert keep(client, session, "Luật nữa") == 200
    refused = client.post(f"/rules/{first.pk}/take-back/")
    assert refused.status_code == 409
    assert str(MOST) in refused.content.decode()
    assert f"saved-{first.pk}" not in client.get("/?new").content.decode()


def test_the_oldest_dropped_sets_go_for_good_when_their_place_is_needed(session: Session) -> None:
    client = phone(session)
    oldest, *others = remember(client, 0, REMEMBERED_SETS)
    assert keep(client, session) == 200
    left = set(SavedRules.objects.values_list("pk", flat=True))
    assert len(left) == REMEMBERED_SETS
    assert left > {each.pk for each in others}
    assert oldest.pk not in left


def test_another_phone_neither_sees_nor_changes_a_set(session: Session) -> None:
    keep(phone(session), session)
    pk = SavedRules.objects.get().pk
    other = phone(session)
    assert "Luật nhà An" not in other.get("/rules/").content.decode()
    assert other.get(f"/rules/{pk}/file/").status_code == 404
    page = other.get(f"/t/{session.pk}/rules/?game=saved-{pk}").content.decode()
    assert pk not in page
    assert 'id="set-heo_do" value="2"' not in page
    for path in ("drop", "take-back"):
        assert other.post(f"/rules/{pk}/{path}/", {"name": "x"}).status_code == 404
    assert other.post("/", TABLE | {"rules": f"saved-{pk}"}).status_code == 422


def test_wrong_methods_and_ids_are_refused(session: Session) -> None:
    client = phone(session)
    keep(client, session)
    pk = SavedRules.objects.get().pk
    for path in ("drop", "take-back"):
        assert client.get(f"/rules/{pk}/{path}/").status_code == 405
        assert client.post(f"/rules/nobody/{path}/").status_code == 404
    assert client.post("/rules/").status_code == 405


def test_rules_that_are_no_longer_known_are_said_and_hurt_nothing(session: Session) -> None:
    client = phone(session)
    keep(client, session)
    SavedRules.objects.update(settings={"gone": "2"})
    pk = SavedRules.objects.get().pk
    assert client.get("/rules/").status_code == 200
    assert "gone" in client.get(f"/t/{session.pk}/rules/?game=saved-{pk}").content.decode()
    answer = client.post("/", TABLE | {"rules": f"saved-{pk}"})
    assert answer.status_code == 422
    assert "gone" in answer.content.decode()
    SavedRules.objects.update(rules="gone")
    for path in ("/", "/rules/", f"/t/{session.pk}/rules/"):
        assert client.get(path).status_code == 200
