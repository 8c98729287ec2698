"""Numbers that a table tells of a round: exact, as a string or a JSON number, never rounded."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from scoring.common.reading import Field, Reader, Schema
from scoring.common.text import Text


@dataclass(frozen=True, slots=True)
class ExactNumber:
    """Numbers from ``least`` to ``most`` with at most so many decimal ``places``."""

    places: int
    least: float
    most: int

    @property
    def schema(self) -> list[Schema]:
        """The two ways to write one, as schemas."""
        pattern = _pattern(self.places, self.least < 0).pattern
        text = {"type": "string", "pattern": f"^{pattern}$", "examples": ["1.5"]}
        return [text, {"type": "number", "minimum": self.least, "maximum": self.most}]

    def read(self, value: object) -> int | None:
        """The number as a whole count of its last decimal place, None where it is none."""
        if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
            return None
        if isinstance(value, int) and abs(value) > self.most:
            return None
        text = value if isinstance(value, str) else str(value)
        if not _pattern(self.places, self.least < 0).fullmatch(text):
            return None
        scale = 10**self.places
        exact = int(Decimal(text) * scale)
        return exact if self.least * scale <= exact <= self.most * scale else None

    def counting(self, what: Text) -> Field:
        """A part of the facts that is one; ``what`` it counts is told where it is none."""
        vi = f"{what.vi} từ {self.least} đến {self.most}, nhiều nhất {self.places} chữ số lẻ"
        en = f"{what.en} from {self.least} to {self.most} with at most {self.places} decimals"
        asked = Text(vi, en)

        def read(reader: Reader, value: object, path: str) -> int:
            exact = self.read(value)
            if exact is None:
                reader.expected(asked, value, path)
            return exact or 0

        return Field({"anyOf": self.schema}, read)


@cache
def _pattern(places: int, is_signed: bool) -> re.Pattern[str]:
    sign = "-?" if is_signed else ""
    return re.compile(rf"{sign}[0-9]{{1,7}}(\.[0-9]{{1,{places}}}0*)?")
