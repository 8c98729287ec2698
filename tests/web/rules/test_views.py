"""The rules page: read like a rulebook, edited, tried on rounds, saved."""

import re
from gettext import translation
from random import Random
from uuid import uuid4

import pytest
from django.conf import settings as django_settings
from django.test import Client

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, link_fragment
from ledger.models import RuleVersion, Session
from ledger.tables import sessions
from ledger.tables.rule_form import SettingsForm
from ledger.tables.rule_words import doubt, shown, typed_value
from scoring import RULE_SETS, Problem, Setting
from scoring.common.settings import Kind
from tests.random_rounds import deal
from tests.sample_tables import changed_settings, play
from tests.web.tables import balances, by_place, open_table, phone

pytestmark = pytest.mark.django_db

ACCENTED = set("ạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ")


def first_round(session: Session, rules: str) -> None:
    facts = deal(rules, Random(1), (1, 2, 3, 4))
    books.record(session, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)


@pytest.fixture
def session() -> Session:
    return open_table()


def rules_of(session: Session, **more: object) -> dict[str, object]:
    """The fields as a page sends them that shows the rules in force, with some typed anew."""
    session.refresh_from_db()
    version = session.rule_version
    assert version
    rule_set = RULE_SETS[version.rules]
    typed = SettingsForm.of(rule_set, rule_set.values(version.settings)).typed
    fields = {f"set-{setting}": text for setting, text in typed.items()}
    return {"rules": version.rules, "seen": version.number, **fields, **more}


def saved(session: Session) -> dict[str, object]:
    session.refresh_from_db()
    assert session.rule_version
    return changed_settings(session.rule_version)


def page(client: Client, session: Session, query: str = "") -> str:
    answer = client.get(f"/t/{session.pk}/rules/{query}")
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_setting_stands_on_the_page_once_in_the_order_of_the_rule_text(rules: str) -> None:
    session = open_table(rules)
    shown = page(phone(session), session)
    for setting in RULE_SETS[rules].settings:
        assert shown.count(f'id="set-{setting.name}"') == 1
        assert shown.count(f'id="set-{setting.name}-label"') == 1
    assert '<details class="card rules-part" open>' in shown
    decided = any(setting.is_default_decision for setting in RULE_SETS[rules].settings)
    assert ("mặc định của sổ" in shown) == decided
    ids = re.findall(r"<small>[A-Z]{2}-(\d+)", shown)
    often = sum(setting.is_often_changed for setting in RULE_SETS[rules].settings)
    assert ids[often:] == sorted(ids[often:], key=int)


def test_what_is_often_changed_is_open_and_the_rest_folded_until_it_is_changed() -> None:
    session = open_table()
    sessions.change(
        session.pk, rules="tien_len", settings={"dem_heo": True}, reason="", by=ON_THE_MACHINE
    )
    shown = re.findall(
        r'<details class="card rules-part"(.*?)>.*?<h2>(.*?)</h2>',
        page(phone(session), session),
        re.DOTALL,
    )
    assert [heading for state, heading in shown if "open" in state] == ["Hay đổi nhất", "Tới trắng"]
    assert [heading for state, heading in shown if "open" not in state] == [
        "Bài và thứ hạng",
        "Cóng",
        "Thối và bảng giá",
        "Luật nhà",
    ]


def test_a_line_tells_its_rule_and_the_words_of_the_document(session: Session) -> None:
    shown = page(phone(session), session)
    assert "TL-25" in shown
    assert "Cóng “bị phạt thua 2 ván nhất”" in shown
    assert "sẽ bị phạt thua 2 ván nhất" in shown


def test_what_no_document_has_is_marked_as_a_house_rule() -> None:
    assert page(phone(session := open_table("binh")), session).count("luật nhà") >= 16


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_page_sent_back_as_it_is_changes_nothing(rules: str) -> None:
    session = open_table(rules)
    answer = phone(session).post(f"/t/{session.pk}/rules/", rules_of(session))
    assert answer.status_code == 302
    assert saved(session) == {}
    assert session.rule_versions.count() == 1


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2", "2"),
        ("½", "0.5"),
        ("1½", "1.5"),
        ("0,25", "0.25"),
        (" 3.5 ", "3.5"),
        ("1/2", "0.5"),
        ("1 1/2", "1.5"),
        ("2¼", "2.25"),
        ("0", "0"),
        (".5", "0.5"),
        (",5", "0.5"),
        ("0,125", "0.125"),
        ("1,1250", "1.125"),
        ("1000", "1000"),
    ],
)
def test_amounts_are_typed_as_people_write_them(typed: str, value: str) -> None:
    assert typed_value(an_amount(), typed) == value


def an_amount() -> Setting:
    return next(each for each in RULE_SETS["phom"].settings if each.kind is Kind.AMOUNT)


@pytest.mark.parametrize(
    ("typed", "thousands", "fraction"),
    [
        ("1.000", "1000", "1"),
        ("1,000", "1000", "1"),
        ("10.000", "10000", "10"),
        ("12,500", "12500", "12½"),
        ("2,125", "2125", "2,1250"),
    ],
)
def test_an_amount_that_can_be_read_two_ways_is_asked_about(
    typed: str, thousands: str, fraction: str
) -> None:
    asked = doubt(an_amount(), typed)
    assert asked == f"“{typed}” hiểu được hai cách: ghi {thousands} hay {fraction}?"
    assert isinstance(typed_value(an_amount(), typed), Problem)
    for meant in (thousands, fraction):
        assert not isinstance(typed_value(an_amount(), meant), Problem)


@pytest.mark.parametrize("value", ["1.125", "1000.125", "0.125", "2000", "1.5", "0.0625"])
def test_what_stands_in_a_field_is_read_back_as_the_same(value: str) -> None:
    assert typed_value(an_amount(), shown(an_amount(), value)) == value


@pytest.mark.parametrize("typed", ["1,5,2", ",", ".x", "-0,5", "nhiều", "-1", "1e9", "0.00001"])
def test_a_refused_amount_is_quoted_as_it_was_typed(typed: str) -> None:
    refused = typed_value(an_amount(), typed)
    assert isinstance(refused, Problem)
    assert f"không phải “{typed}”" in refused.message("vi")


def test_saved_rules_count_from_the_next_round_and_the_old_one_keeps_its_own(
    session: Session,
) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    answer = client.post(
        f"/t/{session.pk}/rules/",
        rules_of(session, **{"set-place_4_bet_nhat": "3", "reason": "cả bàn đồng ý"}),
    )
    assert answer.status_code == 302
    assert saved(session) == {"place_4_bet_nhat": "3"}
    assert balances(session)[1] == 2000
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3, newest=1))
    assert balances(session)[1] == 2000 + 6000
    shown = client.get(f"/t/{session.pk}/log/").content.decode()
    assert "cả bàn đồng ý" in shown
    assert "Bàn 4 người: bét trả nhất: 1 →<b>3</b>" in shown
    why = client.get(f"/t/{session.pk}/rounds/1/").content.decode()
    assert "về bét: 1 × 2.000" in why


@pytest.mark.parametrize(
    ("wrong", "value"),
    [
        ({"set-cong": ""}, ""),
        ({"set-cong": "1.000"}, "1.000"),
        ({"set-dong_mau_cards": "14"}, None),
        ({"set-thoi_to": "ai cũng được"}, None),
        ({"set-dem_heo": "có"}, None),
        ({"set-cong": "<b>2"}, "&lt;b&gt;2"),
    ],
)
def test_a_wrong_value_comes_back_at_its_field_with_everything_typed(
    session: Session, wrong: dict[str, str], value: str | None
) -> None:
    typed = rules_of(session, **{"set-heo_do": "7", "reason": "vì vui", **wrong})
    paths = ("rules/", "rules/preview/", "rules/keep/") if value == "" else ("rules/",)
    for path in paths:
        answer = phone(session).post(f"/t/{session.pk}/{path}", typed)
        shown = answer.content.decode()
        assert answer.status_code == 422
        assert f'id="{next(iter(wrong))}-wrong"' in shown
        assert ("hiểu được hai cách" in shown) == (value == "1.000")
        assert 'name="set-heo_do" id="set-heo_do" value="7"' in shown
        assert 'value="vì vui"' in shown
        if value is not None:
            assert f'id="set-cong" value="{value}"' in shown
    assert saved(session) == {}


def test_a_reason_that_is_too_long_is_refused_beside_it(session: Session) -> None:
    typed = rules_of(session, **{"set-heo_do": "7", "reason": "y" * 201})
    answer = phone(session).post(f"/t/{session.pk}/rules/", typed)
    assert answer.status_code == 422
    assert "200 ký tự" in answer.content.decode()


def test_an_unknown_game_is_refused(session: Session) -> None:
    for path, rules in (("rules/", "uno"), ("rules/preview/", ""), ("rules/keep/", "uno")):
        answer = phone(session).post(f"/t/{session.pk}/{path}", {"rules": rules})
        assert answer.status_code == 422
        assert "Không có kiểu chơi này" in answer.content.decode()


def test_a_bet_unit_that_does_not_divide_is_said(session: Session) -> None:
    session = open_table("dem_la")
    client = phone(session)
    client.post(f"/t/{session.pk}/bet-unit/", {"other": "1001", "times": "1"})
    typed = rules_of(session, **{"set-card": "0,25"})
    for path in ("rules/", "rules/preview/"):
        shown = client.post(f"/t/{session.pk}/{path}", typed).content.decode()
        assert "1/4 cược" in shown
        assert "không chia hết cho 4" in shown
        assert 'id="set-card" value="0,25"' in shown
    assert client.post(f"/t/{session.pk}/rules/", typed).status_code == 422
    assert saved(session) == {}
    client.post(f"/t/{session.pk}/bet-unit/", {"other": "1004", "times": "1"})
    assert client.post(f"/t/{session.pk}/rules/", typed).status_code == 302


def test_sent_twice_the_rules_change_once(session: Session) -> None:
    typed = rules_of(session, **{"set-heo_do": "2"})
    for _ in range(2):
        assert phone(session).post(f"/t/{session.pk}/rules/", typed).status_code == 302
    assert session.rule_versions.count() == 2


def test_a_page_older_than_the_rules_in_force_is_asked_again(session: Session) -> None:
    stale = rules_of(session, **{"set-heo_do": "2"})
    phone(session).post(f"/t/{session.pk}/rules/", rules_of(session, **{"set-cong": "3"}))
    answer = phone(session).post(f"/t/{session.pk}/rules/", stale)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Máy khác vừa đổi luật" in shown
    assert "Cóng trả nhất, chưa kể heo và hàng: 3 →<b>2</b>" in shown
    assert saved(session) == {"cong": "3"}
    again = phone(session).post(f"/t/{session.pk}/rules/", stale | {"seen": 2})
    assert again.status_code == 302
    assert saved(session) == {"heo_do": "2"}


def test_another_game_is_chosen_on_the_page_and_saved_with_its_own_changes(
    session: Session,
) -> None:
    client = phone(session)
    assert 'name="set-place_nhi"' in page(client, session, "?game=phom")
    answer = client.post(f"/t/{session.pk}/rules/", {"rules": "phom", "set-u": "10"})
    assert answer.status_code == 302
    session.refresh_from_db()
    assert session.rule_version
    assert (session.rule_version.rules, saved(session)) == ("phom", {"u": "10"})
    assert 'name="set-cong"' in page(client, session, "?game=tien_len")
    assert 'name="set-u"' in page(client, session, "?game=uno")


def test_a_game_that_was_played_here_comes_back_as_it_was_played(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/rules/", {"rules": "phom", "set-u": "10"})
    client.post(f"/t/{session.pk}/rules/", {"rules": "tien_len"})
    assert re.search(r'name="set-u"[^>]*value="10"', page(client, session, "?game=phom"))


def test_one_line_and_all_lines_go_back_to_the_document(session: Session) -> None:
    client = phone(session)
    typed = rules_of(session, **{"set-heo_do": "2", "set-cong": "x", "set-dem_heo": "1"})
    one = client.post(f"/t/{session.pk}/rules/preview/", typed | {"reset": "cong"})
    assert one.status_code == 200
    shown = one.content.decode()
    assert 'id="set-cong" value="2"' in shown
    assert 'id="set-heo_do" value="2"' in shown
    shown = client.post(
        f"/t/{session.pk}/rules/preview/", typed | {"reset": "all"}
    ).content.decode()
    assert 'id="set-heo_do" value="1"' in shown
    assert "data-changed>" not in shown
    assert session.rule_versions.count() == 1


def test_a_preview_tells_the_rounds_again_and_writes_nothing(session: Session) -> None:
    client = phone(session)
    for _round in range(3):
        play(session, 1, 2, 3, 4)
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    before = (balances(session), RuleVersion.objects.count(), session.rounds.count())
    answer = client.post(
        f"/t/{session.pk}/rules/preview/", rules_of(session, **{"set-place_4_bet_nhat": "2"})
    )
    assert answer.status_code == 200
    shown = " ".join(answer.content.decode().split())
    assert "2 ván trả khác đi" in shown
    assert "An: +2.000 →<b data-sign=" in shown
    assert '<td data-sign="plus">+4.000</td><td data-sign="plus"><b>+8.000</b></td>' in shown
    assert (balances(session), RuleVersion.objects.count(), session.rounds.count()) == before


def test_a_preview_says_which_rounds_the_rules_would_refuse() -> None:
    session = open_table()
    client = phone(session)
    won = {"players": [1, 2, 3, 4], "toi_trang": {"player": 2, "kind": "sau_doi"}}
    books.record(session.pk, submission_id=uuid4(), facts=won, by=ON_THE_MACHINE)
    play(session, 1, 2, 3, 4)
    answer = client.post(
        f"/t/{session.pk}/rules/preview/", rules_of(session, **{"set-toi_trang_sau_doi": "0"})
    )
    shown = answer.content.decode()
    assert "1 ván luật này không nhận" in shown
    assert "6 đôi" in shown
    assert '<td data-sign="plus">+2.000</td>' in shown


def test_a_preview_uses_another_table_of_this_phone_but_nobody_elses(session: Session) -> None:
    client = phone(session)
    earlier, foreign, other_game = open_table(), open_table(), open_table("phom")
    for each in (earlier, other_game):
        client.post("/join/", {"link": f"#{link_fragment(each, Role.SCORE)}"})
    first_round(other_game, "phom")
    play(earlier, 4, 3, 2, 1)
    play(foreign)
    typed = rules_of(session, **{"set-place_4_bet_nhat": "2"})
    text = client.post(f"/t/{session.pk}/rules/preview/", typed).content.decode()
    assert f"/t/{earlier.pk}/rounds/1/" in text
    for other in (foreign, other_game):
        assert f"/t/{other.pk}/" not in text
    play(session, 1, 2, 3, 4)
    text = client.post(f"/t/{session.pk}/rules/preview/", typed).content.decode()
    assert f"/t/{session.pk}/rounds/1/" in text
    assert f"/t/{earlier.pk}/" not in text


def test_without_any_round_a_preview_says_so(session: Session) -> None:
    answer = phone(session).post(f"/t/{session.pk}/rules/preview/", rules_of(session))
    assert answer.status_code == 200
    assert "chưa có ván nào" in answer.content.decode()


def test_unchanged_rules_pay_every_round_as_it_was(session: Session) -> None:
    play(session)
    answer = phone(session).post(f"/t/{session.pk}/rules/preview/", rules_of(session))
    assert "Không ván nào trả khác đi" in answer.content.decode()


def test_a_viewer_reads_the_same_page_and_changes_nothing(session: Session) -> None:
    phone(session).post(f"/t/{session.pk}/rules/", rules_of(session, **{"set-heo_do": "2"}))
    viewer = phone(session, Role.VIEW)
    shown = page(viewer, session)
    assert "Heo đỏ" in shown
    assert "luật gốc:<b>1</b>" in shown
    assert "<input name=" not in shown
    assert "formaction" not in shown
    for path in ("", "preview/", "keep/"):
        sent = viewer.post(f"/t/{session.pk}/rules/{path}", rules_of(session))
        assert sent.status_code == 404


def test_a_closed_table_only_shows_its_rules(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/close/")
    assert "<input name=" not in page(client, session)
    answer = client.post(f"/t/{session.pk}/rules/", rules_of(session, **{"set-heo_do": "2"}))
    assert answer.status_code == 422
    assert "đã chốt sổ" in answer.content.decode()


def test_without_this_tables_key_there_is_no_such_page(session: Session) -> None:
    for client in (Client(), phone(open_table())):
        assert client.get(f"/t/{session.pk}/rules/").status_code == 404
        for path in ("", "preview/", "keep/"):
            sent = client.post(f"/t/{session.pk}/rules/{path}", {"rules": "tien_len"})
            assert sent.status_code == 404


@pytest.mark.parametrize("rules", RULE_SETS)
def test_english_is_whole(rules: str) -> None:
    """No sentence of the pages and no label of the rules is left in Vietnamese."""
    session = open_table(rules)
    client = phone(session, **{"accept-language": "en"})
    first_round(session, rules)
    name, value = _some_amount(rules)
    changed = rules_of(session, **{name: value, "name": "Mine", "reason": "late"})
    client.post(f"/t/{session.pk}/rules/keep/", changed)
    pages = [
        client.post(f"/t/{session.pk}/rules/preview/", changed),
        client.get(f"/t/{session.pk}/card/"),
    ]
    if rules == "tien_len":
        pages += [
            client.get("/rules/"),
            client.post(f"/t/{session.pk}/rules/preview/", changed | {name: "x"}),
            client.post(f"/t/{session.pk}/rules/", changed, follow=True),
            client.get("/"),
        ]
    known = translation("django", str(django_settings.LOCALE_PATHS[0]), ["en"])
    sentences = {msg for msg in known._catalog if isinstance(msg, str) and "%" not in msg}  # type: ignore[attr-defined]
    labels = {each.label.vi for each in RULE_SETS[rules].settings}
    labels |= {each.title.vi for each in RULE_SETS[rules].examples}
    foreign = {text for text in sentences | labels if ACCENTED & set(text) and len(text) > 9}
    for answer in pages:
        vietnamese = r'<(p|button)\b[^>]* lang="vi">.*?</\1>'
        page = re.sub(vietnamese, "", answer.content.decode())
        assert 'lang="en"' in page
        assert {text for text in foreign if f">{text}<" in page} == set()


def _some_amount(rules: str) -> tuple[str, str]:
    kinds = {each.name: each.kind for each in RULE_SETS[rules].settings}
    if rules == "khac":
        return "set-amounts", "Sang 7"
    return next(f"set-{name}" for name, kind in kinds.items() if kind is Kind.AMOUNT), "7"


def test_addresses_that_only_take_forms_lead_back_to_the_rules(session: Session) -> None:
    for path in ("preview/", "keep/"):
        answer = phone(session).get(f"/t/{session.pk}/rules/{path}")
        assert answer.headers["location"] == f"/t/{session.pk}/rules/"
        assert phone(session).put(f"/t/{session.pk}/rules/{path}").status_code == 405
    assert phone(session).put(f"/t/{session.pk}/rules/").status_code == 405
