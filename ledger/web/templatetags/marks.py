"""Who signs the marks of this service, in templates."""

from django import template

from ledger.common.signature import fingerprint

register = template.Library()
register.simple_tag(fingerprint)
