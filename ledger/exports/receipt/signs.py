"""Bytes in 91 signs that mean nothing in HTML's scripts: 13 bits in two, the last six in one.

The signs are those from "!" to "{", with "|" for "<". `static/ledger/receipt/load.js` reads them.
"""

FIRST, SIGNS = ord("!"), 91
PAIR, ONE = 13, 6
"""Bits of two signs, and of one that is left."""


def as_text(raw: bytes) -> str:
    """Signs, 16 for 13 bytes."""
    bits = "".join(f"{byte:08b}" for byte in raw)
    groups = (bits[at : at + PAIR] for at in range(0, len(bits), PAIR))
    return "".join(map(_signs, groups)).replace("<", "|")


def _signs(bits: str) -> str:
    if len(bits) <= ONE:
        return chr(FIRST + int(bits.ljust(ONE, "0"), 2))
    more, less = divmod(int(bits.ljust(PAIR, "0"), 2), SIGNS)
    return chr(FIRST + more) + chr(FIRST + less)


def as_bytes(text: str) -> bytes:
    """The reverse; raises ValueError."""
    signs = text.replace("<", " ").replace("|", "<")
    bits = "".join(_bits(signs[at : at + 2]) for at in range(0, len(signs), 2))
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))


def _bits(signs: str) -> str:
    numbers = [ord(sign) - FIRST for sign in signs]
    size = ONE if len(numbers) == 1 else PAIR
    number = numbers[0] if size == ONE else numbers[0] * SIGNS + numbers[1]
    if number >> size or not all(0 <= each < SIGNS for each in numbers):
        raise ValueError("signs that are none of these")
    return f"{number:0{size}b}"
