"""Passwords are hashed in no time here; what they open is the same."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
