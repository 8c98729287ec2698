"""One evening by a seed: two phones that score, one that looks on, and what people do with them."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import UUID

from django.http import HttpResponse

from ledger.access.keys import Role, link_fragment
from ledger.models import Change, Session
from tests.simulator.network import BAD, FORM, Asked, Chances, Events, Line, Service, is_ours
from tests.simulator.pipe import Changed, Pipe
from tests.simulator.virtual import Clock

Pairs = list[tuple[str, str]]
Then = Callable[[HttpResponse], None]
LogLine = tuple[int, str]
"""The number of a line of the log, and its hash."""


def lines() -> set[LogLine]:
    """All that are on the books now."""
    return set(Change.objects.values_list("number", "hash"))


@dataclass
class TypedRound:
    """A round that somebody typed: what was sent of it by which id, and whether it is given up."""

    key: str
    rules: str
    fields: Pairs
    of: tuple[object, ...] = ()
    """What it was dealt for: the game, its settings and the seats."""
    sent: dict[str, list[str]] = field(default_factory=dict)
    is_no_round: bool = False
    """Whether the server said so, 422: then it is in the form alone."""
    dropped: bool = False


@dataclass
class Phone:
    """A phone with at most one page of the table open."""

    number: int
    role: Role
    line: Line
    page: int = 0
    is_out: bool = False
    """Its link was renewed, and nobody has given it the new one."""
    coming: bool = False


KEEPS_NOTHING = 0.2
"""How many of the phones that look on have no storage."""

AT_THE_BACK = 0.3
"""How many tables stand where the network is worst."""

HEADERS = ("HX-Trigger", "HX-Redirect", "HX-Refresh", "HX-Reswap")


def key_in(pairs: Sequence[Sequence[str]] | None) -> str:
    """Which typed round these fields are of."""
    return fields_in(pairs or ()).get("sim", "")


def fields_in(pairs: Sequence[Sequence[str]]) -> dict[str, str]:
    """By their names, as the phones tell them; of several of one name the last."""
    return dict(map(tuple, pairs))


def says_another(html: str) -> bool:
    """Whether an answer tells its page that the book was replaced."""
    return bool(re.search(r'id="moved"[^>]*\sdata-another', html))


class Evening:
    """What people do at one table; `trace` is all that happened."""

    def __init__(self, seed: int, pipe: Pipe, changed: Changed = ()) -> None:
        self.seed, self.id, self.pipe = seed, "", pipe
        self.rng = Random(f"evening {seed}")
        self.clock, self.trace, self.alarms = Clock(), list[str](), list[str]()
        self.events, self.service = Events(self.clock), Service(self.write)
        self.pages, self.goes_on = dict[int, Phone](), True
        self.typed = dict[str, TypedRound]()
        self.items = dict[str, tuple[int, int, int]]()
        self.payments = dict[str, tuple[int, int, int]]()
        self.void_rounds = set[int]()
        self.books, self.must_hear = list[set[LogLine]](), set[int]()
        self.seen = defaultdict[int, set[LogLine]](set)
        self.void_items, self.void_payments = set[int](), set[int]()
        self.chances = BAD if self.rng.random() < AT_THE_BACK else Chances()
        roles = (Role.SCORE, Role.SCORE, Role.VIEW)
        self.phones = [Phone(at, role, self._line()) for at, role in enumerate(roles)]
        quiet = 2 if self.rng.random() < KEEPS_NOTHING else None
        begun = pipe.say(
            "begin", 0, seed=seed, phones=len(roles), keepsNothing=quiet, changed=changed
        )[0]
        self.of_the_page = {*begun["ofThePage"], "correcting"}

    def _line(self) -> Line:
        return Line(self.events, self.rng, self.service, self.chances)

    def write(self, words: str) -> None:
        self.trace.append(f"{self.clock.seconds:.3f} {words}")

    @property
    def session(self) -> Session:
        """The table as the books have it now."""
        return Session.objects.select_related("rule_version", "bet_unit").get(pk=self.id)

    # ---- the phones' own scripts ----

    def say(self, what: str, **event: Any) -> None:
        for each in self.pipe.say(what, self.clock.seconds, **event):
            self._hear(each)

    def show(self, phone: Phone) -> Any:
        """What is on the page, and what the phone keeps."""
        return self.pipe.say("show", self.clock.seconds, page=phone.page)

    def _hear(self, message: Any) -> None:
        page, phone = message["page"], self.pages.get(message["page"])
        if message["what"] == "fails":
            self.alarms.append(f"a script fails: {message['words']}")
        elif message["what"] == "request":
            self._ask(phone, message)
        elif message["what"] == "timer":
            ring = {"page": page, "timer": message["id"]}
            self.events.after(message["pause"] / 1000, lambda: self.say("ring", **ring))
        elif message["what"] == "navigate":
            if page == phone.page:
                self.open(phone, message["path"])
        elif message["what"] == "seen":
            self.seen[page].add((message["line"], message["head"]))
        elif message["what"] == "prices":
            self.alarms.append("a form has other terms than the prices that it shows")
        else:
            self.differs(phone, message["html"])

    def differs(self, phone: Phone, html: str) -> None:
        """A phone says that the books are not those that it has seen."""
        self.must_hear.discard(phone.number)
        seen = {line for page, of in self.pages.items() if of is phone for line in self.seen[page]}
        if seen | (self.kept_line(phone) & set[LogLine]().union(*self.books)) <= lines():
            self.alarms.append(f"a phone is told of another book: {html}")

    def kept_line(self, phone: Phone) -> set[LogLine]:
        """The newest line that this phone has checked, in the log too, and keeps."""
        kept = self.show(phone)["witness"] if phone.page else None
        return {(kept["line"], kept["head"])} if kept else set()

    def _look_at(self, phone: Phone, *, another: bool) -> None:
        """What a page heard of another book it shows, and its form has the script of its taps."""
        shown = self.show(phone)
        if another and not (shown["another"] or shown["late"]):
            self.alarms.append("a page does not say that its book was replaced")
        if shown["isDeaf"]:
            self.alarms.append("no script of the page hears the taps of its form")

    def _ask(self, phone: Phone, message: Any) -> None:
        request, fields = message["id"], parse_qs(message["body"])
        sent = self.typed.get(fields.get("sim", [""])[0])
        if message["path"].endswith("/rounds/") and "sim" in fields:
            round, id = self.typed[fields["sim"][0]], fields["submission"][0]
            round.sent.setdefault(id, []).append(message["body"])
            self.write(f"phone {phone.number} sends {round.key} as {id}")

        def answered(answer: HttpResponse) -> None:
            headers = {name: answer[name] for name in HEADERS if name in answer}
            text, cookie = answer.content.decode(), f"csrftoken={phone.line.token}"
            status = answer.status_code
            if sent and message["path"].endswith("/rounds/"):
                sent.is_no_round = status == 422
            void = re.search(r"/rounds/(\d+)/void/$", message["path"])
            if void and ("HX-Redirect" in answer or 'data-kind="done"' in text):
                self.void_rounds.add(int(void[1]))
            self.write(f"phone {phone.number} hears {status} {headers.get('HX-Trigger', '')}")
            self.say(
                "answer", request=request, status=status, headers=headers, text=text, cookie=cookie
            )
            is_seen = phone.page == message["page"] and not phone.coming
            if "HX-Request" in message["headers"] and is_seen:
                self._look_at(phone, another=says_another(text))

        lost = lambda: self.say("lose", request=request)  # noqa: E731
        what = (message[each] for each in ("method", "path", "body", "headers"))
        asked = Asked(*what, answered, lost)
        phone.line.ask(asked)

    def open(self, phone: Phone, path: str = "") -> None:
        """Go to a page of the table, again and again until it comes."""
        if phone.coming:
            return
        phone.coming = True
        path = path or f"/t/{self.id}/"

        def answered(answer: HttpResponse) -> None:
            if not is_ours(answer) or answer.status_code >= 500:
                lost()
                return
            phone.coming = False
            if answer.status_code == 404:
                phone.is_out = True
            elif answer.status_code == 302:
                self.open(phone, answer["Location"])
            else:
                self._show_page(phone, path, answer.content.decode())

        def lost() -> None:
            # Until it is asked for again the browser shows an error, and no page of ours.
            self.events.after(self.rng.uniform(2, 15), again)

        def again() -> None:
            phone.coming = False
            self.open(phone, path)

        phone.line.ask(Asked("GET", path, "", {}, answered, lost, patience=30))

    def _show_page(self, phone: Phone, path: str, html: str) -> None:
        if phone.page:
            self.say("close", page=phone.page)
        phone.page = len(self.pages) + 1
        self.pages[phone.page] = phone
        cookie = f"csrftoken={phone.line.token}"
        opened = {"phone": phone.number, "page": phone.page, "path": path, "html": html}
        self.say("open", cookie=cookie, **opened)

    def happen(self, phone: Phone, name: str) -> None:
        if phone.page:
            self.say("happen", page=phone.page, name=name)

    # ---- what a person does without them ----

    def send(
        self,
        phone: Phone,
        path: str,
        fields: Sequence[tuple[str, object]] = (),
        then: Then | None = None,
    ) -> None:
        """Send a form, pressed again until an answer comes."""

        def answered(answer: HttpResponse) -> None:
            self.write(f"phone {phone.number} sent {path}: {answer.status_code}")
            is_gone = answer.status_code == 404 and self.may_open(phone)
            if (answer.status_code in (403, 404, 503) and not is_gone) or not is_ours(answer):
                again()
                return
            if then:
                then(answer)
            self.news()

        def again() -> None:
            if self.needs_link(phone):
                self.join(phone)
            self.events.after(self.rng.uniform(3, 20), send)

        def send() -> None:
            body = urlencode([("csrfmiddlewaretoken", phone.line.token), *fields])
            phone.line.ask(Asked("POST", path, body, {}, answered, again))

        send()

    def may_open(self, phone: Phone) -> bool:
        """Whether the link that this phone has still opens the table."""
        path = f"/t/{self.id}/newest/"
        return bool(phone.line.client.get(path).status_code == 200)

    def needs_link(self, phone: Phone) -> bool:
        """Whether somebody must show this phone the link in force."""
        return phone.is_out or not self.may_open(phone)

    def join(self, phone: Phone) -> None:
        """Somebody shows this phone the link in force."""
        phone.is_out = False
        link = f"http://testserver/join/#{link_fragment(self.session, phone.role)}"
        if not phone.line.token:
            phone.line.client.get("/")
        body = urlencode({"csrfmiddlewaretoken": phone.line.token, "link": link})
        answer = phone.line.client.generic("POST", "/join/", body, FORM)
        assert answer.status_code == 302, answer.content.decode()
        self.open(phone)

    def at(self, path: str = "") -> str:
        return f"/t/{self.id}/{path}"

    def new_id(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def follow(self, phone: Phone) -> None:
        """The stream says that something changed."""
        if phone.line.online and phone.page:
            self.happen(phone, "changed")
            newest, head = Session.objects.values_list("change_count", "log_head").get(pk=self.id)
            self.say("follow", page=phone.page, newest=newest, head=head)

    def news(self) -> None:
        for phone in self.phones:
            if self.rng.random() < 0.9:
                self.events.after(self.rng.uniform(0.05, 1), lambda phone=phone: self.follow(phone))

    def press(self, phone: Phone, times: int = 1) -> None:
        for _time in range(times):
            self.say("press", page=phone.page)
        self.news()
