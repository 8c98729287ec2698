"""GET problems/{code}/: each code that the API answers with has a page of its own.

`tests.api.calls.problem` looks at every code that any test gets.
"""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def page(code: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(f"/api/v1/problems/{code}/")
    assert answer.status_code == 200, code
    return " ".join(answer.content.decode().split())


def test_it_says_when_and_what_in_the_readers_language() -> None:
    assert "409 Conflict" in page("session_closed")
    assert "Bàn đã chốt sổ, không ghi thêm được." in page("session_closed", "vi")
    text = page("seat_count")
    assert "A table has … to … people" in text
    assert "422 Unprocessable" in text
    assert reverse("api_docs") in text


@pytest.mark.parametrize(
    ("code", "status"),
    [
        *(("not_found", 404), ("method_not_allowed", 405), ("too_long", 413), ("json", 400)),
        *(("staff_only", 401), ("read_only", 403), ("stale_session", 412), ("too_many", 429)),
        *(("service_busy", 503), ("unknown_field", 400), ("required", 400), ("twice", 400)),
        *(("unsupported_media_type", 415), ("server_error", 500), ("not_next", 422)),
    ],
)
def test_every_kind_of_problem_has_one(code: str, status: int) -> None:
    assert f"{status} " in page(code)


def test_what_is_no_code_has_none() -> None:
    for code in ("nosuch", "NOT_FOUND", "text"):
        answer = Client().get(f"/api/v1/problems/{code}/")
        assert answer.status_code == 404
        assert answer.json()["code"] == "not_found"
