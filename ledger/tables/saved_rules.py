"""Rules saved under a name: each phone keeps a list of its own, in its signed cookie.

Whoever knows the id of a set has it; the cookie holds ids only. A dropped set can be taken
back until the list needs its place. The place itself shares sets with every table.
"""

from datetime import datetime

from django.http import Http404, HttpRequest
from django.utils import timezone

import scoring
from ledger.common import refusals
from ledger.common.clean_text import cleaned
from ledger.common.spelling import name_key
from ledger.database.transactions import retry, write_together
from ledger.models import HouseTerms, SavedRules
from ledger.tables.rule_words import Settings
from ledger.tables.sessions import SESSION_NAME_LIMIT, checked_terms

MOST = 20
"""Sets of one phone, so that its cookie stays under 4 KB; shared ones, so that all can be shown."""

USUAL_BET_UNIT = 2000
"""What one cược is worth at a new table until somebody decides otherwise."""

REMEMBERED = 24
"""Ids in the cookie: some dropped ones too, so that dropping can be undone."""


Saved = tuple[SavedRules, list[SavedRules] | None]
"""A set that is kept now, and those that it took the place of; None if the same was kept before."""


def all_of(request: HttpRequest) -> list[SavedRules]:
    """This phone's sets, newest first, dropped ones among them; one query.

    A set of a game that is no longer there is left out.
    """
    ids = request.session.get("rule_sets", [])
    known = SavedRules.objects.filter(rules__in=list(scoring.RULE_SETS))
    by_id = known.in_bulk(ids) if ids else {}
    return [by_id[pk] for pk in reversed(ids) if pk in by_id]


def on_this_phone(request: HttpRequest) -> list[SavedRules]:
    """This phone's sets, newest first."""
    return [saved for saved in all_of(request) if not saved.dropped_at]


def one(request: HttpRequest, pk: str) -> SavedRules:
    """One of this phone's sets, dropped or not; anything else is Http404."""
    for saved in all_of(request):
        if saved.pk == pk:
            return saved
    raise Http404


def keep(request: HttpRequest, name: str, rules: str, settings: Settings) -> Saved:
    """Keep these rules on this phone; in place of a set of the same game and name.

    The same again adds nothing. Raises scoring.SettingsError or a PostingError.
    """
    new = SavedRules(name=name, rules=rules, settings=dict(settings))
    saved, replaced = _keep(new, on_this_phone(request), refusals.TooManyRules)
    if replaced is not None:
        _remember(request, new)
    return saved, replaced


def drop(saved: SavedRules) -> SavedRules:
    """Take a set off its list; again changes nothing, and tables that use it keep theirs."""
    return _save(saved, saved.dropped_at or timezone.now())


def take_back(request: HttpRequest, saved: SavedRules) -> SavedRules:
    """Undo `drop` of one of this phone's sets; raises TooManyRules where the list is full."""
    if saved.dropped_at and len(on_this_phone(request)) >= MOST:
        raise refusals.TooManyRules(limit=MOST)
    return _save(saved, None)


def shared() -> list[SavedRules]:
    """The sets that the place offers to every table, by name."""
    known = SavedRules.objects.filter(shared=True, dropped_at=None)
    return list(known.filter(rules__in=list(scoring.RULE_SETS)).order_by("name", "pk"))


def share(name: str, rules: str, settings: Settings) -> Saved:
    """Offer these rules to every table; in place of a shared set of the same game and name.

    The same again adds nothing. Raises scoring.SettingsError or a PostingError.
    """
    new = SavedRules(name=name, rules=rules, settings=dict(settings), shared=True)
    return _keep(new, shared(), refusals.TooManyShared)


def house_terms() -> HouseTerms:
    """What the place offers first for a new table: until somebody decides, the first game.

    A set that was dropped, and a game that is no more, are offered no longer.
    """
    house = HouseTerms.objects.select_related("saved").first()
    if house is None or house.rules not in scoring.RULE_SETS:
        return HouseTerms(rules=next(iter(scoring.RULE_SETS)), bet_unit=USUAL_BET_UNIT)
    if house.saved and house.saved.dropped_at:
        house.saved = None
    return house


@retry
def offer_first(rules: str, saved: SavedRules | None, bet_unit: int) -> HouseTerms:
    """Offer this game, with a shared set or none, and this bet unit first; tables stay.

    Raises a PostingError, such as BetUnitIndivisible.
    """
    checked_terms(bet_unit, rules, saved.values if saved else {})
    decided = {"rules": rules, "saved": saved, "bet_unit": bet_unit}
    with write_together():
        return HouseTerms.objects.update_or_create(id=1, defaults=decided)[0]


def _keep(new: SavedRules, sets: list[SavedRules], too_many: type[refusals.PostingError]) -> Saved:
    """Add a set to these, in place of those of its name, however its letters are written."""
    new.name = cleaned(new.name, SESSION_NAME_LIMIT, empty=refusals.NameMissing())
    if new.rules not in scoring.RULE_SETS:
        raise refusals.RulesRefused
    new.settings = dict(scoring.RULE_SETS[new.rules].values(new.settings))
    wanted = (new.rules, name_key(new.name))
    same = [saved for saved in sets if (saved.rules, name_key(saved.name)) == wanted]
    for saved in same:
        if (saved.name, saved.values) == (new.name, new.settings):
            return saved, None
    if len(sets) - len(same) >= MOST:
        raise too_many(limit=MOST)
    _replace(same, new)
    return new, same


@retry
def _replace(old: list[SavedRules], new: SavedRules) -> None:
    with write_together():
        replaced = SavedRules.objects.filter(pk__in=[each.pk for each in old])
        replaced.update(dropped_at=timezone.now())
        new.save(force_insert=True)
        HouseTerms.objects.filter(saved__in=replaced).update(saved=new)


@retry
def _remember(request: HttpRequest, new: SavedRules) -> None:
    """Put the new set last; where there are too many ids, those dropped first go for good."""
    ids = [each.pk for each in reversed(all_of(request))]
    dropped = SavedRules.objects.filter(pk__in=ids).exclude(dropped_at=None).order_by("dropped_at")
    spare = {each.pk for each in dropped[: max(0, len(ids) + 1 - REMEMBERED)]}
    with write_together():
        SavedRules.objects.filter(pk__in=spare).delete()
    request.session["rule_sets"] = [pk for pk in (*ids, new.pk) if pk not in spare]


@retry
def _save(saved: SavedRules, dropped_at: datetime | None) -> SavedRules:
    saved.dropped_at = dropped_at
    with write_together():
        saved.save(update_fields=["dropped_at"])
    return saved
