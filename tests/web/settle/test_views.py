"""Settling up on the phone: who pays whom and why, marked, in parts, taken back, one who leaves."""

import re
from html import unescape
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.keys import Role
from ledger.books.audit import differences
from ledger.books.settlement import Pay
from ledger.models import Link, Session
from ledger.tables import carry_over, flags, other_items, payments, sessions
from ledger.web.forms import written_amount
from tests.api.calls import scorer
from tests.sample_tables import play, redo
from tests.web.tables import HTMX, balances, open_table, phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """An has 1.000 to get, Bình 2.000; Cường owes 2.000 and Dũng 1.000."""
    session = open_table()
    play(session)
    return session


@pytest.fixture
def closed(session: Session) -> Session:
    return sessions.close(session.pk, by=ON_THE_MACHINE)


def read(client: Client, session: Session, path: str = "settle/") -> str:
    answer = client.get(f"/t/{session.pk}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def text(page: str) -> str:
    return " ".join(unescape(re.sub(r"<.*?>", " ", page)).split())


def dues(page: str) -> list[str]:
    """Each payment as it is read, up to its explanation."""
    return [text(each) for each in re.findall(r'<summary class="row">.*?</summary>', page, re.S)]


def sent(page: str, debtor: int, creditor: int) -> dict[str, str]:
    """The fields of the form that marks this payment as paid."""
    due = re.search(rf'<li class="due" id="due-{debtor}-{creditor}".*?</form>', page, re.S)
    assert due
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', due[0])
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


def due(debtor: int, creditor: int, amount: str = "2000") -> dict[str, str]:
    """The same fields without a look at the page."""
    form = {"submission": str(uuid4()), "debtor": str(debtor), "creditor": str(creditor)}
    return form | {"amount": amount}


def pay(session: Session, amount: int = 500) -> None:
    """Mark that Cường paid Bình so much."""
    payments.pay(
        session.pk, submission_id=uuid4(), debtor=3, creditor=2, amount=amount, by=ON_THE_MACHINE
    )


def marked(client: Client, session: Session, fields: dict[str, object]) -> str:
    answer = client.post(f"/t/{session.pk}/settle/pay/", fields, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_open_table_shows_what_it_would_be_and_marks_nothing(session: Session) -> None:
    page = read(phone(session), session)
    assert "Nếu nghỉ bây giờ" in page
    assert sorted(dues(page)) == ["Cường → Bình 2.000", "Dũng → An 1.000"]
    assert "settle/pay/" not in page
    assert "Chốt sổ" in page


def test_the_button_closes_the_table_and_stays_on_the_page(session: Session) -> None:
    client = phone(session)
    page = client.post(f"/t/{session.pk}/close/", follow=True).content.decode()
    assert "Đã chốt sổ." in page
    assert page.count(f'action="/t/{session.pk}/settle/pay/"') == 4, "whole or a part, of two"
    assert balances(session) == {1: 1000, 2: 2000, 3: -2000, 4: -1000}


def test_a_payment_is_marked_and_the_mark_taken_back(closed: Session) -> None:
    client = phone(closed)
    page = marked(client, closed, sent(read(client, closed), 3, 2))
    assert "Đã ghi: Cường trả Bình 2.000." in page
    assert sorted(dues(page)) == ["Cường → Bình 2.000 đã trả đủ", "Dũng → An 1.000"]
    assert balances(closed) == {1: 1000, 2: 0, 3: 0, 4: -1000}
    page = client.post(f"/t/{closed.pk}/settle/payments/1/unmark/", follow=True).content.decode()
    assert sorted(dues(page)) == ["Cường → Bình 2.000", "Dũng → An 1.000"]
    assert 'id="paid"' not in page
    assert list(differences([closed.pk])) == []


def test_a_part_leaves_the_rest_between_the_same_two(closed: Session) -> None:
    client = phone(closed)
    page = marked(client, closed, due(3, 2, "1.500"))
    assert "Cường → Bình đã trả 1.500, còn 500 500" in dues(page)
    page = marked(client, closed, sent(page, 3, 2))
    assert "Cường → Bình 2.000 đã trả đủ" in dues(page)
    page = marked(client, closed, sent(page, 4, 1))
    assert balances(closed) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert list(differences([closed.pk])) == []


def test_a_payment_leaves_every_bar_where_it_is(closed: Session) -> None:
    client = phone(closed)
    for page in (read(client, closed), marked(client, closed, due(3, 2, "1.500"))):
        bars = page[page.index('id="balances"') : page.index('id="dues"')]
        assert re.findall(r"<b>(.*?)</b>", bars) == ["Bình", "An", "Dũng", "Cường"]


def test_a_part_is_refused_where_it_is_typed(closed: Session) -> None:
    answer = phone(closed).post(f"/t/{closed.pk}/settle/pay/", due(3, 2, "9.000"))
    row = answer.content.decode().split('id="due-3-2"')[1].split("</li>")[0]
    assert answer.status_code == 422
    assert re.search(r'<details open>.*role="alert">.*value="9.000"[^>]* autofocus>', row)
    assert answer.content.decode().count('role="alert"') == 1


def test_the_key_enter_sends_what_is_typed_and_no_half(closed: Session) -> None:
    page = read(phone(closed), closed)
    parts = re.findall(r'class="part".*?<button([^>]*)>', page, re.S)
    assert "Một nửa" in page
    assert [each.strip() for each in parts] == ["hidden", "hidden"]


def test_a_form_sent_twice_marks_once(closed: Session) -> None:
    client = phone(closed)
    fields = due(3, 2, "500")
    assert "lần này không ghi thêm" not in marked(client, closed, fields)
    assert "lần này không ghi thêm" in marked(client, closed, fields)
    assert balances(closed) == {1: 1000, 2: 1500, 3: -1500, 4: -1000}


def test_a_form_sent_again_after_the_mark_was_taken_back_is_not_called_marked(
    closed: Session,
) -> None:
    client = phone(closed)
    form = due(3, 2)
    for path in ("pay/", "payments/1/unmark/"):
        client.post(f"/t/{closed.pk}/settle/{path}", form, follow=True)
    again = client.post(f"/t/{closed.pk}/settle/pay/", form, follow=True).content.decode()
    assert re.search(r'role="alert">Việc này đã ghi rồi được rút lại', again)
    assert "Đã ghi" not in again
    assert balances(closed)[3] == -2000


def test_a_form_that_was_changed_after_it_was_sent_says_so_and_then_marks_one_more(
    closed: Session,
) -> None:
    client, form = phone(closed), due(3, 2, amount="500")
    marked(client, closed, form)
    answer = client.post(f"/t/{closed.pk}/settle/pay/", form | {"amount": "800"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "với nội dung khác. Bấm lần nữa thì ghi thêm một khoản." in page
    assert 'value="800"' in page
    marked(client, closed, sent(page, 3, 2) | {"amount": "800"})
    assert balances(closed)[3] == -700


def test_the_whole_and_a_part_of_one_page_are_not_both_marked(closed: Session) -> None:
    client = phone(closed)
    fields = due(3, 2)
    marked(client, closed, fields | {"amount": "500"})
    answer = client.post(f"/t/{closed.pk}/settle/pay/", fields)
    assert answer.status_code == 422
    assert closed.payments.count() == 1


def test_what_another_phone_marked_meanwhile_is_refused_in_words(closed: Session) -> None:
    mine = phone(closed)
    stale = due(3, 2)
    pay(closed, 2000)
    answer = mine.post(f"/t/{closed.pk}/settle/pay/", stale)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Cường còn phải trả 0, Bình còn được nhận 0: không đánh dấu 2.000 được." in page
    assert "Cường → Bình 2.000 đã trả đủ" in dues(page)


def test_the_same_people_pay_the_same_people_wherever_it_is_asked() -> None:
    """+2 −3 −2 +3, of which Bình has paid Dũng 1: the largest are no longer the largest."""
    session = open_table("khac")
    points = {f"points-{seat}": each for seat, each in enumerate((2, -3, -2, 3), 1)}
    state = {"submission": str(uuid4()), "newest": 0, "rules": "khac", "seats": "1,2,3,4"}
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", state | points)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    page = marked(client, session, due(2, 4))
    assert set(re.findall(r'id="due-(\d)-(\d)"', page)) == {("2", "4"), ("3", "1")}
    picture = text(read(client, session, "settle/picture.svg"))
    for debt in ("Bình → Dũng 6.000 (đã trả 2.000, còn 4.000)", "Cường → An 4.000"):
        assert debt in text(page)
        assert debt.partition(" (")[0] in picture
    asked = scorer(session).get("settlement/").json()["payments"]
    assert sorted(tuple(each.values()) for each in asked) == [(2, 4, 4000), (3, 1, 4000)]
    target = carry_over.carry(session.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    arrived = target.postings.get().entries.values_list("payer__number", "payee__number")
    assert sorted(arrived) == [(2, 4), (3, 1)]


def refused(session: Session, **changed: object) -> str:
    """The page that a changed form of Cường's payment to Bình comes back with."""
    form = {"submission": uuid4(), "debtor": 3, "creditor": 2, "amount": 100, "rest": 2000}
    answer = phone(session).post(f"/t/{session.pk}/settle/pay/", form | changed)
    assert answer.status_code == 422
    assert not session.payments.exists()
    return answer.content.decode()


@pytest.mark.parametrize("typed", ["1,5", "9" * 30])
def test_what_is_no_amount_comes_back_as_typed(closed: Session, typed: str) -> None:
    page = refused(closed, amount=typed)
    assert "Số tiền là một số nguyên, ví dụ 20.000." in page
    assert f'name="amount" maxlength="20" value="{typed}"' in page


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *((typed, 1000) for typed in ("1k", "1 nghìn", "1K", "1.000", "1000đ", "1.000,00 VND")),
        *((typed, 1500) for typed in ("1,5k", "1.5K", "1k5", "1k500", "1,5 ngàn đồng")),
        *(
            (typed, 20_000)
            for typed in ("20.000₫", "20\u202f000\xa0₫", "₫20,000", "\u200e20.000 vnđ")
        ),
        *((typed, 20_000) for typed in ("+20k", "+ 20.000", "20.000đ.", "20k.", "20.000 Ð")),
        *((typed, 20_000) for typed in ("20 000 points", "20.000 xu", "20.000XU.", "20k xu")),
        *((typed, 1_500_000) for typed in ("1tr5", "1,5tr", "1 triệu 500", "1.500.000")),
        *((typed, 1_500_000) for typed in ("1 triệu rưỡi", "1TR RƯỠI", "1 trieu ruoi đồng")),
        *((typed, 20) for typed in ("20 xu", "+20 xu.", "xu 20", "20 point")),
        ("500đ", 500),
    ],
)
def test_an_amount_is_written_as_people_do(typed: str, meant: int) -> None:
    assert written_amount(typed, usual=2000, label="Xu") == meant


@pytest.mark.parametrize(
    "typed",
    [
        *("", "nhiều", "-5", "– 5k", "1,5", "0x10", "1.00", "1.00,000", "1.000.00", "1,0005k"),
        *("1.500k", "1tr50", "1,5tr5", "k", "20k20k", "1.000,000", "²", "١"),
        *(
            "+-5",
            "--5",
            "20.",
            "20.000.",
            "20k..",
            "1,5tr rưỡi",
            "20 rưỡi",
            "20.000 xu",
            "20 xu xu",
        ),
    ],
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="một số nguyên"):
        written_amount(typed, usual=2000)


@pytest.mark.parametrize(
    ("typed", "label"),
    [("20k", "k"), ("20 nghìn", "nghìn"), ("1tr", "nghìn đồng"), ("20.0000", "0"), ("20-", "-")],
)
def test_a_label_that_could_be_a_part_of_the_number_makes_none(typed: str, label: str) -> None:
    with pytest.raises(ValidationError, match="một số nguyên"):
        written_amount(typed, usual=1, label=label)
    assert written_amount("20", usual=1, label=label) == 20


def test_a_bare_number_is_asked_about_where_thousands_can_be_meant(closed: Session) -> None:
    page = refused(closed, amount="2")
    assert "“2” là 2.000 hay 2? Bấm một số." in page
    choices = re.findall(r'name="amount" value="([^"]+[kđ])">([^<]+)</button>', page)
    assert choices == [("2.000đ", "2.000"), ("2đ", "2")]
    marked(phone(closed), closed, sent(page, 3, 2) | {"amount": ["2", "2đ"]})
    assert [payment.amount for payment in closed.payments.all()] == [2]


def test_the_tables_own_word_for_its_money_may_stand_behind_an_amount(closed: Session) -> None:
    Session.objects.update(currency="Xu")
    client = phone(closed)
    marked(client, closed, sent(read(client, closed), 3, 2) | {"amount": "+2 xu."})
    assert [payment.amount for payment in closed.payments.all()] == [2]


def test_more_or_less_than_is_owed_is_refused(closed: Session) -> None:
    for typed in ("0", "2.001"):
        assert "Cường còn phải trả 2.000" in refused(closed, amount=typed)


def test_a_form_that_is_not_ours_is_refused(closed: Session) -> None:
    assert "Trang này bị thiếu" in refused(closed, submission="x")
    assert "Trang này bị thiếu" in refused(closed, creditor="")
    assert "Trang này bị thiếu" in refused(closed, leaver="no")


def test_both_accounts_explain_a_payment(closed: Session) -> None:
    page = read(phone(closed), closed)
    start = page.index('id="due-3-2"')
    why = text(page[start : page.index("</details></li>", start)])
    assert "Cường −2.000 thứ hạng −2.000 Từng ván của Cường" in why
    assert "Bình +2.000 thứ hạng +2.000 Từng ván của Bình" in why


def test_a_statement_goes_down_to_each_round(closed: Session) -> None:
    client = phone(closed)
    sessions.reopen(closed.pk, by=ON_THE_MACHINE)
    play(closed, 3, 1)
    play(closed, 1, 2)
    books.void(closed.pk, 2, by=ON_THE_MACHINE)
    sessions.close(closed.pk, by=ON_THE_MACHINE)
    marked(client, closed, due(3, 1, "500"))
    page = read(client, closed, "people/3/")
    lines = [text(line) for line in re.findall(r'<li>\s*<\w+ class="row".*?</li>', page, re.S)]
    lines = [re.sub(r" \d\d:\d\d \d+/\d+", "", line) for line in lines]
    assert lines == [
        "Cường trả tiền An +500 còn −1.500",
        "Huỷ ván 2. −2.000 còn −2.000",
        "Ván 2 · Cường nhất, An bét +2.000 còn 0",
        "Ván 1 · Bình nhất, An nhì, Dũng ba, Cường bét −2.000 còn −2.000",
    ]
    assert f'href="/t/{closed.pk}/rounds/1/"' in page


def test_a_long_statement_comes_in_pages_without_a_query_a_round(closed: Session) -> None:
    client = phone(closed)
    sessions.reopen(closed.pk, by=ON_THE_MACHINE)
    for _ in range(20):
        play(closed)
    with CaptureQueriesContext(
        connection,
    ) as few:
        page = read(client, closed, "people/1/")
    assert page.count('class="row"') == 20
    older = re.search(r'href="(/t/\w+/people/1/\?before=\d+)"', page)
    assert older
    rows = client.get(older[1], headers=HTMX).content.decode()
    assert rows.count('class="row"') == 1
    assert "<html" not in rows
    assert "Cũ hơn" not in rows
    assert len(few) < 12


def test_nobody_sits_on_a_seat_that_is_not_there(session: Session) -> None:
    for path in ("people/5/", "settle/leave/5/"):
        assert phone(session).get(f"/t/{session.pk}/{path}").status_code == 404


def test_who_leaves_is_settled_with_alone(session: Session) -> None:
    client = phone(session)
    play(session)
    page = read(client, session, "settle/leave/3/")
    assert dues(page) == ["Cường → Bình 4.000"]
    page = marked(client, session, sent(page, 3, 2) | {"amount": "3.000"})
    assert "Cường về sớm" in page
    assert dues(page) == ["Cường → Bình đã trả 3.000, còn 1.000 1.000"]
    page = marked(client, session, sent(page, 3, 2))
    assert dues(page) == ["Cường → Bình 4.000 đã trả đủ"]
    assert "Cường huề, không phải trả ai." in page
    assert session.seats.get(number=3).sitting_out
    assert balances(session) == {1: 2000, 2: 0, 3: 0, 4: -2000}
    play(session, 4, 2, 1)
    assert list(differences([session.pk])) == []


def test_an_item_that_was_paid_for_is_not_undone_without_a_word(session: Session) -> None:
    client, paid = phone(session), "vì sau đó đã trả tiền: Cường trả Bình 2.000."
    for number in (1, 2):
        pays, id = [Pay(1, 4, 5000)], uuid4()
        other_items.post_item(
            session.pk, submission_id=id, pays=pays, text="nước", by=ON_THE_MACHINE
        )
        marked(client, session, due(3, 2) | {"leaver": "3"}) if number == 1 else None
        for headers in ({}, HTMX):
            page = client.get(f"/t/{session.pk}/other/{number}/", headers=headers).content.decode()
            assert (paid in text(page)) is (number == 1)
    for number in (1, 2):
        other_items.void_item(session.pk, number, by=ON_THE_MACHINE)
    log = text(read(client, session, "log/"))
    assert log.count("Huỷ khoản khác: An trả Dũng 5.000.") == 2
    assert log.count("5.000. Sau đó đã trả tiền: phải tính lại.") == 1


@pytest.mark.parametrize("way", ["void", "correct"])
def test_a_round_that_was_paid_for_is_not_undone_without_a_word(session: Session, way: str) -> None:
    client = phone(session)
    marked(client, session, due(3, 2) | {"leaver": "3"})
    play(session, 4, 2, 1)
    paid = "vì sau đó đã trả tiền: Cường trả Bình 2.000."
    assert paid in text(read(client, session, "rounds/1/"))
    assert paid not in text(read(client, session, "rounds/2/"))
    if way == "void":
        for number in (1, 2):
            books.void(session.pk, number, by=ON_THE_MACHINE)
    else:
        redo(session, 1, 3, 2, 1, 4)
        assert paid in text(read(client, session, "rounds/3/"))
    log = text(read(client, session, "log/"))
    assert re.findall(r"(Huỷ|Sửa) ván 1[^.]*\. Sau đó đã trả tiền: phải tính lại\.", log)
    assert log.count("phải tính lại") == 1
    assert list(differences([session.pk])) == []


CARRIED_ON = "vì sau đó đã mang phần còn lại sang bàn mới; bàn mới không đổi theo."


@pytest.fixture
def carried_on(session: Session) -> Session:
    """A round and an item, carried into a new table; the table goes on with one more of each."""
    item = {"pays": [Pay(1, 4, 5000)], "text": "nước", "by": ON_THE_MACHINE}
    other_items.post_item(session.pk, submission_id=uuid4(), **item)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    carry_over.carry(session.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    sessions.reopen(session.pk, by=ON_THE_MACHINE)
    play(session)
    other_items.post_item(session.pk, submission_id=uuid4(), **item)
    return session


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "panel"])
def test_a_change_to_what_was_carried_on_is_said_before(
    carried_on: Session, headers: dict[str, str]
) -> None:
    client = phone(carried_on)
    for path in ("rounds", "other"):
        for number, notice in ((1, True), (2, False)):
            answer = client.get(f"/t/{carried_on.pk}/{path}/{number}/", headers=headers)
            assert (CARRIED_ON in text(answer.content.decode())) is notice


@pytest.mark.parametrize("way", ["void", "correct", "item"])
def test_the_log_says_that_what_is_undone_was_carried_on(carried_on: Session, way: str) -> None:
    for number in (2, 1):
        if way == "void":
            books.void(carried_on.pk, number, by=ON_THE_MACHINE)
        elif way == "correct":
            redo(carried_on, number, 3, 2, 1, 4)
        else:
            other_items.void_item(carried_on.pk, number, by=ON_THE_MACHINE)
    log = text(read(phone(carried_on), carried_on, "log/"))
    assert log.count(". Sau đó đã mang phần còn lại sang bàn mới: phải tính lại.") == 1
    lines = [line["text"] for line in scorer(carried_on).get("log/").json()["results"]]
    again = "The rest was carried to a new table after it: settle anew."
    assert [each.endswith(again) for each in lines[:2]] == [True, False]


def test_nothing_was_carried_on_once_it_is_taken_back(carried_on: Session) -> None:
    new = carried_on.carries.get().target_id
    carry_over.take_back(carried_on.pk, new, by=ON_THE_MACHINE)
    client = phone(carried_on)
    assert CARRIED_ON not in text(read(client, carried_on, "rounds/1/"))
    books.void(carried_on.pk, 1, by=ON_THE_MACHINE)
    assert "phải tính lại" not in text(read(client, carried_on, "log/"))


def test_it_is_said_each_time_such_a_round_is_undone_or_counts_again(session: Session) -> None:
    client = phone(session)
    marked(client, session, due(3, 2) | {"leaver": "3"})
    for act, number, becomes in (("void", 1, 1), ("restore", 1, 2), ("void", 2, 2)):
        client.post(f"/t/{session.pk}/rounds/{number}/{act}/")
        assert "vì sau đó đã trả tiền" in text(read(client, session, f"rounds/{becomes}/"))
    assert text(read(client, session, "log/")).count("phải tính lại") == 3


def test_who_is_owed_leaves_with_the_fewest_payments(session: Session) -> None:
    page = read(phone(session), session, "settle/leave/1/")
    assert dues(page) == ["Cường → An 1.000"]


def test_at_an_open_table_nobody_else_pays(session: Session) -> None:
    fields = {"submission": uuid4(), "debtor": 4, "creditor": 1, "amount": 1000}
    answer = phone(session).post(f"/t/{session.pk}/settle/pay/", fields)
    assert answer.status_code == 409
    assert "Bàn còn chơi" in answer.content.decode()


def test_a_closed_table_has_nobody_who_leaves_early(closed: Session) -> None:
    answer = phone(closed).get(f"/t/{closed.pk}/settle/leave/3/")
    assert answer.headers["location"] == f"/t/{closed.pk}/settle/"


def test_rounds_called_wrong_come_first(session: Session) -> None:
    flags.flag(session.pk, 1, "x", word="nhầm", by=Actor(Link.VIEW))
    page = read(phone(session), session)
    assert 0 < page.index('id="flags"') < page.index('id="balances"') < page.index('id="dues"')
    assert f'href="/t/{session.pk}/rounds/1/"' in page
    assert "Chốt sổ, dù còn 1 ván bị báo sai" in page


def test_a_round_cannot_change_while_the_table_settles(closed: Session) -> None:
    client = phone(closed)
    pay(closed, 2000)
    answer = client.post(f"/t/{closed.pk}/rounds/1/void/")
    assert answer.status_code == 409
    assert "Bàn đang tính tiền: mở lại bàn thì mới sửa được ván." in answer.content.decode()
    answer = client.get(f"/t/{closed.pk}/rounds/1/correct/")
    assert answer.status_code == 409, "before anything is typed"
    page = client.post(f"/t/{closed.pk}/reopen/", follow=True).content.decode()
    assert "Bàn đã mở lại." in page
    assert client.get(f"/t/{closed.pk}/rounds/1/correct/").status_code == 200
    assert client.post(f"/t/{closed.pk}/rounds/1/void/").status_code == 302
    assert balances(closed) == {1: 0, 2: -2000, 3: 2000, 4: 0}


def carry(client: Client, session: Session) -> str:
    """Opens the new table; the address it leads to."""
    form = {"submission": uuid4()}
    answer = client.post(f"/t/{session.pk}/settle/carry/", form)
    assert answer.status_code == 302
    again = client.post(f"/t/{session.pk}/settle/carry/", form)
    assert again.headers["location"] == answer.headers["location"]
    return answer.headers["location"]


def test_what_is_left_is_carried_into_a_new_table_that_this_phone_scores(closed: Session) -> None:
    client = phone(closed)
    client.post(f"/t/{closed.pk}/whose/", {"seat": 2})
    page = marked(client, closed, due(3, 2, "500"))
    assert re.search(r'action="/t/\w+/settle/carry/".*?name="submission" value=".*?</form>', page)
    address = carry(client, closed)
    page = client.get(address).content.decode()
    assert "Đã mở bàn mới, mang phần còn lại theo." in page
    assert "Ghi ván 1" in page
    new = closed.carries.get().target
    assert balances(new) == {1: 1000, 2: 1500, 3: -1500, 4: -1000}
    assert balances(closed) == {1: 0, 2: 0, 3: 0, 4: 0}
    lines = text(client.get(f"{address}people/2/").content.decode())
    assert "Mang phần còn lại sang bàn mới" in lines
    assert "Mang phần còn lại của bàn trước sang đây. máy của Bình" in text(
        client.get(f"{address}log/").content.decode()
    )
    page = read(client, closed)
    assert f'href="{address}"' in page
    assert "settle/carry/" in page
    assert "Mở bàn mới" not in page
    assert list(differences([closed.pk])) == []


def test_a_viewer_reads_that_it_was_carried_and_cannot_follow(closed: Session) -> None:
    address = carry(phone(closed), closed)
    page = read(phone(closed, Role.VIEW), closed)
    assert "Đã mang sang bàn mới" in page
    assert address not in page
    assert "take-back" not in page


def test_what_was_carried_is_taken_back_until_the_new_table_plays(closed: Session) -> None:
    client = phone(closed)
    address = carry(client, closed)
    back = f"/t/{closed.pk}/settle/carry{address.removeprefix('/t')}take-back/"
    assert back in read(client, closed)
    page = client.post(back, follow=True).content.decode()
    assert "Đã rút lại, bàn mới đã chốt sổ." in page
    assert balances(closed) == {1: 1000, 2: 2000, 3: -2000, 4: -1000}
    address = carry(client, closed)
    play(closed.carries.latest("pk").target)
    back = f"/t/{closed.pk}/settle/carry{address.removeprefix('/t')}take-back/"
    assert back not in read(client, closed)
    answer = client.post(back)
    assert answer.status_code == 409
    assert "Bàn mới đã có ván" in answer.content.decode()


def test_a_form_sent_again_after_that_is_not_called_carried(closed: Session) -> None:
    client, form = phone(closed), {"submission": str(uuid4())}
    new = client.post(f"/t/{closed.pk}/settle/carry/", form).headers["location"].split("/")[2]
    client.post(f"/t/{closed.pk}/settle/carry/{new}/take-back/", follow=True)
    answer = client.post(f"/t/{closed.pk}/settle/carry/", form, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{closed.pk}/settle/"
    assert "rồi được rút lại, nên không ghi gì thêm" in answer.content.decode()


def test_nothing_is_carried_where_nothing_is_left_or_the_table_plays(session: Session) -> None:
    client = phone(session)
    assert "settle/carry/" not in read(client, session)
    answer = client.post(f"/t/{session.pk}/settle/carry/", {"submission": uuid4()})
    assert answer.status_code == 409
    assert Session.objects.count() == 1


def test_another_table_is_not_taken_back_from(closed: Session) -> None:
    other = open_table()
    answer = phone(closed).post(f"/t/{closed.pk}/settle/carry/{other.pk}/take-back/")
    assert answer.status_code == 409
    other.refresh_from_db()
    assert other.closed_at is None


WRITES = [
    "settle/pay/",
    "settle/payments/1/unmark/",
    "settle/carry/",
    "settle/carry/another1/take-back/",
]


def test_a_view_link_sees_everything_and_marks_nothing(closed: Session) -> None:
    viewer = phone(closed, Role.VIEW)
    pay(closed)
    page = read(viewer, closed)
    assert "Cường → Bình đã trả 500, còn 1.500 1.500" in dues(page)
    assert "settle/pay/" not in page
    assert "unmark" not in page
    fields = {"submission": uuid4(), "debtor": 3, "creditor": 2, "amount": 100}
    for path in WRITES:
        assert viewer.post(f"/t/{closed.pk}/{path}", fields).status_code == 404
    assert balances(closed) == {1: 1000, 2: 1500, 3: -1500, 4: -1000}


def test_who_comes_by_address_alone_is_led_to_the_page(closed: Session) -> None:
    for path in WRITES:
        answer = phone(closed).get(f"/t/{closed.pk}/{path}")
        assert answer.headers["location"] == f"/t/{closed.pk}/settle/"


def test_a_stranger_finds_nothing(closed: Session) -> None:
    for path in ("settle/", "settle/leave/1/", "people/1/", "settle/picture.svg"):
        assert Client().get(f"/t/{closed.pk}/{path}").status_code == 404


def test_names_are_escaped() -> None:
    session = open_table(players=["<b>An", "Bình&"])
    play(session, 1, 2)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    client = phone(session)
    page = marked(client, session, sent(read(client, session), 2, 1) | {"amount": "500"})
    assert "&lt;b&gt;An" in page
    assert "<b>An" not in page
    assert "&lt;b&gt;An" in read(client, session, "people/2/")
    image = client.get(f"/t/{session.pk}/settle/picture.svg").content
    assert "<b>An" in set(ElementTree.fromstring(image).itertext())


def test_the_pages_are_whole_in_english(closed: Session) -> None:
    client = phone(closed, **{"accept-language": "en"})
    page = marked(client, closed, due(3, 2, "500"))
    assert "Marked: Cường paid Bình 500." in page
    sessions.reopen(closed.pk, by=ON_THE_MACHINE)
    paths = ("settle/", "settle/leave/3/", "people/3/", "settle/picture.svg")
    for each in (page, *(read(client, closed, path) for path in paths)):
        main = text(each.partition("<main")[2] or each)
        words = re.sub("Nhà An|Bình|Cường|Dũng|cược|Tiến lên", "", main)
        assert re.findall(r"\w*[ăâđêôơưàáảãạèéẻẽẹìíỉĩịòóỏõọùúủũụỳýỷỹỵ]\w*", words, re.I) == []


def test_the_log_says_who_paid_whom(closed: Session) -> None:
    client = phone(closed)
    marked(client, closed, due(3, 2))
    client.post(f"/t/{closed.pk}/settle/payments/1/unmark/")
    page = text(read(client, closed, "log/"))
    assert "Ghi Cường đã trả Bình 2.000." in page
    assert "Bỏ đánh dấu Cường đã trả Bình 2.000." in page


def test_a_table_that_was_carried_on_is_not_called_quits(closed: Session) -> None:
    new = carry_over.carry(closed.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    page = read(phone(closed), closed)
    assert "Cả bàn huề" not in page
    assert "phần còn lại đã mang sang bàn mới" in page
    carry_over.take_back(closed.pk, new.pk, by=ON_THE_MACHINE)
    page = read(phone(closed), closed)
    assert "Đã mang sang bàn mới" not in page
    assert "Cường → Bình 2.000" in dues(page)
