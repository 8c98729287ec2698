"""Log lines: one for each event, and nothing in them that a visitor wrote but an address."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django_guid.log_filters import CorrelationId

from ledger.config import urls
from ledger.config.logs import TextFormatter

pytestmark = pytest.mark.full
NAME = "Bimat7431"


def fails(request: HttpRequest) -> HttpResponse:
    """An error that repeats what the visitor wrote, here and in the one behind it."""
    try:
        return HttpResponse(int(request.POST["name"]))
    except ValueError as problem:
        raise RuntimeError(request.POST["name"]) from problem


urlpatterns = [path("fails/", fails), *urls.urlpatterns]
handler404 = urls.handler404


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged at INFO."""
    stream = io.StringIO()
    handler, logger = logging.StreamHandler(stream), logging.getLogger()
    handler.setFormatter(TextFormatter())
    handler.addFilter(CorrelationId())
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.INFO)
    yield stream
    logger.setLevel(before)
    logger.removeHandler(handler)


@pytest.mark.django_db
def test_a_request_is_one_line_with_its_route_and_id(written: io.StringIO) -> None:
    logging.getLogger("ledger.requests").setLevel(logging.INFO)
    answer = Client().get(f"/t/nosuch/?name={NAME}", headers={"cookie": f"tables={NAME}"})
    (line,) = (each for each in written.getvalue().splitlines() if " ledger.requests " in each)
    assert f"{answer['X-Request-ID']}: GET t/<str:session_id>/ 404 " in line
    assert NAME not in written.getvalue()


@pytest.mark.urls("tests.config.test_logs")
def test_an_error_is_logged_by_its_kind_and_place(written: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    assert client.post("/fails/", {"name": NAME}).status_code == 500
    error = written.getvalue().splitlines()
    error = error[error.index("builtins.RuntimeError") :]
    assert "builtins.ValueError" in error
    assert any("test_logs.py" in place and place.endswith(" fails") for place in error)
    assert NAME not in written.getvalue()


def test_a_line_break_in_a_text_stays_in_its_line() -> None:
    record = logging.makeLogRecord({"name": "x", "msg": "Bình\nERROR forged", "levelname": "INFO"})
    assert "\n" not in TextFormatter().format(record)
