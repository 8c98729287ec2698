"""The settings of the service, without its pages kept for use offline."""

from ledger.config.settings import *  # noqa: F403

OFFLINE = False
