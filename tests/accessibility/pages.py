"""Every page there is, found from the addresses themselves, with an evening to look at.

An address is a page where it answers a plain GET with HTML. One whose parts nobody here
knows, and one that is not there although it should be, is an error: no page is forgotten.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from uuid import uuid4

from django.apps import apps
from django.conf import settings
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.timezone import localtime

from ledger import books
from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, link_fragment
from ledger.books import balances
from ledger.books.settlement import fewest_payments
from ledger.common.certificates import renew
from ledger.common.lan import local_names
from ledger.models import Group, SavedRules, Session
from ledger.tables import payments, saved_rules, sessions
from scoring import RULE_SETS
from tests.accessibility.visits import Place
from tests.admin.people import PASSWORD, superuser
from tests.random_rounds import deal
from tests.web.tables import open_table

ROUNDS = 12
DIFFER_BY_GAME = {"table", "round", "correct", "hands", "hand", "rules", "card", "board"}
NOT_THERE = {
    "admin:autocomplete": "no form looks anything up",
    "admin:view_on_site": "nothing of ours has a page outside the admin",
}
NOT_OURS = {"api_docs": "Swagger UI as its makers give it, for programmers at a desk"}
COMMON = {
    "number": "1",
    "round_number": "1",
    "seat": "1",
    "role": "score",
    "scheme": "light",
    "book": "totals",
    "format": "csv",
    "target": "another1",
    "language": "vi",
    "code": "session_closed",
    "app_label": "ledger",
    "name": "tien_len",
    "rest": "another1." + "a" * 32,
    "year": str(localtime().year),
    "settlement": "00000000-0000-4000-8000-000000000000",
}


@dataclass(frozen=True, slots=True)
class Evening:
    """A table of every game with rounds played, and the browsers of who may look at what."""

    tables: dict[str, Session]
    closed: Session
    browsers: dict[str, Client]


def play() -> Evening:
    """Open the tables, play, and leave something on every page."""
    tables, closed = {rules: _table(rules) for rules in RULE_SETS}, _table("tien_len")
    sessions.close(closed.pk, by=ON_THE_MACHINE)
    _pay_half(closed)
    everything = [*tables.values(), closed]
    browsers = {"host": _joined(everything, Role.SCORE), "viewer": _joined(everything, Role.VIEW)}
    _settle_in(browsers["host"], tables)
    return Evening(tables, closed, browsers | {"stranger": Client(SERVER_NAME="localhost")})


def places(evening: Evening) -> list[Place]:
    """Every page for whoever runs the place, then what is different for others."""
    first = evening.tables["tien_len"].pk
    return [
        *(place for place in _addresses(evening) if _is_page(evening, place)),
        Place("table, closed", reverse("table", args=[evening.closed.pk])),
        Place("board, closed", reverse("board", args=[evening.closed.pk])),
        Place("settle, closed", reverse("settle", args=[evening.closed.pk])),
        Place("settle, closed, viewer", reverse("settle", args=[evening.closed.pk]), "viewer"),
        *(
            Place(f"{name}, viewer", reverse(name, args=[table.pk]), "viewer")
            for name in ("table", "house", "rules", "share")
            for table in evening.tables.values()
            if table.pk == first or name == "table"
        ),
        Place("home, stranger", "/", "stranger"),
        Place("login", "/admin/login/", "stranger"),
        Place("404", reverse("table", args=[first]), "stranger"),
    ]


def _table(rules: str) -> Session:
    """A table with rounds dealt by chance, one of them void."""
    session, chance = open_table(rules), Random(5)
    for _number in range(ROUNDS):
        facts = deal(rules, chance, [1, 2, 3, 4])
        books.record(session.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    books.void(session.pk, ROUNDS - 1, reason="Chia nhầm bài", by=ON_THE_MACHINE)
    session.refresh_from_db()
    return session


def _pay_half(table: Session) -> None:
    """Of the first payment, so that a part is left to pay."""
    standings = balances.scoreboard(table)
    due = fewest_payments({each.seat: each.balance for each in standings})[0]
    half = {"debtor": due.payer, "creditor": due.payee, "amount": due.amount // 2}
    payments.pay(table.pk, **half, submission_id=uuid4(), by=ON_THE_MACHINE)


def _joined(tables: list[Session], role: Role) -> Client:
    client = Client(SERVER_NAME="localhost")
    for table in tables:
        client.post("/join/", {"link": link_fragment(table, role)})
    return client


def _settle_in(host: Client, tables: dict[str, Session]) -> None:
    """Rules saved, seats taken, logged in to the admin, and something changed there."""
    first = tables["tien_len"].pk
    rules = {"rules": "tien_len", "name": "Luật nhà An", "set-heo_do": "2"}
    host.post(f"/t/{first}/rules/keep/", rules)
    host.post(f"/t/{first}/rounds/1/flag/", {"word": "Nhầm người"})
    host.post(f"/t/{first}/groups/make/", {"name": "Tối thứ sáu", "submission": str(uuid4())})
    item = {"payer": "1", "payee": "2", "amount": "20000", "text": "Tiền nước"}
    host.post(f"/t/{first}/other/post/", item | {"submission": str(uuid4())})
    for table in tables.values():
        host.post(f"/t/{table.pk}/hand/1/claim/")
    user = {"username": superuser().username, "password": PASSWORD}
    host.post("/admin/login/?next=/admin/", user)
    host.post("/admin/auth/group/add/", {"name": "Người phụ"})
    saved_rules.share("Luật quán", "tien_len", {"heo_do": "3"})
    staff_tokens.make("Chủ quán")
    host.post(f"/admin/ledger/session/{first}/bet-unit/", {"amount": "5000", "reason": "Tăng cược"})


def _addresses(evening: Evening) -> Iterator[Place]:
    for name, keys in _named(get_resolver()):
        games = list(evening.tables.values()) if name in DIFFER_BY_GAME else [_first(evening)]
        for table in games:
            given = {each: _value(name, each, table) for each in keys}
            yield Place(name, reverse(name, kwargs=given))


def _named(
    resolver: URLResolver, space: str = "", above: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every named address with the parts it needs; those without a name only lead on."""
    for pattern in resolver.url_patterns:
        keys = (*above, *pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLResolver):
            yield from _named(pattern, space + _colon(pattern.namespace), keys)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield space + pattern.name, keys


def _colon(namespace: str | None) -> str:
    return f"{namespace}:" if namespace else ""


def _first(evening: Evening) -> Session:
    return evening.tables["tien_len"]


def _value(name: str, key: str, table: Session) -> str:
    """One part of an address: of the table, of the newest of its kind, or common to all."""
    if key == "session_id":
        return table.pk
    if key == "group_id":
        return Group.objects.latest("made_at").pk
    if key == "pk":
        return str(SavedRules.objects.get(shared=False).pk)
    if key == "id":
        return str(User.objects.latest("pk").pk)
    if key in ("object_id", "content_type_id"):
        return _newest(name)
    assert key in COMMON, f"nobody here knows what {key} of {name} may be"
    return COMMON[key]


def _newest(name: str) -> str:
    """The newest row of the model that an admin address speaks of."""
    label, _underscore, rest = name.removeprefix("admin:").partition("_")
    if name in NOT_THERE:
        return "1"
    shown = site.get_model_admin(apps.get_model(label, rest.partition("_")[0]))
    newest = shown.get_queryset(RequestFactory().get("/")).order_by("pk").last()
    assert newest, f"the evening leaves nothing to look at for {name}"
    return str(newest.pk)


def _is_page(evening: Evening, place: Place) -> bool:
    if place.name in NOT_OURS:
        return False
    answer = evening.browsers[place.who].get(place.address)
    if not answer.headers["Content-Type"].startswith("text/html"):
        return False
    assert answer.status_code != 404 or place.name in NOT_THERE, f"{place} is not there"
    return bool(answer.status_code == 200)


def main() -> None:
    """Write every page, and the cookies of who opens it, as JSON to who drives a browser."""
    renew(settings.DATA_DIR, local_names())  # as with HTTPS beside it
    evening = play()
    cookies = {
        who: {name: morsel.value for name, morsel in client.cookies.items()}
        for who, client in evening.browsers.items()
    }
    plan = {"places": [asdict(each) for each in places(evening)], "cookies": cookies}
    sys.stdout.write(json.dumps(plan))
