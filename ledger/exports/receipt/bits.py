"""Numbers in few bits: each costs the less the likelier what came before makes it.

An arithmetic coder. How likely a bit is to be 1 is told by what came after the same beginning of a
number in each of some contexts, from the widest to the narrowest. `static/ledger/receipt/bits.js`
reads the same: both reckon with the same doubles in the same order.
"""

from collections import defaultdict
from collections.abc import Sequence

TOP, BYTE = 2**32 - 1, 24
WEIGHT, FEW = 3, 2
"""How many bits the wider context is worth, and how many of the other bit are never forgotten."""

LEAST = 2**-14
"""The least chance that a bit is given."""

MOST = 2**20
"""Numbers that are read at most."""

Counts = list[float]
"""How often 0 and 1 came."""


def _chance(counts: Sequence[Counts]) -> float:
    chance = 0.5
    for zeros, ones in counts:
        chance = (ones + WEIGHT * chance) / (zeros + ones + WEIGHT)
    return min(max(chance, LEAST), 1 - LEAST)


def _learn(counts: Sequence[Counts], bit: int) -> None:
    for each in counts:
        each[bit] += 1
        if each[1 - bit] > FEW:
            each[1 - bit] = (each[1 - bit] + FEW) / 2


class _Bits:
    def __init__(self) -> None:
        self._low, self._high = 0, TOP
        self._counts: defaultdict[str, defaultdict[int, Counts]]
        self._counts = defaultdict(lambda: defaultdict(lambda: [0, 0]))

    def _number(self, size: int, contexts: Sequence[str], value: int) -> int:
        tallies, node = [self._counts[each] for each in contexts], 1
        for place in reversed(range(size)):
            counts = [each[node] for each in tallies]
            bit = self._next(_chance(counts), value >> place & 1)
            _learn(counts, bit)
            node = 2 * node + bit
        return node - (1 << size)

    def _next(self, chance: float, wanted: int) -> int:
        middle = self._low + int((self._high - self._low) * chance)
        if bit := self._bit(middle, wanted):
            self._high = middle
        else:
            self._low = middle + 1
        while self._low >> BYTE == self._high >> BYTE:
            self._shift(self._low >> BYTE)
            self._low, self._high = self._low << 8 & TOP, self._high << 8 & TOP | 255
        return bit

    def _bit(self, middle: int, wanted: int) -> int:
        raise NotImplementedError

    def _shift(self, byte: int) -> None:
        raise NotImplementedError


class BitWriter(_Bits):
    """Writes numbers from 0 on."""

    def __init__(self) -> None:
        super().__init__()
        self._bytes = bytearray()

    def put(self, number: int, size: int, contexts: Sequence[str] = ()) -> None:
        """A number of at most so many bits."""
        self._number(size, contexts, number)

    def written(self) -> bytes:
        """All of it; nothing comes after."""
        return bytes([*self._bytes, self._high >> BYTE])

    def _bit(self, _middle: int, wanted: int) -> int:
        return wanted

    def _shift(self, byte: int) -> None:
        self._bytes.append(byte)


class BitReader(_Bits):
    """Reads the same numbers, asked for with the same sizes and contexts; raises ValueError."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self._raw, self._at, self._read, self._code = raw, 0, 0, 0
        for _byte in range(4):
            self._shift(0)

    def get(self, size: int, contexts: Sequence[str] = ()) -> int:
        self._read += 1
        if self._read > MOST:
            raise ValueError("too many numbers")
        return self._number(size, contexts, 0)

    def end(self) -> None:
        """Raises ValueError where something is left."""
        if self._at < len(self._raw):
            raise ValueError("more than was written")

    def _bit(self, middle: int, _wanted: int) -> int:
        return int(self._code <= middle)

    def _shift(self, _byte: int) -> None:
        if self._at > len(self._raw) + 2:
            raise ValueError("less than was written")
        byte = self._raw[self._at] if self._at < len(self._raw) else 0
        self._code = self._code << 8 & TOP | byte
        self._at += 1
