"""Reports of errors to Sentry or GlitchTip, for who sets SENTRY_DSN; without names or keys.

What is sent is put together from what is known to be harmless: which error, where in the code,
at which route. The text of an error is not: a database quotes names in it.
"""

from collections.abc import Mapping
from typing import Any

from django.core.signals import got_request_exception
from django.http import HttpRequest
from environs.exceptions import EnvError

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "sdk", "transaction")
KEPT_OF_ERROR = ("type", "module", "mechanism")
KEPT_OF_FRAME = ("filename", "module", "function", "lineno", "in_app")


def report_errors(dsn: str) -> None:
    """Send errors to this address from now on; raises EnvError where the SDK is missing."""
    try:
        import sentry_sdk
    except ImportError:
        raise EnvError("SENTRY_DSN: uv run --extra errors manage.py serve") from None
    sentry_sdk.init(
        dsn=dsn,
        default_integrations=False,  # Django's wraps its answers, and reports more than errors
        before_send=lambda event, hint: harmless(event),  # type: ignore[arg-type,return-value]
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        send_client_reports=False,
        auto_session_tracking=False,
        server_name="",
    )

    def report(sender: object, request: HttpRequest, **_more: object) -> None:
        with sentry_sdk.new_scope() as scope:
            if request.resolver_match:
                scope.set_transaction_name(request.resolver_match.route, source="route")
            scope.capture_exception()

    got_request_exception.connect(report, weak=False)


def harmless(event: Mapping[str, Any]) -> dict[str, Any]:
    """What of a report may leave this machine."""
    errors = event.get("exception", {}).get("values", [])
    return _only(event, KEPT) | {"exception": {"values": [_error(each) for each in errors]}}


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames", [])
    found = [_only(frame, KEPT_OF_FRAME) for frame in frames]
    return _only(error, KEPT_OF_ERROR) | {"stacktrace": {"frames": found}}


def _only(found: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}
