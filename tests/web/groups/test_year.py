"""A group's year: every figure of the page is added up again from what the API and CSV tell."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property
from itertools import combinations, groupby, pairwise
from random import Random
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key, link_fragment
from ledger.database import guards
from ledger.models import Group, Session
from ledger.people import groups
from tests.api.calls import Caller, scorer
from tests.random_rounds import deal
from tests.sample_tables import finishing
from tests.web.pages import Element, read
from tests.web.tables import open_table, phone

pytestmark = pytest.mark.django_db

NAMES = ("An", "Bình", "Nguyễn Trần Hoàng Phương Thảo", "<b>Dũng</b>", "דנה")
TITLES = {
    "tien_len": "Tiến lên",
    "dem_la": "Đếm lá",
    "phom": "Phỏm",
    "sam_loc": "Sâm lốc",
    "binh": "Binh",
    "xi_dach": "Xì dách",
}
DAYS = (
    datetime(2025, 12, 31, 16, 30, tzinfo=UTC),  # half past eleven at the table
    datetime(2025, 12, 31, 17, 30, tzinfo=UTC),  # half past midnight: a year later
    *(datetime(2026, month, 3 * month, 13, tzinfo=UTC) for month in range(2, 7)),
)
SHARES = {str(seat): "2" for seat in (1, 2, 3, 4, 5)}
POT = {"players": [1, 2, 3], "ranks": [2, 1, 3], "pot": SHARES, "pot_winner": 2}
"""Two who rest pay what they have in the pot."""


@pytest.fixture
def group() -> Group:
    """An evening of 2025 and two of 2026, in the second of which somebody is chopped twice."""
    sessions = [open_table(players=list(NAMES)) for _ in range(3)]
    chop = {"plays": [{"player": 4, "cards": ["2S"]}, {"player": 5, "cards": ["tu_quy"]}]}
    for session in sessions:
        for places in ((5, 1, 2, 4), (5, 2, 1, 4)):
            chops = {"chat": [chop]} if session is sessions[1] else {}
            _record(scorer(session), finishing(*places) | chops)
    return _grouped(sessions, DAYS)


def _years() -> Group:
    """Seven evenings over two years, with voids, corrections, corrected corrections and a pot."""
    rng, sessions = Random(5), []
    for at, _day in enumerate(DAYS):
        names = rng.sample(NAMES, len(NAMES))
        sessions.append(open_table(list(TITLES)[at % len(TITLES)], names))
        _play(scorer(sessions[-1]), rng)
    return _grouped(sessions, DAYS)


def _grouped(sessions: Sequence[Session], days: Sequence[datetime]) -> Group:
    """A group of these evenings, opened on these days."""
    group = None
    for session, day in zip(sessions, days, strict=False):
        session.refresh_from_db()
        if group:
            known = groups.places([group], session)[0]["matched"]
            groups.add(group, session, known, by=ON_THE_MACHINE)
        else:
            group = groups.make("Thứ <sáu>", session, submission_id=uuid4(), by=ON_THE_MACHINE)
        _opened(session, day)
    assert group
    return group


def _opened(session: Session, day: datetime) -> None:
    guards.remove(connection)
    Session.objects.filter(pk=session.pk).update(opened_at=day)


def _play(caller: Caller, rng: Random) -> None:
    """Two games of an evening; every third round is void, every fourth corrected, some twice."""
    rules = caller.session.terms[0].rules
    for _ in range(rng.randint(5, 9)):
        number = _record(caller, deal(rules, rng, rng.sample(range(1, 6), 4)))
        for _again in range(rng.choice((0, 0, 0, 1, 2))):
            facts = deal(rules, rng, rng.sample(range(1, 6), 4))
            number = _record(caller, facts, f"rounds/{number}/")
        if rng.random() < 0.3:
            assert caller.post(f"rounds/{number}/void/", {"reason": ""}).status_code == 200
    if rules == "phom":
        change = {"rules": "phom", "settings": {"ga": True}}
        assert caller("PATCH", "", change).status_code == 200
        _record(caller, POT)


def _record(caller: Caller, facts: Any, path: str = "rounds/") -> int:
    sent = {"id": str(uuid4()), "facts": facts}
    answer = caller("PUT" if path.endswith("/") and path != "rounds/" else "POST", path, sent)
    assert answer.status_code == 201, answer.content
    return int(answer.json()["number"])


@dataclass
class Year:
    """What the exports tell of the evenings of a year, added up the plain way."""

    group: Group
    year: int

    @cached_property
    def known(self) -> Any:
        caller = Caller(Session(), key(self.group, Role.VIEW))
        return caller.get(f"/api/v1/groups/{self.group.pk}/").json()

    @cached_property
    def names(self) -> dict[int, str]:
        return {each["id"]: each["name"] for each in self.known["members"]}

    @cached_property
    def sessions(self) -> list[Any]:
        """Those of the year with a round that stands, the first first."""
        in_year = (
            each for each in self.known["sessions"] if each["opened_at"][:4] == str(self.year)
        )
        return [each for each in in_year if self.rounds(each)]

    def rounds(self, session: Any) -> list[tuple[int, Any]]:
        """Those that stand as they were played, each with the number that people give it."""
        caller = scorer(Session.objects.get(pk=session["id"]))
        every = {
            each["number"]: each for each in caller.get("rounds/?page_size=100").json()["results"]
        }
        first = sorted(number for number, each in every.items() if each["corrects"] is None)

        def stands_for(each: Any) -> int:
            return stands_for(every[each["corrects"]]) if each["corrects"] else each["number"]

        stand = [each for each in every.values() if each["state"] != "void"]
        return [(1 + first.index(stands_for(each)), each) for each in sorted(stand, key=stands_for)]

    @cached_property
    def evenings(self) -> list[tuple[Any, dict[str, int], list[tuple[int, Any]]]]:
        """Each with the member of each seat and its rounds."""
        return [
            (
                each,
                {str(seated["seat"]): seated["member"] for seated in each["players"]},
                self.rounds(each),
            )
            for each in self.sessions
        ]

    def gains(self, evening: Any) -> list[dict[int, int]]:
        """What each of its rounds gave each member."""
        _session, seats, rounds = evening
        return [{seats[s]: each["amounts"][s] for s in each["amounts"]} for _n, each in rounds]

    def of_evening(self, evening: Any) -> Counter[int]:
        total = Counter[int]()
        for gains in self.gains(evening):
            for member, gain in gains.items():
                total[member] += gain
        return total

    @cached_property
    def payments(self) -> list[tuple[int, int, str, int]]:
        """Payer, payee, reason and amount of every transfer."""
        return [
            (
                seats[str(each["payer"])],
                seats[str(each["payee"])],
                each["reason"],
                int(Decimal(each["units"]) * round["bet_unit"]),
            )
            for _session, seats, rounds in self.evenings
            for _number, round in rounds
            for each in round["result"]["transfers"]
        ]

    def moved_in_csv(self) -> int:
        """The sum of the entries of all rounds that stand, of the ledgers as CSV."""
        return sum(
            int(row["amount"])
            for session, _seats, rounds in self.evenings
            for row in _ledger(session["id"])
            if row["kind"] == "round"
            and int(row["round"]) in {each["number"] for _n, each in rounds}
        )

    def played(self, member: int) -> list[tuple[int, int]]:
        """The evening and the gain of every round that a member played."""
        return [
            (at, each["amounts"][seat])
            for at, (_session, seats, rounds) in enumerate(self.evenings)
            for _number, each in rounds
            for seat in each["amounts"]
            if seats[seat] == member and int(seat) in each["facts"]["players"]
        ]

    def people(self) -> list[tuple[str, str, str]]:
        """Name, evenings and rounds, and sum of each, the best first."""
        sums = {
            member: [
                self.of_evening(each)[member] for each in self.evenings if self.was_at(each, member)
            ]
            for member in self.names
        }
        best = sorted(filter(sums.get, sums), key=lambda each: -sum(sums[each]))
        return [
            (
                self.names[each],
                f"{len(sums[each])} buổi · {len(self.played(each))} ván",
                signed(sum(sums[each])),
            )
            for each in best
        ]

    def was_at(self, evening: Any, member: int) -> bool:
        return any(member in gains for gains in self.gains(evening))

    def winners(self, evening: Any) -> list[int]:
        total = self.of_evening(evening)
        most = max(total.values())
        return [each for each in self.names if total[each] == most > 0]

    def great(self) -> tuple[str, str]:
        """Who won how much, and the game, the number and the day."""
        best = ("", "")
        most = 0
        for evening in self.evenings:
            for (number, round), gains in zip(evening[2], self.gains(evening), strict=True):
                if max(gains.values()) > most:
                    most = max(gains.values())
                    names = [name for each, name in self.names.items() if gains.get(each) == most]
                    where = f"{TITLES[round['rules']]}, ván {number}, {day(evening[0])}"
                    best = (f"{', '.join(names)} {signed(most)}", where)
        return best

    def in_a_row(self, wins: Mapping[int, Sequence[bool]], unit: str) -> str:
        rows = {
            member: max((len([*row]) for won, row in groupby(each) if won), default=0)
            for member, each in wins.items()
        }
        most = max(rows.values())
        best = ", ".join(self.names[each] for each in self.names if rows[each] == most)
        return f"{best}: {most} {unit}" if most > 1 else ""

    def chapters(self) -> dict[str, str]:
        """By what each is called, without how the great round went."""
        longest = max(self.evenings, key=lambda each: len(each[2]))
        rounds = {each: [gain > 0 for _at, gain in self.played(each)] for each in self.names}
        evenings = {
            member: [
                member in self.winners(each) for each in self.evenings if self.was_at(each, member)
            ]
            for member in self.names
        }
        chops = Counter(
            (seats[str(chopped)], seats[str(chopper)])
            for _session, seats, rounds in self.evenings
            for _number, round in rounds
            for chopped, chopper in chops_of(round["facts"])
        )
        most = sorted(chops.items(), key=lambda each: (-each[1], each[0]))[:3]
        row = self.in_a_row(rounds, "ván")
        evening_row = self.in_a_row(evenings, "buổi")
        chapters = {
            "Ván của năm": " ".join(self.great()),
            "Buổi nhiều ván nhất": f"{len(longest[2])} ván {day(longest[0])}: Nhà An",
            "Thắng liền nhiều ván nhất": f"{row} ván ngồi ngoài không tính" if row else "",
            "Thắng liền nhiều buổi nhất": f"{evening_row} buổi vắng không tính"
            if evening_row
            else "",
            "Ai chặt ai nhiều nhất": " ".join(
                f"{self.names[by]} chặt {self.names[whom]}: {times} lần"
                for (whom, by), times in most
            ),
        }
        return {title: text for title, text in chapters.items() if text}

    def pairs(self) -> list[tuple[str, str]]:
        """Any two, the greatest difference first."""
        pairs = []
        for one, other in combinations(self.names, 2):
            between = [
                (payee, each)
                for payer, payee, _, each in self.payments
                if {payer, payee} == {one, other}
            ]
            amount = sum(each if payee == one else -each for payee, each in between)
            names = (self.names[one], self.names[other])
            if between and amount:
                ahead, behind = names if amount > 0 else names[::-1]
                pairs.append((f"{ahead} hơn {behind}", abs(amount)))
            elif between:
                pairs.append((" huề ".join(names), 0))
        return [(text, plain(amount)) for text, amount in sorted(pairs, key=lambda each: -each[1])]

    def rows(self) -> list[str]:
        """Every evening with who won it."""
        return [
            f"Nhà An {day(evening[0])} · {len(evening[2])} ván "
            + (f"Thắng: {self.won(evening)}" if self.winners(evening) else "Cả bàn huề")
            for evening in self.evenings
        ]

    def won(self, evening: Any) -> str:
        total = self.of_evening(evening)
        return ", ".join(
            f"{self.names[each]} {signed(total[each])}" for each in self.winners(evening)
        )


def _ledger(session_id: str) -> Iterable[dict[str, str]]:
    answer = scorer(Session.objects.get(pk=session_id)).get("ledger.csv")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return csv.DictReader(io.StringIO(text))


def chops_of(facts: Any) -> Iterator[tuple[int, int]]:
    """Who was chopped by whom, without chains that are void."""
    for chain in facts.get("chat", ()):
        if not chain.get("victim_went_out"):
            plays = [each["player"] if isinstance(each, dict) else each for each in chain["plays"]]
            yield from pairwise(plays)


def plain(amount: int) -> str:
    return f"{abs(amount):,}".replace(",", ".")


def signed(amount: int) -> str:
    return ("+" if amount > 0 else "−" if amount < 0 else "") + plain(amount)


def day(session: Any) -> str:
    opened = datetime.fromisoformat(session["opened_at"])
    return f"{opened.day}/{opened.month}"


def viewer(group: Group, **headers: str) -> Client:
    client = Client(headers={"accept-language": "vi"} | headers)
    client.post("/join/", {"link": link_fragment(group, Role.VIEW)})
    return client


def page(client: Client, path: str) -> Element:
    answer = client.get(path)
    assert answer.status_code == 200
    return read(_bare(answer.content.decode()))


def _bare(text: str) -> str:
    """Without the signs around names from right to left."""
    return text.replace("\u2068", "").replace("\u2069", "")


def _texts(root: Element, tag: str) -> list[str]:
    return [each.text for each in root.all(tag)]


def test_every_figure_is_what_the_exports_add_up_to() -> None:
    group = _years()
    for year in (2025, 2026):
        _check(Year(group, year), page(viewer(group), f"/g/{group.pk}/year/{year}/"))


def _check(year: Year, root: Element) -> None:
    sums = [str(len(year.evenings)), str(sum(len(each[2]) for each in year.evenings))]
    moved = sum(amount for *_, amount in year.payments)
    assert moved == year.moved_in_csv()
    assert _texts(root.one("dl", **{"class": "figures"}), "dd") == [*sums, plain(moved)]
    people = root.one("section", aria_labelledby="sums").one("ol")
    assert _texts(people, "li") == [" ".join(each) for each in year.people()]
    chapters = root.one("dl", aria_labelledby="chapters")
    texts = {each.one("dt").text: " ".join(_texts(each, "dd")) for each in chapters.all("div")}
    assert texts == year.chapters()
    pairs = root.one("ul", aria_labelledby="pairs")
    assert _texts(pairs, "li") == [" ".join(each) for each in year.pairs()]
    assert _texts(root.one("ol", aria_labelledby="evenings"), "li") == year.rows()


def test_an_evening_counts_in_the_year_in_which_it_began_at_the_table(group: Group) -> None:
    for year, evenings in ((2025, 1), (2026, 2)):
        rows = page(viewer(group), f"/g/{group.pk}/year/{year}/").one(
            "ol", aria_labelledby="evenings"
        )
        assert len([*rows.all("li")]) == evenings


def test_without_a_year_it_is_the_newest_and_each_leads_to_the_others(group: Group) -> None:
    client, address = viewer(group), f"/g/{group.pk}/year/"
    root = page(client, address)
    assert root.one("h1").text.endswith("Nhìn lại năm 2026")
    years = root.one("nav", aria_label="Các năm")
    links = [(each.text, each.attributes["href"]) for each in years.all("a")]
    assert links == [(str(each), f"{address}{each}/") for each in (2026, 2025)]
    assert f"{address}2026/" in [
        each.attributes.get("href") for each in page(client, f"/g/{group.pk}/").all("a")
    ]


def test_a_year_or_a_group_without_rounds_says_so_kindly(group: Group) -> None:
    client = viewer(group)
    root = page(client, f"/g/{group.pk}/year/1999/")
    assert root.one("main").text.endswith("Năm này nhóm chưa chơi ván nào.")
    assert len([*root.one("nav", aria_label="Các năm").all("a")]) == 2
    assert ElementTree.fromstring(client.get(f"/g/{group.pk}/year/1999/picture.svg").content)
    for evening in group.evenings.all():
        groups.take_out(group, evening.session_id, by=ON_THE_MACHINE)
    root = page(client, f"/g/{group.pk}/year/")
    assert root.one("main").text.startswith("Nhóm chưa chơi ván nào.")
    assert client.get(f"/g/{group.pk}/year/0/").status_code == 404


def test_a_void_evening_is_none(group: Group) -> None:
    session = group.evenings.get(session__opened_at__year=2025).session
    for number in range(1, session.round_count + 1):
        scorer(session).post(f"rounds/{number}/void/", {"reason": ""})
    assert not [*page(viewer(group), f"/g/{group.pk}/year/").all("nav", aria_label="Các năm")]


def test_the_page_and_the_picture_hold_no_script_and_every_name_as_it_is(group: Group) -> None:
    client, address = viewer(group), f"/g/{group.pk}/year/2026/"
    shown = client.get(address).content.decode()
    assert not re.search(r"<script|javascript:|\son\w+=", shown)
    answer = client.get(f"{address}picture.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    image = ElementTree.fromstring(answer.content)
    kinds = {each.tag.rpartition("}")[2] for each in image.iter()}
    assert kinds <= {"svg", "g", "rect", "text", "polyline", "line", "circle"}
    words = " ".join(" ".join(image.itertext()).split())
    year = Year(group, 2026)
    for name, _counted, amount in year.people():
        assert f"{name} {amount}" in _bare(words)
    assert "Thứ <sáu> Năm 2026 2 buổi" in words
    assert "\u2068דנה\u2069" in words
    assert "\u2068דנה\u2069" in shown
    for title, text in year.chapters().items():
        assert title in words
        assert all(word in _bare(words) for word in text.removesuffix(": Nhà An").split())


def test_every_key_of_the_group_reads_and_no_other(group: Group) -> None:
    pages = [
        f"/g/{group.pk}/year/",
        f"/g/{group.pk}/year/2026/",
        f"/g/{group.pk}/year/2026/picture.svg",
    ]
    session = group.evenings.earliest("session__opened_at").session
    for path in pages:
        assert [
            each.get(path).status_code for each in (viewer(group), Client(), phone(session))
        ] == [200, 404, 404]
        assert viewer(group).post(path).status_code == 405


def test_it_leads_only_to_tables_whose_key_the_phone_has(group: Group) -> None:
    assert "/t/" not in str(viewer(group).get(f"/g/{group.pk}/year/2026/").content)
    client = viewer(group)
    for evening in group.evenings.select_related("session"):
        client.post("/join/", {"link": link_fragment(evening.session, Role.VIEW)})
    root = page(client, f"/g/{group.pk}/year/2026/")
    [link] = [
        each.attributes["href"] for each in root.one("dl", aria_labelledby="chapters").all("a")
    ]
    assert "chặt" in root.one("dl", aria_labelledby="chapters").one("div").text
    great = page(client, link).text
    amount = Year(group, 2026).great()[0].rpartition(" ")[2]
    assert amount in great
    assert len([*root.one("ol", aria_labelledby="evenings").all("a")]) == 2


def test_it_asks_as_often_however_many_evenings_there_are(group: Group) -> None:
    client, asked = viewer(group), []
    for year in (2025, 2026, 2026):
        with CaptureQueriesContext(connection) as queries:
            page(client, f"/g/{group.pk}/year/{year}/")
        asked.append(len(queries))
    assert asked == [7, 7, 6]


def test_the_year_speaks_english_too(group: Group) -> None:
    client = viewer(group, **{"accept-language": "en"})
    shown = page(client, f"/g/{group.pk}/year/").one("main").text
    assert not re.search(r"[Nn]ăm|[Bb]uổi|[Vv]án |Thắng|hơn|chặt", shown)
    picture = client.get(f"/g/{group.pk}/year/2026/picture.svg").content.decode()
    assert "Year 2026" in picture
