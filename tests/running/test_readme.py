"""The README tells the truth: its example runs, and it names every variable that is read."""

import ast
import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
COMMANDS = ("pip install uv && uv run manage.py serve", "pip install uv && uv run pytest")


def test_the_example_runs() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted >= 3
    assert found.failed == 0


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


def test_every_variable_is_in_the_readme_and_every_one_there_is_read() -> None:
    table = README.partition("| variable |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)`", table, re.M)) == variables_read()


def test_the_environment_is_read_in_the_settings_only() -> None:
    elsewhere = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("ledger/**/*.py")
        if re.search(r"os\.environ(?!\.setdefault)|getenv", path.read_text())
    }
    assert elsewhere == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_two_commands_stand_alone_on_a_line(command: str) -> None:
    assert f"\n{command}\n" in README


def test_every_option_of_serve_is_in_the_readme() -> None:
    source = (ROOT / "ledger/management/commands/serve.py").read_text()
    options = set(re.findall(r'add_argument\(\s*"(--[a-z]+)"', source))
    assert options == set(re.findall(r"^\| `(--[a-z]+)`", README, re.M))


def test_the_same_test_command_runs_everywhere() -> None:
    assert (ROOT / ".ci" / "run").read_text().count(COMMANDS[1]) == 2


def test_every_local_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"""(?:\]\(|src=")(?!https?:)([^)"#]+)""", README)
    assert [link for link in links if not (ROOT / link).exists()] == []
