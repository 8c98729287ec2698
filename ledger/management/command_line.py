"""The command line of Django, with a help of what a service needs."""

import sys

import django
from django.core.management import CommandError, ManagementUtility, get_commands

from ledger import __version__

OF_DJANGO = "createsuperuser"
OF_A_LEDGER = OF_DJANGO, "changepassword", "backup", "check_ledger", "reset_limits"
"""Commands that need the tables of a ledger: any other makes them, or does without."""


class CommandLine(ManagementUtility):
    """Django's; its help leaves out what a service does not need, which is there all the same."""

    def execute(self) -> None:
        if self.argv[1:2] and self.argv[1] in OF_A_LEDGER and not {*self.argv} & {"-h", "--help"}:
            django.setup()
            from ledger.management.upgrade import need_ledger

            try:
                need_ledger()
            except CommandError as refusal:
                sys.stderr.write(f"{refusal}\n")
                sys.exit(2 if self.argv[1] == "check_ledger" else 1)  # whose 1 is a difference
        super().execute()

    def main_help_text(self, commands_only: bool = False) -> str:
        ours = sorted(name for name, app in get_commands().items() if app == "ledger")
        lines = (f"{each:<16} {self.fetch_command(each).help}" for each in (*ours, OF_DJANGO))
        return "\n  ".join([f"card-table-ledger {__version__}: help COMMAND says more", *lines])
