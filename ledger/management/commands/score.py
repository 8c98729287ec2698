"""``manage.py score``: rounds in as JSON lines, who pays whom out, without a database.

The command line starts the scorer itself (``ledger/__main__.py``); this is where Django finds it.
"""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from scoring.json_lines import WHAT, add_arguments, answer_all


class Command(BaseCommand):
    help = WHAT
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, *args: object, file: str, language: str, **options: object) -> None:
        answer_all(file, language)
