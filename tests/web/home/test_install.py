"""What a phone needs to install the page: the manifest, its icons, and the worker."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.architecture.source import ROOT
from tests.web.tables import open_table, phone


@pytest.mark.parametrize(("language", "name"), [("vi", "Sổ điểm"), ("en", "Score book")])
def test_the_manifest_speaks_the_language_of_its_address(
    client: Client, language: str, name: str
) -> None:
    answer = client.get(f"/{language}.webmanifest", headers={"accept-language": "fr"})
    manifest = json.loads(answer.content)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (manifest["short_name"], manifest["lang"]) == (name, language)
    assert name in manifest["name"]
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    assert manifest["display"] == "standalone"


def test_the_manifest_may_be_kept_for_a_day_and_tells_nobody_apart(client: Client) -> None:
    """Browsers ask for it with every page."""
    answer = client.get("/vi.webmanifest")
    assert answer.headers["Cache-Control"] == "max-age=86400"
    assert not answer.cookies


@pytest.mark.parametrize("language", ["fr", "vi-VN", "x" * 40])
def test_a_manifest_in_another_language_does_not_exist(client: Client, language: str) -> None:
    assert client.get(f"/{language}.webmanifest").status_code == 404


def test_every_icon_is_a_picture_of_the_size_it_claims(client: Client) -> None:
    icons = json.loads(client.get("/vi.webmanifest").content)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        hash_removed = re.sub(r"\.[0-9a-f]{12}\.png$", ".png", icon["src"])
        file = finders.find(hash_removed.removeprefix("/static/"))
        assert file
        size = struct.unpack(">II", Path(file).read_bytes()[16:24])
        assert "{}x{}".format(*size) == icon["sizes"]


def test_the_worker_stands_at_the_root_and_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.content == (ROOT / "ledger/static/ledger/worker.js").read_bytes()


@pytest.mark.parametrize("address", ["/vi.webmanifest", "/worker.js"])
@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_sent_there(client: Client, address: str, method: str) -> None:
    assert getattr(client, method)(address).status_code == 405


@pytest.mark.django_db
def test_a_table_may_keep_itself_but_an_answer_to_something_sent_never() -> None:
    session = open_table()
    mine = phone(session)
    assert 'id="as-of"' in mine.get(f"/t/{session.pk}/").content.decode()
    assert 'id="as-of"' not in mine.post(f"/t/{session.pk}/preview/").content.decode()


def test_the_worker_and_the_page_mean_the_same_store() -> None:
    scripts = ROOT / "ledger/static/ledger"
    named = [
        line.split('"')[1]
        for script in ("page_cache.js", "worker.js")
        for line in (scripts / script).read_text().splitlines()
        if "const CACHE" in line
    ]
    assert len(named) == 2
    assert len(set(named)) == 1
