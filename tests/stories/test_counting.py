"""A corrected round keeps its number wherever people read one; programs read the book's."""

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from openpyxl import load_workbook

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, link_fragment
from ledger.models import Group, Session
from tests.api.calls import scorer
from tests.sample_tables import finishing, play, redo
from tests.web.tables import HTMX, by_place, open_table, phone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]


@pytest.fixture
def session() -> Session:
    """Three rounds, the first corrected twice, then a fourth with cóng: the book's number is 6."""
    session = open_table()
    for _round in range(3):
        play(session, 1, 2, 3, 4)
    redo(session, 1, 2, 1, 3, 4)
    redo(session, 4, 2, 1, 4, 3)
    facts = finishing(1, players=(1, 2, 3, 4)) | {"cong": [2, 3, 4]}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert session.rounds.latest("number").number == 6
    return session


def read(client: Client, session: Session, path: str) -> str:
    answer = client.get(f"/t/{session.pk}/{path}")
    assert answer.status_code == 200
    return plain(answer.content.decode())


def plain(page: str) -> str:
    body = re.sub("(?s).*<main|<script.*?</script>", "", page)
    return unescape(" ".join(re.sub("(?s)<.*?>", " ", body).split()))


def rounds(text: str) -> list[int]:
    """The numbers of rounds that a text names, in their order."""
    return [int(number) for number in re.findall(r"\b[Vv]án (\d+)", text)]


def file(client: Client, session: Session, name: str) -> bytes:
    return b"".join(client.get(f"/t/{session.pk}/files/{name}"))


def test_figures_name_the_round_and_lead_to_it(session: Session) -> None:
    page = phone(session).get(f"/t/{session.pk}/figures/").content.decode()
    assert "ván 4" in plain(page)
    assert not {5, 6} & {*rounds(plain(page))}
    assert f'href="/t/{session.pk}/rounds/6/"' in page


def test_the_course_of_the_evening_ends_with_the_newest_round(session: Session) -> None:
    page = phone(session).get(f"/t/{session.pk}/figures/").content.decode()
    rows = re.findall(r'<th scope="row">\s*(\S[^<]*?)\s*</th>', page.split("</table>")[0])
    assert rows == ["Đầu buổi", "2", "3", "Hiện tại"]
    assert re.findall(r">(\d)</text>", page.split("</svg>")[-2])[-1] == "4"
    play(session)
    redo(session, 7, 1, 2, 4, 3)
    page = phone(session).get(f"/t/{session.pk}/figures/").content.decode()
    rows = re.findall(r'<th scope="row">\s*(\S[^<]*?)\s*</th>', page.split("</table>")[0])
    assert rows == ["Đầu buổi", "2", "3", "4", "Hiện tại"]


def test_a_statement_names_rounds_as_the_table_does(session: Session) -> None:
    assert rounds(read(phone(session), session, "people/1/")) == [4, 1, 1, 1, 1, 3, 2, 1]


def test_the_log_says_which_round_was_corrected(session: Session) -> None:
    redo(session, 6, 1, 2, 3, 4)
    books.void(session.pk, 7, by=ON_THE_MACHINE)
    redo(session, 7, 1, 3, 2, 4)
    log = read(phone(session), session, "log/")
    lines = [f"{what} ván {n}" for what, n in re.findall(r"(Ghi lại|Ghi|Sửa|Huỷ) ván (\d+)\.", log)]
    assert lines == [
        *("Ghi lại ván 4", "Huỷ ván 4", "Sửa ván 4", "Ghi ván 4", "Sửa ván 1", "Sửa ván 1"),
        *("Ghi ván 3", "Ghi ván 2", "Ghi ván 1"),
    ]
    program = replace(scorer(session), language="vi")
    texts = [line["text"] for line in program.get("log/").json()["results"]]
    assert [number for text in texts for number in rounds(text)] == [4, 4, 4, 4, 1, 1, 3, 2, 1]


def test_what_other_rules_would_pay_names_them_too(session: Session) -> None:
    sent = {"rules": "tien_len", "set-place_4_bet_nhat": "2"}
    page = phone(session).post(f"/t/{session.pk}/rules/preview/", sent).content.decode()
    retold = plain(page.split("retold")[1].split("</details>")[0])
    assert rounds(retold) == [3, 2, 1]
    assert "thay" not in retold


def test_a_group_tells_of_a_peak_by_the_number_of_its_evening(session: Session) -> None:
    client = phone(session)
    client.post(f"/t/{session.pk}/groups/make/", {"name": "", "submission": str(uuid4())})
    group = Group.objects.get()
    later = open_table()
    play(later, 1, 2, 3, 4)
    client.post("/join/", {"link": link_fragment(later, Role.SCORE)})
    seats = {f"seat-{at}": each.pk for at, each in enumerate(group.members.order_by("pk"), 1)}
    client.post(f"/t/{later.pk}/groups/{group.pk}/", seats)
    page = plain(client.get(f"/g/{group.pk}/").content.decode())
    assert {*rounds(page)} == {1, 4}


def test_files_count_as_their_readers_do(session: Session) -> None:
    client = phone(session)
    people = [*csv.reader(io.StringIO(file(client, session, "ledger.csv").decode("utf-8-sig")))]
    at = people[0].index("Ván")
    assert list(dict.fromkeys(row[at] for row in people[1:])) == ["1", "2", "3", "4"]
    course = load_workbook(io.BytesIO(file(client, session, "evening.xlsx")))["Số dư qua các ván"]
    assert [cell.value for cell in course["A"][1:]] == [0, 2, 3, 4]
    programs = json.loads(file(client, session, "ledger.json"))
    assert {row["round"] for row in programs} == {1, 2, 3, 4, 5, 6}


def test_programs_read_the_numbers_of_the_book(session: Session) -> None:
    figures = scorer(session).get("figures/").json()
    assert figures["players"][0]["biggest_gain"]["round"] == 6
    assert [moment["round"] for moment in figures["course"]] == [0, 2, 3, 5, 6]


def test_a_phone_that_saw_another_book_says_how_far_by_the_tables_count(session: Session) -> None:
    chain = phone(session).get(f"/t/{session.pk}/log/chain/").json()
    assert chain["round"] == 4
    page = phone(session).get(f"/t/{session.pk}/").content.decode()
    assert 'data-newest="4"' in page


def test_who_is_behind_hears_of_the_newest_round_whatever_was_corrected_since(
    session: Session,
) -> None:
    redo(session, 5, 1, 2, 3, 4)
    sent = by_place(1, 2, 3, newest=6) | {"seats": "1,2,3", "place-3": ""}
    answer = phone(session).post(f"/t/{session.pk}/rounds/", sent, headers=HTMX)
    assert answer.status_code == 409
    assert {*rounds(plain(answer.content.decode()))} == {4, 5}


def test_a_round_that_was_corrected_meanwhile_is_called_wrong_by_no_number(
    session: Session,
) -> None:
    answer = phone(session).post(f"/t/{session.pk}/rounds/4/flag/", headers=HTMX)
    assert answer.status_code == 409
    assert "Ván này đã huỷ hoặc sửa rồi." in answer.content.decode()
