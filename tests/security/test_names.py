"""Whatever people are called, it stays their name: in pages, pieces, files, headers and logs."""

import copy
import json
import logging
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.test import Client

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.access.links import qr
from ledger.common.spelling import name_key
from ledger.config.logs import NoAddress, TextFormatter
from ledger.exports import files, page as sheet_page
from ledger.models import Group, Session
from ledger.tables import sessions
from tests.admin.people import browser, superuser
from tests.security.hostile import name_as_kept, names
from tests.security.reading import (
    csv_cells,
    drawing,
    formulas,
    hidden,
    page,
    sheet_cells,
    unbordered,
    unfit_headers,
)
from tests.trust import Tell, sizes
from tests.web.tables import HTMX, by_place, phone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]

PLAIN = ("An", "Bình", "Cúc", "Dũng", "Em", "Giang", "Hà", "Khôi")
"""What the same pages look like where nobody has a name to wonder at."""

PAGES = (
    *("", "history/", "rounds/1/", "house/", "board/", "figures/", "settle/", "log/", "share/"),
    *("people/1/", "settle/leave/1/", "card/", "groups/", "rules/", "rounds/1/correct/"),
)
PIECES = ("now/", "rounds/1/")
DRAWINGS = ("settle/picture.svg",)
FILES = ("totals.csv", "ledger.csv", "totals.json", "ledger.json", "evening.xlsx")
LINK = re.compile(r"https?://[^\s\"<&]*/join/#[^\s\"<&]*")
GOOD_LINK = re.compile(r"http://testserver/join/#[a-z0-9]+\.[a-z2-7]{32}(\.board)?")


@cache
def tables(every: int) -> list[tuple[str, ...]]:
    """Every so many-th of the names that are taken, eight at a table."""
    taken = {name_key(name): name for each in names() if (name := name_as_kept(each))}
    queue = iter([*taken.values()][::every])
    eights = iter(lambda: tuple(islice(queue, 8)), ())
    return [(*eight, *PLAIN[len(eight) :]) for eight in eights]


@pytest.mark.trust("S9")
def test_there_are_enough_of_them_and_of_both_kinds(tell: Tell) -> None:
    taken = [name for name in names() if name_as_kept(name)]
    tell(f"{len(names())} names, {len(taken)} of them taken")
    assert len(names()) > 200
    assert len(taken) > 200
    assert len(names()) - len(taken) > 50


@cache
def shapes() -> dict[str, list[str]]:
    """The elements of each page of a table where people are called An and Bình."""
    return {name: shape for name, shape, _problems in answers(PLAIN)}


Read = tuple[str, list[str], list[str]]
"""An answer's name, its elements, and what is wrong with it."""


def answers(people: tuple[str, ...]) -> Iterator[Read]:
    """What a table of these people comes to, wherever it can be read."""
    session, scorer = evening(people)
    at = f"/t/{session.pk}/"
    for path in PAGES:
        answer = scorer.get(at + path)
        yield read(path, answer, people if path in ("", "figures/") else ())
        if path == "share/":
            yield "links", [], unfit_links(answer.content.decode())
    for path in PIECES:
        yield read(f"piece {path}", scorer.get(at + path, headers=HTMX))
    fields = by_place(1, 2, 3, newest=2, seats="1,2,3,4")
    yield read("preview", scorer.post(f"{at}preview/", fields, headers=HTMX), people[:4])
    yield read("group", scorer.get(f"/g/{Group.objects.latest('made_at').pk}/"), people)
    yield read("home", scorer.get(f"/?like={session.pk}"), people)
    for path in DRAWINGS:
        yield read(path, scorer.get(at + path))
    for path in FILES:
        yield read_file(path, scorer.get(f"{at}files/{path}"), people)
    yield from from_programs(session, people)
    yield from from_the_office(session, people)


def evening(people: tuple[str, ...]) -> tuple[Session, Client]:
    """A table of eight with two rounds, a flag, a group and reasons, all called like its people."""
    session = sessions.open_session(
        rules="tien_len",
        settings=None,
        bet_unit=2000,
        players=people,
        name=people[0],
        currency=people[1][:12].strip(),
        by=ON_THE_MACHINE,
    )
    for seat in (5, 6, 7, 8):
        sessions.sit(session.pk, seat, out=True, by=ON_THE_MACHINE)
    sessions.change_bet_unit(session.pk, 4000, reason=people[2], by=ON_THE_MACHINE)
    scorer, at = phone(session), f"/t/{session.pk}/"
    for newest in (0, 1):
        assert scorer.post(f"{at}rounds/", by_place(1, 2, 3, newest=newest)).status_code == 302
    scorer.post(f"{at}rounds/1/flag/", {"word": people[3]})
    scorer.post(f"{at}whose/", {"seat": "1"})
    scorer.post(f"{at}groups/make/", {"name": people[4], "submission": str(uuid4())})
    scorer.get("/")  # what was said on the way is shown here, and not on the pages to come
    return session, scorer


def read(name: str, answer: Any, people: tuple[str, ...] = ()) -> Read:
    """A page, a piece or a picture: its elements, and whether the names stand in it as text."""
    assert answer.status_code == 200, name
    text = answer.content.decode()
    content = drawing(text) if name.endswith("svg") else page(text)
    words = " ".join(content.words)
    wrong = [f"not there: {each!r}" for each in people if each not in words]
    wrong += sorted(hidden(unbordered(text))) + unfit_headers(answer.headers)
    # A card in somebody's words is drawn in its colour: "2♥" may be a name.
    return name, [each for each in content.shape if each != "span data-red"], wrong


def read_file(name: str, answer: Any, people: tuple[str, ...]) -> Read:
    """A file: its cells, of which none is a formula."""
    content = b"".join(answer)
    if name.endswith("json"):
        json.loads(content)
        return name, [], unfit_headers(answer.headers)
    cells = csv_cells(content) if name.endswith("csv") else sheet_cells(content)
    plain = {cell.replace("'", "") for cell in cells}
    expected = people if name != "ledger.csv" else people[:4]
    missing = [f"not there: {each!r}" for each in expected if each.replace("'", "") not in plain]
    return name, [], missing + formulas(cells) + unfit_headers(answer.headers)


def from_programs(session: Session, people: tuple[str, ...]) -> Iterator[Read]:
    bearer = {"authorization": f"Bearer {key(session, Role.VIEW)}"}
    for path in ("", "totals/", "ledger/", "settlement/", "log/", "figures/"):
        answer = Client().get(f"/api/v1/sessions/{session.pk}/{path}", headers=bearer)
        wrong = unfit_headers(answer.headers)
        if path in ("", "totals/", "figures/"):
            players = tuple(player["name"] for player in answer.json()["players"])
            wrong += [f"{players} are not {people}"] if players != people else []
        yield f"api {path}", [], wrong


def from_the_office(session: Session, people: tuple[str, ...]) -> Iterator[Read]:
    owner = browser(superuser(f"chu-{session.pk}"))
    for path in ("change/", "names/", "bet-unit/"):
        shown = people if path == "names/" else ()
        yield read(path, owner.get(f"/admin/ledger/session/{session.pk}/{path}"), shown)


def unfit_links(text: str) -> list[str]:
    """Links with anything in them but a key, and codes to scan that are of another link."""
    links = LINK.findall(text)
    assert len(links) >= 2
    wrong = [link for link in links if not GOOD_LINK.fullmatch(link)]
    codes = [qr(link) for link in links if not link.endswith(".board")]
    return wrong + [code[:60] for code in codes if code not in text]


def wrong(people: tuple[str, ...]) -> list[str]:
    """All that these names did anywhere."""
    plain = shapes()
    return [
        f"{name}: {each}"
        for name, shape, problems in answers(people)
        for each in [*problems, *(["other elements"] if shape != plain[name] else [])]
    ]


@pytest.mark.trust("S9")
@sizes("every", 40, 4, 1)
def test_a_name_is_text_wherever_it_is_read(every: int) -> None:
    """Names of all kinds: the file has one kind after the other."""
    assert [problem for people in tables(every) for problem in wrong(people)] == []


@pytest.mark.trust("S9")
def test_a_name_that_is_not_taken_comes_back_as_it_was_typed_and_nothing_else_happens() -> None:
    plain, client = page(_refused("A" * 31)).shape, Client()
    for name in (each for each in names() if each.strip() and not name_as_kept(each)):
        if is_whole(name):
            assert page(_refused(name)).shape == plain, ascii(name)
        sent = {"rules": "tien_len", "bet_unit": 2000, "players": [name, "Bình"]}
        answer = client.post("/api/v1/sessions/", json.dumps(sent), "application/json")
        assert answer.status_code in (400, 422), ascii(name)
    assert not Session.objects.exists()


def is_whole(name: str) -> bool:
    """Whether a browser can send it; halves of characters only programs do."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _refused(name: str) -> str:
    """The first page after a table with such a name was asked for."""
    fields = {"rules": "tien_len", "bet_unit": "2000", "player_1": name, "player_2": "Bình"}
    answer = Client().post("/", fields)
    assert answer.status_code == 422, ascii(name)
    return answer.content.decode()


@pytest.mark.trust("S9")
@pytest.mark.full
def test_no_name_and_no_line_of_ones_own_gets_into_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    line = TextFormatter()
    client = Client()
    for name in names():
        client.get(f"/t/{quote(name, errors='replace', safe='')[:900]}/")
    written = [line.format(record) for record in caplog.records if NoAddress().filter(record)]
    assert len(written) >= len(names()) / 2
    assert [each for each in written if not (each.isascii() and each.isprintable())] == []


HOSTILE = ("<b>", '"><u>', "=1+1", "+84901", "' x", "@An", "{{ x }}", "&lt;")


@pytest.mark.trust("S9", control=True)
@pytest.mark.full
def test_without_escaping_the_pages_would_be_found_out(settings: Any) -> None:
    """The control for pages and pictures."""
    shapes()
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["OPTIONS"]["autoescape"] = False
    settings.TEMPLATES = changed
    problems = wrong_of_pages()
    assert {f"{path}: other elements" for path in ("", "history/", "board/", "preview")} <= problems
    assert any(each.startswith("settle/picture.svg") for each in problems)


def wrong_of_pages() -> set[str]:
    """As `wrong`, where a picture may be no XML any more."""
    problems, session_and_phone = set(), evening(HOSTILE)
    session, scorer = session_and_phone
    plain = shapes()
    for path in (*PAGES, "preview", "settle/picture.svg"):
        fields = by_place(1, 2, 3, newest=2)
        at = f"/t/{session.pk}/{path}"
        answer = (
            scorer.post(f"{at}/", fields, headers=HTMX) if path == "preview" else scorer.get(at)
        )
        try:
            _name, shape, _wrong = read(path, answer)
        except SyntaxError:
            shape = ["no XML"]
        if shape != plain[path]:
            problems.add(f"{path}: other elements")
    return problems


@pytest.mark.trust("S9", control=True)
def test_without_quoting_the_files_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control for files."""
    for module in (files, sheet_page):
        monkeypatch.setattr(module, "safe", str)
    session, scorer = evening(HOSTILE)
    for name in FILES:
        if "json" not in name:
            answer = scorer.get(f"/t/{session.pk}/files/{name}")
            assert "=1+1" in read_file(name, answer, HOSTILE)[2], name


@pytest.mark.trust("S9", control=True)
@pytest.mark.full
def test_without_encoding_the_name_of_a_file_would_be_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control for headers."""
    monkeypatch.setattr(
        files, "content_disposition_header", lambda _saved, name: f'attachment; filename="{name}"'
    )
    people = ('An"; x="y', *HOSTILE[1:])
    assert "totals.csv: x" in wrong(people)
