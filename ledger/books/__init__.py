"""The books: rounds recorded, corrected and voided, and the sums they come to."""

from ledger.books.rounds import Recorded, preview, record, void

__all__ = ("Recorded", "preview", "record", "void")
