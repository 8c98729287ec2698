"""Whoever has the public key checks a signature; the key comes from the secret alone."""

from itertools import combinations
from typing import Any

from ledger.common import signature
from ledger.common.signature import FOLLOWS, fingerprint, fingerprint_of, public_keys, verifies


def test_a_signature_is_true_of_its_text_and_key_alone(settings: Any) -> None:
    settings.SECRET_KEY_FALLBACKS = ["before"]
    now, before = public_keys()
    made = signature.sign("a")
    assert verifies(now, "a", made)
    assert not verifies(before, "a", made)
    for wrong in ("", "a", made[:-1], f"{made}=", f"{made[:-1]}z", "é" * 86, made[::-1]):
        assert not verifies(now, "a", wrong), wrong
    assert not verifies(now, "b", made)
    assert not verifies("", "a", made)


def test_another_secret_makes_another_key_and_the_same_one_the_same(settings: Any) -> None:
    settings.SECRET_KEY = "one"
    keys = [public_keys()[0]]
    for secret in ("another", "one"):
        settings.SECRET_KEY = secret
        keys.append(public_keys()[0])
    assert [a == b for a, b in combinations(keys, 2)] == [False, True, False]
    assert fingerprint() == fingerprint_of(keys[0])


def test_a_key_of_before_signs_the_one_in_force(settings: Any) -> None:
    settings.SECRET_KEY = "old"
    (old,) = public_keys()
    assert signature.predecessors() == []
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old", "older"]
    new, *_known = public_keys()
    first, _older = signature.predecessors()
    assert first["key"] == old
    assert verifies(old, FOLLOWS + new, first["signature"])


def test_without_a_secret_nothing_is_signed(settings: Any) -> None:
    settings.HAS_SECRET, settings.SECRET_KEY = False, ""
    assert (fingerprint(), list(public_keys()), signature.predecessors()) == ("", [], [])
