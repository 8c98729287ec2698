"""The stories at length, with figures: python -m tests.nodes [SECONDS APART]."""

import sys
import tempfile
from pathlib import Path

from tests.nodes.story import Report, play

STORIES = {
    "a synchronous standby": {},
    "the same, promoted while the old primary lives": {"promoted_first": True},
    "control: the standby is not waited for": {"synchronous": False},
}


def main() -> int:
    apart = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    kept = {}
    for name, told in STORIES.items():
        with tempfile.TemporaryDirectory() as folder:
            report = play(Path(folder), rounds=400, apart=apart, **told)
        kept[name] = report.kept
        print(f"{name}:", *lines(report), sep="\n  ", flush=True)
    return int(list(kept.values()) != [True, True, False])


def lines(report: Report) -> list[str]:
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(report.answers.items()))
    before, after = max(report.told[:3]), max(report.told[3:])
    return [
        f"{report.sent} rounds sent, {report.saved} answered as saved, {report.cancelled} COMMITs"
        " told to wait no longer",
        f"{report.lost} lost, {report.doubled} doubled",
        f"answers: {answers}; refused rightly: {report.refused_rightly}",
        f"nothing recorded for {report.refused_for:.1f} s, {report.found_next:.1f} s of it after"
        " the promotion",
        f"the other node told of a round within {before:.2f} s before, {after:.2f} s after",
        f"check_ledger: {report.differences.strip() or 'no differences'}",
    ]


if __name__ == "__main__":
    sys.exit(main())
