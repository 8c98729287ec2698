"""What is said of the API in words, and its examples, all from descriptions.json."""

import json
from importlib.resources import files

from ledger.common.strict_json import Object

DESCRIPTIONS: Object = json.loads(
    files(__package__).joinpath("descriptions.json").read_text(encoding="utf-8")
)
HELP: dict[str, str] = DESCRIPTIONS["fields"]
"""What is said of a parameter or a field, by its name."""
