"""What a test does with a phone of another engine: the same few acts on each."""

import json
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.running.server import until

WIDTH, HEIGHT = 390, 664
"""What an iPhone's browser leaves to a page, in CSS pixels."""

PAUSE = 0.05

HITS = """(selector => {
    const elements = document.querySelectorAll(selector);
    if (elements.length !== 1) return [elements.length + " elements are " + selector];
    const element = elements[0], box = element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    const label = hit && hit.closest("label");
    if (element.contains(hit) || (label && label.control === element)) return ["", x, y];
    const there = hit ? hit.outerHTML.slice(0, 200) : "nothing";
    return ["at the middle of " + selector + ", " + [x, y] + ", there is " + there];
})"""
"""Why a thumb does not hit the middle of the one element, or "" and where that is.

What hits a label hits its field.
"""

SHOW = """(selector => {
    const element = document.querySelector(selector);
    if (element) element.scrollIntoView({ block: "center" });
})"""


class EngineError(Exception):
    """What an engine answers to a command that it could not carry out."""


class Engine(ABC):
    """One page in one engine, in a window of a phone's size."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to a page and wait until it is loaded."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """Return the value of an expression in the page, which JSON can say."""

    @abstractmethod
    def touch(self, x: float, y: float) -> None:
        """Press and let go at a point of the window, in CSS pixels."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into what has the focus."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Write what the window shows as PNG."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this much room, in CSS pixels."""

    @abstractmethod
    def close(self) -> None:
        """Forget the page and its cookies."""

    def wait_for(self, expression: str) -> Any:
        """Ask until the expression is true; a page on its way to another cannot answer."""
        answer: Any = None

        def holds() -> bool:
            nonlocal answer
            try:
                answer = self.run(expression)
            except EngineError as error:
                answer = error
            return bool(answer) and not isinstance(answer, EngineError)

        assert until(holds, pause=PAUSE), f"{expression} was {answer!r} to the end"
        return answer

    def hits(self, selector: str) -> bool:
        """Whether the middle of an element can be tapped where it is, without any scroll."""
        return not self._aim(selector)[0]

    def tap(self, selector: str) -> None:
        """Tap the middle of the one element, after a scroll to it where it cannot be hit yet."""
        assert until(lambda: self._show(selector), pause=PAUSE), self._aim(selector)[0]
        self.touch(*self._aim(selector)[1:])

    def _show(self, selector: str) -> bool:
        """Scroll to it unless it can be hit, and return whether it can be hit now."""
        if not self.hits(selector):
            with suppress(EngineError):
                self.run(f"{SHOW}({json.dumps(selector)})")
        return self.hits(selector)

    def _aim(self, selector: str) -> list[Any]:
        try:
            return list(self.run(f"{HITS}({json.dumps(selector)})"))
        except EngineError as error:  # the page is on its way to another
            return [str(error)]

    def is_drawn(self, selector: str) -> bool:
        """Whether anything on the page, in sight or not, is drawn of such elements."""
        boxes = "[...document.querySelectorAll({})].some(each => each.getClientRects().length)"
        return bool(self.run(boxes.format(json.dumps(selector))))

    def text(self, selector: str) -> str:
        """What stands in the one element, as it is shown."""
        script = f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.innerText)"
        (words,) = self.run(script)
        return str(words)
