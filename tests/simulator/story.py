"""An evening from the first page to the last: people come, do anything, and finish what is left."""

import json

import scoring
from tests.api.calls import ROOT
from tests.sample_tables import PLAYERS
from tests.simulator.acts import (
    ACTS,
    BET_UNIT,
    in_the_list,
    press_or_give_up,
    take_or_throw_away,
)
from tests.simulator.evening import Evening, Phone, key_in
from tests.simulator.network import GOOD

AT_MOST = 40
"""Minutes that people take at the end; what is not recorded by then is wrong."""


def run(evening: Evening, steps: int) -> None:
    """Do so many things, then wait until every phone has sent all it keeps."""
    begin(evening)
    for _step in range(steps):
        phone = evening.rng.choice(evening.phones[:2])
        if phone.is_out:
            evening.join(phone)
        act = evening.rng.choices(list(ACTS), list(ACTS.values()))[0]
        evening.write(f"phone {phone.number}: {act.__name__}")
        act(evening, phone)
        evening.events.run(evening.clock.seconds + evening.rng.expovariate(1 / 25))
    end(evening)


def begin(evening: Evening) -> None:
    """Open a table of any game, and show its links to the phones."""
    rules = evening.rng.choice(list(scoring.RULE_SETS))
    known = {each.name for each in scoring.RULE_SETS[rules].settings}
    settings = {"ga": True} if "ga" in known and evening.rng.random() < 0.6 else {}
    players = PLAYERS[: evening.rng.randint(3, 5)]
    asked = {"rules": rules, "settings": settings, "bet_unit": BET_UNIT, "players": players}
    client = evening.phones[0].line.client
    opened = client.post(ROOT, json.dumps(asked), "application/json")
    assert opened.status_code == 201, opened.content
    evening.id = opened.json()["id"]
    evening.write(f"{evening.id}: {rules} {settings}, {len(players)} people")
    for phone in evening.phones:
        evening.join(phone)
        follow_now_and_then(evening, phone)


def follow_now_and_then(evening: Evening, phone: Phone) -> None:
    """Ask without a word from the stream, as pages do that have heard nothing for long."""

    def ask() -> None:
        if evening.goes_on:
            evening.follow(phone)
            evening.events.after(evening.rng.uniform(30, 60), ask)

    evening.events.after(evening.rng.uniform(30, 60), ask)


def end(evening: Evening) -> None:
    """A good network, links in force, all at an open table: people finish what is left."""
    for phone in evening.phones:
        phone.line.chances, phone.line.online = GOOD, True
        evening.join(phone)
        evening.happen(phone, "online")
    for _minute in range(AT_MOST):
        evening.events.run(evening.clock.seconds + 60)
        resting = evening.session.seats.filter(sitting_out=True).first()
        if evening.session.closed_at:
            evening.send(evening.phones[0], evening.at("reopen/"))
        elif resting:
            evening.send(evening.phones[0], evening.at(f"players/{resting.number}/"), [("out", "")])
        elif not sum(finish(evening, phone) for phone in evening.phones[:2]):
            break
    evening.goes_on = False
    for phone in evening.phones:
        evening.join(phone)
    evening.events.run(evening.clock.seconds + 200)


def finish(evening: Evening, phone: Phone) -> bool:
    """Do the next thing about a round that is not recorded; whether there was one."""
    if not phone.page or evening.needs_link(phone):
        evening.join(phone)
        return True
    shown = evening.show(phone)
    if is_of_before := shown["another"] or shown["typed"] is None:
        evening.open(phone)
    elif typed := key_in(shown["typed"]):
        press_or_give_up(evening, phone, evening.typed[typed], shown)
    elif shown["items"] and not shown["onTheWay"]:
        if offered := in_the_list(shown):
            take_or_throw_away(evening, phone, offered[0], shown)
        if not offered or evening.rng.random() < 0.3:
            evening.open(phone)
    return bool(is_of_before or key_in(shown["typed"]) or shown["items"])
