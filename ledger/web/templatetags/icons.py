"""Icons in templates: each is a symbol of the page's own sprite."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw the symbol of this name; words beside it say the same."""
    return format_html('<svg aria-hidden="true"><use href="#i-{}"/></svg>', name)
