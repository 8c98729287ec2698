"""The command line: `manage.py` here, `card-table-ledger` where the project is installed."""

import os
import sys
from io import TextIOWrapper

from django.core.management import execute_from_command_line
from environs.exceptions import EnvError


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Vietnamese letters stops nothing
            stream.reconfigure(errors="replace")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    try:
        execute_from_command_line(sys.argv)
    except EnvError as problem:
        sys.exit(f"{problem}")


if __name__ == "__main__":
    main()
