#!/usr/bin/env python
"""Django's command line for the card table ledger."""

import os
import sys

from django.core.management import execute_from_command_line
from environs.exceptions import EnvError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    try:
        execute_from_command_line(sys.argv)
    except EnvError as problem:
        sys.exit(f"{problem}")


if __name__ == "__main__":
    main()
