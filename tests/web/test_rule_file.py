"""Rules as a file: out, in again, and refused with the reason."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.access.keys import Role
from ledger.models import SavedRules, Session
from ledger.tables import sessions
from ledger.web.rules.files import LONGEST, FileRefusedError, RuleFile, read, written
from scoring import RULE_SETS
from scoring.common.settings import Kind
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

GOOD = """{
  "format": "card-table-rules",
  "version": 1,
  "rules": "tien_len",
  "name": "Luật nhà An",
  "settings": {
    "heo_do": {"label": "Heo đỏ", "value": "2"},
    "dem_heo": true
  }
}
"""


@pytest.fixture
def session() -> Session:
    return open_table()


def send(client: Client, session: Session, data: bytes) -> tuple[int, str]:
    upload = SimpleUploadedFile("luat.json", data, "application/json")
    answer = client.post(f"/t/{session.pk}/rules/file/", {"file": upload})
    return answer.status_code, answer.content.decode()


def test_the_rules_in_force_are_downloaded(session: Session) -> None:
    sessions.change_rules(session.pk, "tien_len", {"heo_do": "2", "dem_heo": True})
    for role in Role:
        answer = phone(session, role).get(f"/t/{session.pk}/rules/file/")
        assert answer.headers["content-disposition"] == 'attachment; filename="tien_len.json"'
        said = json.loads(answer.content)
        assert (said["format"], said["version"], said["rules"]) == (
            "card-table-rules",
            1,
            "tien_len",
        )
        assert {name: each["value"] for name, each in said["settings"].items()} == {
            "heo_do": "2",
            "dem_heo": True,
        }
        assert "Heo đỏ" in said["settings"]["heo_do"]["label"]


def test_a_saved_set_is_downloaded_under_its_name(session: Session) -> None:
    client = phone(session)
    fields = {"rules": "phom", "name": "Nhà An", "set-u": "7"}
    client.post(f"/t/{session.pk}/rules/keep/", fields)
    said = json.loads(client.get(f"/rules/{SavedRules.objects.get().pk}/file/").content)
    assert (said["name"], said["settings"]["u"]["value"]) == ("Nhà An", "7")


def test_a_file_becomes_the_form_and_is_not_saved_yet(session: Session) -> None:
    status, page = send(phone(session), session, GOOD.encode())
    assert status == 200
    assert 'id="set-heo_do" value="2"' in page
    assert "Tới trắng có đếm heo: Không →<b>Có</b>" in page
    assert 'value="Luật nhà An"' in page
    assert session.rule_versions.count() == 1
    assert not SavedRules.objects.exists()


def test_a_file_of_another_game_says_that_the_game_would_change(session: Session) -> None:
    data = written(RuleFile("phom", "", {"u": "7"})).encode()
    status, page = send(phone(session), session, data)
    assert status == 200
    assert "bàn đổi từ Tiến lên (nhất nhì ba bét) sang Phỏm (tá lả)" in page
    assert 'id="set-u" value="7"' in page


REPLACED = [
    ('"version": 1,', '"version": 1', "Dòng 4: không đúng JSON"),
    ('"version": 1,', '"version": 2,', "version"),
    ('"card-table-rules"', '"other"', "format"),
    ('"tien_len"', '"uno"', "rules"),
    ('"tien_len"', "7", "rules"),
    ('"Luật nhà An"', '"' + "x" * 61 + '"', "60"),
    ('"Luật nhà An"', "[]", "name"),
    ('"Luật nhà An"', '"a\\u0000b"', "ký tự"),
    ('"Luật nhà An"', '"a\\ud800b"', "một đối tượng JSON"),
    ('"heo_do"', '"heo_tim"', "heo_tim"),
    ('"value": "2"', '"value": "nhiều"', "nhiều"),
    ('"value": "2"', '"value": NaN', "một đối tượng JSON"),
    ('"value": "2"', '"value": ' + "9" * 5000, "một đối tượng JSON"),
    ('"value": "2"', '"values": "2"', "Heo đỏ"),
    ("true", "1", "true hoặc false"),
    ("true", '{\n"value":\n"x"}', "true hoặc false"),
    ("true", 'true, "heo_do": "3"', "mỗi mục ghi một lần"),
    ('"name":', '"game": 1,\n  "name":', "game"),
]


@pytest.mark.parametrize(("part", "instead", "why"), REPLACED)
def test_a_bad_file_is_refused_with_the_reason_and_nothing_is_taken(
    session: Session, part: str, instead: str, why: str
) -> None:
    bad = GOOD.replace(part, instead)
    assert bad != GOOD
    status, page = send(phone(session), session, bad.encode())
    assert status == 422
    said = page[page.index("Tệp này không dùng được") :]
    assert why in said[: said.index("</ul>")]
    assert 'id="set-heo_do" value="1"' in page
    assert session.rule_versions.count() == 1


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Dòng 1: không đúng JSON"),
        (b" \n\n", "không đúng JSON"),
        (b"\xef\xbb\xbf", "Dòng 1: không đúng JSON"),
        (b"[]", "một đối tượng JSON"),
        (b"7", "một đối tượng JSON"),
        (b"\n\n{", "Dòng 3: không đúng JSON"),
        (b"[" * 15_000, "một đối tượng JSON"),
        (b'{"a":' * 3_000, "một đối tượng JSON"),
        (b"\xff\xfe{", "UTF-8"),
        (b"\n" * LONGEST + b"{}", "Tệp quá dài"),
    ],
)
def test_what_is_no_file_of_rules_is_refused(session: Session, data: bytes, why: str) -> None:
    status, page = send(phone(session), session, data)
    assert status == 422
    said = page[page.index("Tệp này không dùng được") :]
    assert why in said[: said.index("</ul>")]


def test_all_that_is_wrong_is_told_at_once() -> None:
    bad = GOOD.replace('"2"', '"x"').replace("true", "7")
    with pytest.raises(FileRefusedError) as refused:
        read(bad.encode())
    assert len(refused.value.mistakes) == 2


def test_no_file_at_all_is_said(session: Session) -> None:
    answer = phone(session).post(f"/t/{session.pk}/rules/file/", {"file": "text"})
    assert answer.status_code == 422
    assert "Chọn một tệp luật" in answer.content.decode()


def test_a_file_saved_with_a_byte_order_mark_is_read() -> None:
    assert read(b"\xef\xbb\xbf" + GOOD.encode()).settings == {"heo_do": "2", "dem_heo": True}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_setting_of_a_game_goes_out_and_comes_in(rules: str) -> None:
    named = [{"name": "cóng", "units": "15"}]
    other = {Kind.AMOUNT: "7.25", Kind.COUNT: 13, Kind.NAMED_AMOUNTS: named, Kind.TEXT: "Sâm lốc"}
    values = {
        each.name: (not each.default)
        if each.kind is Kind.FLAG
        else other.get(each.kind, each.choices[-1][0] if each.choices else "")
        for each in RULE_SETS[rules].settings
    }
    file = RuleFile(rules, "Nhà An", values)
    text = written(file)
    assert read(text.encode()) == file
    assert len(text.encode()) < LONGEST


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["format", "rules", "settings", "value", "heo_do"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(said=JSON, indent=st.none() | st.integers(0, 2))
def test_any_json_is_read_or_refused_with_a_reason(said: object, indent: int | None) -> None:
    whole = {"format": "card-table-rules", "version": 1, "rules": "tien_len"}
    for each in (said, whole | {"settings": said}, whole | {"settings": {"heo_do": said}}):
        text = json.dumps(each, indent=indent)
        try:
            assert read(text.encode()).rules in RULE_SETS
        except FileRefusedError as refused:
            "".join(refused.mistakes).encode()


@settings(deadline=None)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(FileRefusedError):
        read(data)
