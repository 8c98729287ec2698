"""The forms of the first page: a new table, and a link to paste."""

import re
from collections.abc import Sequence
from urllib.parse import unquote

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.common.refusals import BetUnitRefused, NameTaken, PostingError, SeatRefused, TextRefused
from ledger.common.strict_json import Object
from ledger.models import SEATS
from ledger.tables.rule_words import refused
from ledger.web.forms import BetUnitForm, as_typed
from ledger.web.home.rule_choices import RuleChoice
from scoring import SettingsError

BLAMED = {
    SettingsError: "rules",
    BetUnitRefused: "bet_unit",
    NameTaken: "player_2",
    SeatRefused: "player_1",
    TextRefused: "name",
}
"""The fields of a new table by what they are refused with; the first that fits counts."""


FRAGMENT = r"([a-z0-9]{6,12})\.([a-z2-7]{32})(?:\.(card|board))?"
"""What a link holds: an id, and a key of so many letters, whatever stands right behind it."""

PLACES = [re.compile(before + FRAGMENT) for before in ("#", "(?<![a-z0-9])")]
"""Where it stands, the surest place first: some paste only what follows the #."""

BREAKS = re.compile(r"[\s\u00ad\u200b-\u200d\u2060\ufeff]+")
"""What wraps a long link: lines, spaces, and signs that nobody sees."""

SPACED = re.compile(r"\s*[,;\n]\s*")
"""What stands between the names of a whole table in one field."""


class OpenForm(BetUnitForm):
    """A new table: game, names, bet unit; name and currency if wanted."""

    submission = forms.UUIDField(required=False)
    rules = forms.ChoiceField()
    name = forms.CharField(required=False, max_length=60)
    currency = forms.CharField(required=False, max_length=12)

    def __init__(
        self, offers: Sequence[RuleChoice], bet_unit: int, data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self.offers = {offer.value: offer for offer in offers}
        self.fields["rules"].choices = [(each.value, each.label) for each in offers]  # type: ignore[attr-defined]
        for at in range(1, SEATS[-1] + 1):
            self.fields[f"player_{at}"] = forms.CharField(required=False, max_length=260)
        self.initial = {"rules": next(iter(self.offers)), **as_typed(bet_unit)}

    def player_fields(self) -> list[forms.BoundField]:
        return [self[f"player_{at}"] for at in range(1, SEATS[-1] + 1)]

    def more_names(self) -> bool:
        """Whether more than four play."""
        return any(field.value() for field in self.player_fields()[4:])

    def table(self) -> Object:
        """What `open_session` takes."""
        chosen = self.offers[self.cleaned_data["rules"]]
        typed = [self.cleaned_data[field.name] for field in self.player_fields()]
        names = [name for name in typed if name]
        return {
            "rules": chosen.rules,
            "settings": dict(chosen.settings),
            "bet_unit": self.cleaned_data["amount"],
            "players": [*filter(None, SPACED.split(names[0]))] if len(names) == 1 else names,
            "name": self.cleaned_data["name"],
            "currency": self.cleaned_data["currency"],
        }

    def blame(self, refusal: PostingError | SettingsError) -> None:
        """Show why the table was not opened beside the field that did it."""
        fields = (name for kind, name in BLAMED.items() if isinstance(refusal, kind))
        sentence = refused(refusal) if isinstance(refusal, SettingsError) else refusal.message()
        self.add_error(next(fields, None), sentence)


class LinkForm(forms.Form):
    """A link, or what follows its #, pasted by hand with whatever stands around it."""

    link = forms.CharField(
        max_length=5000,
        error_messages={"max_length": _("Dài quá: chỉ dán đường dẫn của bàn thôi.")},
    )

    def fragment(self) -> Sequence[str]:
        """Session id, key and a page of the table; empty strings where the text holds none."""
        match = fragment_in(self.cleaned_data["link"])
        return match.groups("") if match else ("", "", "")


def fragment_in(text: str) -> re.Match[str] | None:
    """What a link holds, also one in capitals, with its # escaped, or wrapped within its key."""
    plain = unquote(text).lower()
    tries = ((place, each) for each in (plain, BREAKS.sub("", plain)) for place in PLACES)
    return next(filter(None, (place.search(each) for place, each in tries)), None)
