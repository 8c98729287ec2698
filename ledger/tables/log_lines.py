"""The log of a table in words: who did what, when, and what was before."""

from collections.abc import Callable, Mapping
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from ledger.books.numbering import Numbering
from ledger.common.amounts import amount
from ledger.common.person import Names
from ledger.common.strict_json import Object
from ledger.models import BetUnit, Change, Flag, Link, Posting, RuleVersion, Session
from ledger.tables.items_in_words import PostedPays, in_words, posted_pays, with_postings
from ledger.tables.rule_words import changes_of, game_title

LINES = 30
"""Lines on one page."""

Kind = Change.Kind

LogWords = Object
"""What was done, in `words`; `word` is what somebody typed with it, `round` the round whose page
shows more, `differences` are the settings that changed."""


class Log:
    """The log of one table; what its lines point to is asked for when a line needs it."""

    def __init__(self, session: Session, names: Names, numbering: Numbering) -> None:
        self.session, self.names, self.numbering = session, names, numbering

    @cached_property
    def bet_units(self) -> dict[int, BetUnit]:
        return {each.number: each for each in self.session.bet_units.all()}

    @cached_property
    def rules(self) -> dict[int, RuleVersion]:
        return {each.number: each for each in self.session.rule_versions.all()}

    @cached_property
    def void_reasons(self) -> dict[int, str]:
        """Why rounds were made void, by their number."""
        void = self.session.postings.filter(kind=Posting.Kind.VOID)
        return dict(void.values_list("round__number", "reason"))

    @cached_property
    def other_items(self) -> dict[int, PostedPays]:
        """Who paid whom, and why, by the number of the item."""
        items = with_postings(self.session.other_items.all())
        return {each.number: posted_pays(each) for each in items}

    @cached_property
    def flags(self) -> dict[int, Flag]:
        return self.session.flags.in_bulk()

    def page(self, before: int | None, limit: int = LINES) -> list[tuple[Change, str, LogWords]]:
        """At most `limit` changes below number `before`, newest first: each with who and what."""
        newest = self.session.changes.order_by("-number")
        changes = (newest.filter(number__lt=before) if before else newest)[:limit]
        return [(each, self._who(each), self._line_in_words(each)) for each in changes]

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"#{seat}")

    def values(self, change: Change) -> Object:
        """What the sentences of a change may name."""
        people = [self.name(seat) for seat in change.details.get("seats", ())]
        return {
            "round": change.round and self.numbering.of_number(change.round),
            "names": ", ".join(people),
            "amount": amount(change.details.get("amount", 0)),
            **dict(zip(("debtor", "creditor"), people, strict=False)),
        }

    def _line_in_words(self, change: Change) -> LogWords:
        words_of = SAYS[Kind(change.kind)]
        if not isinstance(words_of, Promise):
            return words_of(change, self)
        words = str(words_of) % self.values(change) + _again(change)
        number = change.details.get("again") or change.round
        return {"words": words, "word": self._word(change), "round": number}

    def _word(self, change: Change) -> str:
        """What somebody typed with it: of a flag its own word, or that of its answer."""
        if change.kind == Kind.VOID:
            return self.void_reasons.get(change.round or 0, "")
        flags = [self.flags[pk] for pk in change.details.get("flags", ()) if pk in self.flags]
        if not flags:
            return ""
        return flags[0].answer if change.kind == Kind.KEPT else flags[0].word

    def _who(self, change: Change) -> str:
        link = str(Link(change.link).label) if change.link else _("không rõ ai")
        if change.seat is None:
            return link
        values = {"name": self.name(change.seat), "link": link}
        return _("máy của %(name)s (%(link)s)") % values


Say = Callable[[Change, Log], LogWords]


AFTERWARDS = {
    "reopens": gettext_lazy("Sau đó đã trả tiền: phải tính lại."),
    "carried": gettext_lazy("Sau đó đã mang phần còn lại sang bàn mới: phải tính lại."),
    "settlement": gettext_lazy("Nhóm gộp tính tiền nhiều buổi."),
}
"""What had been done on what is undone, or what a payment is a part of, by its detail."""


def _again(change: Change) -> str:
    sentences = (words for detail, words in AFTERWARDS.items() if detail in change.details)
    return "".join(f" {words}" for words in sentences)


def _opened(change: Change, log: Log) -> LogWords:
    rules, unit = log.rules[1], log.bet_units[1]
    values = {"game": game_title(rules.rules, rules.settings), "amount": amount(unit.amount)}
    words = _("Mở bàn: %(game)s, 1 cược = %(amount)s.") % values
    return {"words": words, "differences": changes_of(None, rules)}


def _either(detail: str, sentence: Promise, other: Promise) -> Say:
    """Says a sentence where the change has this detail, else the other."""
    return lambda change, log: {"words": str(sentence if change.details.get(detail) else other)}


def _closed(change: Change, log: Log) -> LogWords:
    if days := change.details.get("unused"):
        return {"words": _("Cất bàn: %(days)s ngày không ai mở.") % {"days": days}}
    return {"words": _("Chốt sổ.")}


def _other(sentence: str | Promise) -> Say:
    """Says a sentence with the words that an item was told with."""

    def say(change: Change, log: Log) -> LogWords:
        item = log.other_items[change.details["other"]]
        words = f"{sentence} {in_words(item.pays, log.names)}.{_again(change)}"
        return {"words": words, "word": item.text}

    return say


def _bet_unit(change: Change, log: Log) -> LogWords:
    number = change.details["number"]
    old, new = log.bet_units[number - 1], log.bet_units[number]
    values = {"old": amount(old.amount), "new": amount(new.amount)}
    return {"words": _("1 cược từ ván sau: %(old)s → %(new)s.") % values, "word": new.reason}


def _rules(change: Change, log: Log) -> LogWords:
    number = change.details["number"]
    old, new = log.rules[number - 1], log.rules[number]
    both = {"old": game_title(old.rules, old.settings), "new": game_title(new.rules, new.settings)}
    values = both | {"number": str(number)}
    if old.rules == new.rules:
        words = _("Đổi luật từ ván sau, thành luật số %(number)s.") % values
    else:
        words = _("Đổi kiểu chơi từ ván sau: %(old)s → %(new)s, luật số %(number)s.") % values
    return {"words": words, "word": new.reason, "differences": changes_of(old, new)}


def _forgotten(change: Change, log: Log) -> LogWords:
    seats = ", ".join(str(seat) for seat in change.details["seats"])
    if "removed" in change.details:
        return {"words": _("Bỏ ghế %(seats)s, chưa chơi ván nào.") % {"seats": seats}}
    cleared = [_("Xoá tên của ghế %(seats)s.") % {"seats": seats}] if seats else []
    cleared += [_("Xoá tên bàn.")] if change.details["table"] else []
    cleared += [_("Xoá lời báo sai.")] if change.details["words"] else []
    return {"words": " ".join(cleared)}


def _nod_from(change: Change, log: Log) -> LogWords:
    if "amount" not in change.details:
        return {"words": _("Từ ván sau không hỏi người thua.")}
    words = _("Từ ván sau, ai thua nhất ván, từ %(amount)s trở lên, được hỏi ván ấy đúng chưa.")
    return {"words": words % log.values(change)}


def _key(change: Change, log: Log) -> LogWords:
    if change.details["role"] == Link.SCORE:
        return {"words": _("Đổi đường dẫn ghi, bỏ đường dẫn cũ.")}
    return {"words": _("Đổi đường dẫn xem, bỏ đường dẫn cũ.")}


SAYS: Mapping[Change.Kind, Say | Promise] = {
    Kind.OPENED: _opened,
    Kind.RECORDED: gettext_lazy("Ghi ván %(round)s."),
    Kind.CORRECTED: gettext_lazy("Sửa ván %(round)s."),
    Kind.RESTORED: gettext_lazy("Ghi lại ván %(round)s."),
    Kind.VOID: gettext_lazy("Huỷ ván %(round)s."),
    Kind.BET_UNIT: _bet_unit,
    Kind.RULES: _rules,
    Kind.JOINED: gettext_lazy("%(names)s vào bàn."),
    Kind.SAT_OUT: gettext_lazy("%(names)s nghỉ từ ván sau."),
    Kind.SAT_IN: gettext_lazy("%(names)s chơi lại từ ván sau."),
    Kind.NAMED: gettext_lazy("Đổi tên bàn."),
    Kind.SEATED: gettext_lazy("Thứ tự ngồi từ ván sau: %(names)s."),
    Kind.RENAMED: gettext_lazy("Sửa tên, thành %(names)s."),
    Kind.ROTATES: _either(
        "on",
        gettext_lazy("Từ ván sau bét nghỉ."),
        gettext_lazy("Từ ván sau không ai nghỉ luân phiên."),
    ),
    Kind.FORGOTTEN: _forgotten,
    Kind.KEY: _key,
    Kind.NODDED: gettext_lazy("%(names)s xác nhận ván %(round)s."),
    Kind.NOD_FROM: _nod_from,
    Kind.AGREED: gettext_lazy("%(names)s đồng ý với sổ."),
    Kind.CLOSED: _closed,
    Kind.REOPENED: gettext_lazy("Mở lại bàn."),
    Kind.FLAGGED: gettext_lazy("Báo ván %(round)s sai."),
    Kind.UNFLAGGED: gettext_lazy("Thôi báo ván %(round)s sai."),
    Kind.KEPT: gettext_lazy("Giữ nguyên ván %(round)s."),
    Kind.PAID: gettext_lazy("Ghi %(debtor)s đã trả %(creditor)s %(amount)s."),
    Kind.UNPAID: gettext_lazy("Bỏ đánh dấu %(debtor)s đã trả %(creditor)s %(amount)s."),
    Kind.CARRIED: _either(
        "to",
        gettext_lazy("Mang phần còn lại sang bàn mới."),
        gettext_lazy("Mang phần còn lại của bàn trước sang đây."),
    ),
    Kind.UNCARRIED: _either(
        "to",
        gettext_lazy("Rút lại phần đã mang sang bàn mới."),
        gettext_lazy("Bàn trước rút lại phần đã mang sang đây."),
    ),
    Kind.OTHER: _other(gettext_lazy("Ghi khoản khác:")),
    Kind.OTHER_VOID: _other(gettext_lazy("Huỷ khoản khác:")),
    Kind.GROUPED: gettext_lazy("Thêm bàn này vào một nhóm."),
    Kind.UNGROUPED: gettext_lazy("Bỏ bàn này khỏi một nhóm."),
}
"""What each kind of change says; a sentence needs no more than who, how much and which round."""
