"""The command line: `manage.py` here, `card-table-ledger` where the project is installed."""

import os
import platform
import sys
from io import TextIOWrapper

from ledger import __version__

UNFIT = (
    "Sổ không chạy thẳng trên Windows, Mac Intel hay hệ 32 bit: dùng WSL hay container. / "
    "The ledger does not run on Windows, Intel Macs or 32-bit systems themselves: "
    "start it in WSL or a container."
)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Vietnamese letters stops nothing
            stream.reconfigure(errors="replace")
    if sys.argv[1:2] == ["version"] or "--version" in sys.argv:  # Django would say its own
        sys.stdout.write(f"{__version__}\n")
        return
    intel_mac = sys.platform == "darwin" and platform.machine() == "x86_64"
    if sys.platform == "win32" or intel_mac or sys.maxsize < 2**32:
        sys.exit(UNFIT)
    if sys.argv[1:2] == ["score"]:  # without Django, which starts for longer than that scores
        from scoring.json_lines import main as score

        score(sys.argv[2:], f"{os.path.basename(sys.argv[0])} score")
        return
    # Not at the top: there may be neither where it does not run.
    from environs.exceptions import EnvError

    from ledger.management.command_line import CommandLine

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    try:
        CommandLine(sys.argv).execute()
    except EnvError as problem:
        sys.exit(f"{problem}")


if __name__ == "__main__":
    main()
