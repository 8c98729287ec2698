"""The request our views get: Django's, with what htmx says about it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    htmx: HtmxDetails
