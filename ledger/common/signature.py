"""The signature under a mark of the book: who lacks the secret of the service makes none."""

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

DIGITS = 12
"""48 bits: nothing tells a guesser which are right."""


def sign(text: str, secret: str | None = None) -> str:
    """The signature of a text under this secret, else the service's own."""
    made = salted_hmac("ledger.common.signature", text, secret=secret, algorithm="sha256")
    return made.hexdigest()[:DIGITS]


def is_signed(text: str, signature: str) -> bool:
    """Whether the service has signed the text so, perhaps under a secret that it had before."""
    known = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) if settings.HAS_SECRET else ()
    return any(constant_time_compare(signature, sign(text, secret)) for secret in known)
