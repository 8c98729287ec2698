"""Each measure of a layout finds its fault on a small page, and none on one that is right."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.layout import (
    KEY,
    axe_problems,
    boxes,
    clipped,
    covering,
    in_each_size,
    in_each_theme,
    large_letters,
    lines_in_sight,
    loose_bar,
    moved,
    overlapping,
    questions,
    shift_sum,
    shifts,
    small_targets,
    strip_in_sight,
    thumb_travel,
    unreachable,
    watch_shifts,
    wrong_hooks,
)
from tests.browser.small_table import RIGHT, TOAST, VEIL, WIDE, css

Measure = Callable[[Page], list[str]]

LONG = "main { position: static; overflow: visible } .stage { min-height: 120vh }"
FOOT = "[data-part=bar] { position: absolute; right: 0; bottom: 0; left: 0 }"

REACH = [
    (css("[data-question] { height: 20px; overflow: hidden }"), 'heo "heo đỏ" lies under'),
    (TOAST.format("inset: 0"), 'answer heo "heo đỏ" lies under p "Đã ghi"'),
    (TOAST.format("inset: 0"), 'question chat "Đóng" lies under p "Đã ghi"'),
    (css("[data-question] { bottom: 900px }"), "lies outside the window, at "),
    (css("[data-answer] { min-height: 0; height: 43px }"), 'heo "heo đỏ" is 43 px high'),
    ('<p data-question="thoi">Còn gì?</p>', "question thoi: there is nothing to tap"),
]

COVER = [
    (TOAST.format("bottom: 0; height: 60px"), 'bar lies under p "Đã ghi"'),
    (VEIL.format("background: #0001; pointer-events: none"), "tools lies under p "),
    (VEIL.format("border: 1px solid; pointer-events: none"), "bar lies under p "),
    (VEIL.format("opacity: 0"), "bar lies under p "),
    (
        css("main::after { content: ''; position: fixed; inset: 0; background: #0001 }"),
        "under main",
    ),
    (css("[data-part=feet] { margin-top: -20px }"), 'head 1 lies under part feet "Ế cóng"'),
    (css("[data-part=heads] { margin-left: -40px }"), "head 1 lies outside the window"),
    (css("[data-part=bar] { margin-bottom: 9px }"), "the bar ends at "),
    (css("[data-part=bar] { display: none }"), "there is no bar"),
    (css("body { height: 9000px }"), "html can be scrolled by "),
    (
        css("body { height: 9000px }") + "<script>scrollTo(0, 9)</script>",
        "page is scrolled by 9 px",
    ),
    (css(".stage { min-height: 900px }"), "main can be scrolled by "),
    (css("[data-part=strip] { width: 2000px }"), "main scrolls sideways by "),
    (WIDE, "html scrolls sideways by "),
]

CLIP = [
    (css(".name { width: 20px }"), 'seat 2 "Lan" is '),
    (css("[data-seat] { width: 30px; min-width: 0 }"), 'seat 1 "+1.250" is '),
    (css(".balance { text-overflow: ellipsis; overflow: hidden; width: 30px }"), "px cut off"),
    (css(".name { line-height: 8px; height: 8px }"), 'seat 1 "Ế" is '),
    (css(".name { height: 6px }"), 'seat 2 "Lan" is '),
    (css("[data-seat] { height: 30px; min-height: 0 }"), '"+1.250" is '),
    (css("[data-part=strip] { height: 9px }"), "outside part strip"),
    (css("h1 { text-overflow: clip; width: 90px; flex: none }"), "part top "),
    (css("[data-round] { width: 20px; overflow: hidden; white-space: nowrap }"), "round 12 "),
]

OVERLAP = [
    (css(".balance { margin-top: -20px }"), 'seat 2 "Lan +1.250": "Lan" and "+1.250" meet'),
    (
        css("svg { position: absolute; left: 4px }"),
        'round 12 "12 +2.000": "12 +2.000" and "icon" meet',
    ),
]

SMALL = [
    (css("[data-tool] { min-width: 0; width: 40px }"), 'tool chat "Chặt" is 40 × 48 px'),
    (css("[data-part=feet] { height: 43px }"), 'part feet "Ế cóng" is '),
    ('<input type="radio" style="width: 13px; height: 13px">', "is 13 × 13 px"),
]

HOOKS = [
    (css("[data-part=sheet] { display: none }"), "0 are part sheet"),
    ('<p data-part="bar"></p>', "2 are part bar"),
    (css("[data-seat] { display: none }"), "no head has data-seat"),
    ('<p data-part="heads"><b data-seat="1">Ế</b></p>', "two heads are seat 1"),
    ('<p data-part="feet">cóng</p>', "there are 3 feet to 2 heads"),
    ('<p data-round="12">12</p>', "two are round 12"),
    ('<p data-part="tools"><button>Thối</button></p>', '"Thối" has no data-tool'),
    ('<p data-question="thoi"><button>2♠</button></p>', "question thoi has no data-answer"),
    ('<p data-question="u"><b data-answer="a">A</b></p>', 'answer a "A" is nothing to tap'),
    ('<p data-question="u">' + '<button data-answer="a">A</button>' * 2, "question u: two are a"),
]

FAULTS = [
    *((unreachable, more, sentence) for more, sentence in REACH),
    *((covering, more, sentence) for more, sentence in COVER),
    *((clipped, more, sentence) for more, sentence in CLIP),
    *((overlapping, more, sentence) for more, sentence in OVERLAP),
    *((small_targets, more, sentence) for more, sentence in SMALL),
    *((wrong_hooks, more, sentence) for more, sentence in HOOKS),
    (loose_bar, css(LONG), "the bar ends at "),
    (loose_bar, css(f"{LONG} body {{ height: 300vh }} {FOOT}"), ", scrolled to "),
    (loose_bar, WIDE, "html scrolls sideways by "),
]

NO_FAULTS = [
    (covering, VEIL.format("pointer-events: none")),
    (covering, TOAST.format("bottom: 0; opacity: 0; pointer-events: none")),
    (
        small_targets,
        '<label style="padding: 20px">Bé<input type="radio" style="width: 9px"></label>',
    ),
    (loose_bar, css(f"{LONG} [data-part=bar] {{ position: sticky; bottom: 0 }}")),
]


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def right(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 664})
    page.set_content(RIGHT)
    return page


def test_a_page_that_is_right_has_no_fault_in_any_size_and_font(right: Page) -> None:
    for look in in_each_size(right):
        for measure in (covering, loose_bar, clipped, overlapping, small_targets, wrong_hooks):
            assert measure(right) == [], look
        assert unreachable(right, KEY) == [], look
        assert strip_in_sight(right), look
    assert questions(right) == ["chat"]


@pytest.mark.parametrize(("measure", "more", "sentence"), FAULTS)
def test_each_fault_is_found_and_named(
    page: Page, measure: Measure, more: str, sentence: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.set_content(RIGHT + more)
    assert any(sentence in problem for problem in measure(page)), measure(page)


@pytest.mark.parametrize(("measure", "more"), NO_FAULTS)
def test_what_only_looks_like_a_fault_is_none(page: Page, measure: Measure, more: str) -> None:
    page.set_content(RIGHT + more)
    assert measure(page) == []


def test_keys_may_be_asked_to_be_higher_than_what_is_tapped_besides(right: Page) -> None:
    right.add_style_tag(content="[data-question] button { min-height: 44px }")
    assert unreachable(right) == []
    assert unreachable(right, KEY) == [
        'question chat: answer heo "heo đỏ" is 44 px high',
        'question chat: answer tu-quy "tứ quý" is 44 px high',
    ]


def test_a_question_that_is_not_open_is_not_asked(right: Page) -> None:
    right.add_style_tag(content="[data-question] { display: none }")
    assert (questions(right), unreachable(right)) == ([], [])


def test_a_line_counts_that_is_whole_and_under_nothing(right: Page) -> None:
    sheet = right.locator("[data-part=sheet]").bounding_box()
    assert sheet is not None
    lines = min(12, int(sheet["height"] // 32))
    assert lines_in_sight(right) == lines - 2, "two lie under the question"
    right.add_style_tag(content="[data-question] { display: none }")
    assert lines_in_sight(right) == lines
    right.add_style_tag(content="[data-part=sheet] { flex: none; height: 100px }")
    assert lines_in_sight(right) == 3


@pytest.mark.parametrize("fault", [TOAST.format("inset: 0"), css("[data-part=strip] {top: 900px}")])
def test_a_strip_under_something_is_not_in_sight(page: Page, fault: str) -> None:
    page.set_content(RIGHT + fault + css("[data-part=strip] { position: relative }"))
    assert not strip_in_sight(page)
    page.set_content(RIGHT)
    page.locator("[data-part=strip]").evaluate("one => one.replaceChildren()")
    assert not strip_in_sight(page), "without words there is nothing to see"


def test_what_moves_comes_or_goes_is_named(right: Page) -> None:
    before = boxes(right)
    assert {*before} == {"head 1", "head 2", "foot 1", "foot 2", "strip", "tools", "bar"}
    assert moved(before, boxes(right)) == []
    top = before["strip"]["top"]
    right.add_style_tag(content="[data-part=bar] { height: 68px } [data-tool] { height: 52px }")
    changes = moved(before, boxes(right))
    assert f"strip: top {top:g} → {top - 24:g}" in changes
    assert "tools: height 48 → 52" in changes
    right.locator("[data-part=strip]").evaluate("one => { one.dataset.part = 'tabs' }")
    assert moved(before, boxes(right))[:2] == ["strip is gone", "tabs is new"]


COUNTING = """<span class="balance" data-counts>+9</span><script>
    setTimeout(() => document.querySelector('[data-counts]').remove(), 500)</script>"""


def test_a_figure_that_counts_up_is_let_come_to_its_end(page: Page) -> None:
    over = RIGHT.replace("+1.250</span>", "+1.250</span>" + COUNTING, 1) + css(
        "[data-counts] { margin-top: -24px }"
    )
    page.set_content(over)
    assert overlapping(page) == []


NOTICE = """document.querySelector('[data-part=heads]').insertAdjacentHTML(
    'afterend', '<p style="height: 54px">Lan báo ván 9 sai</p>')"""


def test_a_shift_is_counted_with_a_tap_and_without(right: Page) -> None:
    watch_shifts(right)
    assert (shifts(right), shift_sum(right)) == ([], 0)
    right.wait_for_timeout(600)  # half a second after a window changed its size is after a tap too
    right.evaluate(NOTICE)
    [alone] = shifts(right)
    assert "heads from " in alone
    assert "after a tap" not in alone
    before = shift_sum(right)
    assert before > 0
    right.evaluate(f"document.querySelector('[data-tool]').onclick = () => {{ {NOTICE} }}")
    right.locator("[data-tool]").tap()
    assert "after a tap" in shifts(right)[-1]
    assert shift_sum(right) > before


def test_a_shift_of_all_the_rest_is_none(right: Page) -> None:
    watch_shifts(right)
    right.evaluate("document.querySelector('h1').style.paddingTop = '40px'")
    right.locator("[data-part=sheet]").evaluate(
        "one => { one.innerHTML = one.innerHTML.repeat(2) }"
    )
    assert (shifts(right), shift_sum(right)) == ([], 0)


def test_a_document_that_nobody_watches_has_no_shifts_to_tell(right: Page) -> None:
    watch_shifts(right)
    right.goto("about:blank")
    with pytest.raises(Exception, match="nobody watches"):
        shifts(right)


def test_a_thumb_travels_from_tap_to_tap() -> None:
    assert thumb_travel([]) == thumb_travel([(9, 9)]) == 0
    assert thumb_travel([(0, 0), (30, 40), (30, 140)]) == 150


def test_axe_looks_at_the_document_in_both_themes(right: Page) -> None:
    assert axe_problems(right) == []
    right.add_style_tag(content="@media (prefers-color-scheme: dark) { h1 { color: #444 } }")
    [problem] = axe_problems(right)
    assert problem.startswith("dark color-contrast × 1")
    assert right.evaluate("matchMedia('(prefers-color-scheme: light)').matches")


def test_a_page_is_set_in_both_themes(right: Page) -> None:
    dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    assert [(theme, right.evaluate(dark)) for theme in in_each_theme(right)] == [
        ("dark", True),
        ("light", False),
    ]


def test_large_letters_are_large_for_a_media_query_too(right: Page) -> None:
    narrow = "matchMedia('(max-width: 15em)').matches"
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    assert not right.evaluate(narrow)
    with large_letters(right):
        right.set_viewport_size({"width": 390, "height": 664})
        assert (right.evaluate(narrow), right.evaluate(size)) == (True, 32)
    assert (right.evaluate(narrow), right.evaluate(size)) == (False, 16)
