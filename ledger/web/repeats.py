"""What is said of a form that posts money, which may have come before."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from ledger.common.refusals import Refusal

TAKEN_BACK = gettext_lazy("Việc này đã ghi rồi được rút lại, nên không ghi gì thêm. Xem lại đã.")
"""A form came again whose doing was undone meanwhile."""


def one_more(refusal: Refusal) -> str:
    """What is said where a form came again and says something else: it has a new id by now."""
    press_again = _("Bấm lần nữa thì ghi thêm một khoản.")
    return f"{refusal.message()} {press_again}"


def say_posted(request: HttpRequest, notice: str, *, new: bool, stands: bool) -> None:
    """Say that what `notice` tells is on the books, and if not `new`, that nothing was added.

    Who went back to the form may have meant one more of the same.
    """
    if not stands:
        messages.error(request, TAKEN_BACK)
    elif new:
        messages.success(request, notice)
    else:
        before = _("Lần gửi trước đã ghi rồi, lần này không ghi thêm.")
        messages.info(request, f"{notice} {before}")
