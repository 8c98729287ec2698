"""Rules as a small file that people can read, send around and change by hand.

{"format": "card-table-rules", "version": 1, "rules": …, "name": …,
 "settings": {"<setting>": {"label": …, "value": …}}}

Only what differs from the document is in it. Labels are for the reader and are not read back;
a setting may be its bare value.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from ledger.common.clean_text import cleaned
from ledger.common.language import language
from ledger.common.refusals import PostingError
from ledger.tables.sessions import SESSION_NAME_LIMIT
from ledger.web.rules.json_lines import Path, key_lines
from scoring import RULE_SETS, Problem
from scoring.common.settings import Value, unknown_setting

FORMAT, VERSION = "card-table-rules", 1
LONGEST = 16 * 1024
"""Bytes; every setting of the longest game with its label is half of that."""

KEYS = ("format", "version", "rules", "name", "settings")


@dataclass(frozen=True, slots=True)
class RuleFile:
    """What a file says: the game, a name for its rules, and what they change."""

    rules: str
    name: str
    settings: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a file, and on which line."""

    line: int
    why: str


class FileRefusedError(Exception):
    """Nothing of the file is taken; `mistakes` has all that was found."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes


def written(file: RuleFile) -> str:
    """The file as text, labels in the reader's language."""
    labels = {each.name: each.label.say(language()) for each in RULE_SETS[file.rules].settings}
    said = {
        "format": FORMAT,
        "version": VERSION,
        "rules": file.rules,
        "name": file.name,
        "settings": {
            name: {"label": labels.get(name, name), "value": value}
            for name, value in file.settings.items()
        },
    }
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def read(data: bytes) -> RuleFile:
    """What an uploaded file says; raises FileRefusedError with every line that is wrong."""
    text = _text(data)
    if not text.strip():
        raise _refused(1, _("Tệp này trống."))
    try:
        said = json.loads(text, parse_float=Decimal, parse_int=_whole)
    except json.JSONDecodeError as error:
        near = error.doc[error.pos : error.pos + 20].split("\n")[0]
        raise _refused(
            error.lineno, _("Không đúng JSON ở chỗ “%(near)s”.") % {"near": near}
        ) from None
    except RecursionError:
        raise _refused(1, _("Lồng nhau quá sâu, không phải tệp luật.")) from None
    return _read(said, list(key_lines(text)))


def _text(data: bytes) -> str:
    if len(data) > LONGEST:
        line = data.count(b"\n", 0, LONGEST) + 1
        raise _refused(line, _("Tệp quá dài: nhiều nhất %(most)d byte.") % {"most": LONGEST})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused(line, _("Không phải chữ UTF-8. Lưu tệp bằng UTF-8 rồi gửi lại.")) from None


def _whole(digits: str) -> int | Decimal:
    """Python refuses to read numbers of thousands of digits; a setting refuses them by value."""
    return int(digits) if len(digits) < 20 else Decimal(digits)


def _read(said: object, keys: list[tuple[Path, int]]) -> RuleFile:
    if not isinstance(said, dict):
        raise _refused(1, _("Tệp luật phải là một đối tượng JSON {…}."))
    lines: dict[Path, int] = {}
    for path, line in keys:
        lines.setdefault(path, line)
    mistakes = [*_twice(keys), *_wrong_frame(said, lines)]
    if not mistakes:
        mistakes += _wrong_settings(said, lines)
    if mistakes:
        raise FileRefusedError(sorted(mistakes, key=lambda mistake: mistake.line))
    values = {name: _read_value(said["rules"], name, told) for name, told in _settings(said)}
    return RuleFile(said["rules"], cleaned(said.get("name") or "", SESSION_NAME_LIMIT), values)


def _twice(keys: list[tuple[Path, int]]) -> Iterator[Mistake]:
    seen: Counter[Path] = Counter()
    for path, line in keys:
        seen[path] += 1
        if seen[path] > 1:
            yield _mistake(line, _("“%(key)s” đã có ở trên.") % {"key": path[-1][:40]})


def _wrong_frame(said: dict[str, Any], lines: Mapping[Path, int]) -> Iterator[Mistake]:
    """Everything but the settings themselves."""
    for key in said:
        if key not in KEYS:
            yield _mistake(lines[(key,)], _("Tệp luật không có mục “%(key)s”.") % {"key": key[:40]})
    if said.get("format") != FORMAT:
        told = {"format": FORMAT}
        yield _mistake(lines.get(("format",), 1), _("Mục format phải là “%(format)s”.") % told)
    if type(said.get("version")) is not int or said["version"] != VERSION:
        told_version = {"version": VERSION}
        why = _("Mục version phải là %(version)d.") % told_version
        yield _mistake(lines.get(("version",), 1), why)
    if not isinstance(said.get("rules"), str) or said["rules"] not in RULE_SETS:
        known = {"known": ", ".join(RULE_SETS)}
        why = _("Mục rules phải là một trong: %(known)s.") % known
        yield _mistake(lines.get(("rules",), 1), why)
    yield from _wrong_name(said.get("name"), lines.get(("name",), 1))
    if not isinstance(said.get("settings", {}), dict):
        yield _mistake(lines[("settings",)], _("Mục settings phải là một đối tượng {…}."))


def _wrong_name(name: object, line: int) -> Iterator[Mistake]:
    try:
        if not isinstance(name, str | None):
            yield _mistake(line, _("Mục name phải là chữ."))
        else:
            cleaned(name or "", SESSION_NAME_LIMIT)
    except PostingError as refusal:
        yield _mistake(line, refusal.message())


def _settings(said: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Each setting with its value, whichever way it is written; none where it has no value."""
    for name, told in said.get("settings", {}).items():
        yield name, told.get("value") if isinstance(told, dict) else told


def _wrong_settings(said: Mapping[str, Any], lines: Mapping[Path, int]) -> Iterator[Mistake]:
    for name, told in said.get("settings", {}).items():
        for key in told if isinstance(told, dict) else ():
            if key not in ("label", "value"):
                why = _("Một mục luật chỉ có label và value, không có “%(key)s”.")
                yield _mistake(lines[("settings", name, key)], why % {"key": key[:40]})
    for name, value in _settings(said):
        read = _read_value(said["rules"], name, value)
        if isinstance(read, Problem):
            at = lines.get(("settings", name, "value"), lines[("settings", name)])
            yield _mistake(at, read.message(language()))


def _read_value(rules: str, name: str, value: object) -> Any:
    """The value as it is kept, or the problem with it."""
    for setting in RULE_SETS[rules].settings:
        if setting.name == name:
            return setting.read(value)
    return unknown_setting(name)


def _refused(line: int, why: str) -> FileRefusedError:
    return FileRefusedError([_mistake(line, why)])


def _mistake(line: int, why: str) -> Mistake:
    """A mistake that can be shown: half letters, which JSON can hold, are replaced."""
    return Mistake(line, why.encode("utf-8", "replace").decode())
