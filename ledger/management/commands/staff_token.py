"""`manage.py staff_token make|list|revoke`: who may read every session through the API."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ledger.access import staff_tokens
from ledger.common.refusals import PostingError
from ledger.models import StaffToken


class Command(BaseCommand):
    help = "Makes, lists and revokes the tokens that read every session through the API."

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_subparsers(required=True)
        make = does.add_parser("make", help="a new token, shown once")
        make.add_argument("label", help="whose it is")
        make.set_defaults(do=self._make)
        list_all = does.add_parser("list", help="every token, without its secret")
        list_all.set_defaults(do=self._list)
        revoke = does.add_parser("revoke", help="make a token worthless")
        revoke.add_argument("number", type=int, help="its number in the list")
        revoke.set_defaults(do=self._revoke)

    def handle(self, *args: Any, do: Callable[..., None], **options: Any) -> None:
        do(**options)

    def _make(self, label: str, **options: Any) -> None:
        try:
            made, token = staff_tokens.make(label)
        except PostingError as refused:
            raise CommandError(refused.message("en")) from refused
        self.stderr.write(f"Token {made.pk} for {made.label}; it is not shown again:")
        self.stdout.write(token)

    def _list(self, **options: Any) -> None:
        for token in StaffToken.objects.all():
            self.stdout.write(_line(token))

    def _revoke(self, number: int, **options: Any) -> None:
        found = staff_tokens.revoke(number) if number in range(1, 2**63) else None
        if found is None:
            raise CommandError(f"There is no token {number}.")
        self.stdout.write(_line(found.token))


def _line(token: StaffToken) -> str:
    used = f"last used {token.last_used_on}" if token.last_used_on else "never used"
    made = timezone.localdate(token.created_at)
    gone = f", revoked {timezone.localdate(token.revoked_at)}" if token.revoked_at else ""
    return f"{token.pk}  {token.label}  made {made}, {used}{gone}"
