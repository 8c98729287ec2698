"""A check whose processes come to no end: python -m tests.books.audit.endless WORD …."""

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
django.setup()


def main() -> None:
    from django.core.management import execute_from_command_line

    from ledger.books import audit

    audit.SESSIONS_AT_ONCE = 1  # or a few sessions were no work for two
    execute_from_command_line(["manage.py", "check_ledger", *sys.argv[1:]])


def never_finish() -> None:
    from ledger.books import audit

    audit.check_sessions = lambda session_ids: time.sleep(3600)  # type: ignore[assignment, return-value]


if __name__ == "__main__":
    main()
elif __name__ == "__mp_main__":  # a process that shares the work
    never_finish()
