"""What leaves the service as a file: totals and ledger, of one session or of many."""

from ledger.exports.files import FORMATS, download
from ledger.exports.hledger import as_journal, download_journal
from ledger.exports.sheets import SEPARATORS, Book, evening_book, ledger_book, totals_book

__all__ = [
    "FORMATS",
    "SEPARATORS",
    "Book",
    "as_journal",
    "download",
    "download_journal",
    "evening_book",
    "ledger_book",
    "totals_book",
]
