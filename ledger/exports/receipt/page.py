"""The receipt of an evening: one page that holds the book, its mark and what checks both.

It needs no network and opens from a phone's files. Without scripts it is read; with them it works
the hashes and the signatures out by itself.
"""

import hashlib
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from ledger.common.signature import public_key, sign
from ledger.exports.files import send
from ledger.exports.receipt import reading
from ledger.exports.receipt.columns import pack
from ledger.exports.receipt.documents import ReceiptBook, read
from ledger.exports.receipt.signs import as_text
from ledger.exports.receipt.words import Words
from ledger.models import Session

LIMIT = 20 * 1024
"""Bytes of a receipt; of a longer evening it holds the end, and the sums of what was before."""

MOST = 240
"""Lines of the log that are tried at first."""

LEAST = 11
"""Pixels of a letter."""

STYLE, LOADER, CHECK = (f"ledger/receipt/{name}" for name in ("page.css", "load.js", "check.js"))


def download_receipt(
    request: HttpRequest, session: Session, *, for_programs: bool = False
) -> StreamingHttpResponse:
    """The receipt as a file, in the language of who asks."""
    stem = session.pk if for_programs else session.name or session.pk
    made = iter([receipt(session).encode()])
    return send(request, f"{stem}-receipt.html", "text/html; charset=utf-8", made)


def receipt(session: Session) -> str:
    """The page, with as much of the end of the book as fits."""
    session, book = read(session, max(0, session.log_count - MOST))
    while True:
        made, lines = _page(session, book), len(book.lines)
        size = len(made.encode())
        if size <= LIMIT or lines <= 1:
            return made
        fewer = max(1, min(lines - 1, lines * LIMIT // size - 2))
        session, book = read(session, session.log_count - fewer)


def _page(session: Session, book: ReceiptBook) -> str:
    words, files = Words(session, book), _files()
    style = files["style"] + _columns(words.width, 1 + len(words.names))
    hashes = {"style": (_hash(style),), "script": (_hash(files["loader"]), files["check"])}
    context = {"session": session, "words": words, "style": _element("style", style)}
    context |= {"mark": session.public_mark, "key": public_key(), "policy": _policy(hashes)}
    context |= {"scripts": _scripts(pack(words.for_script), files)}
    return _signed(render_to_string("receipt.html", context), session.unsigned_mark)


def _scripts(words: str, files: Mapping[str, str]) -> SafeString:
    """What the page holds, what checks it, packed, and what unpacks that."""
    parts = (
        _element("script", words, 'type="text/plain" id="held" data-words="" data-file=""'),
        _element("script", files["code"], 'type="text/plain" id="code"'),
        _element("script", files["loader"]),
    )
    return SafeString("\n".join(parts))


def _element(tag: str, text: str, attributes: str = "") -> SafeString:
    """With a text that is none of a person's: it stands as it is, and ends no element."""
    assert f"</{tag}" not in text
    return SafeString(f"<{' '.join(filter(None, (tag, attributes)))}>{text}</{tag}>")


def _signed(page: str, mark: str) -> str:
    """The page with the signatures of its words and, over all else, of its bytes."""
    for slot, signed in (("words", reading.words_of), ("file", reading.file_of)):
        made = sign(signed(page, mark))
        page = page.replace(f'data-{slot}=""', f'data-{slot}="{made}"', 1)
    return page


@lru_cache(maxsize=1)
def _files() -> dict[str, Any]:
    """What every receipt has: style, loader and the script that checks, packed; their hashes."""
    check = _text(CHECK)
    code = as_text(zlib.compress(check.encode(), 9))
    texts = {"style": _text(STYLE), "loader": _text(LOADER)}
    return texts | {"code": code, "check": _hash(check)}


def _columns(width: int, count: int) -> str:
    """So many columns so wide, in letters that fit a phone; where they would be tiny it scrolls."""
    size = 0.75 * width
    return f"pre{{tab-size:{size:.1f}em;font-size:clamp({LEAST}px,90vw/{size * count:.1f},14px)}}"


def _policy(hashes: Mapping[str, Sequence[str]]) -> SafeString:
    """Nothing but these styles and scripts, and nothing from anywhere."""
    allowed = []
    for kind, of_kind in hashes.items():
        known = " ".join(f"'sha256-{each}'" for each in of_kind)
        allowed.append(f"{kind}-src {known}")
    parts = ["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"]
    return SafeString("; ".join(parts))  # hashes have no quotation marks


def _text(name: str) -> str:
    """A static file as pages get it."""
    storage: Any = staticfiles_storage
    return str(storage.text(name)).strip()


def _hash(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()
