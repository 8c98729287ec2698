"""The project as two packages: built, used apart from this folder, imported with types."""

import json
import os
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path
from zipfile import ZipFile

import pytest

import scoring
from tests.running.needs import program_path, uv_path
from tests.running.server import OURS, ROOT, started

pytestmark = pytest.mark.full
LEDGER, ENGINE = "card_table_ledger", "card_table_scoring"
FOLDERS = {LEDGER: ROOT, ENGINE: ROOT / "scoring"}
PAGES = {"README.md": ROOT / "README.md", "scoring/README.md": ROOT / "scoring/README.md"}
WRONG = {
    "a key of the facts": ('"places"', '"place"'),
    "a value of the facts": ("[2, 1, 4, 3]", '[2, 1, 4, "3"]'),
    "a key of the result": ('each["payer"]', 'each["payor"]'),
    "the game": ('"tien_len"', "5"),
}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both packages lie: of each a source distribution, and a wheel made of that."""
    folder = tmp_path_factory.mktemp("dist")
    for source in FOLDERS.values():
        uv("build", "-q", "--out-dir", folder, source)
    return folder


@pytest.fixture(scope="module", params=FOLDERS)
def python(
    request: pytest.FixtureRequest, dist: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Python of an environment that has one of the packages and nothing else."""
    folder = tmp_path_factory.mktemp(request.param)
    uv("venv", "-q", folder)
    uv("pip", "install", "-q", "--no-deps", "--python", folder, wheel(dist, request.param))
    return folder / "bin/python"


def uv(*words: str | Path) -> str:
    """What a command of uv answers."""
    return run(uv_path(), *words).strip()


def run(*words: str | Path, cwd: Path = ROOT, given: str = "") -> str:
    """What a program answers; it has to end well."""
    done = subprocess.run(words, cwd=cwd, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wheel(dist: Path, name: str) -> Path:
    [path] = dist.glob(f"{name}-*.whl")
    return path


def contents(dist: Path, name: str) -> dict[str, bytes]:
    """The files of a wheel."""
    with ZipFile(wheel(dist, name)) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


def program(page: str) -> tuple[str, str]:
    """The examples of a page as a program, and what it prints."""
    examples = DocTestParser().get_examples(PAGES[page].read_text())
    printed = [each.want for each in examples if "print(" in each.source]
    return "".join(each.source for each in examples), "".join(printed)


def test_it_serves_from_anywhere_and_keeps_its_data_at_home(dist: Path, tmp_path: Path) -> None:
    package = str(wheel(dist, LEDGER))
    command = (uv_path(), "tool", "run", "--from", package, "card-table-ledger", "serve")
    ours = {name: value for name, value in os.environ.items() if name not in (*OURS, "DATA_DIR")}
    # uv keeps what it has fetched, whatever the home is
    cache = {"UV_CACHE_DIR": uv("cache", "dir")}
    env = ours | cache | {"HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with started(command, cwd=tmp_path, env=env) as server:
        for path in ("/", "/api/v1/docs/", "/en.webmanifest", "/static/ledger/icon.svg"):
            assert server.get(path).status == 200
        assert "Mở bàn" in server.get("/").body.decode()
        assert "never moves money" in server.get("/", **{"Accept-Language": "en"}).body.decode()
        data = tmp_path / ".local/share/card-table-ledger"
        assert {file.name for file in data.iterdir()} >= {"ledger.sqlite3", "secret_key"}
        assert not (data / "static").exists()
        assert not any("manage.py" in line for line in server.lines)


@pytest.mark.parametrize("name", FOLDERS)
def test_what_a_package_says_of_itself_is_whole(dist: Path, name: str) -> None:
    uv("tool", "run", "twine", "check", "--strict", *dist.glob(f"{name}-*"))
    about = f"{name}-{scoring.__version__}.dist-info/"
    files = {at: text for at, text in contents(dist, name).items() if at.startswith(about)}
    assert files[f"{about}licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    metadata = files[f"{about}METADATA"].decode()
    for field in ("License-Expression: MIT", "Author", "Keywords", "Classifier: Typing :: Typed"):
        assert f"\n{field}" in metadata
    assert ("\nRequires-Dist: " in metadata) == (name == LEDGER)


def test_both_packages_have_the_same_engine(dist: Path) -> None:
    engine, ledger = contents(dist, ENGINE), contents(dist, LEDGER)
    about = f"{ENGINE}-{scoring.__version__}.dist-info"
    assert {at.partition("/")[0] for at in engine} == {"scoring", about}
    modules = {at: text for at, text in engine.items() if at.startswith("scoring/")}
    assert modules == {at: text for at, text in ledger.items() if at.startswith("scoring/")}
    sources = set(run(program_path("git"), "ls-files", "scoring").split())
    assert sources - modules.keys() == {
        f"scoring/{file}" for file in ("LICENSE", "README.md", "pyproject.toml")
    }
    assert modules.keys() < sources


def test_the_engine_is_built_the_same_from_its_folder(dist: Path, tmp_path: Path) -> None:
    uv("build", "-q", "--wheel", "--out-dir", tmp_path, FOLDERS[ENGINE])
    assert contents(tmp_path, ENGINE) == contents(dist, ENGINE)


def test_it_scores_lines_in_an_environment_of_its_own(python: Path, tmp_path: Path) -> None:
    line = json.dumps({"rules": "tien_len", "facts": {"players": [1, 2], "places": [1, 2]}})
    answer = run(python, "-I", "-m", "scoring", cwd=tmp_path, given=line)
    assert json.loads(answer)["net"] == {"1": "1", "2": "-1"}
    [own] = python.parent.glob("card-table-*")
    words = ("score",) if own.name == "card-table-ledger" else ()
    assert run(own, *words, cwd=tmp_path, given=line) == answer


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_run_where_it_is_installed(page: str, python: Path, tmp_path: Path) -> None:
    text, printed = program(page)
    assert printed
    assert run(python, "-I", "-X", "utf8", "-c", text, cwd=tmp_path) == printed


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_have_the_types_they_need(page: str, python: Path, tmp_path: Path) -> None:
    assert "no issues" in types_of(program(page)[0], python, tmp_path)


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found_by_its_type(what: str, python: Path, tmp_path: Path) -> None:
    text, _ = program("README.md")
    wrong = text.replace(*WRONG[what])
    assert wrong != text
    assert "Found 1 error" in types_of(wrong, python, tmp_path)


def types_of(text: str, python: Path, folder: Path) -> str:
    """What mypy says of a program that has nothing but one of the packages."""
    (folder / "program.py").write_text(text)
    command = (sys.executable, "-m", "mypy", "--strict", "--python-executable", python)
    words = [*map(str, command), "program.py"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False).stdout
