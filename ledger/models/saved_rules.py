"""Rule sets kept under a name, for tables to come."""

import secrets
from functools import partial

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from ledger.common.strict_json import Object
from ledger.models.sessions import BET_UNIT_LIMIT, values_of

new_rules_id = partial(secrets.token_hex, 12)
"""Make 96 bits that nobody can guess: whoever has the id of a saved set has the set."""


class SavedRules(models.Model):
    """A rule set with changes under a name, for tables to come; tables copy it."""

    id = models.CharField(primary_key=True, max_length=24, default=new_rules_id)
    name = models.CharField(_("tên bộ luật"), max_length=60)
    rules = models.CharField(max_length=20)
    settings = models.JSONField(default=dict)
    shared = models.BooleanField(default=False)
    """Made by whoever runs the place and offered to every table; else one phone keeps it."""
    saved_at = models.DateTimeField(_("lưu lúc"), db_default=Now())
    dropped_at = models.DateTimeField(_("bỏ lúc"), null=True)

    class Meta:
        verbose_name = _("bộ luật")
        verbose_name_plural = pgettext_lazy("nhiều", "bộ luật")

    def __str__(self) -> str:
        return self.name

    @property
    def values(self) -> Object:
        """Every setting, those too that there was none of when this was saved."""
        return values_of(self.rules, self.settings)


class HouseTerms(models.Model):
    """What this place offers first for a new table; one row, none where nobody decided."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    rules = models.CharField(max_length=20)
    saved = models.ForeignKey(SavedRules, models.SET_NULL, null=True, related_name="+")
    """The shared set of that game, none for the rules of its document."""
    bet_unit = models.BigIntegerField()

    class Meta:
        verbose_name = _("bàn mới")
        default_permissions = ("change",)
        constraints = (
            models.CheckConstraint(condition=Q(id=1), name="house_terms_once"),
            models.CheckConstraint(
                condition=Q(bet_unit__gt=0, bet_unit__lte=BET_UNIT_LIMIT),
                name="house_bet_unit_positive",
            ),
        )

    def __str__(self) -> str:
        return f"{self.saved or self.rules} {self.bet_unit}"
