"""A round that the microphone hears: words in the field, sent as typed ones are.

No browser recognises speech without its maker's servers. A stand-in fires what a real one does, in
its order: start, audiostart, soundstart, speechstart, results, speechend, soundend, audioend, the
last result, end; an error before the end; after `abort` an error and the end.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.layout import boxes, faults, moved
from tests.browser.phone import NAMES, Phone

STAND_IN = """
window.SpeechRecognition = undefined;
window.webkitSpeechRecognition = class extends EventTarget {
    start() {
        window.ear = this;
        this.asked = "start";
    }
    stop() {
        this.asked = "stop";
    }
    abort() {
        this.asked = "abort";
        this.fire("error aborted", "end");
    }
    fire(...names) {
        for (const name of names) {
            const [type, error] = name.split(" ");
            this.dispatchEvent(Object.assign(new Event(type), { error }));
        }
    }
    hear(...results) {
        const result = ([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal });
        const said = results.map(result);
        const last = { results: Object.assign({ length: said.length }, said), resultIndex: 0 };
        this.dispatchEvent(Object.assign(new Event("result"), last));
    }
};
"""
"""A page's `ear` is what listens, and its `asked` what it was asked to do last."""

BEGIN = ("start", "audiostart", "soundstart", "speechstart")
END = ("speechend", "soundend", "audioend")
SENTENCE = "An nhất, Bình nhì, Cường ba"
BALANCES = dict(zip(NAMES, (2000, 1000, -1000, -2000), strict=True))

PROBLEMS = {
    "not-allowed": "Máy chưa cho dùng micro.",
    "audio-capture": "Máy chưa cho dùng micro.",
    "no-speech": "Không nghe được gì.",
    "network": "Mất mạng nên không nghe được.",
    "aborted": "Không nghe được gì.",
}
LACKS = {
    "recogniser": "delete window.webkitSpeechRecognition",
    "safe context": 'Object.defineProperty(window, "isSecureContext", { value: false })',
}
SIZES = ((390, 664), (360, 640), (320, 568))


def opened(open_phone: OpenPhone, lack: str = "", **options: object) -> Phone:
    """The phone of a new table, with ears unless they lack something."""
    context = open_phone(**options)
    context.add_init_script(STAND_IN + lack)
    phone = Phone.of(context)
    with phone.page.expect_response("**/table_later*"):
        phone.open_table("tien_len")
    phone.page.wait_for_load_state("networkidle")
    return phone


def listening(phone: Phone) -> Phone:
    """The same, once it listens."""
    phone.do("open say")
    phone.page.wait_for_function("() => window.ear?.asked === 'start'")
    fire(phone, *BEGIN)
    return phone


def fire(phone: Phone, *names: str) -> None:
    phone.page.evaluate("names => ear.fire(...names)", names)


def hear(phone: Phone, *results: tuple[str, bool]) -> None:
    """Results with whether they are final."""
    phone.page.evaluate("results => ear.hear(...results)", results)


def asked(phone: Phone) -> str:
    return str(phone.page.evaluate("() => ear.asked"))


def test_what_is_heard_is_filled_in_and_recorded_with_one_tap(open_phone: OpenPhone) -> None:
    phone = opened(open_phone)
    loaded: list[str] = []
    phone.page.on("request", lambda request: loaded.append(request.url))
    listening(phone)
    assert [url for url in loaded if "/listening" in url]
    microphone, field = phone.page.locator("[data-open=say]"), phone.page.locator("#said")
    assert phone.page.evaluate("() => [ear.lang, ear.interimResults]") == ["vi-VN", True]
    expect(microphone).to_have_attribute("aria-pressed", "true")
    expect(microphone).to_have_accessible_name("Nói cả ván")
    expect(phone.page.locator("#say [role=status]")).to_have_text("Đang nghe…")
    expect(field).to_have_attribute("inputmode", "none")
    hear(phone, ("an nhất bình", False))
    expect(field).to_have_value("an nhất bình")
    fire(phone, *END)
    hear(phone, (SENTENCE, True))
    fire(phone, "end")
    expect(phone.page.locator("#say")).to_be_hidden()
    expect(microphone).not_to_have_attribute("aria-pressed", "true")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(phone.page.locator("a.line")).to_have_count(0)
    phone.record(1)
    assert phone.balances() == BALANCES


@pytest.mark.parametrize("way", ["tap", "space bar"])
def test_pressing_the_microphone_ends_the_listening(way: str, open_phone: OpenPhone) -> None:
    phone = listening(opened(open_phone))
    hear(phone, (SENTENCE, False))
    if way == "tap":
        phone.do("open say")
    else:
        phone.page.locator("[data-open=say]").press("Space")
    phone.page.wait_for_function("() => ear.asked === 'stop'")
    expect(phone.page.locator("#say")).to_be_visible()
    hear(phone, (SENTENCE, True))
    fire(phone, "end")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")


@pytest.mark.parametrize("way", ["shut", "type"])
def test_who_shuts_the_panel_or_types_is_listened_to_no_more(
    way: str, open_phone: OpenPhone
) -> None:
    phone = listening(opened(open_phone))
    hear(phone, ("an nhất", False))
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url))
    if way == "shut":
        phone.tap(phone.page.locator("#say .close"))
        expect(phone.page.locator("#say")).to_be_hidden()
    else:
        phone.page.locator("#said").tap()
        expect(phone.page.locator("#said")).to_be_focused()
        expect(phone.page.locator("#said")).not_to_have_attribute("inputmode", "none")
        phone.page.keyboard.type(" Bình")
        expect(phone.page.locator("#said")).to_have_value(re.compile("Bình"))
    assert asked(phone) == "abort"
    expect(phone.page.locator("[data-open=say]")).not_to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("#say [data-heard]")).to_have_count(0)
    assert [each for each in sent if each.endswith("/say/")] == []


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_problem_is_said_and_one_may_listen_again_or_type(
    problem: str, open_phone: OpenPhone
) -> None:
    phone = listening(opened(open_phone))
    fire(phone, f"error {problem}", "end")
    expect(phone.page.locator("#say [role=alert]")).to_have_text(PROBLEMS[problem])
    expect(phone.page.locator("[data-open=say]")).not_to_have_attribute("aria-pressed", "true")
    listening(phone)
    expect(phone.page.locator("#say [role=alert]")).to_have_count(0)
    fire(phone, f"error {problem}", "end")
    phone.page.locator("#said").fill(SENTENCE)
    phone.page.keyboard.press("Enter")
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")


def test_without_a_network_it_is_said_and_one_may_type(open_phone: OpenPhone) -> None:
    phone = opened(open_phone)
    phone.page.context.set_offline(True)
    phone.do("open say")
    expect(phone.page.locator("#say [role=alert]")).to_have_text(PROBLEMS["network"])
    phone.page.locator("#said").tap()
    expect(phone.page.locator("#said")).to_be_focused()
    phone.page.context.set_offline(False)
    listening(phone)
    expect(phone.page.locator("#say [role=status]")).to_have_text("Đang nghe…")


def test_words_that_are_called_final_and_said_again_are_heard_once(open_phone: OpenPhone) -> None:
    phone = listening(opened(open_phone))
    hear(phone, ("An nhất", True), ("An nhất", True), ("An nhất Bình nhì", True))
    expect(phone.page.locator("#said")).to_have_value("An nhất Bình nhì")
    hear(phone, ("An nhất Bình nhì", True), (" Cường ba", False))
    expect(phone.page.locator("#said")).to_have_value("An nhất Bình nhì Cường ba")


def test_what_is_not_understood_stands_in_the_panel_as_typed(open_phone: OpenPhone) -> None:
    phone = listening(opened(open_phone))
    hear(phone, ("An nhất Phúc nhì", True))
    fire(phone, *END, "end")
    expect(phone.page.locator("#say-heard mark")).to_contain_text("Phúc")
    listening(phone)
    expect(phone.page.locator("#say-heard")).to_have_count(0)


@pytest.mark.parametrize("lack", LACKS)
def test_where_nothing_can_hear_the_button_opens_the_field(
    lack: str, open_phone: OpenPhone
) -> None:
    phone = opened(open_phone, LACKS[lack])
    phone.do("open say")
    expect(phone.page.locator("#said")).to_be_focused()
    expect(phone.page.locator("#said")).not_to_have_attribute("inputmode", "none")
    phone.do("open say")
    expect(phone.page.locator("#say")).to_be_hidden()


def test_an_english_page_listens_in_vietnamese_as_its_sentences_are(open_phone: OpenPhone) -> None:
    phone = listening(opened(open_phone, locale="en-GB"))
    assert phone.page.evaluate("() => ear.lang") == "vi-VN"


def test_what_listens_and_what_went_wrong_cover_and_move_nothing(open_phone: OpenPhone) -> None:
    phone = opened(open_phone)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        idle = boxes(phone.page)
        listening(phone)
        hear(phone, ("An nhất, Bình nhì, Cường ba, Dũng bét thối heo đỏ", False))
        for state in ("listens", "went wrong"):
            if state == "went wrong":
                fire(phone, "error not-allowed", "end")
                expect(phone.page.locator("#say [role=alert]")).to_be_visible()
            page = phone.page
            assert faults(page) + moved(idle, boxes(page)) == [], (state, width)
        phone.tap(phone.page.locator("#say .close"))
