"""`manage.py reset_limits`: whoever was locked out may try again."""

from django.core.management.base import BaseCommand

from ledger.models import Allowance


class Command(BaseCommand):
    help = "Begins every limit anew: tries at passwords, wrong keys, sessions opened, writes."

    def handle(self, *args: object, **options: object) -> None:
        forgotten, _each = Allowance.objects.all().delete()
        self.stdout.write(f"{forgotten} counts begin anew.")
