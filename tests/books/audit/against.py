"""Comparing the books with a file that saw them, as who runs the service does."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command


def checked_against(file: Path) -> tuple[int, str]:
    """The exit status of the command that compares the books with a file, and what it prints."""
    out, status = StringIO(), 0
    try:
        call_command("check_ledger", f"--against={file}", stdout=out)
    except SystemExit as end:
        status = int(str(end.code))
    return status, out.getvalue()
