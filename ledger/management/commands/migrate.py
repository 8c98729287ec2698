"""`manage.py migrate`: all migrations that are missing, or none."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.transaction import atomic


class Command(migrate.Command):
    """Django's own, in one transaction.

    Django commits the tables of a migration, and then that it was applied: cut short in between,
    by a full disk or a power cut, it would fail for ever on tables that are there already.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        with connection.constraint_checks_disabled(), atomic(using=connection.alias):
            super().handle(*args, **options)
