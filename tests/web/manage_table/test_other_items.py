"""Other items (khoản khác) on the phone: told on a page of their own, seen in the history."""

import html
import re
from uuid import uuid4

import pytest
from django.test import Client

from ledger.access.keys import Role
from ledger.models import OtherItem, Session
from tests.sample_tables import play
from tests.web.pages import read
from tests.web.tables import HTMX, balances, by_place, open_table, phone

pytestmark = pytest.mark.django_db


def fields(**changed: object) -> dict[str, object]:
    sent = {"submission": str(uuid4()), "payer": [1], "payee": [2], "amount": "20k"}
    return sent | {"text": "chia sai"} | changed


def test_it_is_told_seen_in_the_history_and_taken_back() -> None:
    session = open_table()
    client = phone(session)
    play(session, 1, 2, 3, 4)
    sent = fields()
    for _ in range(2):
        answer = client.post(f"/t/{session.pk}/other/post/", sent, follow=True)
        assert "An trả Bình 20.000" in answer.content.decode()
    assert OtherItem.objects.count() == 1
    assert balances(session) == {1: 2000 - 20000, 2: 1000 + 20000, 3: -1000, 4: -2000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert page.index('id="other-1"') < page.index('id="line-1"')
    assert "chia sai" in page
    for path in ("settle/", "figures/"):
        assert client.get(f"/t/{session.pk}/{path}").status_code == 200
    assert "chia sai" in client.get(f"/t/{session.pk}/log/").content.decode()
    assert "Khoản khác: chia sai" in client.get(f"/t/{session.pk}/people/1/").content.decode()
    client.post(f"/t/{session.pk}/other/1/void/")
    assert balances(session) == {1: 2000, 2: 1000, 3: -1000, 4: -2000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert 'data-state="void"' in page.split('id="other-1"')[1].split("</li>")[0]


def posted(client: Client, session: Session, **sent: object) -> str:
    answer = client.post(f"/t/{session.pk}/other/post/", sent, follow=True)
    return html.unescape(answer.content.decode())


def test_a_form_sent_again_says_that_it_adds_nothing() -> None:
    session = open_table()
    client, sent = phone(session), fields()
    added_nothing = "Đã ghi: An trả Bình 20.000. Lần gửi trước đã ghi rồi, lần này không ghi thêm."
    assert added_nothing not in posted(client, session, **sent)
    assert added_nothing in posted(client, session, **sent)
    assert added_nothing not in posted(client, session, **fields())
    assert balances(session)[2] == 40000


def test_a_form_sent_again_after_its_item_was_taken_back_is_not_called_posted() -> None:
    session = open_table()
    client, sent = phone(session), fields()
    posted(client, session, **sent)
    client.post(f"/t/{session.pk}/other/1/void/")
    page = posted(client, session, **sent)
    assert read(page).one(id="strip").one(role="alert").text.endswith("Xem lại đã.")
    assert "Đã ghi: An" not in page
    assert balances(session)[2] == 0


def test_a_form_that_was_changed_after_it_was_posted_says_so_and_then_posts_one_more() -> None:
    session = open_table()
    client, sent = phone(session), fields()
    posted(client, session, **sent)
    page = posted(client, session, **sent | {"amount": "50k"})
    assert "với nội dung khác. Bấm lần nữa thì ghi thêm một khoản." in page
    submission = re.search(r'name="submission" value="([^"]+)"', page)[1]
    assert 'value="50k"' in page
    posted(client, session, **sent | {"amount": "50k", "submission": submission})
    assert balances(session)[2] == 70000


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_its_line_leads_to_what_takes_it_back(headers: dict[str, str]) -> None:
    session = open_table()
    scorer, viewer = phone(session), phone(session, Role.VIEW)
    scorer.post(f"/t/{session.pk}/other/post/", fields())
    item = f"/t/{session.pk}/other/1/"
    assert f'href="{item}"' in scorer.get(f"/t/{session.pk}/").content.decode()
    for client in (scorer, viewer):
        shown = client.get(item, headers=headers).content.decode()
        assert ("<html" in shown) == (not headers)
        assert "<b>An trả Bình 20.000</b>: chia sai" in shown
        assert (f'action="{item}void/"' in shown) == (client is scorer)
    scorer.post(f"{item}void/")
    assert "/void/" not in scorer.get(item, headers=headers).content.decode()
    assert scorer.get(f"/t/{session.pk}/other/2/", headers=headers).status_code == 404


def test_one_before_the_first_round_is_in_the_history_too() -> None:
    session = open_table()
    client = phone(session)
    client.post(f"/t/{session.pk}/other/post/", fields())
    assert 'id="other-1"' in client.get(f"/t/{session.pk}/").content.decode()
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert page.index('id="line-1"') < page.index('id="other-1"')


def test_several_pay_several_and_each_amount_is_split_evenly() -> None:
    session = open_table()
    client = phone(session)
    client.post(f"/t/{session.pk}/other/post/", fields(payer=[1, 2], payee=[3, 4], amount="30.000"))
    assert balances(session) == {1: -30000, 2: -30000, 3: 30000, 4: 30000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "An, Bình trả Cường, Dũng mỗi người 15.000" in page


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"payer": []}, "Chọn người trả và người nhận"),
        ({"payee": [9]}, "9"),
        ({"payee": [2, 3, 4], "amount": "20.000"}, "ghi 19.998 hay 20.001?"),
        ({"amount": "20"}, "20.000 hay 20?"),
        ({"amount": "0"}, "Số tiền là một số nguyên"),
        ({"text": ""}, "Ghi vì sao"),
        ({"submission": "x"}, "Tải lại"),
    ],
)
def test_what_cannot_be_posted_says_why_and_stays(changed: dict[str, object], says: str) -> None:
    session = open_table()
    answer = phone(session).post(f"/t/{session.pk}/other/post/", fields(**changed))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert says in page
    if "text" not in changed:
        assert 'value="chia sai"' in page
    assert not OtherItem.objects.exists()


def test_the_tables_own_word_for_its_money_may_stand_behind_an_amount() -> None:
    session = open_table()
    Session.objects.update(currency="xu")
    phone(session).post(f"/t/{session.pk}/other/post/", fields(amount="20.000 xu"))
    assert balances(session) == {1: -20000, 2: 20000, 3: 0, 4: 0}


def test_who_only_looks_on_may_not_tell_one() -> None:
    session = open_table()
    viewer = phone(session, Role.VIEW)
    assert 'name="payer"' not in viewer.get(f"/t/{session.pk}/other/").content.decode()
    assert viewer.post(f"/t/{session.pk}/other/post/", fields()).status_code == 404
    assert not OtherItem.objects.exists()


def test_other_phones_hear_of_it() -> None:
    session = open_table()
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_place(1, 2, 3))
    log = session.changes.count()
    client.post(f"/t/{session.pk}/other/post/", fields())
    page = client.get(f"/t/{session.pk}/").content.decode()
    shape = page.split('name="shape" value="')[1][:12]
    now = client.get(
        f"/t/{session.pk}/now/?log={log}&shape={shape}", headers={"hx-request": "true"}
    )
    assert 'id="other-1"' in now.content.decode()
