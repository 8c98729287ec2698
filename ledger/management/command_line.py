"""The command line of Django, with a help of what a service needs."""

from django.core.management import ManagementUtility, get_commands

from ledger import __version__

OF_DJANGO = "createsuperuser"


class CommandLine(ManagementUtility):
    """Django's; its help leaves out what a service does not need, which is there all the same."""

    def main_help_text(self, commands_only: bool = False) -> str:
        ours = sorted(name for name, app in get_commands().items() if app == "ledger")
        lines = (f"{each:<16} {self.fetch_command(each).help}" for each in (*ours, OF_DJANGO))
        return "\n  ".join([f"card-table-ledger {__version__}: help COMMAND says more", *lines])
