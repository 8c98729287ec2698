"""Pages for what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page came from an older visit: nothing was done, load it again and repeat."""
    return render(request, "403_csrf.html", status=403)
