"""Pages that are kept: never an old one, never another phone's, whatever happens at the table."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client, override_settings

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.access.keys import Role
from ledger.models import Link, Session
from ledger.tables import agreement, carry_over, flags, own_hands, payments, sessions
from ledger.web.table.history import HistoryRound
from tests.trust import sizes
from tests.web.tables import open_table, phone, what_it_saw

pytestmark = pytest.mark.django_db

NONE_KEPT = {
    name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for name in settings.CACHES
}
FOR_ONE_REQUEST = re.compile(r'(name="(csrfmiddlewaretoken|submission)" value=")[^"]+')

SCORER, VIEWER = Actor(Link.SCORE), Actor(Link.VIEW)


def record(session: Session, *places: int) -> None:
    facts = {"players": sorted(places), "places": list(places)}
    books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)


def correct(session: Session) -> None:
    facts = {"players": [1, 2, 3, 4], "places": [4, 3, 2, 1]}
    books.record(session.pk, correcting=1, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)


def pay(session: Session) -> None:
    payments.pay(
        session.pk, submission_id=uuid4(), debtor=1, creditor=4, amount=500, by=ON_THE_MACHINE
    )


HAPPENS: dict[str, Callable[[Session], object]] = {
    "a round": lambda table: record(table, 1, 2, 3, 4),
    "another": lambda table: record(table, 2, 1, 3, 4),
    "a void round": lambda table: books.void(table.pk, 2, reason="chia sai", by=ON_THE_MACHINE),
    "a correction": correct,
    "a flag": lambda table: flags.flag(table.pk, 3, "a phone", word="sai rồi", by=SCORER),
    "an answer": lambda table: flags.keep(table.pk, 3, word="đúng", by=SCORER),
    "a flag more": lambda table: flags.flag(table.pk, 3, "another", by=VIEWER),
    "a flag less": lambda table: flags.take_back(table.pk, 3, "another", by=VIEWER),
    "sitting out": lambda table: sessions.sit(table.pk, 4, out=True, by=ON_THE_MACHINE),
    "sitting in": lambda table: sessions.sit(table.pk, 4, out=False, by=ON_THE_MACHINE),
    "a player": lambda table: sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE),
    "a bet unit": lambda table: sessions.change_bet_unit(table.pk, 5000, by=ON_THE_MACHINE),
    "a table's name": lambda table: sessions.rename_session(
        table.pk, "Nhà Bình", by=ON_THE_MACHINE
    ),
    "rules": lambda table: sessions.change_rules(
        table.pk, "tien_len", {"heo_den": "2"}, by=ON_THE_MACHINE
    ),
    "a key": lambda table: sessions.renew_key(table.pk, Role.VIEW, by=ON_THE_MACHINE),
    "a limit of nods": lambda table: agreement.ask_from(table.pk, 1000, by=ON_THE_MACHINE),
    "closing": lambda table: sessions.close(table.pk, by=ON_THE_MACHINE),
    "a payment": pay,
    "a payment less": lambda table: payments.unmark(table.pk, 1, by=ON_THE_MACHINE),
    "opening": lambda table: sessions.reopen(table.pk, by=ON_THE_MACHINE),
    "a game": lambda table: sessions.change_rules(table.pk, "binh", {}, by=ON_THE_MACHINE),
    "a seat held": lambda table: own_hands.claim(table.pk, 1, "a phone", several=False),
    "a seat let go": lambda table: own_hands.let_go(table.pk, 1, "a phone"),
    "names cleared": lambda table: sessions.forget_names(
        table.pk, seat_numbers=[1], by=ON_THE_MACHINE
    ),
}
"""One thing after the other, each by somebody else than who looks."""


KINDS = ((Role.SCORE, "vi"), (Role.VIEW, "vi"), (Role.VIEW, "en"), (Role.SCORE, "en"))


def phones(session: Session, kinds: int) -> dict[tuple[Role, str], Client]:
    return {
        (role, language): phone(session, role, **{"accept-language": language})
        for role, language in KINDS[:kinds]
    }


def output(client: Client, session: Session, saw: dict[str, str]) -> tuple[str, str]:
    """The table page, and what it is told to change, but for what is of one request only."""
    address = f"/t/{session.pk}/"
    page = client.get(address)
    news = client.get(f"{address}now/", saw, headers={"hx-request": "true"})
    first, second = (FOR_ONE_REQUEST.sub(r"\1", each.content.decode()) for each in (page, news))
    return first, second + str([each for each in news.headers.items() if each[0].startswith("HX-")])


def outdated(
    session: Session, most: int = len(HAPPENS), kinds: int = 2
) -> list[tuple[str, Role, str]]:
    """After which change whom a page was shown that is not the one rendered anew."""
    problems, clients = [], phones(session, kinds)
    pages = {who: output(client, session, {})[0] for who, client in clients.items()}
    for change, happen in list(HAPPENS.items())[:most]:
        happen(session)
        session.refresh_from_db()
        clients = phones(session, kinds) if change == "a key" else clients
        for who, client in clients.items():
            saw = what_it_saw(pages[who])
            shown, again = output(client, session, saw), output(client, session, saw)
            with override_settings(CACHES=NONE_KEPT):
                anew = output(client, session, saw)
            if not shown == again == anew:
                problems.append((change, *who))
            pages[who] = anew[0]
    return problems


@sizes("kinds", 1, 4)
def test_every_page_is_the_one_that_would_be_rendered_now(kinds: int) -> None:
    assert outdated(open_table(), kinds=kinds) == []


def test_no_page_is_shown_in_another_language_or_role() -> None:
    assert outdated(open_table(), 1, len(KINDS)) == []


OTHERS = (
    *("settle/", "settle/picture.svg", "settle/leave/1/", "figures/", "people/1/"),
    *("board/", "history/", "rounds/1/"),
)
"""Pages of a table beside the table page."""


def others(client: Client, session: Session) -> list[str]:
    answers = [client.get(f"/t/{session.pk}/{each}") for each in OTHERS]
    return [FOR_ONE_REQUEST.sub(r"\1", each.content.decode()) for each in answers]


def test_every_other_page_is_the_one_that_would_be_rendered_now() -> None:
    session, shown = open_table(), []
    for change, happen in HAPPENS.items():
        happen(session)
        session.refresh_from_db()
        client = phone(session)
        shown.append(others(client, session))
        with override_settings(CACHES=NONE_KEPT):
            assert shown[-1] == others(client, session), change
    assert [len({*each}) > 3 for each in zip(*shown, strict=True)] == [True] * len(OTHERS)


def test_a_table_whose_money_was_carried_on_says_what_happened_there_since() -> None:
    old = open_table()
    record(old, 1, 2, 3, 4)
    sessions.close(old.pk, by=ON_THE_MACHINE)
    new = carry_over.carry(old.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    client = phone(old)
    before = client.get(f"/t/{old.pk}/settle/").content.decode()
    record(new, 1, 2, 3, 4)
    assert "Rút lại" in before
    assert "Rút lại" not in client.get(f"/t/{old.pk}/settle/").content.decode()


def test_of_two_forms_only_those_that_shared_an_id_share_the_new_one() -> None:
    session = open_table()
    record(session, 1, 2, 3, 4)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    pages = [phone(session).get(f"/t/{session.pk}/settle/").content.decode() for _ in range(2)]
    first, again = (re.findall(r'name="submission" value="([^"]+)"', page) for page in pages)
    assert [first.index(each) for each in first] == [again.index(each) for each in again]
    assert 1 < len({*first}) < len(first)
    assert not {*first} & {*again}


def test_without_the_state_in_the_key_old_pages_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "state", lambda session: session.pk)
    assert {change for change, *_who in outdated(open_table(), 2, 1)} == {"a round", "another"}


def test_without_what_became_of_a_round_in_the_key_old_lines_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(HistoryRound, "shows", property(lambda line: line.address))
    assert {"a void round", "a flag"} <= {each[0] for each in outdated(open_table(), 5, 1)}


def test_each_page_has_its_own_token_and_submission() -> None:
    session = open_table()
    clients = [phone(session) for _ in range(2)]
    pages = [client.get(f"/t/{session.pk}/").content.decode() for client in clients * 2]
    submissions = {re.findall(r'name="submission" value="([^"]+)"', page)[0] for page in pages}
    assert len(submissions) == 4
    for client, page in zip(clients * 2, pages, strict=True):
        tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page))
        assert len(tokens) == 1
        checked = Client(enforce_csrf_checks=True)
        checked.cookies = client.cookies
        answer = checked.post(f"/t/{session.pk}/whose/", {"csrfmiddlewaretoken": tokens.pop()})
        assert answer.status_code == 302


def test_what_one_phone_said_is_on_no_other_phone() -> None:
    session = open_table()
    mine, other = phone(session), phone(session)
    before = output(other, session, {})
    mine.post(f"/t/{session.pk}/whose/", {"seat": "2"})
    assert 'aria-pressed="true"' in mine.get(f"/t/{session.pk}/").content.decode()
    assert output(other, session, {}) == before


def test_a_message_is_shown_once() -> None:
    session = open_table()
    client = phone(session)
    client.get(f"/t/{session.pk}/")
    client.post(f"/t/{session.pk}/players/", {"name": "Em"})
    pages = [client.get(f"/t/{session.pk}/").content.decode() for _ in range(2)]
    assert ["Em đã vào bàn." in page for page in pages] == [True, False]


def test_a_page_that_is_kept_costs_one_query(django_assert_num_queries: Callable) -> None:
    session = open_table()
    client = phone(session)
    client.get(f"/t/{session.pk}/")
    with django_assert_num_queries(1):
        client.get(f"/t/{session.pk}/")


def test_a_renewed_key_opens_no_page_that_is_kept() -> None:
    session = open_table()
    client = phone(session, Role.VIEW)
    assert client.get(f"/t/{session.pk}/").status_code == 200
    sessions.renew_key(session.pk, Role.VIEW, by=ON_THE_MACHINE)
    assert client.get(f"/t/{session.pk}/").status_code == 404
