"""JSON in columns: what stands at one path is a table of values and which of them came when.

A value is taken apart as it is walked through; `.lines[].posting[].round.number` is such a path. An
object is there as the list of its keys, a list as its length; moments and ids of submissions have
no table. `static/ledger/receipt/columns.js` reads the same.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from ledger.books.chain import canonical, instant
from ledger.exports.receipt.bits import BitReader, BitWriter
from ledger.exports.receipt.signs import as_bytes, as_text

COUNTING = {"number", "stands_for", "round"}
"""Keys whose numbers are kept as what they are more than the one before them."""

WHOLE = {"rules", "bet_unit", "people", "says", "balances", "signs"}
"""Keys whose value is kept as it is."""

BYTE, LENGTH, ID = 8, 6, 128
"""Bits of a byte of the tables, of the length of a moment, and of an id."""

BEFORE = 5
"""How many bytes before one tell what it may be."""

UNREADABLE = LookupError, OverflowError, RuntimeError, StopIteration, TypeError, ValueError
"""What reading something else may end in, too deep a nesting among it."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class _Contexts:
    """What a number is likely by: its column, and the numbers before it there and anywhere."""

    def __init__(self) -> None:
        self._last: Counter[str] = Counter()
        self._before = 0

    def at(self, path: str) -> tuple[str, ...]:
        beside = f"{path} {self._before}"
        return path, beside, f"{beside} {self._last[path]}"

    def came(self, path: str, number: int) -> None:
        self._last[path] = self._before = number


def _of_byte(before: bytes | bytearray) -> list[str]:
    text = before[-BEFORE:].decode("latin-1")
    return [f"{size}{text[len(text) - size :]}" for size in range(BEFORE)]


class _Apart:
    """Takes a value apart; what comes when, path by path."""

    def __init__(self) -> None:
        self.tables: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self.came: list[tuple[str, str, int]] = []
        """Path, key, and which of the table's; or the moment's or id's own number."""
        self._last: Counter[str] = Counter()
        self._moment = 0

    def put(self, value: Any, path: str = "", key: str = "") -> None:
        table = self.tables[path]
        if key == "at":
            moment = (datetime.fromisoformat(value) - EPOCH) // MICROSECOND
            self.came.append((path, key, zigzag(moment - self._moment)))
            self._moment = moment
        elif key == "submission":
            self.came.append((path, key, UUID(value).int))
        else:
            text = canonical(self._as_kept(value, path, key))
            self.came.append((path, key, table.setdefault(text, len(table))))
            self._parts(value, path, key)

    def _as_kept(self, value: Any, path: str, key: str) -> Any:
        if isinstance(value, dict | list) and key not in WHOLE:
            return [sorted(value)] if isinstance(value, dict) else [len(value)]
        if key in COUNTING and isinstance(value, int):
            last, self._last[path] = self._last[path], value
            return value - last
        return value

    def _parts(self, value: Any, path: str, key: str) -> None:
        if isinstance(value, list) and key not in WHOLE:
            for each in value:
                self.put(each, f"{path}[]", f"{key}[]")
        elif isinstance(value, dict) and key not in WHOLE:
            for name in sorted(value):
                self.put(value[name], f"{path}.{_shared(name)}", name)


def _shared(name: str) -> str:
    return "#" if name.isdigit() else name  # seats are alike


def pack(value: Any) -> str:
    """Any JSON with times as `instant` has them and ids as UUIDs are spelt, as text."""
    apart = _Apart()
    apart.put(value)
    return as_text(_Written(apart).bits.written())


class _Written:
    """The tables of what was taken apart, then what came when."""

    def __init__(self, apart: _Apart) -> None:
        self.bits, self._contexts, self._tables = BitWriter(), _Contexts(), apart.tables
        tables = [[*map(json.loads, table)] for table in apart.tables.values()]
        self._text(f"{canonical(tables)}\n".encode())
        for came in apart.came:
            self._number(*came)

    def _text(self, text: bytes) -> None:
        for at, byte in enumerate(text):
            self.bits.put(byte, BYTE, _of_byte(text[max(0, at - BEFORE) : at]))

    def _number(self, path: str, key: str, number: int) -> None:
        if key == "at":
            length = number.bit_length()
            self.bits.put(length, LENGTH, [path])
            self.bits.put(number, max(0, length - 1))
        elif key == "submission":
            self.bits.put(number, ID)
        elif size := (len(self._tables[path]) - 1).bit_length():
            self.bits.put(number, size, self._contexts.at(path))
            self._contexts.came(path, number)


class _Together:
    """Puts a value together again."""

    def __init__(self, bits: BitReader) -> None:
        self._bits, self._contexts = bits, _Contexts()
        self._left: Iterator[list[Any]] = iter(json.loads(_tables_text(bits)))
        self._tables: dict[str, list[Any]] = {}
        self._last: Counter[str] = Counter()
        self._moment = 0

    def get(self, path: str = "", key: str = "") -> Any:
        if path not in self._tables:
            self._tables[path] = next(self._left)
        if key == "at":
            self._moment += unzigzag(self._long(path))
            return instant(EPOCH + self._moment * MICROSECOND)
        if key == "submission":
            return str(UUID(int=self._bits.get(ID)))
        return self._meant(self._value(path), path, key)

    def _long(self, path: str) -> int:
        length = self._bits.get(LENGTH, [path])
        return (1 << length - 1) + self._bits.get(length - 1) if length else 0

    def _value(self, path: str) -> Any:
        table = self._tables[path]
        size = max(0, len(table) - 1).bit_length()
        number = self._bits.get(size, self._contexts.at(path) if size else ())
        if size:  # the only one there is says nothing of what comes
            self._contexts.came(path, number)
        return table[number]

    def _meant(self, value: Any, path: str, key: str) -> Any:
        if isinstance(value, list) and key not in WHOLE:
            return self._parts(value[0], path, key)
        if key in COUNTING and isinstance(value, int):
            value = self._last[path] = self._last[path] + value
        return value

    def _parts(self, shape: Any, path: str, key: str) -> Any:
        if isinstance(shape, int):
            return [self.get(f"{path}[]", f"{key}[]") for _ in range(shape)]
        return {name: self.get(f"{path}.{_shared(name)}", name) for name in shape}


def _tables_text(bits: BitReader) -> bytes:
    text = bytearray()
    while not text.endswith(b"\n"):
        text.append(bits.get(BYTE, _of_byte(text)))
    return bytes(text)


def unpack(text: str) -> Any:
    """What was packed; raises ValueError where this is not what `pack` makes."""
    try:
        bits = BitReader(as_bytes(text))
        value = _Together(bits).get()
        bits.end()
        return value
    except UNREADABLE as error:
        raise ValueError("nothing that was packed") from error


def zigzag(number: int) -> int:
    """0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …"""
    return 2 * number if number >= 0 else -2 * number - 1


def unzigzag(number: int) -> int:
    return -(number + 1) // 2 if number % 2 else number // 2
