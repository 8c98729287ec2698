"""The control: a real server whose connections end at once: python -m tests.running.abrupt."""

import os
import sys

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from ledger.config import serving

    serving.Lingering = HttpToolsProtocol  # type: ignore[misc, assignment]
    call_command("serve", *sys.argv[1:])


if __name__ == "__main__":
    main()
