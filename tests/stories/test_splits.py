"""One host that shows two books: no phone alone can tell, the first two that compare codes do."""

from random import Random

import pytest
from django.db import connection

from ledger.books.audit import differences
from tests.stories.evenings import RandomEvening
from tests.stories.phones import Phones, WitnessPhone
from tests.stories.rewrites import Tally, undone, witnesses
from tests.trust import Tell, in_full

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="one engine is enough for scripts"),
]

COMPARE = """async ({ mine, theirs, blind }) => {
  const text = await (await fetch("/static/ledger/codes.js")).text();
  const script = blind ? text.replace(/hash.startsWith\\(.*?\\)\\)/, "true") : text;
  const made = new Blob([script], { type: "text/javascript" });
  const { codeOf, compared } = await import(URL.createObjectURL(made));
  const say = (one, other) => compared(one, codeOf(other.line, other.head)).outcome;
  const [one, other] = [JSON.parse(mine), JSON.parse(theirs)];
  const said = say(one, other);
  return said === "ahead" ? say(other, one) : said;
}"""
"""What one phone says of the code of the other; where that has seen more, the other way round."""


def compared(
    phones: Phones, one: WitnessPhone, other: WitnessPhone, book: str, *, blind: bool = False
) -> str:
    both = {"mine": one.storage[book], "theirs": other.storage[book], "blind": blind}
    return str(phones.page.evaluate(COMPARE, both))


def split(phones: Phones, seed: int) -> tuple[str, list[list[WitnessPhone]]]:
    """A table whose book goes on in two ways, each shown to three phones that find nothing."""
    rng = Random(seed)
    evening = RandomEvening(rng)
    for _ in range(rng.randint(1, 6)):
        evening.change()
    groups = [[WitnessPhone() for _ in range(3)] for _ in range(2)]
    for phone in (*groups[0], *groups[1]):
        assert phones.look(phone, evening.now()) == ""
    for group in groups:
        with undone():
            for _ in range(rng.randint(1, 6)):
                evening.change()
            assert list(differences([evening.id])) == []
            assert [phones.look(phone, evening.now()) for phone in group] == ["", "", ""]
        evening.now()
    return evening.id, groups


@pytest.mark.trust("R12")
@in_full("splits", 5, 100)
def test_the_first_two_phones_of_two_books_say_so(
    splits: int, fresh_ledger: str, tell: Tell
) -> None:
    apart = alike = missed = 0
    with witnesses(Tally()) as asked:
        for seed in range(splits):
            book, (ours, theirs) = split(asked.phones, seed)
            one, other = ours[seed % 3], theirs[seed // 3 % 3]
            apart += compared(asked.phones, one, other, book) == "other"
            missed += compared(asked.phones, one, other, book, blind=True) == "same"
            alike += compared(asked.phones, ours[0], ours[1], book) == "same"
    tell(f"{splits} splits, {apart} found by the first two phones; {alike} pairs of one book alike")
    assert apart == alike == splits
    assert missed == splits, "the control: codes that are not compared find nothing"


def test_whoever_went_by_a_book_that_was_put_back_compares_as_the_same(fresh_ledger: str) -> None:
    with witnesses(Tally()) as asked:
        evening = RandomEvening(Random(1))
        early, late = WitnessPhone(), WitnessPhone()
        assert asked.phones.look(early, evening.now()) == ""
        with undone():
            evening.change()
            assert asked.phones.look(late, evening.now()) == ""
        evening.change()
        assert asked.phones.look(early, evening.now()) == ""
        assert asked.phones.look(late, evening.now()) != ""
        asked.phones.page.locator("#differs [data-accept]").click()
        late.storage[evening.id] = asked.phones.page.evaluate(f"localStorage['book:{evening.id}']")
        assert compared(asked.phones, late, early, evening.id) == "same"
