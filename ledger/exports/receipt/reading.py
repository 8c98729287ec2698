"""A receipt read again: what in it is not as the service made it."""

import hashlib
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from ledger.books.chain import canonical
from ledger.common.signature import fingerprint_of, public_keys, verifies
from ledger.common.strict_json import Object
from ledger.exports.receipt.columns import unpack
from ledger.exports.receipt.documents import (
    ReceiptBook,
    again,
    digest_of_names,
    in_order,
    line_hashes,
    read,
    told_digest,
)
from ledger.exports.receipt.words import rows, signed
from ledger.models import Session
from ledger.models.sessions import MARK_DIGITS

BEGINS, MARK = b"<!DOCTYPE html>", b' id="mark"'
FILE = re.compile(r'(?<= data-file=")[\w-]*(?=")')
VOID = {"meta", "input", "br", "img", "link", "hr"}
SPACE = re.compile(r"[ \t\n\r\f]+")


def receipt_in(file: Path) -> str:
    """The text of a file that means to be a receipt, if only the beginning; of any other ""."""
    raw = file.read_bytes()
    return raw.decode(errors="replace") if raw.startswith(BEGINS) and MARK in raw else ""


class ReceiptPage(HTMLParser):
    """The page as the script in it reads it (`static/ledger/receipt/check.js`)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.spelt = self.title = ""
        """All in the body but scripts and what they say, each element as `<b id=x>…</>`."""
        self.texts: dict[str, str] = {}
        """Of the first element with each id, and of the style sheets."""
        self.slots: dict[str, str] = {}
        self.people: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        slot = {name: value or "" for name, value in attrs}
        if slot.get("id") == "held":
            self.slots = self.slots or slot
        self._open.append((tag, slot.get("id", "style" if tag == "style" else "")))
        if self._is_read():
            self.spelt += f"<{tag}{''.join(f' {name}={value}' for name, value in slot.items())}>"
        if tag == "li" and self._is_in("people"):
            self.people.append("")
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self.spelt += "</>" if self._is_read() else ""
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._is_read():
            self.spelt += data
        if self._open and self._open[-1][0] == "title":
            self.title += data
        if self._is_in("people") and self.people:
            self.people[-1] += data
        for _tag, id in self._open:
            if id:
                self.texts[id] = self.texts.get(id, "") + data

    def _is_in(self, id: str) -> bool:
        return any(each == id for _tag, each in self._open)

    def _is_read(self) -> bool:
        tags = [tag for tag, _id in self._open]
        return "body" in tags and "script" not in tags and not self._is_in("check")

    @property
    def mark(self) -> tuple[str, str]:
        """What the mark says, and its signature."""
        text, _slash, signature = self.texts.get("mark", "").rpartition("/")
        return text, signature


def words_of(text: str, mark: str) -> str:
    """What is signed of all that the page shows and holds."""
    page = ReceiptPage(text)
    texts = [page.texts.get(each, "") for each in ("style", "held", "code")]
    parts = [SPACE.sub("", each) for each in (page.title, page.spelt, *texts)]
    return f"receipt words\n{mark}\n{_sha256(chr(10).join(parts))}"


def file_of(text: str, mark: str) -> str:
    """What is signed of every byte but that signature."""
    return f"receipt file\n{mark}\n{_sha256(FILE.sub('', text, count=1))}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def wrong(text: str) -> Iterator[str]:
    """What is wrong in a receipt, a sentence each; nothing where it is as we made it."""
    page = ReceiptPage(text)
    yield from _documents(page)
    key, (mark, signature) = page.texts.get("key", ""), page.mark
    if key not in public_keys():
        yield f"its key, {fingerprint_of(key)}, is none of ours"
    elif not verifies(key, mark, signature):
        yield "its mark is not signed by its key"
    for slot, signed_of, what in (
        ("words", words_of, "its words are not those that were signed"),
        ("file", file_of, "it is not byte for byte as it was made"),
    ):
        if not verifies(key, signed_of(text, mark), page.slots.get(f"data-{slot}", "")):
            yield what


def _documents(page: ReceiptPage) -> Iterator[str]:
    try:
        json = unpack(page.texts["held"])
        yield from _book(page, json, again(json))
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        yield "what it holds of the book cannot be read"


def _book(page: ReceiptPage, json: Object, book: ReceiptBook) -> Iterator[str]:
    line, head = list(line_hashes(book).items())[-1]
    if not in_order(book) or page.mark[0] != f"{book.session}/{line}/{head[:MARK_DIGITS]}":
        yield "its rounds do not come to its mark"
        yield from _other(book)
    if told_digest(book) not in (None, digest_of_names(book)):
        yield "the names that it holds are not those of the book"
    shown = page.texts["rows"].split("\n")[1:]
    yield from _unlike("row", shown, rows(book, json))
    names = ((name or f"#{seat}", book.balances[seat]) for seat, name in book.people[2])
    people = [f"{name} {signed(balance, json['signs'][0])}" for name, balance in names]
    yield from _unlike("player", [SPACE.sub(" ", each).strip() for each in page.people], people)


def _unlike(what: str, shown: list[str], expected: list[str]) -> Iterator[str]:
    if len(shown) != len(expected):
        yield f"it shows {len(shown)} {what}s and holds {len(expected)}"
    for one, other in zip(shown, expected, strict=False):
        if one != other:
            one, other = (" ".join(each.split("\t")) for each in (one, other))
            yield f"a {what} that it shows, “{one}”, is “{other}” by what it holds"


def other_than_the_book(text: str) -> Iterator[str]:
    """The first document of each kind, of a receipt that is right, that is another in the book."""
    return _other(again(unpack(ReceiptPage(text).texts["held"])))


def _other(of_receipt: ReceiptBook) -> Iterator[str]:
    session = Session.objects.filter(pk=of_receipt.session).first()
    if not session:
        return
    _session, book = read(session, of_receipt.before["line"])
    for name in ("postings", "lines"):
        pairs = zip(getattr(of_receipt, name), getattr(book, name), strict=False)
        others = [ours for each, ours in pairs if canonical(each) != canonical(ours)]
        for each in others[:1]:
            yield f"the first of its {name} that the book has otherwise is {_name_of(each)}"


def _name_of(document: Object) -> str:
    round = document.get("round")
    number = round["number"] if isinstance(round, dict) else round
    of = f", of round {number}" if number else ""
    return f"number {document['number']} ({document['kind']}{of})"
