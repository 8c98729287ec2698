"""The settings of the service, with a limit on wrong keys that a test can reach."""

import os

from ledger.config.settings import *  # noqa: F403

API_WRONG_KEYS = (int(os.environ["TEST_WRONG_KEYS"]), 86400)
