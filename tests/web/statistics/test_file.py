"""The evening as a file from the phone page."""

import json
import zlib

import pytest
from django.db import OperationalError

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.exports import files
from ledger.models import Session
from ledger.tables import sessions
from scoring.common.words import REASONS
from tests.sample_tables import play
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session = open_table()
    play(session)
    return session


@pytest.mark.parametrize(
    "file", ["evening.xlsx", "totals.csv", "ledger.csv", "ledger.json", "ledger.journal"]
)
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_whoever_sees_the_table_takes_its_file_home(session: Session, file: str) -> None:
    answer = phone(session, Role.VIEW).get(f"/t/{session.pk}/files/{file}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment; filename")
    assert "no-store" in answer["Cache-Control"]
    assert len(b"".join(answer)) > 100


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_the_file_is_called_like_the_table(session: Session) -> None:
    sessions.rename_session(session.pk, "Nhà An/Bình", by=ON_THE_MACHINE)
    answer = phone(session).get(f"/t/{session.pk}/files/totals.csv")
    assert "Nh%C3%A0%20An/B%C3%ACnh-totals.csv" in answer["Content-Disposition"]


def test_an_unknown_file_is_not_there(session: Session) -> None:
    for file in ("evening.pdf", "nothing.csv", "totals.csvx", "totals.journal", "x.y.csv"):
        assert phone(session).get(f"/t/{session.pk}/files/{file}").status_code == 404


def test_files_are_read_only(session: Session) -> None:
    assert phone(session).post(f"/t/{session.pk}/files/totals.csv").status_code == 405


def test_another_tables_key_opens_no_file(session: Session) -> None:
    other = phone(open_table())
    assert other.get(f"/t/{session.pk}/files/totals.csv").status_code == 404


def test_the_share_page_offers_the_files(session: Session) -> None:
    page = phone(session, Role.VIEW).get(f"/t/{session.pk}/share/").content.decode()
    for file in ("evening.xlsx", "totals.csv", "ledger.csv", "ledger.journal"):
        assert f"/t/{session.pk}/files/{file}" in page


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
@pytest.mark.parametrize("file", ["ledger.csv", "ledger.json"])
def test_a_file_is_packed_as_one_stream_of_which_browsers_read_all(
    session: Session, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setattr(files, "ROWS_AT_ONCE", 1)
    path = f"/t/{session.pk}/files/{file}"
    plain, packed = (
        phone(session).get(path),
        phone(session).get(path, headers={"accept-encoding": "gzip, deflate"}),
    )
    assert ("Content-Encoding" in plain, packed["Content-Encoding"]) == (False, "gzip")
    assert "Accept-Encoding" in packed["Vary"]
    first = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    assert first.decompress(b"".join(packed)) == b"".join(plain)
    assert first.eof
    assert not first.unused_data


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_a_json_file_has_the_keys_of_the_api_and_says_the_same_in_every_language(
    session: Session,
) -> None:
    files = {}
    for language in ("vi", "en"):
        answers = [
            phone(session).get(
                f"/t/{session.pk}/files/{book}.json", headers={"accept-language": language}
            )
            for book in ("totals", "ledger")
        ]
        files[language] = [json.loads(b"".join(answer)) for answer in answers]
    assert files["vi"] == files["en"]
    totals, ledger = files["vi"]
    assert {reason.value for reason in REASONS} <= set(totals[0])
    assert (ledger[0]["kind"], ledger[0]["reason"]) == ("round", "place")


def test_a_page_the_database_does_not_answer_for_speaks_of_reading(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **options: object) -> None:
        raise OperationalError("locked")

    reader = phone(session)
    monkeypatch.setattr("ledger.web.requests.session_for", fail)
    answer = reader.get(f"/t/{session.pk}/files/totals.csv", headers={"accept-language": "vi"})
    assert answer.status_code == 503
    assert "chưa đọc được" in answer.content.decode()
