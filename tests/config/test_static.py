"""What pages ask for is there once static files are collected, joined as they say."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from ledger.config.static import JOINED, UNUSED, shorten
from ledger.web.games import form_for
from scoring import RULE_SETS
from tests.architecture.source import templates
from tests.running.server import beginning, manage

pytestmark = pytest.mark.full
OF_EACH_TABLE = ("[data-letters]", "EventSource", "crypto.getRandomValues")
STATIC = re.compile(r"""\{% static ["']([^"']+)["'] %\}""")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The folder of collected files, and the hashed name of each."""
    data = tmp_path_factory.mktemp("data")
    read_only = beginning(data, "import os\nos.access = lambda *_: False")
    ignored = [word for each in UNUSED for word in ("--ignore", each)]
    done = manage(data, "collectstatic", "--no-input", *ignored, **read_only)
    assert done.returncode == 0, done.stderr
    folder = data / ".static"
    return folder, json.loads((folder / "staticfiles.json").read_text())["paths"]


def test_a_joined_file_holds_its_parts_without_comments(
    collected: tuple[Path, dict[str, str]],
) -> None:
    folder, hashed = collected
    for name, parts in JOINED.items():
        text = (folder / hashed[name]).read_text()
        sources = [Path(finders.find(part) or "").read_text() for part in parts]
        assert text == shorten({name: "\n".join(sources)})[name]
        assert (folder / f"{hashed[name]}.br").is_file()


def test_a_module_comes_with_all_it_imports_once_and_asks_for_nothing_more(
    collected: tuple[Path, dict[str, str]],
) -> None:
    folder, hashed = collected
    for rules in RULE_SETS:
        text = (folder / hashed[f"ledger/taps/{form_for(rules).taps}.js"]).read_text()
        for part in OF_EACH_TABLE:
            assert text.count(part) == 1, (rules, part)
        assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE), rules


def test_every_static_file_a_template_names_is_collected(
    collected: tuple[Path, dict[str, str]],
) -> None:
    named = {name for path in templates() for name in STATIC.findall(path.read_text())}
    assert named
    assert named - set(collected[1]) == set()
