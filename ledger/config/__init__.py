"""Settings, and how the service is started, watched and stopped."""

from ledger.database.sqlite import bring_our_own

bring_our_own()
