"""The ledger of a card table: what it keeps, its pages, its API and its admin."""

__version__ = "1.0.0"
