"""The signatures of the service, all made with its secret.

`sign` is Ed25519: whoever has the public key checks it. `short_sign` fits a message, and only the
service can check it.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Sequence
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

SHORT = 12
"""Hex digits of a short one, 48 bits: nothing tells a guesser which are right."""

PURPOSE = b"ledger.common.signature.ed25519"
FOLLOWS = "ledger key follows\n"
"""What stands before a public key that the key before it signs."""

FINGERPRINT = 20
"""Hex digits of the hash of a public key: 80 bits, which nobody meets with another key."""


def short_sign(text: str, secret: str | None = None) -> str:
    """A short signature of a text under this secret, else the service's own."""
    made = salted_hmac("ledger.common.signature", text, secret=secret, algorithm="sha256")
    return made.hexdigest()[:SHORT]


def sign(text: str, secret: str | None = None) -> str:
    """The signature of a text, 86 letters of base64url."""
    return encoded(_key(secret or settings.SECRET_KEY).sign(text.encode()))


def is_signed(text: str, signature: str) -> bool:
    """Whether the service has signed the text so, perhaps under a secret that it had before."""
    if len(signature) == SHORT:
        made = (short_sign(text, secret) for secret in _secrets())
        return any(constant_time_compare(signature, each) for each in made)
    return any(verifies(key, text, signature) for key in public_keys())


def verifies(public: str, text: str, signature: str) -> bool:
    """Whether the key, as `public_keys` has it, has signed the text so."""
    try:
        key, bare = (urlsafe_b64decode(f"{each}==") for each in (public, signature))
        Ed25519PublicKey.from_public_bytes(key).verify(bare, text.encode())
    except (Error, ValueError, InvalidSignature):
        return False
    return (public, signature) == (encoded(key), encoded(bare))


def public_keys() -> Sequence[str]:
    """The public keys in base64url, the one in force first; none without a secret."""
    return [_public(secret) for secret in _secrets()]


def public_key() -> str:
    """The one in force, "" where there is no secret."""
    return next(iter(public_keys()), "")


def fingerprint() -> str:
    """Of the key in force, "" where there is no secret."""
    key = public_key()
    return fingerprint_of(key) if key else ""


def fingerprint_of(public: str) -> str:
    """What phones keep of a public key and people compare: 20 hex digits."""
    return hashlib.sha256(public.encode()).hexdigest()[:FINGERPRINT]


def predecessors() -> list[dict[str, str]]:
    """Each key of before with its signature of the one in force, by which a phone knows that."""
    new = FOLLOWS + public_key()
    return [{"key": _public(old), "signature": sign(new, old)} for old in _secrets()[1:]]


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _secrets() -> Sequence[str]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) if settings.HAS_SECRET else ()


@lru_cache(maxsize=16)
def _key(secret: str) -> Ed25519PrivateKey:
    derived = HKDF(SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return Ed25519PrivateKey.from_private_bytes(derived)


@lru_cache(maxsize=16)
def _public(secret: str) -> str:
    return encoded(_key(secret).public_key().public_bytes_raw())
