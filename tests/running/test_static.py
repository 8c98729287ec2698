"""What pages ask for is there once static files are collected, joined as they say."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from ledger.config.static import JOINED, SHORTENED
from ledger.web.games import form_for
from scoring import RULE_SETS
from tests.architecture.source import templates
from tests.running.server import manage

STATIC = re.compile(r"""\{% static ["']([^"']+)["'] %\}""")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The folder of collected files, and the hashed name of each."""
    data = tmp_path_factory.mktemp("data")
    folder = data / "static"
    words = ("collectstatic", "--no-input", "--ignore", "redoc")
    folder.mkdir()
    done = manage(data, *words)
    assert done.returncode == 0, done.stderr
    return folder, json.loads((folder / "staticfiles.json").read_text())["paths"]


@pytest.mark.parametrize("name", JOINED)
def test_a_joined_file_holds_its_parts_in_order_and_no_comments(
    name: str, collected: tuple[Path, dict[str, str]]
) -> None:
    folder, hashed = collected
    rest = (folder / hashed[name]).read_text()
    for part in JOINED[name]:
        text = SHORTENED[Path(name).suffix](Path(finders.find(part) or "").read_text())
        before, found, rest = rest.partition(text)
        assert found
        assert before.strip() == f"/* {part} */"
    assert not rest.strip()
    assert (folder / f"{hashed[name]}.br").is_file()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_game_has_its_way_of_tapping_joined(rules: str) -> None:
    assert f"ledger/table/{form_for(rules).taps}.js" in JOINED


def test_every_static_file_a_template_names_is_collected(
    collected: tuple[Path, dict[str, str]],
) -> None:
    named = {name for path in templates() for name in STATIC.findall(path.read_text())}
    assert named
    assert named - set(collected[1]) == set()
