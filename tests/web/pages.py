"""A page as its elements: what is asked in the round form, what is chosen, what stands where."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import html


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a page, with the elements and texts in it."""

    node: Any

    @property
    def tag(self) -> str:
        return str(self.node.tag)

    @property
    def attributes(self) -> dict[str, str]:
        return dict(self.node.attrib)

    def all(self, tag: str = "", **attributes: str) -> "Iterator[Element]":
        """Go through the elements in it that have these attributes: `data_seat="3"`, `id="say"`."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        for node in self.node.iterdescendants(tag or None):
            if all(node.get(name) == value for name, value in wanted.items()):
                yield Element(node)

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """Return the first of them; there must be one."""
        return next(self.all(tag, **attributes))

    @property
    def text(self) -> str:
        """All that can be read in it."""
        return " ".join(" ".join(self.node.itertext()).split())


@dataclass(frozen=True, slots=True)
class Question:
    """A field of the round form: its answers with their notes, and the values it has."""

    answers: dict[str, str]
    chosen: list[str]


def read(page: str) -> Element:
    """Read a page or pieces of one."""
    return Element(html.fragment_fromstring(page, create_parent=True))


def questions(page: str) -> dict[str, Question]:
    """Return the fields of the round form that a player fills, by name."""
    asked: dict[str, Question] = {}
    for element in read(page).one("form", id="round").all():
        name = element.attributes.get("name", "")
        kind = element.attributes.get("type", "text")
        if element.tag == "select":
            asked[name] = _select(element)
        elif element.tag == "input" and kind != "hidden":
            its = asked.setdefault(name, Question({}, []))
            value = element.attributes.get("value", "")
            if kind == "checkbox":
                its.answers[value] = ""
            if value and (kind == "text" or "checked" in element.attributes):
                its.chosen.append(value)
    return asked


def filled(page: str) -> dict[str, list[str]]:
    """Return the fields that have a value, by name."""
    return {name: each.chosen for name, each in questions(page).items() if each.chosen}


def figures(page: str) -> list[str]:
    """Return what the round being entered would pay, column by column, of a page or a preview."""
    root = read(page)
    line = next(root.all(id="draft"), None) or root.one(hx_target="#draft")
    return [
        figure.text for figure in line.all("span") if "figure" in figure.attributes.get("class", "")
    ]


def problem(page: str) -> str:
    """Return what the strip says is wrong, "" if it says nothing is."""
    strip = read(page).one(id="strip")
    return next((words.text for words in strip.all(data_kind="bad")), "")


def hint(page: str) -> str:
    """Return what the strip says, whatever it is."""
    return next(words.text for words in read(page).one(id="strip").all("div"))


def _select(element: Element) -> Question:
    options = [each for each in element.all("option") if each.attributes["value"]]
    return Question(
        {each.attributes["value"]: each.attributes.get("data-note", "") for each in options},
        [each.attributes["value"] for each in options if "selected" in each.attributes],
    )
