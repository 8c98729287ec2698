"""Somebody who does anything at a table over HTTP, by page and by call, beside the model."""

import json
import random
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.test import Client

from tests.sample_tables import PLAYERS, finishing
from tests.stories.model import BET_UNIT, MOST, Model, Paid, Played, fewest

LINK = re.compile(r"/join/#(\w+\.[a-z2-7]{32})(?![.\w])")
SESSIONS = "/api/v1/sessions/"


class DiffersError(AssertionError):
    """The service said something else than the model."""


class Walker:
    """One table, what was done there, and what it should have come to."""

    def __init__(self, seed: int) -> None:
        self.rng, self.seed, self.done, self.compared = random.Random(seed), seed, list[str](), 0
        self.phone, self.viewer, self.program = Client(), Client(), Client()
        players = PLAYERS[: self.rng.randint(2, 6)]
        self.model = Model(dict.fromkeys(range(1, len(players) + 1), False))
        self._open_by_page(players) if self.heads() else self._open_by_call(players)
        self._join(self.viewer, self.links()["view"])

    def walk(self, steps: int) -> int:
        """Do so many things, each kind at least once; how often the service was compared."""
        more = self.rng.choices(tuple(STEPS), tuple(STEPS.values()), k=steps - len(STEPS))
        for step in self.rng.sample([*STEPS, *more], steps):
            self.done.append(step.__name__)
            step(self)
            self.compare()
        return self.compared

    # What the service is asked.

    def _open_by_page(self, players: tuple[str, ...]) -> None:
        names = {f"player_{number}": name for number, name in enumerate(players, 1)}
        fields = {"rules": "tien_len", "bet_unit": str(BET_UNIT), **names}
        answer = self.phone.post("/", fields)
        self.same("opened", answer.status_code, 302)
        self.id = answer["Location"].strip("/").rpartition("/")[2]
        self.key = self.links()["score"].partition(".")[2]

    def _open_by_call(self, players: tuple[str, ...]) -> None:
        sent = {"rules": "tien_len", "bet_unit": BET_UNIT, "players": players}
        table = self.program.post(SESSIONS, json.dumps(sent), "application/json").json()
        self.id, self.key = table["id"], table["score_key"]
        self._join(self.phone, f"{self.id}.{self.key}")

    def _join(self, phone: Client, link: str) -> None:
        answer = phone.post("/join/", {"link": f"http://testserver/join/#{link}"})
        self.same("joined", answer.status_code, 302)

    def links(self) -> dict[str, str]:
        """The links that the scorer's phone shows, the viewer's first."""
        links = LINK.findall(self.phone.get(f"/t/{self.id}/share/").content.decode())
        view, score = dict.fromkeys(links)
        return {"view": view, "score": score}

    def page(self, path: str, phone: Client | None = None, /, **fields: object) -> int:
        """Send a form of the table; the status of the answer."""
        answer = (phone or self.phone).post(f"/t/{self.id}/{path}", fields)
        return int(answer.status_code)

    def call(self, method: str, path: str = "", body: Any = None, key: str = "") -> tuple[int, Any]:
        """The status and JSON of a call."""
        answer = self.program.generic(
            method,
            f"{SESSIONS}{self.id}/{path}",
            "" if body is None else json.dumps(body),
            "application/json",
            headers={"authorization": f"Bearer {key or self.key}"},
        )
        return answer.status_code, answer.json()

    def same(self, what: str, answer: object, expected: object) -> None:
        self.compared += 1
        if answer != expected:
            problem = f"run {self.seed}, {what}: {answer!r}, expected {expected!r}"
            raise DiffersError(f"{problem}, after {', '.join(self.done)}")

    def compare(self) -> None:
        """Everything that the service says of the table is what the model says."""
        expected = self.model.summary()
        table = self.call("GET")[1]
        seats = {each["seat"]: each for each in table["players"]}
        rounds = self.call("GET", "rounds/?page_size=100")[1]["results"][::-1]
        answer = {key: table.get(key) for key in expected} | {
            "balances": {seat: each["balance"] for seat, each in seats.items()},
            "sitting_out": {seat: each["sitting_out"] for seat, each in seats.items()},
            "rounds": [
                (
                    each["state"],
                    each["corrects"],
                    each["bet_unit"],
                    {int(seat): amount for seat, amount in each["amounts"].items()},
                    {int(seat): amount for seat, amount in each["balances"].items()},
                )
                for each in rounds
            ],
        }
        self.same("the table", answer, expected)

    # Choices.

    def heads(self) -> bool:
        return self.rng.random() < 0.5

    def some_seats(self) -> list[int]:
        seats = sorted(self.model.out)
        return self.rng.sample(seats, self.rng.randint(2, min(4, len(seats))))

    def some_round(self) -> int:
        """The number of a round, 0 where there is none."""
        return self.rng.randint(1, len(self.model.rounds)) if self.model.rounds else 0

    # Rounds.

    def record(self) -> None:
        self._record(self.heads(), len(self.model.rounds), ok=not self.model.closed)

    def record_too_late(self) -> None:
        self._record(self.heads(), len(self.model.rounds) + self.rng.randint(1, 3), ok=False)

    def _record(self, by_page: bool, newest: int, *, ok: bool) -> None:
        places, number = self.some_seats(), len(self.model.rounds) + 1
        sent = self._by_page(places, newest) if by_page else self._by_call(places, newest)
        played = Played(places, self.model.bet_unit, number, sent, by_page)
        self._sent(played, ok)

    def _by_page(self, places: list[int], newest: int) -> dict[str, object]:
        tapped = {f"place-{seat}": place for place, seat in enumerate(places, 1)}
        seats = ",".join(map(str, sorted(places)))
        fields = {"submission": str(uuid4()), "newest": newest, "rules": "tien_len", "seats": seats}
        return fields | tapped

    def _by_call(self, places: list[int], newest: int | None) -> dict[str, object]:
        return {"id": str(uuid4()), "facts": finishing(*places), "after": newest}

    def _sent(self, played: Played, ok: bool) -> None:
        """Send a new round, or a correction; `ok` where it is to be recorded."""
        number = len(self.model.rounds) + 1
        if ok:
            self.model.keep(played)
        if played.by_page:
            self.same("recorded", self.page("rounds/", **played.sent), 302 if ok else 409)
            return
        status, answer = self._send(played)
        self.same("recorded", status, 201 if ok else 409)
        if ok:
            self._answered(played, answer, number)

    def _send(self, played: Played, **other: object) -> tuple[int, Any]:
        sent = played.sent | other
        if played.corrects:
            return self.call("PUT", f"rounds/{played.corrects}/", sent)
        return self.call("POST", "rounds/", sent)

    def _answered(self, played: Played, answer: Any, number: int) -> None:
        expected = (number, {str(seat): amount for seat, amount in played.shown.items()})
        self.same("answered", (answer["number"], answer["balances"]), expected)

    def resend(self) -> None:
        if not (number := self.some_round()):
            return
        played = self.model.rounds[number - 1]
        if played.by_page:
            self.same("sent again", self.page("rounds/", **played.sent), 302)
            return
        status, answer = self._send(played)
        self.same("sent again", status, 200)
        self._answered(played, answer, number)

    def resend_something_else(self) -> None:
        if not (number := self.some_round()):
            return
        played = self.model.rounds[number - 1]
        turned = played.places[::-1]
        if played.by_page:
            places = {f"place-{seat}": place for place, seat in enumerate(turned, 1)}
            self.same("conflicting", self.page("rounds/", **played.sent | places), 409)
        else:
            self.same("conflicting", self._send(played, facts=finishing(*turned))[0], 409)

    def void(self) -> None:
        if not (number := self.some_round()):
            return
        played, by_page = self.model.rounds[number - 1], self.heads()
        ok = played.void or not self.model.settling
        path = f"rounds/{number}/void/"
        status = self.page(path) if by_page else self.call("POST", path, {})[0]
        expected = (302 if by_page else 200) if ok else 409
        self.same("void", status, 302 if by_page and played.corrected else expected)
        played.void |= ok

    def restore(self) -> None:
        if not (number := self.some_round()):
            return
        old, again = self.model.rounds[number - 1], len(self.model.rounds) + 1
        standing = old.corrected or not old.void
        ok = standing or not self.model.settling
        self.same("restored", self.page(f"rounds/{number}/restore/"), 302 if ok else 409)
        if standing or not ok:
            return
        answer = self.call("GET", f"rounds/{again}/")[1]
        sent = {"id": answer["id"], "facts": answer["facts"]}
        self.model.keep(Played(old.places, old.bet_unit, old.stands_for, sent, False, number))

    def correct(self) -> None:
        if not (number := self.some_round()):
            return
        old, by_page = self.model.rounds[number - 1], self.heads()
        places = self.rng.sample(old.places, len(old.places)) if by_page else self.some_seats()
        sent = self._by_page(places, 0) if by_page else self._by_call(places, None)
        sent |= {"correcting": number} if by_page else {}
        if by_page and places == old.places and not old.void:
            self.same("not corrected", self.page("rounds/", **sent), 422)
            return
        played = Played(places, old.bet_unit, old.stands_for, sent, by_page, number)
        self._sent(played, not old.corrected and not self.model.settling)

    # The table.

    def sit(self) -> None:
        seats = sorted(self.model.out)
        if self.heads():
            seat, out = self.rng.choice(seats), self.heads()
            status = self.page(f"players/{seat}/", out="1" if out else "")
            self.same("sat", status, 409 if self.model.closed else 302)
            wanted = self.model.out | {seat: out}
        else:
            outside = [seat for seat in seats if self.heads()]
            wanted = {seat: seat in outside for seat in seats}
            refused = self.model.closed and wanted != self.model.out
            status = self.call("PATCH", "", {"sitting_out": outside})[0]
            self.same("sat", status, 409 if refused else 200)
        self.model.out = self.model.out if self.model.closed else wanted

    def change_bet_unit(self) -> None:
        amount, by_page = self.rng.randint(1000, 9999), self.heads()
        if by_page:
            status = self.page("bet-unit/", other=str(amount), times="1")
        else:
            status = self.call("PATCH", "", {"bet_unit": amount})[0]
        ok = amount % 2 == 0 and not self.model.closed
        refused = 409 if self.model.closed and not by_page else 422
        self.same("bet unit", status, (302 if by_page else 200) if ok else refused)
        self.model.bet_unit = amount if ok else self.model.bet_unit

    def add_player(self) -> None:
        here, by_page = len(self.model.out), self.heads()
        name = f"Khách {len(self.done)}"
        if by_page:
            status = self.page("players/", name=name)
        else:
            status = self.call("PATCH", "", {"add_players": [name]})[0]
        ok = here < MOST and not self.model.closed
        refused = 409 if self.model.closed and not by_page else 422
        self.same("joined", status, (302 if by_page else 200) if ok else refused)
        if ok:
            self.model.out[here + 1] = False

    def close(self) -> None:
        by_page = self.heads()
        status = self.page("close/") if by_page else self.call("POST", "close/", {})[0]
        self.same("closed", status, 302 if by_page else 200)
        self.model.closed = True

    def reopen(self) -> None:
        self.same("reopened", self.page("reopen/"), 302)
        self.model.closed = False

    def settle(self) -> None:
        sums, payments = self.model.balances(), self.call("GET", "settlement/")[1]["payments"]
        if not self.model.settling:  # who paid a part goes on paying the same person
            self.same("how many payments", len(payments), fewest(sums))
        for each in payments:
            sums[each["payer"]] += each["amount"]
            sums[each["payee"]] -= each["amount"]
        self.same("after the payments", set(sums.values()), {0})

    def pay(self) -> None:
        sums = self.model.balances()
        debtor, creditor = min(sums, key=sums.__getitem__), max(sums, key=sums.__getitem__)
        if debtor == creditor:
            return
        most = self.model.most_to_pay(debtor, creditor)
        amount = self.rng.randint(1, most + 500)
        sent: dict[str, object] = {"submission": str(uuid4()), "amount": str(amount)}
        sent |= {"debtor": debtor, "creditor": creditor}
        status = 302 if amount <= most else 422
        expected = status if self.model.may_pay(debtor, creditor) else 409
        self.same("paid", self.page("settle/pay/", **sent), expected)
        if expected == 302:
            self.model.payments.append(Paid(sent, debtor, creditor, amount))

    def pay_again(self) -> None:
        if self.model.payments:
            sent = self.rng.choice(self.model.payments).sent
            self.same("paid again", self.page("settle/pay/", **sent), 302)

    def take_back(self) -> None:
        if self.model.payments:
            number = self.rng.randint(1, len(self.model.payments))
            self.same("taken back", self.page(f"settle/payments/{number}/unmark/"), 302)
            self.model.payments[number - 1].taken_back = True

    # Keys.

    def renew_the_score_key(self) -> None:
        old, other = self.key, Client()
        self._join(other, f"{self.id}.{old}")
        self.same("renewed", self.page("share/score/renew/"), 302)
        self.key = self.links()["score"].partition(".")[2]
        self.same("the old key", self.call("GET", key=old)[0], 404)
        self.same("a phone with it", self.page("close/", other), 404)

    def write_as_a_viewer(self) -> None:
        view = self.links()["view"].partition(".")[2]
        sent = self._by_call(self.some_seats(), None)
        self.same("a viewer's call", self.call("POST", "rounds/", sent, view)[0], 403)
        self.same("a viewer's page", self.page("close/", self.viewer), 404)

    def renew_the_view_key(self) -> None:
        self.same("renewed", self.page("share/view/renew/"), 302)
        self.same("a viewer", self.viewer.get(f"/t/{self.id}/").status_code, 404)
        self._join(self.viewer, self.links()["view"])


STEPS: dict[Callable[[Walker], None], int] = {
    Walker.record: 24,
    Walker.resend: 8,
    Walker.resend_something_else: 6,
    Walker.record_too_late: 5,
    Walker.correct: 9,
    Walker.void: 8,
    Walker.restore: 5,
    Walker.sit: 5,
    Walker.change_bet_unit: 5,
    Walker.add_player: 3,
    Walker.close: 3,
    Walker.reopen: 6,
    Walker.settle: 5,
    Walker.pay: 5,
    Walker.pay_again: 3,
    Walker.take_back: 3,
    Walker.renew_the_score_key: 2,
    Walker.renew_the_view_key: 1,
    Walker.write_as_a_viewer: 2,
}
"""What can be done, and how often of a hundred times or so."""
