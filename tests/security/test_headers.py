"""What every answer tells the browser: what it may load, and that nobody may frame it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.running.server import Server, manage, serving
from tests.security.routes import address, known, routes, table
from tests.security.scene import Scene, about, build
from tests.trust import Tell, sizes
from tests.web.tables import HTMX

NEEDED = {
    "Content-Security-Policy": ("default-src 'self'", "object-src 'none'", "base-uri 'none'"),
    "X-Content-Type-Options": ("nosniff",),
    "X-Frame-Options": ("DENY",),
    "Referrer-Policy": ("same-origin",),
}
CLOSED = NEEDED | {"Content-Security-Policy": ("default-src 'none'", "frame-ancestors 'none'")}
"""What is no page loads nothing at all."""

UNSAFE = ("unsafe-inline", "unsafe-eval", "http:", "https:", "*")
WHO = {
    "admin": "superuser",
    "api": "api_score",
    "api_group": "api_group_score",
    "group": "group_score",
}


def lacking(headers: Any, needed: Mapping[str, tuple[str, ...]] = NEEDED) -> list[str]:
    """What of the needed headers an answer does not say."""
    policy = (headers.get("Content-Security-Policy") or "").replace(";", " ").split()
    missing = [
        f"{name}: {part}"
        for name, parts in needed.items()
        for part in parts
        if part not in (headers.get(name) or "")
    ]
    return missing + [f"{word} is allowed" for word in UNSAFE if word in policy]


@pytest.mark.django_db
class TestPages:
    @pytest.fixture
    def scene(self) -> Scene:
        return build()

    @pytest.mark.trust("S4")
    @sizes("each", 4, 1)
    def test_every_route_says_so_to_whoever_asks_and_in_every_way(
        self, scene: Scene, tell: Tell, each: int
    ) -> None:
        tries = list(asked(scene, each))
        assert [problem for each in tries if (problem := fault(*each))] == []
        tell(f"{len(tries)} answers, 0 without a header")

    @pytest.mark.trust("S4")
    def test_a_page_that_fails_says_so_too(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*args: object, **options: object) -> None:
            raise RuntimeError("broken")

        phone = scene.callers["score"]
        phone.raise_request_exception = False
        monkeypatch.setattr("ledger.web.requests.session_for", fail)
        answer = phone.get(f"/t/{scene.session.pk}/house/")
        assert (answer.status_code, lacking(answer.headers)) == (500, [])

    @pytest.mark.trust("S4")
    def test_a_form_without_its_token_says_so_too(self, scene: Scene) -> None:
        answer = Client(enforce_csrf_checks=True).post(f"/t/{scene.session.pk}/close/")
        assert (answer.status_code, lacking(answer.headers)) == (403, [])

    @pytest.mark.full
    @pytest.mark.trust("S4", control=True)
    def test_without_the_middleware_it_would_be_missed(self, scene: Scene, settings: Any) -> None:
        """The control."""
        settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if "csp" not in each]
        scene.callers = {who: copied(client) for who, client in scene.callers.items()}
        missed = [problem for each in asked(scene) if (problem := fault(*each))]
        assert len(missed) == len(list(asked(scene)))


def asked(scene: Scene, each: int = 1) -> Iterator[tuple[Client, str, str, dict[str, str]]]:
    """Every so many-th route by GET and POST, as who may and may not, as a page and a piece."""
    for route in sorted(routes())[::each]:
        path = address(route, about(scene, route))
        for who in ("nobody", WHO.get(known()[route], "score")):
            yield scene.callers[who], "GET", path, {}
            if (route, "POST") not in table():
                yield scene.callers[who], "POST", path, {}
        if route.startswith("t/"):
            yield scene.callers["score"], "GET", path, HTMX


def fault(client: Client, method: str, path: str, headers: dict[str, str]) -> str:
    missing = lacking(client.generic(method, path, headers=headers).headers)
    return f"{method} {path}: {missing}" if missing else ""


def copied(client: Client) -> Client:
    """The same caller, whose calls pass the middleware of now."""
    fresh = Client()
    fresh.cookies, fresh.defaults = client.cookies, client.defaults
    return fresh


HOST = {"Host": "ban.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service as behind a proxy that holds the certificate."""
    online = {"HTTPS": "1", "TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "ban.example"}
    with serving(tmp_path_factory.mktemp("online"), **online) as server:
        yield server


@pytest.mark.full
@pytest.mark.trust("S4")
@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/static/ledger/icon.svg", HOST, 200),
        ("/static/ledger/nosuch.css", HOST, 404),
        ("/", {"Host": "ban.example"}, 301),
        ("/", HOST | {"Host": "evil.example"}, 400),
    ],
)
def test_what_is_no_page_says_so_too(
    production: Server, path: str, headers: dict[str, str], status: int
) -> None:
    answer = production.get(path, **headers)
    assert (answer.status, lacking(answer.headers)) == (status, [])


@pytest.mark.full
@pytest.mark.trust("S4")
@pytest.mark.parametrize(("path", "needed"), [("/", CLOSED), ("/api/v1/sessions/", NEEDED)])
def test_what_is_too_long_is_refused_with_the_same_headers(
    production: Server, path: str, needed: Mapping[str, tuple[str, ...]]
) -> None:
    connection = production.connect()
    connection.request("POST", path, b"x" * 2_000_000, HOST)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert (answer.status, lacking(answer.headers, needed)) == (413, [])


@pytest.mark.full
def test_over_https_browsers_are_told_to_stay_there(production: Server) -> None:
    for path in ("/", "/static/ledger/icon.svg", "/nosuch/", "/api/v1/nosuch/"):
        answer = production.get(path, **HOST)
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    plain = production.get("/", Host="ban.example")
    assert plain.headers["Location"] == "https://ban.example/"
    assert plain.headers["Strict-Transport-Security"] is None


@pytest.mark.full
def test_over_https_every_cookie_stays_there(production: Server) -> None:
    answer = production.get("/", **HOST)
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    assert [each for each in cookies if "Secure" not in each or "SameSite" not in each] == []


@pytest.mark.full
def test_djangos_own_check_of_a_deployment_finds_nothing(tmp_path: Path) -> None:
    online = {"HTTPS": "1", "TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "ban.example"}
    words = ("check", "--deploy", "--fail-level", "WARNING")
    assert manage(tmp_path, *words, **online).returncode == 0
    in_the_lan = manage(tmp_path, *words)
    assert in_the_lan.returncode == 1
    assert "security.W008" in in_the_lan.stderr


def test_djangos_own_check_finds_nothing_here() -> None:
    call_command("check", fail_level="WARNING")
