"""Settings, and how the service is started, watched and stopped."""

from ledger.config.sqlite import bring_our_own

bring_our_own()
