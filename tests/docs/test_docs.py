"""README and docs are true: examples run, and every variable that is read is named."""

import ast
import doctest
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import RULE_SETS, score
from tests.docs.pages import OPERATE, blocks
from tests.running.needs import program_path
from tests.running.server import Server, serving

pytestmark = pytest.mark.full
ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
API = (ROOT / "ledger/docs/api.md").read_text()
PLACES = ("*.md", ".github/*.md", "ledger/docs/*.md", "scoring/*.md")
PAGES = sorted(page for place in PLACES for page in ROOT.glob(place))
UV = (
    "python3 -m venv --without-pip .uv && python3 -m pip --python .uv/bin/python install uv"
    " && .uv/bin/uv run"
)
COMMANDS = (f"{UV} manage.py serve", f"{UV} --group dev pytest")


@pytest.mark.parametrize("page", ["README.md", "scoring/README.md"])
def test_the_example_runs(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False)
    assert result.attempted >= 3
    assert result.failed == 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("readme")) as server:
        yield server


def test_the_facts_it_shows_are_scored_and_name_every_key() -> None:
    (lines,) = blocks(API, "json")
    shown: dict[str, set[str]] = {name: set() for name in RULE_SETS}
    for line in lines.splitlines():
        sent = json.loads(line)
        score(sent["rules"], sent["facts"])
        shown[sent["rules"]] |= sent["facts"].keys()
    games = {name: set(each.shape["properties"]) for name, each in RULE_SETS.items()}
    pot = {"pot", "pot_winner"}  # said below them, as is den of phom
    assert games["tien_len"] - shown["tien_len"] == {"ve_hai"} | pot
    like_tien_len = {"chat", "toi_trang", "den", "ve_hai"}
    assert games["dem_la"] - shown["dem_la"] == like_tien_len | pot
    assert games["phom"] - shown["phom"] == {"den"} | pot
    assert games["binh"] - shown["binh"] == {"hands"} | pot  # a plain round of cards


def here(server: Server, code: str) -> str:
    assert "localhost:8000" in code
    return code.replace("localhost:8000", f"127.0.0.1:{server.port}")


def test_the_evening_in_python_runs(server: Server) -> None:
    (program,) = blocks(API, "python")
    result = subprocess.run(
        [sys.executable, "-I", "-c", here(server, program)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "An 0\nBình 4000\nCúc -4000\n"


def test_the_curl_calls_run(server: Server) -> None:
    program_path("curl")
    (program,) = (text for text in blocks(README, "sh") if "curl" in text)
    opening, recording, totals = here(server, program).strip().split("\n\n")
    table = json.loads(shell(opening))
    keys = {"ID": table["id"], "SCORE_KEY": table["score_key"], "VIEW_KEY": table["view_key"]}
    assert json.loads(shell(recording, **keys))["amounts"]["2"] == 2000
    assert "Bình,2000" in shell(totals, **keys).replace(";", ",")


def shell(command: str, **variables: str) -> str:
    return subprocess.run(
        ["bash", "-c", command.replace("curl ", "curl -sS ", 1)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def variables_read() -> set[str]:
    """The first argument of every `env.…("NAME", …)` in the settings."""
    tree = ast.parse((ROOT / "ledger/config/settings.py").read_text())
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value) == "env"
        and isinstance(node.args[0], ast.Constant)
    }


def test_the_variables_in_the_docs_are_those_that_are_read() -> None:
    table = OPERATE.partition("| variable |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)`", table, re.M)) == variables_read()


def test_the_environment_is_read_in_the_settings_only() -> None:
    """Elsewhere it may be given on to a program."""
    elsewhere = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("ledger/**/*.py")
        if re.search(r"os\.environ(?!\.setdefault| \| )|getenv", path.read_text())
    }
    assert elsewhere == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_two_commands_stand_alone_on_a_line(command: str) -> None:
    assert f"\n{command}\n" in README


def test_every_option_of_serve_is_in_the_docs() -> None:
    source = (ROOT / "ledger/management/commands/serve.py").read_text()
    options = set(re.findall(r'add_argument\(\s*"(--[a-z-]+)"', source))
    assert options == set(re.findall(r"^\| `(--[a-z-]+)`", OPERATE, re.M))


def test_ci_runs_the_test_command() -> None:
    assert COMMANDS[1] in (ROOT / ".ci" / "run").read_text()


def test_every_local_link_leads_somewhere() -> None:
    links = [
        (page, link)
        for page in PAGES
        for link in re.findall(r"""(?:\]\(|src=")(?!https?:)([^)"#]+)""", page.read_text())
    ]
    assert len(links) > 10
    assert [(page, link) for page, link in links if not (page.parent / link).exists()] == []


def test_the_readme_is_short() -> None:
    assert len(README.encode()) <= 6 * 1024
