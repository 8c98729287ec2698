"""Receipts: an evening as one page that checks itself, and the same read again."""

from ledger.exports.receipt.page import download_receipt, receipt
from ledger.exports.receipt.reading import other_than_the_book, receipt_in, wrong

__all__ = ["download_receipt", "other_than_the_book", "receipt", "receipt_in", "wrong"]
