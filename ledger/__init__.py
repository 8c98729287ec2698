"""The ledger of a card table: what it keeps, its pages, its API and its admin."""

from scoring import __version__ as __version__  # one number for the engine and what is built on it
