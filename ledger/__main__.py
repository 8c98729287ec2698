"""The command line: `manage.py` here, `card-table-ledger` where the project is installed."""

import os
import sys
from io import TextIOWrapper

from django.core.management import ManagementUtility, get_commands
from environs.exceptions import EnvError

from ledger import __version__


class CommandLine(ManagementUtility):
    """Django's, whose help has the commands that a service needs; the others are there too."""

    def main_help_text(self, commands_only: bool = False) -> str:
        ours = sorted(name for name, app in get_commands().items() if app == "ledger")
        names = [*ours, "createsuperuser"]
        if commands_only:
            return "\n".join(names)
        lines = (f"  {name:<16} {self.fetch_command(name).help}" for name in names)
        return "\n".join([f"card-table-ledger {__version__}: help COMMAND says more", *lines])


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Vietnamese letters stops nothing
            stream.reconfigure(errors="replace")
    if sys.argv[1:2] == ["version"] or "--version" in sys.argv:  # Django would say its own
        sys.stdout.write(f"{__version__}\n")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    try:
        CommandLine(sys.argv).execute()
    except EnvError as problem:
        sys.exit(f"{problem}")


if __name__ == "__main__":
    main()
