"""What a test on another engine relies on: real taps, and a window as large as a phone's."""

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.old_phones.engine import HEIGHT, WIDTH, Engine

SIZES = ((390, 664), (375, 553), (360, 640), (320, 568), (412, 732), (844, 390))

PAGE = "data:text/html," + quote("""<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<script>
    addEventListener("click", event => { window.last = [event.target.id, event.isTrusted] })
</script>
<button id="free">free</button>
<p style="position: relative">
  <button id="under">under</button>
  <b style="position: absolute; top: 0; left: 0; width: 9rem; height: 4rem">over</b>
</p>
<label><input id="hidden" type="checkbox" style="opacity: 0"> tick</label>
<button id="far" style="margin-top: 3000px">far</button>
<input id="words">
<i hidden>nothing</i>
""")


@pytest.fixture
def page(phone: Engine) -> Engine:
    phone.open(PAGE)
    return phone


@pytest.mark.parametrize("selector", ["#free", "#hidden", "#far"])
def test_a_tap_is_one_of_a_real_finger(page: Engine, selector: str) -> None:
    page.tap(selector)
    assert page.wait_for("window.last") == [selector[1:], True]


def test_what_is_covered_or_out_of_sight_is_not_hit(page: Engine) -> None:
    assert page.hits("#free")
    assert not page.hits("#under")
    assert not page.hits("#far")
    assert not page.hits("button")  # they are three


def test_words_are_typed_into_what_was_tapped(page: Engine) -> None:
    page.tap("#words")
    page.type("Bình Đạt")
    assert page.run("document.getElementById('words').value") == "Bình Đạt"
    assert page.text("#free") == "free"
    assert page.is_drawn("#far")
    assert not page.is_drawn("[hidden]")


def test_a_page_gets_the_room_of_a_phone(page: Engine, tmp_path: Path) -> None:
    room = "[innerWidth, innerHeight]"
    assert page.run(room) == [WIDTH, HEIGHT]
    for size in SIZES:
        page.resize(*size)
        assert page.run(room) == [*size]
    page.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
