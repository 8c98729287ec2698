"""Rules as a small file that people can read, send around and change by hand.

{"format": "card-table-rules", "version": 1, "rules": …, "name": …,
 "settings": {"<setting>": {"label": …, "value": …}}}

Only what differs from the document is in it. Labels are for the reader and are not read back;
a setting may be its bare value.
"""

import codecs
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from ledger.common import strict_json
from ledger.common.clean_text import cleaned
from ledger.common.language import language
from ledger.common.refusals import PostingError
from ledger.tables.rule_words import plain
from ledger.tables.sessions import SESSION_NAME_LIMIT
from scoring import RULE_SETS, SettingsError
from scoring.common.settings import Value

FORMAT, VERSION = "card-table-rules", 1
LONGEST = 16 * 1024
"""Bytes; every setting of the longest game with its label is half of that."""

FITS: Mapping[str, Callable[[Any], bool]] = MappingProxyType(
    {
        "format": lambda found: found == FORMAT,
        "version": lambda found: type(found) is int and found == VERSION,
        "rules": lambda found: isinstance(found, str) and found in RULE_SETS,
        "name": lambda found: isinstance(found, str | None),
        "settings": lambda found: isinstance(found, dict | None),
    }
)
"""The keys of a file, and what may stand there."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """What a file says: the game, a name for its rules, and what they change."""

    rules: str
    name: str
    settings: Mapping[str, Value]


class FileRefusedError(Exception):
    """Nothing of the file is taken; `mistakes` says all that was found, a sentence each."""

    def __init__(self, *mistakes: str) -> None:
        super().__init__(*mistakes)
        # Half letters, which JSON can hold, cannot be shown.
        self.mistakes = [each.encode("utf-8", "replace").decode() for each in mistakes]


def written(file: RuleFile) -> str:
    """The file as text, labels in the reader's language."""
    labels = {each.name: each.label.say(language()) for each in RULE_SETS[file.rules].settings}
    told = {
        "format": FORMAT,
        "version": VERSION,
        "rules": file.rules,
        "name": file.name,
        "settings": {
            name: {"label": labels.get(name, name), "value": value}
            for name, value in file.settings.items()
        },
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def read(data: bytes) -> RuleFile:
    """What an uploaded file says; raises FileRefusedError with all that is wrong."""
    found = _object(data)
    wrong = [key for key, fits in FITS.items() if not fits(found.get(key))]
    if unusable := [*wrong, *(found.keys() - FITS.keys())]:
        said = _("Mục “%(key)s” sai, hoặc không có trong tệp luật.")
        raise FileRefusedError(*(said % {"key": key[:40]} for key in unusable))
    rule_set = RULE_SETS[found["rules"]]
    try:
        name = cleaned(found.get("name") or "", SESSION_NAME_LIMIT)
        values = rule_set.values(dict(_settings(found)))
    except PostingError as refusal:
        raise FileRefusedError(refusal.message()) from None
    except SettingsError as refusal:
        raise FileRefusedError(*(p.message(language()) for p in refusal.problems)) from None
    return RuleFile(rule_set.name, name, plain(rule_set, values))


def _object(data: bytes) -> dict[str, Any]:
    """The object that the file is."""
    if len(data) > LONGEST:
        raise FileRefusedError(_("Tệp quá dài: nhiều nhất %(most)d byte.") % {"most": LONGEST})
    try:
        found = strict_json.loads(data.removeprefix(codecs.BOM_UTF8))
    except json.JSONDecodeError as error:
        near = {"line": error.lineno, "near": error.doc[error.pos :][:20].split("\n")[0]}
        said = _("Dòng %(line)d: không đúng JSON ở chỗ “%(near)s”.")
        raise FileRefusedError(said % near) from None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise FileRefusedError(
            _("Tệp luật phải là một đối tượng JSON {…} bằng UTF-8, mỗi mục ghi một lần.")
        )
    return found


def _settings(found: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Each setting with its value, whichever way it is written; none where it has no value."""
    for name, told in (found.get("settings") or {}).items():
        yield name, told.get("value") if isinstance(told, dict) else told
