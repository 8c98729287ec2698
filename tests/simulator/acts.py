"""What people do at a table with their phones."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from django.db import OperationalError
from django.http import HttpResponse

import scoring
from ledger.access.keys import Role, key
from ledger.models import OtherItem, Payment, Round
from ledger.web.games import form_for
from tests.api.calls import Caller, scorer
from tests.random_rounds import at_table, deal
from tests.simulator.copies import copy, put_back
from tests.simulator.evening import Evening, Phone, TypedRound, fields_in, key_in, lines
from tests.simulator.network import FORM, DiesError

BET_UNIT = 2000
"""Times a small number: exact under every rule set."""


def give_up(evening: Evening, phone: Phone, shown: Any) -> None:
    """Take back every tap of the round in the form."""
    typed = key_in(shown["typed"])
    evening.typed[typed].dropped = True
    evening.write(f"phone {phone.number} gives {typed} up")
    evening.say("type", page=phone.page, fields=[])


def press_or_give_up(evening: Evening, phone: Phone, round: TypedRound, shown: Any) -> None:
    is_hopeless = round.is_no_round or round.rules != evening.session.rule_version.rules
    gives_up = evening.rng.random() >= (0.4 if is_hopeless else 0.85)
    if gives_up and not shown["isBusy"]:
        give_up(evening, phone, shown)
    else:
        evening.press(phone)


def record(evening: Evening, phone: Phone, presses: float = 0.8) -> None:
    """Type a round and press, by chance; one that is in the form already is pressed or given up."""
    shown = phone.page and evening.show(phone)
    if not shown or shown["typed"] is None or shown["another"]:
        evening.open(phone)
        return
    if typed := key_in(shown["typed"]):
        press_or_give_up(evening, phone, evening.typed[typed], shown)
        return
    if shown["isBusy"]:  # until the answer no thumb reaches it
        return
    type_round(evening, phone, shown)
    if evening.rng.random() < presses:
        evening.press(phone, 2 if evening.rng.random() < 0.1 else 1)
    if evening.rng.random() < 0.3:
        tap_waiting(evening, phone)


def tap_waiting(evening: Evening, phone: Phone) -> None:
    """Tap on one of the rounds that wait, be another on its way or half typed."""
    shown = phone.page and evening.show(phone)
    if not shown or shown["typed"] is None:
        return
    if offered := in_the_list(shown):
        take_or_throw_away(evening, phone, evening.rng.choice(offered), shown)


def in_the_list(shown: Any) -> list[dict[str, Any]]:
    """The rounds that wait and can be tapped, the oldest first."""
    form = fields_in(shown["typed"])
    not_offered = {form["submission"], *shown["onTheWay"]}
    items = (item for item in shown["items"] if item["id"] not in not_offered)
    return sorted(items, key=itemgetter("turn"))


def take_or_throw_away(evening: Evening, phone: Phone, item: dict[str, Any], shown: Any) -> None:
    """Tap what the list offers for this one: it is rarely thrown away unless given up before."""
    round = evening.typed[key_in(item["fields"])]
    form, fields = fields_in(shown["typed"]), fields_in(item["fields"])
    is_of_this_game = round.rules == form["rules"]
    fits = {*fields["seats"].split(",")} == {*form["seats"].split(",")}
    keeps = 0.3 if round.dropped else 0.9
    drops = evening.rng.random() >= (keeps if is_of_this_game else 0)
    if not drops and not (item.get("held") or fits):
        return
    round.dropped |= drops
    tap = "throwAway" if drops else "take"
    evening.write(f"phone {phone.number}: {tap} {round.key}")
    evening.say("waiting", page=phone.page, type=tap, id=item["id"])


def type_round(evening: Evening, phone: Phone, shown: Any) -> None:
    state = fields_in(shown["typed"])
    rules, seats = state["rules"], sorted(map(int, state["seats"].split(",")))
    version = evening.session.rule_version
    settings = version.values if version.rules == rules else {}
    round = typed_by_chance(evening, rules, settings, seats)
    evening.say("type", page=phone.page, fields=round.fields)


def typed_by_chance(
    evening: Evening, rules: str, settings: dict[str, Any], seats: Sequence[int]
) -> TypedRound:
    """Deal it; now and then it is the same as the one typed before."""
    before = evening.typed.get(f"r{len(evening.typed)}")
    name, of = f"r{len(evening.typed) + 1}", (rules, settings, [*seats])
    if before and before.of == of and evening.rng.random() < 0.15:
        fields = before.fields[1:]
    else:
        facts = at_table(evening.rng, deal(rules, evening.rng, seats), settings)
        answers = form_for(rules).fill(facts)
        fields = [(name, each) for name, values in answers for each in values if each]
    evening.write(f"{name} is typed")
    evening.typed[name] = TypedRound(name, rules, [("sim", name), *fields], of)
    return evening.typed[name]


def some_round(evening: Evening) -> int:
    return evening.rng.randint(1, max(1, evening.session.round_count))


def void(evening: Evening, phone: Phone) -> None:
    number = some_round(evening)

    def then(answer: HttpResponse) -> None:
        if answer.status_code == 302:
            evening.void_rounds.add(number)

    evening.send(phone, evening.at(f"rounds/{number}/void/"), (), then)


def act_in_place(evening: Evening, phone: Phone) -> None:
    """Void a round, or record it again, in the panel over the sheet; it may be typed meanwhile."""
    if phone.page:
        act = evening.rng.choice(("void", "restore"))
        path = evening.at(f"rounds/{some_round(evening)}/{act}/")
        evening.say("act", page=phone.page, path=path)


def correct(evening: Evening, phone: Phone) -> None:
    """Tell a round again, and press until an answer comes."""
    old = Round.objects.filter(session=evening.id, number=some_round(evening)).first()
    if not old:
        return
    rules, seats = old.rule_version.rules, old.facts["players"]
    round = typed_by_chance(evening, rules, old.rule_version.values, seats)
    state = {"submission": evening.new_id(), "correcting": old.number, "newest": 0, "rules": rules}
    state["seats"] = ",".join(map(str, seats))
    sent = [*state.items(), *round.fields]
    round.sent[str(state["submission"])] = [urlencode(sent)]

    def then(answer: HttpResponse) -> None:
        round.dropped = "recorded" not in answer.get("HX-Trigger", "")

    evening.send(phone, evening.at("rounds/"), sent, then)


def restore(evening: Evening, phone: Phone) -> None:
    evening.send(phone, evening.at(f"rounds/{some_round(evening)}/restore/"))


def post_item(evening: Evening, phone: Phone) -> None:
    payer, payee = evening.rng.sample((1, 2, 3), 2)
    amount, submission = 1000 * evening.rng.randint(1, 9), evening.new_id()
    sent = {"submission": submission, "payer": payer, "payee": payee, "amount": amount}

    def then(answer: HttpResponse) -> None:
        if answer.status_code == 302:
            evening.items[submission] = (payer, payee, amount)

    evening.send(phone, evening.at("other/post/"), [*sent.items(), ("text", "nước")], then)


def void_item(evening: Evening, phone: Phone) -> None:
    items = OtherItem.objects.filter(session=evening.id)
    if not (count := items.count()):
        return
    number = evening.rng.randint(1, count)

    def then(answer: HttpResponse) -> None:
        if answer.status_code == 302:
            evening.void_items.add(number)

    evening.send(phone, evening.at(f"other/{number}/void/"), (), then)


def sit(evening: Evening, phone: Phone) -> None:
    """Somebody gets up or sits down; or who got up comes back."""
    seat, out = evening.rng.randint(1, 5), evening.rng.random() < 0.8
    resting = evening.session.seats.filter(sitting_out=True).first()
    if resting and evening.rng.random() < 0.7:
        seat, out = resting.number, False
    evening.send(phone, evening.at(f"players/{seat}/"), [("out", "1" if out else "")])


def bet_unit(evening: Evening, phone: Phone) -> None:
    amount = BET_UNIT * evening.rng.randint(1, 4)
    evening.send(phone, evening.at("bet-unit/"), [("other", amount), ("times", 1)])


def close(evening: Evening, phone: Phone) -> None:
    evening.send(phone, evening.at("close/"))
    wait = evening.rng.uniform(20, 200)
    evening.events.after(wait, lambda: evening.send(phone, evening.at("reopen/")))


def pay(evening: Evening, phone: Phone) -> None:
    seats = {each.number: each.balance for each in evening.session.seats.all()}
    debtor, creditor = min(seats, key=seats.__getitem__), max(seats, key=seats.__getitem__)
    amount = min(-seats[debtor], seats[creditor]) // evening.rng.choice((1, 2))
    submission = evening.new_id()
    sent = {"submission": submission, "debtor": debtor, "creditor": creditor, "amount": amount}

    def then(answer: HttpResponse) -> None:
        if answer.status_code == 302:
            evening.payments[submission] = (debtor, creditor, amount)

    if amount > 0:
        evening.send(phone, evening.at("close/"))
        evening.send(phone, evening.at("settle/pay/"), [*sent.items()], then)


def unmark(evening: Evening, phone: Phone) -> None:
    if not (count := Payment.objects.filter(session=evening.id).count()):
        return
    number = evening.rng.randint(1, count)

    def then(answer: HttpResponse) -> None:
        if answer.status_code == 302:
            evening.void_payments.add(number)

    evening.send(phone, evening.at(f"settle/payments/{number}/unmark/"), (), then)


def reopen(evening: Evening, phone: Phone) -> None:
    evening.send(phone, evening.at("reopen/"))


def renew_key(evening: Evening, phone: Phone) -> None:
    role = evening.rng.choice(list(Role))
    old = link_key(evening, role)

    def then(_answer: HttpResponse) -> None:
        if opens(evening, old):
            evening.alarms.append(f"an old link to {role} still opens the table")

    evening.send(phone, evening.at(f"share/{role}/renew/"), (), then)
    for other in evening.phones:
        if other.role == role:
            wait = evening.rng.uniform(30, 150)
            evening.events.after(wait, lambda other=other: _let_in(evening, other))


def link_key(evening: Evening, role: Role) -> str:
    return key(evening.session, role)


def opens(evening: Evening, key: str) -> bool:
    """Whether a call with this key reads the table."""
    return bool(Caller(evening.session, key).get().status_code == 200)


def _let_in(evening: Evening, phone: Phone) -> None:
    if evening.needs_link(phone):
        evening.join(phone)


def go_offline(evening: Evening, phone: Phone) -> None:
    phone.line.online = False

    def back() -> None:
        phone.line.online = True
        if evening.goes_on and evening.rng.random() < 0.4:
            phone.line.login_until = evening.clock.seconds + evening.rng.uniform(2, 40)
        evening.happen(phone, "online")

    evening.events.after(evening.rng.uniform(10, 240), back)


def later(evening: Evening, phone: Phone, act: "Act", within: float) -> None:
    """Do it within so many seconds, if the evening still goes on then."""

    def go_on() -> None:
        if evening.goes_on:
            evening.write(f"phone {phone.number}: {act.__name__}, later")
            act(evening, phone)

    evening.events.after(evening.rng.uniform(0, within), go_on)


def play_on_offline(evening: Evening, phone: Phone) -> None:
    """Lose the network, and record and change what waits all the same, while others come and go."""
    go_offline(evening, phone)
    for act in evening.rng.choices((record, tap_waiting), (3, 1), k=evening.rng.randint(3, 8)):
        later(evening, phone, act, 120)
    if evening.rng.random() < 0.5:
        sit(evening, evening.phones[1 - phone.number])


def come_and_go(evening: Evening, phone: Phone) -> None:
    """Begin a round; people get up and sit down or play another game, and the page comes anew."""
    record(evening, phone, presses=0.4)
    for act in evening.rng.choices((sit, change_rules), (5, 1), k=evening.rng.randint(1, 4)):
        later(evening, evening.phones[1 - phone.number], act, 60)
    later(evening, phone, reload, 60)


def lose_disk(evening: Evening, phone: Phone) -> None:
    """A copy is put in the place of the books; who has begun something goes on before all hear."""
    copy()
    later(evening, phone, put_back_and_go_on, 200)


def put_back_and_go_on(evening: Evening, phone: Phone) -> None:
    if evening.rng.random() < 0.5:
        type_elsewhere(evening, phone)
    put_back(evening)
    record(evening, phone)


def reload(evening: Evening, phone: Phone) -> None:
    evening.open(phone)


def die(evening: Evening, phone: Phone) -> None:
    """The service dies over the next request, at one of its statements."""
    evening.service.fails(DiesError(), evening.rng.randint(1, 50))


def be_busy(evening: Evening, phone: Phone) -> None:
    """Somebody holds the lock of the database over the next request."""
    locked = OperationalError("database is locked")
    evening.service.fails(locked, evening.rng.randint(1, 50))


def change_rules(evening: Evening, _phone: Phone) -> None:
    """Another game, or another rule of the same, from the next round on."""
    rules = evening.session.rule_version.rules
    if evening.rng.random() < 0.3:
        rules = evening.rng.choice(list(scoring.RULE_SETS))
    settings = {}
    for each in scoring.RULE_SETS[rules].settings:
        if isinstance(each.default, bool) and evening.rng.random() < 0.5:
            settings[each.name] = not each.default
    answer = scorer(evening.session)("PATCH", "", {"rules": rules, "settings": settings})
    evening.write(f"{rules} {settings}: {answer.status_code}")
    evening.news()


def type_elsewhere(evening: Evening, phone: Phone) -> None:
    """Begin a correction or a name, and leave it there."""
    if phone.page:
        evening.say("typeElsewhere", page=phone.page)


def accept(evening: Evening, phone: Phone) -> None:
    """Take the book that the notice speaks of for the right one; it may be lost by now, too."""
    if not phone.page:
        return
    was = evening.kept_line(phone)
    evening.say("accept", page=phone.page)
    if (now := evening.kept_line(phone)) == was:
        return
    evening.must_hear.discard(phone.number)
    if not now <= lines():
        evening.must_hear.add(phone.number)


def write_as_a_viewer(evening: Evening, _phone: Phone) -> None:
    """The phone that looks on sends what only a scorer may."""
    viewer = evening.phones[2].line
    body = urlencode({"csrfmiddlewaretoken": viewer.token})
    path = evening.at(f"rounds/{some_round(evening)}/void/")
    answer = viewer.client.generic("POST", path, body, FORM)
    if answer.status_code != 404:
        evening.alarms.append(f"a viewer's write is answered {answer.status_code}")


Act = Callable[[Evening, Phone], None]
ACTS: dict[Act, int] = {
    record: 50,
    correct: 4,
    void: 3,
    restore: 2,
    act_in_place: 3,
    post_item: 3,
    void_item: 1,
    sit: 6,
    tap_waiting: 8,
    bet_unit: 2,
    close: 1,
    pay: 1,
    unmark: 1,
    reopen: 3,
    renew_key: 3,
    go_offline: 4,
    play_on_offline: 6,
    come_and_go: 14,
    reload: 8,
    die: 5,
    be_busy: 3,
    write_as_a_viewer: 1,
    lose_disk: 6,
    change_rules: 5,
    type_elsewhere: 8,
    accept: 2,
}
"""What people do, and how often of a hundred times or so."""
