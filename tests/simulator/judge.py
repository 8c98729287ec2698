"""Whether an evening came out right: by what the phones heard, an own sum, and the audit."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import parse_qsl

from django.http import QueryDict

import scoring
from ledger.books.audit import differences
from ledger.common.person import Person
from ledger.models import OtherItem, Payment, Round
from ledger.web import shown_terms
from ledger.web.games import form_for
from ledger.web.games.base import RoundTerms
from tests.api.calls import scorer
from tests.simulator.evening import Evening, TypedRound, key_in, lines


def wrongs(evening: Evening) -> Iterator[str]:
    """All that is wrong, in words."""
    yield from evening.alarms
    yield from _mixed(evening)
    yield from map(str, differences([evening.id]))
    rounds = _rounds(evening)
    yield from _counted(evening, rounds)
    yield from _summed(evening, rounds)
    yield from _shown(evening)


def _call(evening: Evening, path: str = "") -> Any:
    return json.loads(scorer(evening.session).get(path).content)


def _rounds(evening: Evening) -> list[Any]:
    """All rounds on the books, the oldest first."""
    pages, rounds = 1, list[Any]()
    while pages:
        page = _call(evening, f"rounds/?page_size=100&page={pages}")
        rounds += page["results"]
        pages = pages + 1 if page["next"] else 0
    return rounds[::-1]


def _counted(evening: Evening, rounds: list[Any]) -> Iterator[str]:
    """Each typed round is on the books once, with what was typed; nothing else is."""
    there = Counter[str]()
    for each in rounds:
        typed = [round for round in evening.typed.values() if each["id"] in round.sent]
        # The same round told once more in the same form is the same by its id.
        whose = [round.key for round in typed if _is(round, each)][-1:]
        there.update(whose)
        if not whose and (typed or each["corrects"] is None):
            yield f"round {each['number']} is {each['facts']}, typed was {typed}"
    stands = {each["number"] for each in rounds if each["state"] == "recorded"}
    yield from (f"round {number} is not void" for number in evening.void_rounds & stands)
    now = evening.session.rule_version.rules
    drafts = {key_in(evening.show(phone)["draft"]) for phone in evening.phones}
    for round in evening.typed.values():
        # What is in no list comes back with the game that it was typed for.
        least = 0 if round.dropped or (round.rules != now and round.key in drafts) else 1
        if not least <= there[round.key] <= 1:
            yield f"{round.key}, sent as {[*round.sent]}, is on the books {there[round.key]} times"
        for body in chain.from_iterable(round.sent.values()):
            fields = [pair for pair in parse_qsl(body) if pair[0] not in evening.of_the_page]
            if sorted(fields) != sorted(round.fields):
                yield f"of {round.key} came {fields}, typed was {round.fields}"


def _is(typed: TypedRound, kept: Any) -> bool:
    """Whether this is what was typed, as it was sent by the id of this round."""
    round = Round.objects.get(submission_id=kept["id"])
    terms = shown_terms.named((round.rule_version, round.bet_unit))
    sent = map(QueryDict, typed.sent[kept["id"]])
    fitting = [fields for fields in sent if fields.get("terms", terms) == terms]
    read = [_facts(typed.rules, round, fields) for fields in fitting]
    has_pot = _has_pot(typed, round.facts) or not round.rule_version.values.get("ga")
    return round.facts in read and has_pot


def _has_pot(typed: TypedRound, facts: Any) -> bool:
    """Whether what was typed of the pot is there, where a 0 may be left out: by no form of ours."""
    put = {f"pot-{seat}": units for seat, units in facts.get("pot", {}).items()}
    there = {*put.items(), ("pot-winner", str(facts.get("pot_winner")))}
    typed_pot = {pair for pair in typed.fields if pair[0].startswith("pot") and pair[1] != "0"}
    return typed_pot <= there


def _facts(rules: str, round: Round, sent: QueryDict) -> Any:
    """What these fields say, read with what the heads said that the round starts with."""
    version, settings = round.rule_version, round.rule_version.values
    start = json.loads(sent.get("start", "{}"))
    if "correcting" in sent:
        start = scoring.RULE_SETS[rules].start_of(round.facts, settings)
    people = [Person(seat, f"#{seat}") for seat in round.facts["players"]]
    return form_for(version.rules)(sent, people, RoundTerms(settings, start)).facts()


def _summed(evening: Evening, rounds: list[Any]) -> Iterator[str]:
    """The balances are what rounds, items and payments add up to."""
    sums = Counter[int]()
    for each in rounds:
        if each["state"] == "recorded":
            sums.update(_pays(each))
    for one, other, amount in (*_standing_items(evening), *_standing_payments(evening)):
        sums.update({one: -amount, other: amount})
    shown = {each["seat"]: each["balance"] for each in _call(evening)["players"]}
    if any(shown[seat] != sums[seat] for seat in shown):
        yield f"the balances are {shown}, what was done adds up to {dict(sums)}"


def _pays(round: Any) -> dict[int, int]:
    """What a round pays by the engine alone."""
    settings = Round.objects.get(submission_id=round["id"]).rule_version.settings
    outcome = scoring.score(round["rules"], round["facts"], settings)
    return {seat: net * round["bet_unit"] // outcome.grain for seat, net in outcome.net.items()}


def _standing_items(evening: Evening) -> Iterator[tuple[int, int, int]]:
    """Payer, payee and amount of each that a phone heard is posted, and of none that it is void."""
    for id, item in evening.items.items():
        number = OtherItem.objects.filter(submission_id=id).values_list("number", flat=True).first()
        if number not in evening.void_items:
            yield item


def _standing_payments(evening: Evening) -> Iterator[tuple[int, int, int]]:
    """Likewise; the entry of a payment goes from the creditor to the debtor."""
    for id, (debtor, creditor, amount) in evening.payments.items():
        number = Payment.objects.filter(submission_id=id).values_list("number", flat=True).first()
        if number not in evening.void_payments:
            yield creditor, debtor, amount


def _shown(evening: Evening) -> Iterator[str]:
    """Nothing is left on a phone, and every page shows the newest line."""
    if evening.must_hear:
        yield f"phones {evening.must_hear} are not told that the book was replaced"
    head = evening.session.log_head
    for phone in evening.phones:
        shown = evening.show(phone)
        if shown["items"] or key_in(shown["typed"]):
            yield f"phone {phone.number} still keeps {shown['items']} {shown['typed']}"
        if shown["seen"]["head"] != head:
            yield f"phone {phone.number} has not seen the newest line"


def _mixed(evening: Evening) -> Iterator[str]:
    """Pages that have shown lines of books none of which holds all of them."""
    books = [*evening.books, lines()]
    for page, seen in evening.seen.items():
        if not any(seen <= book for book in books):
            yield f"page {page} has shown more than one book: {sorted(seen)}"
