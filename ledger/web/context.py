"""What every template may ask for."""

from django.conf import settings
from django.http import HttpRequest


def offline(request: HttpRequest) -> dict[str, bool]:
    """Whether pages may keep themselves on the phone; an answer to something sent never does."""
    return {"keeps": settings.OFFLINE and request.method == "GET"}
