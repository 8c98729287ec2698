"""Guessing a password: every try is counted before the password is looked at.

Tries are counted by name and by address, in the database and so for all processes together.
Who was right gets back what the name lost, but of the address only this one try: whoever
has an account here cannot use it to go on guessing at another.
"""

from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.http import HttpRequest

from ledger.access import limits
from ledger.access.limits import Limit

MOST = 5
"""Wrong passwords at once; after them one try is given back each LOGIN_LOCKED seconds."""

NAME, ADDRESS = "login name", "login address"


class LoginForm(AdminAuthenticationForm):
    """Django's, which asks first whether another try is allowed; raises TooMany."""

    request: HttpRequest

    def clean(self) -> dict[str, str]:
        name, password = (self.cleaned_data.get(field) for field in ("username", "password"))
        if not name or not password:
            return super().clean()
        count(self.request, name)
        read = super().clean()
        give_back(self.request, name)
        return read


def count(request: HttpRequest, name: str) -> None:
    """Count one try at this name's password; raises TooMany, and then it must not be looked at."""
    address = limits.asker(request.META)
    limits.take(_limit(), ADDRESS, address)
    try:
        limits.take(_limit(), NAME, name)
    except limits.TooMany:
        limits.give_back(_limit(), ADDRESS, address)
        raise


def give_back(request: HttpRequest, name: str) -> None:
    """The password was right: forget the name's wrong ones, and this try of the address."""
    limits.forget(NAME, name)
    limits.give_back(_limit(), ADDRESS, limits.asker(request.META))


def _limit() -> Limit:
    return Limit(MOST, MOST * settings.LOGIN_LOCKED)
