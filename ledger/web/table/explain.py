"""Why a number is what it is: each payment with its arithmetic and its rule."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from ledger.common.amounts import amount, units, worth
from ledger.common.language import language
from ledger.common.person import Names
from ledger.common.strict_json import Object
from ledger.tables.rule_texts import rule_text
from ledger.web.games.choices import counted_words, short_word
from scoring.common.json_types import PartJSON, TransferJSON
from scoring.common.transfers import Reason
from scoring.common.words import word

WhyLine = Object
"""One payment as the person who pays it reads it; `amount` in the session's money."""


def why_lines(
    rules: str, transfers: Iterable[TransferJSON], bet_unit: int, names: Names
) -> list[WhyLine]:
    """A line a transfer of a result; one of 0 was told and does not count."""
    return [
        {
            "payer": names[transfer["payer"]],
            "payee": names[transfer["payee"]],
            "amount": worth(transfer["units"], bet_unit),
            "sum": _sum(transfer, bet_unit, names),
            "reason": _reason(transfer),
            "rule": rule_text(rules, transfer["rule"]),
        }
        for transfer in transfers
    ]


def _reason(transfer: TransferJSON) -> str:
    """Why in two words, "" for a plain place: "thối 2♥", "cóng"; for cards left why alone."""
    if transfer["reason"] in ("place", "chi", "points"):
        return ""
    paid = [part for part in transfer["detail"]["parts"] if not part["units"].startswith("-")]
    codes = [part["what"] for part in paid if part["what"] != "cards"]
    if transfer["reason"] == "con":
        return ", ".join(short_word(what) for what in codes if what != "con")
    reason, what = short_word(transfer["reason"]), ", ".join(counted_words(codes))
    words = what if reason in what else f"{reason} {what}".strip() if len(what) < 24 else reason
    return words if transfer["units"] != "0" else _("%(reason)s: không tính") % {"reason": words}


def _sum(transfer: TransferJSON, bet_unit: int, names: Names) -> str:
    """ "thối 2♥ (heo đỏ): 1 × 2.000" """
    if transfer["units"] == "0":
        return _reason(transfer)
    parts, why = transfer["detail"]["parts"], transfer["reason"]
    join, say = SAYS.get(why, (" + ", _part))
    text = join.join(say(part, names, alone=len(parts) == 1) for part in parts)
    reason = word(why, language())
    line = text if reason in text or why in ("place", "cards", "con") else f"{reason} {text}"
    return f"{line}: {units(transfer['units'])} × {amount(bet_unit)}"


def _row(part: PartJSON, names: Names, *, alone: bool) -> str:
    """A row won or lost: "đầu (dách) +1", "giữa 0", "cuối −1"; a mậu binh against another."""
    size = part["units"].removeprefix("-")
    sign = "" if size == "0" else "+" if size == part["units"] else "−"
    kind = f" ({word(part['by'], language())})" if part.get("by") else ""
    words = f"{word(part['what'], language())}{kind}"
    return words if alone else f"{words} {sign}{units(size)}"


OF = gettext_lazy("%(what)s của %(name)s")
INSTEAD_OF = gettext_lazy("%(what)s thay %(name)s")
"""Of a part that one pays and another would have: it was not An who went ù."""


def _part(part: PartJSON, names: Names, *, alone: bool, whose: Promise = OF) -> str:
    """What is paid for: "tứ quý của An ← 4 đôi thông (×2) 3".

    What it comes to stands behind it, where the sum of all does not say so.
    """
    words, equals = word(part["what"], language()), ""
    if part.get("each"):
        words = _counted(part["what"], part["count"], words)
        if part["each"] != "1":
            words, equals = f"{words} × {units(part['each'])}", "= "
    if part.get("player"):  # behind this alone: what it was chopped with is another's
        words = whose % {"what": words, "name": names[part["player"]]}
    if part.get("by"):
        words = f"{words} ← {word(part['by'], language())}"
    if part.get("times"):
        words = f"{words} (×{part['times']})"
    return words if alone else f"{words} {equals}{units(part['units'])}"


def _counted(what: str, count: int, words: str) -> str:
    """So many cards left, 2s, or cards of a hand: "13 lá còn lại", "tứ quý 3: 13 lá"."""
    if what == "cards":
        text = ngettext("%(count)s lá còn lại", "%(count)s lá còn lại", count)
    elif what == Reason.VE_HAI:
        text = ngettext("%(words)s: %(count)s heo", "%(words)s: %(count)s heo", count)
    else:
        text = ngettext("%(words)s: %(count)s lá", "%(words)s: %(count)s lá", count)
    return text % {"words": words, "count": count}


SAYS: Mapping[str, tuple[str, Callable[..., str]]] = {
    "chi": (", ", _row),
    "mau_binh": (", ", _row),
    "den": (" + ", partial(_part, whose=INSTEAD_OF)),
}
"""What stands between the parts of a transfer, and what says one, where its reason wants it so."""
