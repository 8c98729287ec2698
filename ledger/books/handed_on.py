"""What a round hands to the next of its game, and rounds that began with something else."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from django.db.models import QuerySet

from ledger.books.history import not_void
from ledger.books.numbering import Numbering
from ledger.books.pricing import Facts, priced
from ledger.common.strict_json import Object
from ledger.models import Round, Session
from scoring import RULE_SETS, FactsError, Problem
from scoring.common.errors import SeatNumber
from scoring.common.text import Text

OTHERWISE = Text("Ván trước để lại {now}.", "The round before hands on {now}.")
BY_BEFORE = Text("Ván {before} để lại {now}.", "Round {before} hands on {now}.")
CHANGED = Text(
    "Ván {later} bắt đầu với {then}, theo ván {changed} bây giờ thì là {now}.",
    "Round {later} began with {then}; by round {changed} as it is now it is {now}.",
)
HANDED_ON = "handed_on"
YES, NONE = Text("có", "yes"), Text("không", "no")
TOTAL = Text("cả thảy", "in all")


def standing(session: Session, rules: str = "") -> QuerySet[Round]:
    """The rounds that are not void, of one game where it is named, the one played last first."""
    rounds = not_void(session.rounds.all()).order_by("-stands_for").select_related("rule_version")
    return rounds.filter(rule_version__rules=rules) if rules else rounds


def handed_on(round: Round | None) -> Object:
    """Return what a round hands on, nothing where there is none.

    One that was stored without it is scored again.
    """
    if round is None:
        return {}
    if "next" in round.result:
        return dict(round.result["next"])
    try:
        return dict(priced(round.facts, round).outcome.next)
    except FactsError:  # today's reading refuses it
        return {}


def pots(session: Session) -> dict[str, Decimal]:
    """Return what is in the pot of each game that was played here, in cược; none that is empty."""
    played = sorted({*session.rule_versions.values_list("rules", flat=True)})
    left = {rules: handed_on(standing(session, rules).first()).get("pot", {}) for rules in played}
    return {rules: sum(map(Decimal, pot.values()), Decimal()) for rules, pot in left.items() if pot}


def warnings(session: Session, facts: Facts) -> Iterator[Problem]:
    """Warn of facts that say otherwise than the newest standing round of the game hands on."""
    version, _bet_unit = session.terms
    game = RULE_SETS[version.rules]
    began = game.start_of(facts, version.values)
    # Facts that tell nothing of the kind cost no look at the books, unless a pot may be left out.
    looks = began or game.remembers(game.in_force(version.values))
    if looks and (last := standing(session, version.rules).first()):
        yield from _problem(OTHERWISE, version.rules, began, handed_on(last))


def began_otherwise(round: Round, numbering: Numbering) -> Iterator[Problem]:
    """Say how the next round of the game began otherwise than what is handed on to it by now.

    The `round` is one that was changed; both have the numbers that people give them.
    """
    version, _bet_unit = round.terms
    if not RULE_SETS[version.rules].start:
        return
    rounds = standing(round.session, version.rules)
    if later := rounds.filter(stands_for__gt=round.stands_for).last():
        handed = handed_on(rounds.filter(stands_for__lt=later.stands_for).first())
        numbers = {"later": numbering.of(later), "changed": numbering.of(round)}
        began = RULE_SETS[version.rules].start_of(later.facts, later.rule_version.values)
        yield from _problem(CHANGED, version.rules, began, handed, **numbers)


def differs_from_before(round: Round, numbering: Numbering) -> Iterator[Problem]:
    """Say how a recorded round began otherwise than the one before it hands on by now."""
    version, _bet_unit = round.terms
    if not RULE_SETS[version.rules].start:
        return
    rounds = standing(round.session, version.rules)
    if before := rounds.filter(stands_for__lt=round.stands_for).first():
        number = numbering.of(before)
        began = RULE_SETS[version.rules].start_of(round.facts, version.values)
        yield from _problem(BY_BEFORE, version.rules, began, handed_on(before), before=number)


def _problem(
    text: Text, rules: str, began: Object, handed: Object, **numbers: int
) -> Iterator[Problem]:
    """One sentence of all that a round began with otherwise than it was handed."""
    differ = [name for name in sorted({*began, *handed}) if began.get(name) != handed.get(name)]
    if differ:
        words, summed = RULE_SETS[rules].words, RULE_SETS[rules].summed
        then, now = (
            tuple([_shown(words[name], start.get(name), name in summed) for name in differ])
            for start in (began, handed)
        )
        yield Problem(HANDED_ON, differ[0], text, args={"then": then, "now": now, **numbers})


def _shown(what: Text, value: object, is_summed: bool) -> Mapping[Text, object]:
    """A flag, a seat, or numbers by seat, as a sentence shows them behind its name."""
    if value is True or not value:
        return {what: YES} if value else {NONE: what}
    if isinstance(value, Mapping):
        each: dict[object, Text] = {SeatNumber(seat): _number(sum) for seat, sum in value.items()}
        total = sum(map(Decimal, value.values()), Decimal()) if is_summed else 0
        return {what: each | ({TOTAL: _number(total)} if is_summed else {})}
    return {what: SeatNumber(value) if isinstance(value, int) else value}


def _number(units: object) -> Text:
    """Units as they are written: with a comma in Vietnamese, a dot in English."""
    return Text(str(units).replace(".", ","), str(units))
