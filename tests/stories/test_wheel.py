"""The project as a package: built, started by uvx apart from this folder, imported with types."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.running.needs import uv_path
from tests.running.server import OURS, ROOT, started

pytestmark = pytest.mark.full
PROGRAM = """
from scoring import score
outcome = score("tien_len", {"players": [1, 2], "places": [1, 2]})
print(outcome.as_json()["net"])
"""
WRONG = PROGRAM + "score(5, {})\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([uv_path(), "build", "-q", "--out-dir", str(folder)], cwd=ROOT, check=True)
    (found,) = folder.glob("*.whl")
    return found


def test_it_serves_from_anywhere_and_keeps_its_data_at_home(wheel: Path, tmp_path: Path) -> None:
    command = (uv_path(), "tool", "run", "--from", str(wheel), "card-table-ledger", "serve")
    ours = {name: value for name, value in os.environ.items() if name not in (*OURS, "DATA_DIR")}
    env = ours | {"HOME": str(tmp_path), "UV_CACHE_DIR": cache(), "PYTHONUNBUFFERED": "1"}
    with started(command, cwd=tmp_path, env=env) as server:
        for path in ("/", "/api/v1/docs/", "/en.webmanifest", "/static/ledger/icon.svg"):
            assert server.get(path).status == 200
        assert "Mở bàn" in server.get("/").body.decode()
        assert "never moves money" in server.get("/", **{"Accept-Language": "en"}).body.decode()
        kept = tmp_path / ".local/share/card-table-ledger"
        assert {file.name for file in kept.iterdir()} >= {"ledger.sqlite3", "secret_key"}
        assert not (kept / "static").exists()
        assert not any("manage.py" in line for line in server.lines)


def cache() -> str:
    """Where uv keeps what it has fetched, whatever the home is."""
    asked = [uv_path(), "cache", "dir"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def test_the_scorer_is_imported_with_its_types(wheel: Path, tmp_path: Path) -> None:
    def answer(text: str, *words: str) -> str:
        (tmp_path / "program.py").write_text(text)
        alone = (uv_path(), "run", "-q", "--isolated", "--no-project", "--with", str(wheel))
        command = [*alone, "--with", "mypy", *words, "program.py"]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False
        ).stdout

    assert answer(PROGRAM, "python") == "{'1': '1', '2': '-1'}\n"
    assert "no issues" in answer(PROGRAM, "mypy", "--strict")
    assert 'incompatible type "int"; expected "str"' in answer(WRONG, "mypy", "--strict")
