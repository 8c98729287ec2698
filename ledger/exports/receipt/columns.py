"""JSON in columns: rows that are alike become lists of small numbers, which deflate well.

A value is taken apart as it is walked through. What stands at one path, such as
`.postings[].round.result.transfers[].payer`, is one column: a table of the different values and
which of them came when. An object is there as the list of its keys, a list as its length; moments
and ids of submissions have columns of bytes. `static/ledger/receipt/columns.js` reads the same.
"""

import json
import zlib
from base64 import b85decode, b85encode
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from ledger.books.chain import canonical, instant

COUNTING = {"number", "stands_for", "round", "posting"}
"""Keys whose numbers are kept as what they are more than the one before them."""

WHOLE = {"rules", "bet_unit", "people", "says", "balances", "signs"}
"""Keys whose value is kept as it is."""

LONG, NEW_BLOCK = 200, 5
"""Bytes of a column that has a code of its own, and zlib's Z_BLOCK."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class _Column:
    def __init__(self) -> None:
        self.table: dict[str, int] = {}
        self.bytes = bytearray()
        self.last = 0

    def add(self, value: object) -> None:
        text = canonical(value)
        self.bytes += varint(self.table.setdefault(text, len(self.table)))


class _Writer:
    def __init__(self) -> None:
        self.columns: defaultdict[str, _Column] = defaultdict(_Column)
        self.moment = 0

    def put(self, value: Any, path: str = "", key: str = "") -> None:
        column = self.columns[path]
        if key == "at":
            moment = (datetime.fromisoformat(value) - EPOCH) // MICROSECOND
            column.bytes += varint(zigzag(moment - self.moment))
            self.moment = moment
        elif key == "submission":
            column.bytes += UUID(value).bytes
        elif isinstance(value, dict | list) and key not in WHOLE:
            column.add([sorted(value)] if isinstance(value, dict) else [len(value)])
            self._parts(value, path, key)
        elif key in COUNTING and isinstance(value, int):
            column.add(value - column.last)
            column.last = value
        else:
            column.add(value)

    def _parts(self, value: dict[str, Any] | list[Any], path: str, key: str) -> None:
        if isinstance(value, list):
            for each in value:
                self.put(each, f"{path}[]", f"{key}[]")
            return
        for name in sorted(value):
            shared = "#" if name.isdigit() else name  # seats are alike
            self.put(value[name], f"{path}.{shared}", name)


def pack(value: Any) -> str:
    """Any JSON with times as `instant` has them and ids as UUIDs are spelt, as text."""
    writer = _Writer()
    writer.put(value)
    columns = [bytes(each.bytes) for each in writer.columns.values()]
    tables = [[*map(json.loads, each.table)] for each in writer.columns.values()]
    head = [[len(each), *table] for each, table in zip(columns, tables, strict=True)]
    return as_text(deflated([f"{canonical(head)}\n".encode(), *columns]))


def deflated(parts: Iterable[bytes]) -> bytes:
    """All parts as one; each long one is coded on its own, its bytes being unlike those around."""
    made, packer, alone = b"", zlib.compressobj(9, memLevel=9), True
    for part in parts:
        if alone or len(part) >= LONG:
            made += packer.flush(NEW_BLOCK)
        alone = len(part) >= LONG
        made += packer.compress(part)
    return made + packer.flush()


def as_text(raw: bytes) -> str:
    """Bytes in letters and signs, 5 for 4, none of which means anything in HTML's scripts."""
    return b85encode(raw).decode().replace("<", ",")


def as_bytes(text: str) -> bytes:
    """The reverse; raises ValueError."""
    return b85decode(text.replace("<", " ").replace(",", "<"))


class _Reader:
    def __init__(self, raw: bytes) -> None:
        head, _line, rest = raw.partition(b"\n")
        self.columns: dict[str, tuple[list[Any], Iterator[int], list[int]]] = {}
        self.left = self._split(json.loads(head), rest)
        self.moment = 0

    def _split(
        self, head: Any, rest: bytes
    ) -> Iterator[tuple[list[Any], Iterator[int], list[int]]]:
        start = 0
        for size, *table in head:
            yield table, iter(rest[start : start + size]), [0]
            start += size

    def get(self, path: str = "", key: str = "") -> Any:
        if path not in self.columns:
            self.columns[path] = next(self.left)
        table, numbers, last = self.columns[path]
        if key == "at":
            self.moment += unzigzag(read_varint(numbers))
            return instant(EPOCH + self.moment * MICROSECOND)
        if key == "submission":
            return str(UUID(bytes=bytes(next(numbers) for _ in range(16))))
        value = table[read_varint(numbers)]
        if isinstance(value, list) and key not in WHOLE:
            return self._parts(value[0], path, key)
        if key in COUNTING and isinstance(value, int):
            value = last[0] = last[0] + value
        return value

    def _parts(self, shape: Any, path: str, key: str) -> Any:
        if isinstance(shape, int):
            return [self.get(f"{path}[]", f"{key}[]") for _ in range(shape)]
        names = ((name, "#" if name.isdigit() else name) for name in shape)
        return {name: self.get(f"{path}.{shared}", name) for name, shared in names}


def unpack(text: str, most: int = 2**22) -> Any:
    """What was packed; raises ValueError where this is not what `pack` makes."""
    try:
        reader = _Reader(zlib.decompressobj().decompress(as_bytes(text), most))
        return reader.get()
    except (zlib.error, ValueError, LookupError, TypeError, StopIteration, RuntimeError) as error:
        raise ValueError("nothing that was packed") from error
    except RecursionError as error:
        raise ValueError("too deep") from error


def varint(number: int) -> bytes:
    """Seven bits a byte, the last ones first; all but the last byte have the eighth."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def read_varint(numbers: Iterator[int]) -> int:
    found, place = 0, 1
    while True:
        byte = next(numbers)
        found += (byte & 127) * place
        place *= 128
        if byte < 128:
            return found


def zigzag(number: int) -> int:
    """0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …"""
    return 2 * number if number >= 0 else -2 * number - 1


def unzigzag(number: int) -> int:
    return -(number + 1) // 2 if number % 2 else number // 2
