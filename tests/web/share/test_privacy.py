"""Who sees what of a table; its names cleared from every page and file, not from its book."""

from collections.abc import Iterator
from io import BytesIO, StringIO
from zipfile import ZipFile, is_zipfile

import pytest
from django.core.management import call_command
from django.http import HttpResponseBase

from ledger.access.keys import Role
from ledger.books.balances import scoreboard
from ledger.models import Change, Session
from tests.security.routes import address, known
from tests.security.scene import MARK, Scene, about, build
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

NAMES = tuple(f"{name} {MARK}" for name in ("An", "Bình", "Cúc", "Dũng", "Nhà"))
READERS = {
    "table": "score",
    "api": "api_score",
    "group": "group_score",
    "api_group": "api_group_score",
}


def body(answer: HttpResponseBase) -> str:
    """All that can be read in an answer, a packed file too."""
    content = bytes(getattr(answer, "content", b"")) or b"".join(answer)  # type: ignore[call-overload]
    if not is_zipfile(BytesIO(content)):
        return content.decode(errors="replace")
    packed = ZipFile(BytesIO(content))
    return "".join(packed.read(name).decode(errors="replace") for name in packed.namelist())


def named(scene: Scene) -> Iterator[str]:
    """Where anybody with a key of the table or of its group reads one of its names."""
    for route, section in known().items():
        if section in READERS and "/live/" not in route and "/events/" not in route:
            path = address(route, about(scene, route))
            answer = scene.callers[READERS[section]].get(path)
            if answer.status_code == 200 and any(name in body(answer) for name in NAMES):
                yield route


def test_names_are_cleared_from_everything_that_a_key_opens() -> None:
    scene = build()
    before = [each.balance for each in scoreboard(scene.session)]
    assert len(list(named(scene))) > 30
    scene.callers["score"].post(f"/t/{scene.session.pk}/privacy/forget/")
    assert list(named(scene)) == []
    assert [each.balance for each in scoreboard(scene.session)] == before
    assert scene.session.changes.latest("number").kind == Change.Kind.FORGOTTEN
    call_command("check_ledger", stdout=StringIO())


def test_who_only_views_reads_who_sees_what_and_clears_nothing() -> None:
    session = open_table()
    viewer = phone(session, Role.VIEW)
    assert "Xoá tên" not in viewer.get(f"/t/{session.pk}/privacy/").content.decode()
    assert viewer.post(f"/t/{session.pk}/privacy/forget/").status_code == 404
    assert Session.objects.get().name == "Nhà An"


def test_names_cleared_twice_stand_in_the_log_once() -> None:
    session = open_table()
    scorer = phone(session)
    for notice in ("Đã xoá tên. Sổ vẫn nguyên.", "Những tên này đã xoá từ trước."):
        answer = scorer.post(f"/t/{session.pk}/privacy/forget/", follow=True)
        assert notice in answer.content.decode()
    assert session.changes.filter(kind=Change.Kind.FORGOTTEN).count() == 1
