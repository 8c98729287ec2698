"""Why something was not written: a stable code, and a sentence in the reader's language."""

import re
from typing import TYPE_CHECKING, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from ledger.models import Round


class RequestRefusedError(Exception):
    """The server answers with this status and title, before Django has the request."""


class PostingError(Exception):
    """Nothing was written. `message()` is for people; `code` is for programs and never changes.

    It is the name of the class in snake case, unless the class gives another. `status` is
    what it is over HTTP.
    """

    status: ClassVar[int] = 409
    code: ClassVar[str]
    text: ClassVar[str | Promise]

    def __init_subclass__(cls) -> None:
        cls.code = vars(cls).get("code") or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def __init__(self, **values: object) -> None:
        super().__init__(self.code)
        self.values = values

    def message(self) -> str:
        """The sentence in the language now active."""
        return str(self.text) % self.values

    __str__ = message


class Refusal(PostingError):
    """This cannot be done as things are: sending the same again would be refused again."""


class NotThere(Refusal):
    status = 404


class Unacceptable(Refusal):
    """However things are."""

    status = 422


class RoundInTheWay(Refusal):
    """Another round came before: `round`, of which `named` is the number in the sentence.

    It is None, and the number 0, where the session has no round at all.
    """

    named: ClassVar[str]

    def __init__(self, round: "Round | None", **values: object) -> None:
        self.round, self.number = round, round.number if round else 0
        super().__init__(**values, **{self.named: self.number})


class UnknownSession(NotThere):
    text = _("Không có bàn này.")


class SessionClosed(Refusal):
    text = _("Bàn đã chốt sổ, không ghi thêm được.")


class UnknownRound(NotThere):
    text = _("Bàn này không có ván %(number)s.")


class StaleRound(RoundInTheWay):
    named = "newest"
    text = _("Đã có người ghi trước: ván mới nhất là ván %(newest)s.")


class TermsChanged(Refusal):
    text = _("Mức cược hoặc luật vừa đổi. Xem lại rồi bấm ghi.")


class OtherGame(Refusal):
    """The facts are meant for another game than the one that is played."""

    text = _("Bàn đang chơi trò khác: %(rules)s.")


class BookChanged(Refusal):
    text = _("Sổ vừa đổi. Xem lại rồi hãy đồng ý.")


class DifferentFacts(RoundInTheWay):
    """The submission id already stands for `round`, which says something else."""

    round: "Round"
    named = "number"
    text = _("Lần gửi trước đã ghi thành ván %(number)s với nội dung khác.")


class AlreadyCorrected(RoundInTheWay):
    """The round `number` has a newer version already: that one can be corrected."""

    named = "by"
    text = _("Ván %(number)s đã được sửa thành ván %(by)s.")


class RoundReversed(Refusal):
    text = _("Ván này đã huỷ hoặc sửa rồi.")


class Settling(Refusal):
    """Money has changed hands for the balances as they are."""

    text = _("Bàn đang tính tiền: mở lại bàn thì mới sửa được ván.")


class StillPlaying(Refusal):
    """While a table plays, only who leaves is settled with."""

    text = _("Bàn còn chơi: chốt sổ rồi hãy đánh dấu đã trả, trừ khi có người về sớm.")


class NotOwed(Refusal):
    """The debtor does not owe so much, or the creditor is not owed it."""

    text = _(
        "%(debtor)s còn phải trả %(owes)s, %(creditor)s còn được nhận %(due)s: "
        "không đánh dấu %(amount)s được."
    )


class DifferentSession(Refusal):
    """The submission id opened a session that is not, or no longer, what it says now."""

    text = _("Lần gửi trước đã mở một bàn khác với lần này, hoặc bàn đã đổi từ đó.")


class DifferentPayment(Refusal):
    text = _("Lần gửi trước đã ghi thành khoản trả số %(number)s với nội dung khác.")


class DifferentItem(Refusal):
    text = _("Lần gửi trước đã ghi thành khoản khác số %(number)s với nội dung khác.")


class UnknownItem(NotThere):
    text = _("Bàn này không có khoản khác số %(number)s.")


class PaysRefused(Unacceptable):
    """Nobody pays, or somebody pays himself."""

    text = _("Chọn người trả và người nhận, hai người khác nhau.")


class WordsNeeded(Unacceptable):
    text = _("Ghi vì sao: phạt, chia sai, kê, tiền nước…")


class OrderRefused(Unacceptable):
    text = _("Thứ tự ngồi phải có đủ mọi người, mỗi người một lần.")


class InTheBook(Refusal):
    text = _("Người này đã có tên trong sổ nên không bỏ khỏi bàn được; cho nghỉ thì được.")


class NotClosed(Refusal):
    text = _("Bàn còn chơi: chốt sổ rồi mới mang phần còn lại sang bàn mới.")


class NothingLeft(Refusal):
    text = _("Cả bàn huề, không còn gì để mang sang bàn mới.")


class PlayedOn(Refusal):
    """Something happened at the table that the rest was carried into."""

    text = _("Bàn mới đã có ván hoặc khoản trả nên không rút lại được: tính tiền ở bàn mới.")


class UnknownPayment(NotThere):
    text = _("Bàn này không có khoản trả số %(number)s.")


class BetUnitRefused(Unacceptable):
    text = _("Mức cược phải là số nguyên từ 1 đến %(limit)s.")


class BetUnitIndivisible(BetUnitRefused):
    """The rules pay a fraction of a cược that this bet unit would not keep exact."""

    text = _("Luật này có 1/%(grain)s cược, nên mỗi cược phải chia hết cho %(grain)s.")


class AmountRefused(Unacceptable):
    text = _("Số điểm quá lớn, sổ không ghi được.")


class RulesRefused(Unacceptable):
    text = _("Không có luật chơi này.")


class NameMissing(Refusal):
    text = _("Đặt tên cho bộ luật này.")


class TooManyShared(Refusal):
    text = _("Đã có %(limit)s bộ luật cho mọi bàn. Bỏ bớt rồi lưu lại.")


class TooManyRules(Refusal):
    text = _("Máy này đã lưu %(limit)s bộ luật. Bỏ bớt rồi lưu lại.")


class TextRefused(Unacceptable):
    text = _("Nhiều nhất %(limit)s ký tự, không có chữ lạ.")


class LabelRefused(Unacceptable):
    text = _("Cần 1 đến %(limit)s ký tự, không có chữ lạ.")


class TokenMadeBefore(Refusal):
    """The form that makes a token was sent before; what it made is not known any more."""

    text = _(
        "Mã này đã được tạo rồi và chỉ hiện một lần. Nếu chưa kịp chép, thu hồi nó rồi tạo mã khác."
    )


class SeatRefused(Unacceptable):
    text = _("Tên cần 1 đến %(limit)s ký tự, không có chữ lạ.")


class NameTaken(SeatRefused):
    text = _("Hai người cùng tên “%(name)s”; mỗi người cần một tên riêng.")


class SeatCount(SeatRefused):
    text = _("Một bàn có từ %(least)s đến %(most)s người.")


class UnknownSeat(SeatRefused):
    text = _("Bàn này không có ghế %(number)s.")


class NotPlaying(Refusal):
    text = _("Người này không chơi ván tới.")


class SeatHeld(Refusal):
    text = _("Đã có máy khác giữ ghế %(name)s. Nếu nhầm, người ghi điểm bỏ giữ được.")


class PhoneSeated(Refusal):
    """Only a phone that may score tells for more than one player."""

    text = _("Máy này đang giữ ghế %(name)s, mỗi máy một ghế.")


class HandStale(Refusal):
    """The hand was told for a round that is on the books, or under other rules."""

    text = _("Ván đó đã ghi, hoặc luật vừa đổi, nên bài này chưa nộp.")


class HandFinal(Refusal):
    text = _("Đủ bài rồi nên không đổi được nữa. Nếu ghi sai, người ghi điểm sửa.")


class HandsCompared(Refusal):
    """The others' hands were shown: a seat that was not among them tells nothing any more."""

    text = _(
        "Bài ván này đã so rồi, %(name)s không nộp thêm được. "
        "Người ghi điểm cho nghỉ ván này, hoặc bấm “Chia lại”."
    )


class HandsMissing(Refusal):
    text = _("Chưa đủ bài, còn thiếu %(names)s.")


class ServiceBusy(PostingError):
    """The database did not answer in time; sending the same thing again is safe."""

    status = 503
    text = _("Máy chủ đang bận, chưa ghi được. Hãy gửi lại.")
    retry_after: ClassVar[int] = 2
    """Seconds to wait before sending again."""


class TooMany(PostingError):
    """Not now: `wait` is the number of seconds after which it would be let through."""

    status = 429
    text = _("Quá nhiều lần. Thử lại sau %(wait)s giây.")

    def __init__(self, wait: int) -> None:
        super().__init__(wait=wait)
        self.wait = wait


class ReadBusy(ServiceBusy):
    """The same to somebody who wrote nothing."""

    code = ServiceBusy.code
    text = _("Máy chủ đang bận, chưa đọc được. Hãy thử lại.")


class OtherCurrency(Refusal):
    text = _("Bàn này tính bằng đơn vị khác với nhóm, không cộng chung được.")


class TwiceTheSame(Refusal):
    text = _("Hai ghế không thể là cùng một người trong nhóm.")


class TooManyEvenings(Refusal):
    text = _("Một nhóm tính nhiều nhất %(most)s bàn. Bỏ bớt bàn cũ rồi thêm lại.")


class UnknownGroup(Refusal):
    text = _("Không có nhóm này nữa.")


class UnknownMember(Unacceptable):
    text = _("Nhóm này không có người số %(number)s.")


class NothingOpen(Refusal):
    """No evening that was named has anything to settle."""

    text = _("Chọn ít nhất một buổi còn tiền chưa trả.")


class AccountsChanged(Refusal):
    """An evening is not as it was when the sums were looked at."""

    text = _("Có buổi vừa đổi. Xem lại các khoản rồi bấm gộp.")


class DifferentSettlement(Refusal):
    text = _("Lần gửi trước đã gộp các buổi khác, hoặc các buổi đó lúc còn khác.")


class UnknownSettlement(NotThere):
    text = _("Nhóm này không có lần gộp hoặc khoản trả đó.")


class SettlementUndone(Refusal):
    text = _("Lần gộp này đã bỏ, không đánh dấu được nữa.")


class SettlementPaid(Refusal):
    """Money changed hands for the settlement of a group."""

    text = _("Đã có khoản trả trong lần gộp này: bỏ đánh dấu trước rồi mới bỏ gộp được.")


class PaidInGroup(Refusal):
    """The payment is a part of what a group settled as one."""

    text = _("Khoản này thuộc lần gộp nhiều buổi: bỏ gộp ở trang của nhóm.")


class GroupOwes(Refusal):
    """What a group settled as one is not all paid."""

    text = _("Nhóm còn khoản gộp chưa trả: đánh dấu đã trả hoặc bỏ gộp rồi mới xoá nhóm.")
