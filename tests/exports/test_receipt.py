"""A receipt holds the book, fits 20 KB, and says of itself whether it is as it was made."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils.translation import override
from lxml import html

from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit.witnesses import marks_in
from ledger.common.spelling import name_key
from ledger.database import guards
from ledger.exports.receipt import page, receipt, wrong
from ledger.exports.receipt.columns import pack, unpack, unzigzag, zigzag
from ledger.exports.receipt.documents import again, line_hashes, read
from ledger.exports.receipt.page import LIMIT
from ledger.exports.receipt.signs import as_bytes, as_text
from ledger.models import Session
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.books.audit.against import checked_against
from tests.exports.receipts import TAMPERED, an_evening
from tests.security.hostile import name_as_kept, names
from tests.stories.evenings import RandomEvening
from tests.stories.owner import Owner, round_rewritten
from tests.trust import Tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Session:
    return an_evening()


@pytest.mark.parametrize(
    "rules", ["tien_len", *(pytest.param(each, marks=pytest.mark.full) for each in RULE_SETS)]
)
def test_an_evening_of_a_hundred_rounds_fits(rules: str, tell: Tell) -> None:
    made = receipt(table := an_evening(100, rules=rules, players=6))
    tell(f"{rules}: {len(made.encode())} bytes")
    assert len(made.encode()) <= LIMIT
    assert list(wrong(made)) == []
    lines = unpack(html.fromstring(made.encode()).get_element_by_id("held").text)["lines"]
    assert len(lines) == table.log_count


def test_what_does_not_fit_is_summed_up_and_not_called_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = 11 * 1024
    monkeypatch.setattr(page, "LIMIT", limit)
    made = receipt(an_evening(40))
    assert limit * 0.9 < len(made.encode()) <= limit
    assert list(wrong(made)) == []
    shown = html.fromstring(made.encode())
    rows = shown.get_element_by_id("rows").text.splitlines()[1:]
    before = 40 - (len(rows) - 1)
    assert f"ván 1 tới {before} chỉ có tổng" in shown.text_content()
    assert rows[0].startswith("…\t")
    assert rows[1].startswith(f"{before + 1}\t")


def test_before_the_first_round_it_is_right_too() -> None:
    made = receipt(an_evening(0))
    assert list(wrong(made)) == []
    assert html.fromstring(made.encode()).get_element_by_id("rows").text == "\tAn\tBình\tCúc\tDũng"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happened_the_receipt_is_right(seed: int) -> None:
    evening = RandomEvening(Random(seed))
    evening.change_each()
    for table in evening.tables():
        with override(("vi", "en")[seed % 2]):
            assert list(wrong(receipt(table))) == []
        half = table.log_count // 2
        _session, book = read(table, half)
        copy = again(unpack(pack(json.loads(json.dumps(book.as_json())))))
        assert copy == book
        assert line_hashes(copy)[table.log_count] == table.log_head
        assert copy.balances == {each.number: each.balance for each in table.seats.all()}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_is_said(what: str, table: Session, tmp_path: Path) -> None:
    tamper, words = TAMPERED[what]
    file = tmp_path / "receipt.html"
    file.write_text(tamper(receipt(table)))
    status, output = checked_against(file)
    assert status == 1
    assert words in output


@pytest.mark.parametrize("old", [False, True])
def test_a_receipt_as_it_came_is_right(
    old: bool, table: Session, tmp_path: Path, settings: Any
) -> None:
    file = tmp_path / "receipt.html"
    file.write_text(receipt(table))
    if old:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]
    assert checked_against(file) == (0, "The ledger is right: no difference found.\n")
    assert list(map(str, marks_in(file))) == [table.public_mark] or old


def test_another_service_signs_with_another_key(
    table: Session, tmp_path: Path, settings: Any
) -> None:
    secret, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    file = tmp_path / "receipt.html"
    file.write_text(receipt(table))
    settings.SECRET_KEY = secret
    status, output = checked_against(file)
    assert status == 1
    assert "is none of ours" in output


def test_of_a_rewritten_book_the_first_document_is_named(table: Session, tmp_path: Path) -> None:
    file = tmp_path / "receipt.html"
    file.write_text(receipt(table))
    guards.remove(connection)
    owner = Owner(table.pk, Random(1))
    round_rewritten(owner)
    owner.reseal()
    status, output = checked_against(file)
    assert status == 1
    assert "it is not what the file has seen" in output
    assert "the first of its postings that the book has otherwise is number" in output


def hostile() -> Iterator[list[str]]:
    """Names that are kept, six at a time."""
    texts = list(
        {name_key(each): each for each in filter(None, map(name_as_kept, names()))}.values()
    )
    for start in range(0, len(texts) - 6, 6):
        yield texts[start : start + 6]


def test_no_name_leaves_its_place() -> None:
    plain = [each.tag for each in html.fromstring(receipt(an_evening(1)).encode()).iter("*")]
    for people in hostile():
        table = an_evening(1)
        sessions.rename_players(table.pk, dict(enumerate(people[:4], 1)), by=ON_THE_MACHINE)
        sessions.rename_session(table.pk, people[4], by=ON_THE_MACHINE)
        sessions.change_bet_unit(table.pk, 5000, reason=people[5], by=ON_THE_MACHINE)
        table.refresh_from_db()
        made = receipt(table)
        assert list(wrong(made)) == [], people
        shown = html.fromstring(made.encode())
        assert {each.tag for each in shown.iter("*")} == {*plain}, people
        assert [each.text for each in shown.iter("bdi")] == people[:4]


def test_what_is_packed_comes_back() -> None:
    rng = Random(1)
    many: Any = [
        {"number": rng.randrange(-9, 10**9), "a": rng.choice([None, "é\n", {}, [], True])}
        for _ in range(200)
    ]
    values: list[Any] = [None, 7, "a", [], {}, [[], {}], {"1": {"2": [1]}}, many]
    sure, moment = [*range(200), *[0] * 9000, 1], "2026-11-29T14:17:02.545206+00:00"
    for value in (*values, sure, {"at": moment}):
        assert unpack(pack(value)) == value
    right = pack(many)
    for wrong_text in ("", "a", "<", "~" * 9, right[:-9], right[5:], right + "a" * 9):
        with pytest.raises(ValueError, match="packed"):
            unpack(wrong_text)
    assert [unzigzag(zigzag(each)) for each in range(-9, 9)] == list(range(-9, 9))


def test_bytes_come_back_from_their_signs() -> None:
    for size in range(40):
        raw = Random(size).randbytes(size)
        assert as_bytes(as_text(raw)) == raw
        assert "<" not in as_text(raw)
    for wrong_text in ("<", "é!", "!}", "{{"):
        with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
            as_bytes(wrong_text)


def test_what_never_ends_is_not_read() -> None:
    """A list of a million like entries takes no room."""
    with pytest.raises(ValueError, match="packed"):
        unpack(pack([[0] * 1001] * 1050))
