"""One process that guesses, through the whole service: run by test_guessing, eight at a time.

Tells how many of its guesses were looked at, for each kind of thing to guess.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import django


def main(times: int, unguarded: bool) -> None:
    django.setup()
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if unguarded:
        from ledger.access import limits
        from tests.loose_limits import reading_first

        limits._took = reading_first(0.2)
    here = Client()
    kinds: dict[str, Callable[[int], int]] = {
        "password": lambda n: by_password(here, "192.0.2.4", n),
        "link": lambda n: by_link(here, "192.0.2.1", n),
        "key": lambda n: by_key(here, "192.0.2.2", n),
        "link or key": lambda n: (by_link if n % 2 else by_key)(here, "192.0.2.3", n),
    }
    tell("ready")
    sys.stdin.readline()
    tell(json.dumps({kind: looked_at(guess, times) for kind, guess in kinds.items()}))


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def looked_at(guess: Callable[[int], int], times: int) -> int:
    """How many guesses were answered with anything but "too many"."""
    return sum(guess(number) != 429 for number in range(times))


def by_link(here: Any, address: str, number: int) -> int:
    link = f"nosuch22.{number:032}"
    return int(here.post("/join/", {"link": link}, REMOTE_ADDR=address).status_code)


def by_key(here: Any, address: str, number: int) -> int:
    key = {"authorization": f"Bearer {number:032}"}
    path = "/api/v1/sessions/nosuch22/"
    return int(here.get(path, headers=key, REMOTE_ADDR=address).status_code)


def by_password(here: Any, address: str, number: int) -> int:
    form = {"username": f"ai-{number}", "password": "đoán"}
    return int(here.post("/admin/login/", form, REMOTE_ADDR=address).status_code)


if __name__ == "__main__":
    main(int(sys.argv[1]), len(sys.argv) > 2)
