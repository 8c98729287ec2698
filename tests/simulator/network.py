"""The network of a bad café: it loses, doubles, delays and reorders; and a service that dies."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test.client import Client, ClientHandler

from tests.simulator.virtual import Clock

TIMEOUT = 8.0
"""Seconds that a phone waits for an answer, as its pages say."""


def is_ours(answer: HttpResponse) -> bool:
    return "Content-Security-Policy" in answer


class DiesError(BaseException):
    """The service ends here, as by kill -9: nothing of it catches that."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How often of a hundred times what goes wrong."""

    lost: float = 8
    answer_lost: float = 12
    doubled: float = 8
    slow: float = 8
    login_page: float = 5


GOOD = Chances(0, 0, 0, 0, 0)
BAD = Chances(lost=20, answer_lost=20, doubled=10, slow=15, login_page=20)

LOGIN_PAGE = "<!DOCTYPE html><title>Quán Cà Phê</title><form>Mời đăng nhập wifi</form>"
"""What a café answers to anything, with 200, until somebody has looked at its offers."""


class Events:
    """What happens at which second, one after the other."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.count = clock, 0
        self.heap: list[tuple[float, int, Callable[[], None]]] = []

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        self.count += 1
        heappush(self.heap, (self.clock.seconds + seconds, self.count, do))

    def run(self, until: float = float("inf")) -> None:
        """Let everything happen that does by then."""
        while self.heap and self.heap[0][0] <= until:
            self.clock.seconds, _count, do = heappop(self.heap)
            do()
        self.clock.seconds = max(self.clock.seconds, until if self.heap or until < 1e9 else 0)


@dataclass(slots=True)
class Asked:
    """One request of a phone, and who waits for what becomes of it."""

    method: str
    path: str
    body: str
    headers: Mapping[str, str]
    answered: Callable[[HttpResponse], None]
    lost: Callable[[], None]
    patience: float = TIMEOUT
    done: bool = False
    is_answered: bool = False
    """Whether an answer is on its way."""


HANDLER = ClientHandler(enforce_csrf_checks=True)


def _client() -> Client:
    client = Client(headers={"accept-language": "vi"})
    client.handler = HANDLER
    return client


@dataclass
class Line:
    """The way between one phone and the service."""

    events: Events
    rng: Random
    service: "Service"
    chances: Chances = field(default_factory=Chances)
    online: bool = True
    login_until: float = 0
    """When somebody will have looked at what the café offers, in seconds."""
    client: Client = field(default_factory=_client)

    def ask(self, asked: Asked) -> None:
        """Send it into the network."""
        if not self.online:
            self.events.after(0.05, lambda: self._lose(asked))
            return
        self.events.after(asked.patience, lambda: self._lose(asked))
        if self._happens(self.chances.lost):
            return
        pause = self._pause()
        self.events.after(pause, lambda: self._arrive(asked))
        if self._happens(self.chances.doubled):
            later = self.rng.choice((0.01, self.rng.uniform(1, 20)))
            self.events.after(pause + later, lambda: self._arrive_again(asked, later))

    def _arrive(self, asked: Asked) -> None:
        must_log_in = self.events.clock.seconds < self.login_until
        if must_log_in or self._happens(self.chances.login_page):
            self.events.after(self._pause(), lambda: self._answer(asked, HttpResponse(LOGIN_PAGE)))
            return
        cookies = dict(self.client.cookies)
        answer = self.service.answer(self.client, asked)
        if answer is None or self._happens(self.chances.answer_lost):
            self.client.cookies.clear()
            self.client.cookies.update(cookies)
            return
        asked.is_answered = True
        starts = self.service.starts

        def arrive() -> None:
            if starts == self.service.starts:
                self._answer(asked, answer)

        self.events.after(self._pause(), arrive)

    def _arrive_again(self, asked: Asked, later: float) -> None:
        """Twice at once, as by two taps, or where something between has heard no answer."""
        if later < 1 or not asked.is_answered:
            self._arrive(asked)

    def _answer(self, asked: Asked, answer: HttpResponse) -> None:
        if asked.done or not self.online:
            return
        asked.done = True
        asked.answered(answer)

    def _lose(self, asked: Asked) -> None:
        if not asked.done:
            asked.done = True
            asked.lost()

    def _happens(self, chance: float) -> bool:
        return self.rng.uniform(0, 100) < chance

    def _pause(self) -> float:
        slow = self._happens(self.chances.slow)
        return self.rng.uniform(1, 25) if slow else self.rng.uniform(0.02, 0.4)

    @property
    def token(self) -> str:
        """The cookie that forms are sent with."""
        held = self.client.cookies.get("csrftoken")
        return held.value if held else ""


FORM = "application/x-www-form-urlencoded"


class Service:
    """Our views, in this process."""

    def __init__(self, written: Callable[[str], None]) -> None:
        self.written = written
        self.failure: BaseException | None = None
        self.statements = self.starts = 0

    def fails(self, failure: BaseException, statements: int) -> None:
        """Let the next request fail after so many statements, if it asks for more."""
        self.failure, self.statements = failure, statements

    def answer(self, client: Client, asked: Asked) -> HttpResponse | None:
        """The answer, None where the service died over it."""
        if not self.failure:
            return self._answer(client, asked)
        failure, self.failure = self.failure, None
        left = iter(range(self.statements))

        def execute(run: Callable[..., object], *given: object) -> object:
            if next(left, None) is None:
                raise failure
            return run(*given)

        try:
            with connection.execute_wrapper(execute):
                answer = self._answer(client, asked)
        except DiesError:
            return self._begin_anew()
        return self._begin_anew() if isinstance(failure, DiesError) else answer

    def stop(self) -> None:
        """End; what it has answered and no phone has heard is lost."""
        self.failure = None
        self.starts += 1
        self._begin_anew()

    def _begin_anew(self) -> None:
        connection.close()
        for cache in caches.all():
            cache.clear()

    def _answer(self, client: Client, asked: Asked) -> HttpResponse:
        kind = FORM if asked.method == "POST" else ""
        answer: Any = client.generic(
            asked.method, asked.path, asked.body, kind, headers=dict(asked.headers)
        )
        self.written(f"{asked.method} {asked.path.partition('?')[0]} {answer.status_code}")
        return answer
