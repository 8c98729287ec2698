"""Pages of rows: ids that Django's admin writes otherwise, and what a list of many asks."""

import re
import secrets
from itertools import cycle
from uuid import uuid4

import pytest
from django.contrib.admin.utils import quote
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import SavedRules
from ledger.people import groups
from tests.admin.people import browser, superuser
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


def test_every_page_of_a_row_opens_whatever_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = cycle("z_e9")
    with monkeypatch.context() as patched:
        patched.setattr(secrets, "choice", lambda _: next(letters))
        session = a_table()
        group = groups.make("Nhà An", session, submission_id=uuid4(), by=ON_THE_MACHINE)
    saved = SavedRules.objects.create(id="z_e9", name="An", rules="tien_len", shared=True)
    pages: dict[Model, str] = {
        session: "change history bet-unit rules names check",
        saved: "change history",
        group: "change history delete",
    }
    client, differences = browser(superuser()), []
    for row, names in pages.items():
        here = f"/admin/ledger/{row._meta.model_name}/{quote(row.pk)}/"
        shown = client.get(f"{here}change/").content.decode()
        led_to = re.findall(rf'"{here}([a-z-]+)/"', shown)
        if "z_e9" not in row.pk or not led_to or f"/{row.pk}/" in shown:
            differences.append((here, led_to))
        for name in names.split():
            answer = client.get(here + name + "/")
            if answer.status_code != 200:
                differences.append((here + name, [str(answer.status_code)]))
    assert differences == []
    closed = {"action": "close", "_selected_action": session.pk, "back": session.pk}
    answer = client.post("/admin/ledger/session/", closed)
    assert answer.headers["location"] == f"/admin/ledger/session/{quote(session.pk)}/change/"


@pytest.mark.parametrize(
    "page",
    [
        *("", "ledger/session/", "ledger/session/?q=an+binh", "ledger/session/?q=zzz"),
        *("ledger/round/", "ledger/posting/", "ledger/entry/"),
    ],
)
def test_a_page_asks_as_often_for_many_tables_as_for_one(page: str) -> None:
    client, asked = browser(superuser()), []
    for more in (1, 1, 30):
        for _ in range(more):
            play(a_table())
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/admin/{page}").status_code == 200
        asked.append(len(queries))
    assert asked[1] == asked[2] <= 16
