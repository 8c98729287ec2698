"""`manage.py staff_token make|list|revoke`: who may read every session through the API."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import override

from ledger.access import staff_tokens
from ledger.common.refusals import PostingError
from ledger.models import StaffToken


class Command(BaseCommand):
    help = "Makes, lists and revokes the tokens that read every session through the API."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("do", choices=("make", "list", "revoke"))
        help = "whose token to make, or the number in the list of one to revoke"
        parser.add_argument("which", nargs="?", default="", help=help)

    def handle(self, *args: Any, do: str, which: str, **options: Any) -> None:
        {"make": self._make, "list": self._list, "revoke": self._revoke}[do](which)

    def _make(self, label: str) -> None:
        try:
            made, token = staff_tokens.make(label)
        except PostingError as refused:
            with override("en"):
                raise CommandError(refused.message()) from refused
        self.stderr.write(f"Token {made.pk} for {made.label}; it is not shown again:")
        self.stdout.write(token)

    def _list(self, _all: str) -> None:
        for token in StaffToken.objects.all():
            used, made = token.last_used_on or "never", timezone.localdate(token.created_at)
            state = "revoked" if token.revoked_at else "in force"
            self.stdout.write(f"{token.pk}  {token.label}  made {made}, last used {used}, {state}")

    def _revoke(self, number: str) -> None:
        if not (number.isdecimal() and len(number) < 19 and staff_tokens.revoke(int(number))):
            raise CommandError(f"There is no token {number}.")
        self.stdout.write(f"Token {number} is revoked.")
