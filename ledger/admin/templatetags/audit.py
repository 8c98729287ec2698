"""What was changed, for templates."""

from django import template
from django.contrib.admin.models import LogEntry

from ledger.admin import audit

register = template.Library()


@register.filter
def told(entry: LogEntry) -> list[str]:
    """What an entry of the audit log says, a line each."""
    return audit.told(entry)
