"""An evening on one phone: every kind of event, taps counted, the books checked at the end."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from ledger.access.keys import Role
from tests.browser.conftest import OpenPhone
from tests.browser.layout import clipped
from tests.browser.offline import wait_until
from tests.browser.phone import NAMES, Phone, deafen
from tests.browser.waiting import comes_anew, play

PLAIN = 4
THOI = 1
CONG = 1
TOI_TRANG = 4
CHAT = 5
LINK = 2
ROWS = 10
LUNG = 1
MAU_BINH = 3
PICKER = 2
ONE_MORE = 1
"""Events that have no budget of their own: one tap each (đền, hết bài, đút 3 bích)."""

Evening = list[tuple[str, int, tuple[str, ...], tuple[float, float, float, float]]]

BY_PLACE: Evening = [
    ("plain", PLAIN, ("An", "Bình", "Cường"), (1, 0.5, -0.5, -1)),
    ("thối 2♥", PLAIN + THOI, ("Cường", "An", "Dũng", "held Bình 2H"), (0.5, -2, 1, 0.5)),
    (
        "thối hàng and heo",
        PLAIN + 2 * THOI,
        ("Cường", "An", "Dũng", "held Bình 2S", "held Bình tu_quy"),
        (0.5, -3, 1, 1.5),
    ),
    (
        "one cóng holding 2♠",
        PLAIN + CONG + THOI,
        ("An", "cong Dũng", "Bình", "held Dũng 2S"),
        (2.5, 0.5, -0.5, -2.5),
    ),
    ("two cóng", PLAIN + 2 * CONG, ("An", "cong Cường", "cong Dũng"), (4, 0, -2, -2)),
    (
        "three cóng, one đền",
        PLAIN + 3 * CONG + ONE_MORE,
        ("An", "cong Bình", "cong Cường", "cong Dũng", "of Dũng"),
        (6, 0, 0, -6),
    ),
    (
        "chặt",
        PLAIN + CHAT,
        ("An", "Bình", "Cường", "open chat", "say An", "say heo đỏ", "say Dũng", "say tứ quý"),
        (0, 0.5, -0.5, 0),
    ),
    (
        "chặt chồng",
        PLAIN + CHAT + LINK,
        (
            *("An", "Bình", "Cường", "open chat", "say An", "say heo đỏ"),
            *("say Bình", "say 3 đôi thông", "say Cường", "say tứ quý"),
        ),
        (1, -1.5, 1.5, -1),
    ),
    (
        "the chopped one went out with it",
        PLAIN + CHAT + ONE_MORE,
        (
            *("An", "Bình", "Cường", "open chat", "say An", "say heo đỏ", "say Dũng"),
            *("say 3 đôi thông", "answer out"),
        ),
        (1, 0.5, -0.5, -1),
    ),
    (
        "two chains",
        PLAIN + 2 * CHAT,
        (
            *("An", "Bình", "Cường", "open chat", "say An", "say heo đen", "say Dũng"),
            *(
                "say tứ quý",
                "answer another",
                "say Bình",
                "say heo đỏ",
                "say Cường",
                "say 3 đôi thông",
            ),
        ),
        (0.5, -0.5, 0.5, -0.5),
    ),
    (
        "a pair of heo",
        PLAIN + CHAT,
        (
            *("Dũng", "Bình", "Cường", "open chat", "say Bình", "say heo đen + heo đỏ"),
            *("say An", "say 4 đôi thông"),
        ),
        (0.5, -1, -0.5, 1),
    ),
    (
        "thối by its cards",
        PLAIN + 5 + PICKER,
        ("Cường", "An", "Dũng", "holds Bình", "cards 2H 4S 4C 4D 4H"),
        (0.5, -3.5, 1, 2),
    ),
    (
        "tới trắng",
        TOI_TRANG,
        ("open toi-trang", "say Bình", "say 6 đôi"),
        (-2, 6, -2, -2),
    ),
    (
        "a place taken back",
        PLAIN + 2,
        ("An", "Bình", "Bình", "Dũng", "Bình"),
        (1, -0.5, -1, 0.5),
    ),
    (
        "tới trắng by its cards",
        TOI_TRANG + 13 + PICKER,
        ("open toi-trang", "say Cường", "by-cards", "cards 4S 4C 5S 5C 7D 7H 9S 9D JS JC KD KH 2S"),
        (-2, -2, 6, -2),
    ),
]

HOLDING = 3
"""Where all may hold heo and hàng they stand in the line of the number: there, what, and back."""

BY_CARDS: Evening = [
    ("plain", 5, ("An", "left 5", "left 3", "left 1"), (9, -5, -3, -1)),
    (
        "thối and cóng",
        5 + 2 * HOLDING,
        (
            *("An", "hold", "held Bình 2D", "hold", "left 5"),
            *("hold", "held Cường ba_doi_thong", "hold", "left 13", "left 1"),
        ),
        (41, -9, -31, -1),
    ),
    (
        "đút 3 bích",
        5 + 2 * HOLDING + ONE_MORE,
        (
            *("An", "hold", "held Bình 2D", "hold", "left 5"),
            *("hold", "held Cường ba_doi_thong", "hold", "left 13", "left 1"),
            "open dut-3-bich",
        ),
        (48, -15, -31, -2),
    ),
    (
        "chặt chồng",
        5 + CHAT + LINK,
        (
            *("Dũng", "left 2", "left 2", "left 2", "open chat", "say An", "say heo đỏ"),
            *("say Bình", "say tứ quý", "say Cường", "say 4 đôi thông"),
        ),
        (-2, -6, 2, 6),
    ),
    ("tới trắng", TOI_TRANG, ("open toi-trang", "say An", "say 6 đôi"), (78, -26, -26, -26)),
    (
        "a number put right",
        5 + 2,
        ("Bình", "left 4", "left 4", "left 4", "Cường", "left 7"),
        (-4, 15, -7, -4),
    ),
]

EATEN, ONE_CARD_MORE, U, POINTS_TYPED, MOM = 2, 1, 3, 4, 1

BY_RANK: Evening = [
    ("plain", PLAIN, ("An", "Bình", "Cường"), (6, -1, -2, -3)),
    ("a place taken back", PLAIN + 2, ("An", "Bình", "Bình", "Dũng", "Bình"), (6, -2, -3, -1)),
    ("one móm", PLAIN + MOM, ("Cường", "An", "mom Dũng"), (-1, -2, 7, -4)),
    ("two móm", PLAIN + 2 * MOM, ("Cường", "mom An", "mom Dũng"), (-4, -1, 9, -4)),
    (
        "all móm, Bình first to lay down",
        PLAIN + 4 * MOM,
        ("Bình", "mom An", "mom Cường", "mom Dũng", "mom Bình"),
        (-4, 12, -4, -4),
    ),
    (
        "all móm, and then who laid down first",
        PLAIN + 2,
        ("mom An", "mom Bình", "mom Cường", "mom Dũng", "Cường"),
        (-4, -4, 12, -4),
    ),
    (
        "a card eaten",
        PLAIN + EATEN,
        ("An", "Bình", "Cường", "open an", "eat Bình"),
        (5, 0, -2, -3),
    ),
    (
        "one eaten, another chốt",
        PLAIN + EATEN + ONE_CARD_MORE,
        ("An", "Bình", "Cường", "open an", "eat Bình", "eat Cường chốt"),
        (5, -3, 1, -3),
    ),
    (
        "ordinary cards and then chốt",
        PLAIN + EATEN + ONE_CARD_MORE,
        ("Dũng", "Bình", "Cường", "open an", "eat Bình", "eat Bình chốt"),
        (-7, 3, -2, 6),
    ),
    ("ù", U, ("open u", "of Cường"), (-5, -5, 15, -5)),
    (
        "ù after places were tapped, and two cards eaten",
        U + ONE_MORE + EATEN + ONE_CARD_MORE,
        ("An", "open an", "eat Dũng", "eat Dũng", "open u", "of An"),
        (15, -5, -8, -2),
    ),
    (
        "ù with đền",
        PLAIN + EATEN + 2 * ONE_CARD_MORE,
        ("open an", "eat Bình", "eat Bình", "eat Bình"),
        (-21, 21, 0, 0),
    ),
    (
        "points",
        POINTS_TYPED + 8,
        ("open diem", "digits 12203045"),
        (6, -1, -2, -3),
    ),
    (
        "points and a móm",
        POINTS_TYPED + 6 + MOM,
        ("open diem", "digits 121230", "mom Dũng"),
        (7, -1, -2, -4),
    ),
    (
        "equal points, laid down in another order",
        POINTS_TYPED + 6 + MOM + ONE_MORE,
        ("open diem", "digits 121230", "mom Dũng", "Bình"),
        (-1, 7, -2, -4),
    ),
    (
        "points of one digit",
        POINTS_TYPED + 7 + ONE_MORE,
        ("open diem", "digit 5", "answer tiep", "digits 121314"),
        (6, -1, -2, -3),
    ),
    (
        "points by the cards, phỏm and móm found",
        POINTS_TYPED + 20 + PICKER,
        (
            *("open diem", "by-cards", "cards AS 2S 3S KD KH KC 9D 7C 5H", "next"),
            *("cards AC 2D 4S 5D 7H 8H TC JD QS", "next", "cards 9S", "next", "cards QH"),
        ),
        (-2, -4, 7, -1),
    ),
]

BY_ROWS: Evening = [
    ("plain", ROWS, ("An", "Bình", "Cường") * 3, (9, 3, -3, -9)),
    (
        "a tie in the middle of each row",
        ROWS + 3,
        ("An", "Bình", "tie", "Cường") * 3,
        (9, 0, 0, -9),
    ),
    (
        "the last two draw",
        ROWS + 3,
        ("An", "Bình", "Cường", "tie") * 3,
        (9, 3, -6, -6),
    ),
    (
        "everybody draws",
        ROWS + 9,
        ("An", "tie", "Bình", "tie", "Cường", "tie") * 3,
        (0, 0, 0, 0),
    ),
    (
        "one lủng",
        ROWS + LUNG,
        ("lung Dũng", *("An", "Bình") * 3),
        (9, 3, -3, -9),
    ),
    (
        "lủng after the rows were told",
        ROWS + LUNG,
        (*("An", "Bình", "Cường") * 3, "lung An"),
        (-9, 9, 3, -3),
    ),
    ("two lủng", ROWS + 2 * LUNG, ("lung An", "lung Bình", *("Cường",) * 3), (-6, -6, 9, 3)),
    ("all but one lủng", 1 + 3 * LUNG, ("lung An", "lung Bình", "lung Dũng"), (-3, -3, 9, -3)),
    (
        "mậu binh",
        ROWS + MAU_BINH,
        ("open mau-binh", "say Bình", "say 6 đôi", *("An", "Dũng") * 3),
        (3, 9, -9, -3),
    ),
    (
        "mậu binh and lủng",
        ROWS + MAU_BINH + LUNG,
        ("open mau-binh", "say Bình", "say 3 sảnh", "lung An", *("Dũng",) * 3),
        (-9, 9, -3, 3),
    ),
    (
        "two mậu binh",
        ROWS + 2 * MAU_BINH,
        (
            *("open mau-binh", "say Bình", "say tứ quý"),
            *("open mau-binh", "say An", "say 13 lá đồng màu", *("Dũng",) * 3),
        ),
        (6, 6, -9, -3),
    ),
    (
        "a mậu binh taken back",
        ROWS + 2 * MAU_BINH,
        (
            *("open mau-binh", "say Bình", "say tứ quý", "open mau-binh", "say Bình", "by-cards"),
            *("An", "Bình", "Cường") * 3,
        ),
        (9, 3, -3, -9),
    ),
    (
        "a row put right",
        ROWS + 3,
        (*("An", "Bình", "Cường") * 3, "row giua", "An", "An"),
        (5, 5, -1, -9),
    ),
    (
        "cards",
        4 * 13 + PICKER,
        (
            "open bam-bai",
            "cards KS KD 4C 9S 9C JS JC 2H TS TH TC 3D 6D",
            "cards AS KC 8D 4S 4D 7S 7C QD 5H 6H 7H 9H AH",
            "cards QS QH 2S 3S 3C 6S 6C AC 8S 8C 8H KH JD",
            "cards AD QC JH TD 9D 7D 4H 3H 5S 5C 5D 2C 2D",
        ),
        (7, 3, -1, -9),
    ),
]

POINTS = 4
"""Three players and the confirming tap; the digits come on top."""

BY_POINTS: Evening = [
    (
        "one winner",
        POINTS + 3,
        ("An", "digit 6", "answer tiep", "digit 2", "answer tiep", "digit 1"),
        (6, -2, -1, -3),
    ),
    (
        "two winners and a comma",
        POINTS + 5,
        ("Bình", "digits 12", "Dũng", "digit 3", "answer sign", "An", "digit 5"),
        (-5, 12, -10, 3),
    ),
    (
        "half a bet",
        POINTS + 5,
        ("Cường", "digit 1", "digit ,", "digit 5", "An", "digit 0", "Dũng", "digit 1"),
        (0, -0.5, 1.5, -1),
    ),
]

BY_CARDS_OF_TEN: Evening = [
    ("plain", 5, ("An", "left 4", "left 6", "left 10"), (25, -4, -6, -15)),
    (
        "heo",
        5 + HOLDING - 1,
        ("An", "left 4", "left 6", "hold", "say 1 heo", "left 1"),
        (16, -4, -6, -6),
    ),
    ("báo sâm", 3, ("open bao-sam", "say Bình"), (-20, 60, -20, -20)),
    ("báo sâm, stopped", 4, ("open bao-sam", "say An", "say Cường"), (-60, 0, 60, 0)),
    (
        "chặt",
        5 + 3,
        ("open chat", "say Dũng", "say Cường", "An", "left 4", "left 6", "left 1"),
        (11, -4, 14, -21),
    ),
    (
        "chặt chồng, and another chop",
        5 + 5 + 3,
        (
            *("An", "left 2", "left 3", "left 1", "open chat", "say An", "say Bình", "say Cường"),
            *("answer another", "say An", "say Dũng"),
        ),
        (-34, -22, 37, 19),
    ),
    ("tới trắng", TOI_TRANG, ("open toi-trang", "say Dũng", "say 3 xám"), (-20, -20, -20, 60)),
    (
        "đền báo",
        5 + 2 + ONE_MORE,
        ("Dũng", "left 1", "left 2", "left 3", "open khac", "answer den", "say Bình"),
        (0, -6, 0, 6),
    ),
]

AGAINST_THE_BANKER: Evening = [
    ("who is the banker, once", 5, ("An", "Bình", "lost Cường", "lost Dũng"), (1, 1, -1, -1)),
    ("plain", 4, ("Bình", "lost Cường", "Dũng"), (-1, 1, -1, 1)),
    ("everybody lost", 2, ("An",), (3, -1, -1, -1)),
    ("xì dách", 4 + 1, ("Bình", "Bình", "lost Cường", "lost Dũng"), (0, 2, -1, -1)),
    ("a draw", 4 + 1, ("Bình", "Cường", "lost Dũng", "lost Dũng"), (-2, 1, 1, 0)),
    ("xì dách of the banker, a draw", 5, ("An", "An", "lost Dũng", "lost Dũng"), (4, -2, -2, 0)),
    ("non", 6, ("An", "An", "open non", "of Bình"), (5, -1, -2, -2)),
    ("đền", 3, ("open den", "of Dũng"), (1, 1, 1, -3)),
    ("đền by the banker", 3, ("open den", "of An"), (-3, 1, 1, 1)),
    ("a side bet", 2 + 4, ("An", "open ke", "of Bình", "of Dũng", "digit 2"), (3, 1, -1, -3)),
    (
        "stakes",
        7,
        ("open cai", "answer stake-2", "digit 5", "answer tiep", "digit 2", "An"),
        (8, -5, -2, -1),
    ),
    ("stakes handed on, another banker", 4, ("open cai", "of Dũng", "Dũng"), (-1, -5, -2, 8)),
]

BY_THREE_CARDS: Evening = [
    (
        "points, who is the banker once",
        1 + 2 * 4 + 1,
        ("An", "open diem", "digit 7", "digit 9", "digit 3", "digit 7"),
        (1, 1, -1, -1),
    ),
    (
        "the better card",
        2 * 4 + 1,
        ("open diem", "digit 7", "digit 9", "digit 3", "digit 7", "answer above-4"),
        (-1, 1, -1, 1),
    ),
    ("sáp takes over", 9, ("open diem", "digit 7", "digit sap", *["digit 3"] * 2), (-1, 3, -1, -1)),
    ("by result", 4, ("An", "lost Cường", "Dũng"), (1, -1, -1, 1)),
    ("ten of the banker", 3, ("Bình", "Bình"), (-2, 6, -2, -2)),
    ("ten", 5, ("Cường", "Cường", "lost An", "lost Dũng"), (-1, 0, 2, -1)),
    ("a side bet", 2 + 4, ("Cường", "open ke", "of An", "of Dũng"), (0, -1, 3, -2)),
]

BET_UNIT = 2000


def shown(change: int) -> str:
    """A change as the line over the heads says it: "+2.000"."""
    amount = f"{abs(change):,}".replace(",", ".")
    return f"+{amount}" if change > 0 else f"−{amount}" if change < 0 else "0"


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("game", "evening"),
    [
        ("tien_len", BY_PLACE),
        ("dem_la", BY_CARDS),
        ("sam_loc", BY_CARDS_OF_TEN),
        ("phom", BY_RANK),
        ("binh", BY_ROWS),
        ("khac", BY_POINTS),
        ("xi_dach", AGAINST_THE_BANKER),
        ("ba_cay", BY_THREE_CARDS),
    ],
)
def test_an_evening_within_its_taps_ends_with_the_right_balances(
    game: str, evening: Evening, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone())
    phone.open_by_hand(game)
    assert phone.taps <= 25
    expected = dict.fromkeys(NAMES, 0)
    for number, (what, budget, steps, units) in enumerate(evening, 1):
        phone.taps = 0
        phone.do(*steps)
        changes = {name: int(each * BET_UNIT) for name, each in zip(NAMES, units, strict=True)}
        for name, change in changes.items():
            expect(phone.change(name), what).to_have_text(shown(change))
        phone.record(number)
        assert phone.taps <= budget, f"{what}: {phone.taps} taps"
        expected = {name: expected[name] + changes[name] for name in NAMES}
        assert phone.balances() == expected, what


def test_an_evening_turns_to_another_game_and_back_and_keeps_its_balances(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    play(phone, "khac")
    comes_anew(phone, "khac")
    phone.do("Dũng", "digit 4", "An", "digit 3", "Bình", "digit 1")
    phone.record(2)
    assert phone.balances() == {"An": -4000, "Bình": -1000, "Cường": -1000, "Dũng": 6000}
    play(phone, "phom")
    comes_anew(phone, "phom")
    phone.do("Dũng", "An", "Bình")
    phone.record(3)
    assert phone.balances() == {"An": -6000, "Bình": -5000, "Cường": -7000, "Dũng": 18000}


def test_five_take_turns_and_a_fine_is_paid(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", (*NAMES, "Em"))
    table = phone.page.url
    phone.tap(phone.page.locator(".ways a[href$='house/']"))
    phone.tap(phone.page.get_by_role("button", name="Bét nghỉ"))
    expect(phone.page.locator(".done:visible")).to_contain_text("bét nghỉ")
    phone.page.goto(table)
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    expect(phone.page.locator("#bench")).to_contain_text("Dũng")
    phone.do("Em", "An", "Bình")
    phone.record(2)
    expect(phone.page.locator("#bench")).to_contain_text("Cường")
    expect(phone.seat("Dũng")).to_be_visible()
    phone.taps = 0
    phone.do("open khac", "say Khoản khác")
    phone.tap(phone.page.locator(".choice:has([name=payer][value='1'])"))
    phone.tap(phone.page.locator(".choice:has([name=payee][value='5'])"))
    phone.tap(phone.page.locator("[name=amount]"))
    phone.page.keyboard.type("20k")
    phone.tap(phone.page.locator("[name=text]"))
    phone.page.keyboard.type("chia sai")
    phone.tap(phone.page.get_by_role("button", name="Ghi khoản này"))
    expect(phone.page.locator("#other-1")).to_contain_text("An trả Em 20.000")
    assert phone.taps == 7
    assert phone.balance("An") == 2000 + 1000 - 20000


def test_who_came_in_is_said_also_where_the_stream_was_faster(open_phone: OpenPhone) -> None:
    """Where the page asked what is new, it would be opened anew and the answer would be lost."""
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", (*NAMES, "Em"))
    routes: list[Route] = []
    asked: list[str] = []
    phone.page.route("**/players/swap/", lambda route: routes.append(route))
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.tap(phone.page.locator("#bench [data-name='Em']"))
    phone.do("say Bình")
    wait_until(phone.page, lambda: bool(routes))
    answer = routes[0].fetch(max_redirects=0)
    phone.page.wait_for_timeout(2000)  # in which the stream tells of it
    assert [url for url in asked if "/now/" in url] == []
    routes[0].fulfill(response=answer)
    expect(phone.page.locator("#strip")).to_contain_text("Từ ván 1: Em vào, Bình nghỉ.")


def test_who_waits_comes_in_for_another_in_two_taps(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", (*NAMES, "Em"))
    phone.taps = 0
    phone.tap(phone.page.locator("#bench [data-name='Em']"))
    expect(phone.page.locator("#panel")).to_contain_text("Em vào thay ai?")
    expect(phone.say("Bình")).to_contain_text("nghỉ từ ván 1")
    phone.do("say Bình")
    expect(phone.page.locator("#bench")).to_contain_text("Bình")
    expect(phone.page.locator("#strip")).to_contain_text("Từ ván 1: Em vào, Bình nghỉ.")
    assert phone.taps == 2
    phone.ready()
    phone.do("An", "Cường", "Dũng")
    phone.record(1)
    assert phone.balance("Em") == -2000


def test_who_comes_in_while_a_round_is_typed_plays_the_one_after_it(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", (*NAMES, "Em"))
    bench = phone.page.locator("#bench button")
    phone.do("Bình", "An")
    phone.tap(bench)
    expect(phone.say("Bình")).to_contain_text("nghỉ từ ván 2")
    phone.do("say Bình")
    expect(phone.page.locator("#strip")).to_contain_text("Từ ván 2: Em vào, Bình nghỉ.")
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")
    expect(bench).to_have_text(re.compile("Em"))
    record = phone.page.locator("#record")
    expect(record).to_have_attribute("data-kind", "wait")
    phone.do("Cường")
    expect(phone.change("Bình")).to_have_text("+2.000")
    expect(phone.page.locator("#strip")).to_contain_text("→ Bình")
    expect(record).not_to_have_attribute("data-kind", "wait")
    phone.page.reload()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Nhất")
    expect(bench).to_have_text(re.compile("Em"))
    record.tap()
    expect(bench).to_have_text(re.compile("Bình"))
    expect(phone.seat("Em")).to_be_visible()


def test_the_people_who_wait_lie_below_the_top_of_a_phone_that_is_turned(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone(viewport={"width": 844, "height": 390}))
    phone.open_table("tien_len", (*NAMES, "Em"))
    top, bench = (phone.page.locator(each).bounding_box() for each in (".top", "#bench"))
    assert top
    assert bench
    assert bench["y"] >= top["y"] + top["height"]


def test_a_whole_round_stays_ready_while_another_is_undone(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    phone.do("Bình", "An", "Cường", "shut")
    phone.tap(phone.line(1))
    phone.do("answer void")
    expect(phone.page.locator("#strip")).to_contain_text("Đã huỷ ván 1")
    expect(phone.page.locator("#record")).not_to_have_attribute("data-kind", "wait")
    phone.record(2)
    assert phone.balance("Bình") == 2000


def test_of_two_who_are_cong_the_last_tapped_is_asked_what_he_holds(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "cong Dũng", "cong Cường")
    expect(phone.page.locator("#panel")).to_contain_text("Cường còn gì trên tay?")


def test_any_round_is_undone_in_two_taps_and_the_undo_undone(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    for number in (1, 2, 3):
        phone.do("An", "Bình", "Cường")
        phone.record(number)
    phone.taps = 0
    phone.open_round(1)
    phone.do("answer void")
    assert phone.taps == 2
    expect(phone.line(1)).to_have_attribute("data-state", "void")
    expect(phone.seat("An").locator(".balance")).to_have_text("+4.000")
    phone.do("answer restore")
    expect(phone.seat("An").locator(".balance")).to_have_text("+6.000")
    expect(phone.line(1)).not_to_have_attribute("data-state", "void")


def test_the_last_round_is_undone_in_one_tap_until_the_next_one_begins(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    strip = phone.page.locator("#strip")
    undo = strip.get_by_text("Hoàn tác")
    for number in (1, 2):
        phone.do("An", "Bình", "Cường")
        expect(undo).to_have_count(0)
        phone.record(number)
        expect(strip).to_contain_text(f"Đã ghi ván {number}")
        expect(undo).to_be_visible()
    phone.open_round(1)
    phone.do("shut")
    expect(undo).to_be_visible()
    phone.tap(undo)
    expect(phone.line(2)).to_have_attribute("data-state", "void")
    expect(phone.seat("An").locator(".balance")).to_have_text("+2.000")
    expect(strip).to_contain_text("Đã huỷ ván 2")
    phone.do("Dũng")
    expect(strip).not_to_contain_text("ván 2")
    expect(undo).to_have_count(0)


def test_voiding_an_older_round_keeps_what_is_being_entered(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    phone.do("Dũng", "Cường")
    phone.open_round(1)
    phone.do("answer void")
    expect(phone.seat("An").locator(".balance")).to_have_text("0")
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    phone.do("Bình")
    phone.record(2)
    assert phone.balance("Dũng") == 2000


def test_a_round_is_corrected_on_the_form_it_was_told_on(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường", "held Dũng 2H")
    phone.record(1)
    phone.do("Bình", "An", "Cường")
    phone.record(2)
    phone.taps = 0
    phone.correct(1)
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")
    expect(phone.page.locator("#record")).to_have_attribute("data-kind", "wait")
    phone.do("open thoi", "held Dũng 2H")
    expect(phone.page.locator("#strip")).to_contain_text("Cường 0 → −2.000")
    expect(phone.page.locator("#record[data-kind]")).to_have_count(0)
    expect(phone.page.locator("[data-old] .figure")).to_have_text(
        ["+2.000", "+1.000", "+1.000", "−4.000"]
    )
    expect(phone.change("Dũng")).to_have_text("−2.000")
    expect(phone.page.locator("#record")).to_have_text("Lưu ván 1")
    phone.tap(phone.page.locator("#record"))
    assert phone.taps == 2 + 2 + 1
    phone.page.wait_for_url("**/t/*/")
    expect(phone.page.locator("#strip")).to_contain_text("Đã sửa ván 1")
    expect(phone.seat("Dũng").locator(".balance")).to_have_text("−4.000")
    expect(phone.page.locator("a.line[data-round]")).to_have_count(2)
    phone.tap(phone.page.locator("#strip").get_by_text("Hoàn tác"))
    expect(phone.seat("Dũng").locator(".balance")).not_to_have_text("−4.000")


def test_a_double_tap_on_record_gives_one_round(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.page.locator("#record").dblclick()
    expect(phone.line(1)).to_be_visible()
    phone.page.reload()
    expect(phone.page.locator("a.line[data-round]")).to_have_count(1)


def test_a_second_phone_that_is_behind_sees_the_first_ones_round(open_phone: OpenPhone) -> None:
    first = Phone.of(open_phone())
    first.open_table("tien_len")
    second = Phone.of(open_phone())
    deafen(second.page)
    second.page.goto(first.link(Role.SCORE))
    second.page.wait_for_url("**/t/*/")
    second.ready()
    assert "#" not in second.page.url
    first.do("An", "Bình", "Cường")
    first.record(1)
    second.do("Dũng", "Cường", "Bình")
    second.tap(second.page.locator("#record"))
    panel = second.page.locator("#panel")
    expect(panel).to_contain_text("Ván 1 đã ghi: An nhất")
    expect(panel).to_contain_text("Bạn bấm: Dũng nhất")
    expect(second.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    second.do("answer other")
    expect(second.line(2)).to_be_visible()
    expect(panel).to_be_hidden()
    assert second.balance("Dũng") == 0


def test_it_all_works_without_javascript(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False).new_page()
    page.goto("/")
    for at, name in enumerate(NAMES, 1):
        page.fill(f"[name=player_{at}]", name)
    page.locator(".bar .button").first.click()
    for place, seat in enumerate((3, 1, 4), 1):
        page.locator(f"[name=place-{seat}]").select_option(str(place))
    page.get_by_text("Xem trước").click()
    expect(page.locator("#strip")).to_contain_text("Bình → Cường 2.000")
    page.locator("#record").click()
    expect(page.locator("#strip")).to_contain_text("Đã ghi ván 1")
    page.locator("a.line[data-round='1']").click()
    expect(page.get_by_text("Cường nhất").first).to_be_visible()
    page.get_by_text("Huỷ ván").click()
    page.wait_for_url("**/t/*/")
    expect(page.locator("a.line[data-round='1'][data-state=void]")).to_be_visible()


def test_whether_it_is_an_opening_round_is_asked_of_the_first_one_only(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("open khac", "say Không phải ván khởi đầu", "shut", "An", "Bình", "Cường")
    phone.record(1)
    phone.do("open khac")
    expect(phone.say("Khoản khác")).to_be_visible()
    expect(phone.say("Không phải ván khởi đầu")).to_have_count(0)


def test_a_chot_card_on_top_of_two_makes_three_and_an_u(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("phom")
    phone.do("open an", "eat Bình", "eat Bình")
    expect(phone.say("2 lá")).to_be_visible()
    expect(phone.seat("Bình").locator(".mark")).to_be_empty()
    phone.do("eat Bình chốt")
    expect(phone.say("1 chốt")).to_be_visible()
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Ù")
    phone.do("eat Bình chốt")
    expect(phone.say("1 chốt")).to_have_count(0)
    expect(phone.seat("Bình").locator(".mark")).to_be_empty()


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("dem_la", ("An", "Dũng")),
        ("sam_loc", ("An", "Dũng")),
        ("phom", ("open diem", "digits 12")),
        ("khac", ("An", "digits 6", "Dũng")),
    ],
)
def test_while_a_panel_asks_one_after_the_other_the_strip_asks_nobody(
    open_phone: OpenPhone, game: str, steps: tuple[str, ...]
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game)
    phone.do(*steps)
    words = phone.page.locator("#strip .words")
    expect(words).to_contain_text("Bình")
    expect(words).to_be_hidden()
    phone.do("shut")
    expect(words).to_be_visible()


def test_a_price_is_the_one_that_is_paid_under_dut_ba_bich(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la")
    phone.do("An", "hold")
    expect(phone.answer("2H")).to_contain_text("8.000")
    phone.do("open dut-3-bich")
    expect(phone.answer("2H")).to_contain_text("12.000")
    phone.do("held Dũng 2H", "hold", "left 1", "left 1", "left 1")
    expect(phone.page.locator("#strip")).to_contain_text("Dũng → An 12.000 thối 2♥")


@pytest.mark.parametrize(
    ("game", "over", "back", "mark"),
    [
        ("tien_len", ("open toi-trang", "say Bình"), "#panel .more >> nth=0", "Nhất"),
        ("dem_la", ("open toi-trang", "say Bình"), "#panel .more >> nth=0", "Hết bài"),
        ("sam_loc", ("open bao-sam", "say Bình"), "#panel .more >> nth=0", "Hết bài"),
        ("phom", ("open u", "say Bình", "open u"), "#panel [data-answer='2']", "Nhất"),
    ],
)
def test_a_head_that_means_nothing_any_more_tells_nothing(
    open_phone: OpenPhone, game: str, over: tuple[str, ...], back: str, mark: str
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game)
    phone.do("An", *over, "Cường", "An", "Dũng")
    expect(phone.seat("An").locator(".mark")).to_be_empty()
    phone.tap(phone.page.locator(back))
    expect(phone.page.locator(".seat .mark")).to_have_text([mark, "", "", ""])


def test_a_tool_with_nothing_to_ask_is_off(open_phone: OpenPhone) -> None:
    def tool(phone: Phone, code: str) -> Locator:
        return phone.page.locator(f"[data-tool={code}]")

    by_place = Phone.of(open_phone())
    by_place.open_table("tien_len")
    by_place.do("An", "Bình")
    expect(tool(by_place, "thoi")).to_be_disabled()
    by_place.do("Cường", "shut")
    expect(tool(by_place, "thoi")).to_be_enabled()
    by_place.do("open toi-trang", "say An")
    expect(tool(by_place, "thoi")).to_be_disabled()
    expect(tool(by_place, "chat")).to_be_disabled()

    by_cards = Phone.of(open_phone())
    by_cards.open_table("dem_la")
    expect(tool(by_cards, "dut-3-bich")).to_be_enabled()
    by_cards.do("open toi-trang", "say An")
    expect(tool(by_cards, "dut-3-bich")).to_be_disabled()

    of_ten = Phone.of(open_phone())
    of_ten.open_table("sam_loc")
    of_ten.do("open bao-sam", "say An")
    expect(tool(of_ten, "chat")).to_be_disabled()
    expect(tool(of_ten, "toi-trang")).to_be_disabled()

    by_rank = Phone.of(open_phone())
    by_rank.open_table("phom")
    expect(tool(by_rank, "diem")).to_be_enabled()
    by_rank.do("open u", "say An")
    expect(tool(by_rank, "diem")).to_be_disabled()


def test_at_a_table_of_sam_nothing_is_offered_that_ten_cards_and_four_heo_rule_out(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("sam_loc")
    phone.do("open chat", "say An", "say Bình", "Dũng", "An")
    expect(phone.answer("10")).to_be_disabled()
    expect(phone.answer("9")).to_be_enabled()
    phone.do("Bình")
    expect(phone.answer("6")).to_be_enabled()
    expect(phone.answer("7")).to_be_disabled()
    phone.do("hold")
    expect(phone.answer("3")).to_be_enabled()
    expect(phone.answer("4")).to_be_disabled()
    phone.do("answer 2")
    expect(phone.answer("1")).to_be_disabled()
    phone.do("left 6", "left 5", "left 10", "open chat", "answer another")
    expect(phone.say("Cường")).to_have_count(0)
    phone.do("say An")
    expect(phone.say("Bình")).to_have_count(0)
    expect(phone.say("Dũng")).to_be_visible()


def test_where_all_but_one_are_cong_that_one_has_won(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("cong An", "cong Bình", "cong Dũng")
    expect(phone.seat("Cường")).to_have_attribute("data-mark", "1")
    expect(phone.page.locator(".col:has([data-name='Cường']) .foot input")).to_be_disabled()
    expect(phone.change("Cường")).to_have_text("+12.000")
    phone.record(1)


def test_who_chopped_is_not_offered_as_cong_nor_the_other_way_round(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("cong An", "open chat")
    expect(phone.answer("1")).to_have_count(0)
    phone.do("of Bình", "answer heo_den", "of Cường", "answer tu_quy", "shut")
    foot = ".col:has([data-name='{}']) .foot input"
    for name, is_off in (("An", False), ("Bình", True), ("Cường", True), ("Dũng", False)):
        expect(phone.page.locator(foot.format(name))).to_be_enabled(enabled=not is_off)


def test_points_that_are_all_told_are_put_right_one_after_the_other(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("phom")
    phone.do("open diem", "digits 10203040")
    expect(phone.page.locator("#panel")).to_be_hidden()
    phone.do("open diem", "answer tiep", "digits 25", "open diem")
    expect(phone.page.locator(".seat .mark")).to_have_text(["10đ", "25đ", "30đ", "40đ"])


def test_nobody_eats_more_than_the_rules_let_him(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("phom")
    phone.do("mom Bình", "open an", "eat Bình", "eat Bình")
    mom = phone.page.locator("[name=mom][value='2']")
    expect(mom).not_to_be_checked()
    expect(mom).to_be_disabled()
    phone.do("eat Bình")
    expect(phone.answer("chot-2")).to_be_disabled()
    phone.do("eat Cường", "eat Cường")
    expect(phone.answer("chot-3")).to_be_disabled()
    phone.do("open u")
    expect(phone.page.locator("#panel [data-answer]")).to_have_text([re.compile("Bình")])
    phone.do("open an", "eat Bình", "eat Cường chốt", "eat Bình", "eat Bình", "eat Bình")
    expect(phone.page.locator("#panel [data-answer='an-2']")).to_contain_text("+ lá")
    expect(phone.answer("chot-2")).to_be_enabled()


def test_a_second_chot_card_leads_to_the_offer_of_its_rule(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone(viewport={"width": 360, "height": 640}))
    phone.open_table("phom", settings={"chuyen_bai": False})
    phone.do("open an", "eat An chốt", "eat An chốt")
    expect(phone.say("2 chốt")).to_be_visible()
    phone.do("eat An chốt")
    expect(phone.say("2 chốt")).to_have_count(0)
    phone.do("eat An chốt", "eat An chốt", "shut", "An", "Bình", "Cường")
    offer = phone.page.get_by_role("button", name="Bật luật này")
    phone.tap(offer)
    expect(offer).to_have_count(0)
    expect(phone.change("An")).to_have_text("+24.000")
    phone.record(1)


def test_in_english_a_number_is_typed_and_told_as_it_is_written_there(
    open_phone: OpenPhone,
) -> None:
    other = Phone.of(open_phone(locale="en-GB"))
    other.open_table("khac")
    other.do("An", "digits 2")
    expect(other.answer(",")).to_have_text(".")
    other.do("answer ,", "digits 5")
    expect(other.page.locator("#panel .ask")).to_contain_text("2.5")
    expect(other.seat("An").locator(".mark")).to_have_text("+2½")
    by_rank = Phone.of(open_phone(locale="en-GB"))
    by_rank.open_table("phom")
    by_rank.do("open an", "eat Bình")
    expect(by_rank.say("1 card")).to_be_visible()
    by_rank.do("eat Bình")
    expect(by_rank.say("2 cards")).to_be_visible()
    by_rank.do("eat Bình", "eat Bình", "open diem", "digits 15")
    expect(by_rank.seat("An").locator(".mark")).to_have_text("15 pts")
    by_rank.page.set_viewport_size({"width": 320, "height": 568})
    by_rank.do("An")
    expect(by_rank.seat("An").locator(".mark")).to_have_text("15, laid 1")
    assert clipped(by_rank.page) == []


@pytest.mark.parametrize("game", ["tien_len", "dem_la"])
def test_one_pays_for_the_table_after_a_toi_trang_too_where_that_is_played(
    open_phone: OpenPhone, game: str
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table(game, settings={"den_lang": True})
    phone.do("open toi-trang", "say Bình", "say 6 đôi", "open khac", "answer den")
    expect(phone.say("Bình")).to_have_count(0)
    phone.do("say An")
    for name in ("Cường", "Dũng"):
        expect(phone.change(name)).to_have_text("0")
    phone.record(1)
    assert phone.balance("An") == -phone.balance("Bình") < 0


def test_what_was_typed_in_a_correction_outlives_a_reload_but_not_its_cancelling(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    phone.correct(1)
    phone.do("An", "Bình", "Cường", "Dũng")
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    phone.page.reload()
    phone.ready()
    expect(phone.seat("Dũng").locator(".mark")).to_have_text("Nhất")
    expect(phone.seat("An").locator(".mark")).to_be_empty()
    phone.tap(phone.page.locator(".ways a"))
    phone.page.wait_for_url("**/t/*/")
    phone.correct(1)
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")


def test_where_differences_are_paid_the_points_of_all_are_asked_for(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("khac", settings={"points_are": "difference"})
    phone.do("An")
    expect(phone.page.locator("#panel .ask")).to_contain_text("An được mấy điểm?")
    phone.do("digit 3", *("answer tiep", "digit 2"), *("answer tiep", "digit 1"))
    expect(phone.page.locator(".seat .mark")).to_have_text(["3", "2", "1", ""])
    phone.do("answer tiep", "digit 0")
    expect(phone.change("An")).to_have_text("+12.000")
    phone.record(1)
    assert phone.balances() == {"An": 12000, "Bình": 4000, "Cường": -4000, "Dũng": -12000}
