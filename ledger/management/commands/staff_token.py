"""`manage.py staff_token make NAME`: who may read every session through the API."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import override

from ledger.access import staff_tokens
from ledger.common.refusals import PostingError
from ledger.models import StaffToken


class Command(BaseCommand):
    help = "Makes a token that reads every session through the API; the admin lists and revokes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("do", choices=("make",))
        parser.add_argument("label", help="whose token to make")
        parser.add_argument(
            "--days",
            type=int,
            choices=range(1, 3651),
            metavar="1-3650",
            help="for how many days after today it opens anything (default: for ever)",
        )
        parser.add_argument("--scope", choices=StaffToken.Scope.values, default="read")

    def handle(self, *args: Any, label: str, days: int | None, scope: str, **options: Any) -> None:
        until = timezone.localdate() + timedelta(days) if days else None
        try:
            made, token = staff_tokens.make(label, scope=scope, expires_on=until)
        except PostingError as refused:
            with override("en"):
                raise CommandError(refused.message()) from refused
        self.stderr.write(f"Token {made.pk} for {made.label}; it is not shown again:")
        self.stdout.write(token)
