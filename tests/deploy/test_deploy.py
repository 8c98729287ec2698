"""What is shipped for deploying fits the program that it starts."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import yaml

from ledger.common.certificates import AUTHORITY, AUTHORITY_KEY, renew
from tests.deploy.folder import DEPLOY
from tests.docs.pages import OPERATE
from tests.running.needs import lacking, uv_path
from tests.running.server import ROOT, environment, manage

pytestmark = pytest.mark.full
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
BESIDE = ("secret_key", AUTHORITY, AUTHORITY_KEY)
"""What is no part of the database, and what a restored service is another one without."""
OF_COPIES = set(re.findall(r"[A-Z]+(?:_[A-Z]+)+|COPIES", (DEPLOY / "backup.sh").read_text()))
UNITS = (
    *("card-table-ledger.service", "card-table-ledger-backup.service"),
    "card-table-ledger-backup.timer",
)


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        lacking("there is no systemd-analyze on this machine")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to("/bin/true")
    (tmp_path / "ledger/deploy").mkdir(parents=True)
    (tmp_path / "ledger/deploy/backup.sh").symlink_to("/bin/true")
    for unit in UNITS:
        text = (DEPLOY / unit).read_text().replace("/opt/card-table-ledger", str(tmp_path))
        (tmp_path / unit).write_text(text)
    result = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit) for unit in UNITS)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_systemd_finds_little_that_the_service_may_do_beyond_its_work() -> None:
    if not shutil.which("systemd-analyze"):
        lacking("there is no systemd-analyze on this machine")
    most = "--threshold=20"  # tenths of its scale, which ends at 10 for no fence at all
    words = ("systemd-analyze", "security", "--offline=true", "--no-pager", most)
    result = subprocess.run(
        [*words, str(DEPLOY / "card-table-ledger.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Overall exposure level" in result.stdout, result.stderr
    assert result.returncode == 0, result.stdout


def test_what_the_container_copies_is_all_that_runs() -> None:
    copied = re.findall(r"^COPY (\S+)", CONTAINERFILE, re.M)
    assert set(copied) == {"pyproject.toml", "manage.py", "scoring", "templates", "ledger"}
    assert all((ROOT / name).exists() for name in copied)


def test_the_container_installs_with_what_was_copied_by_then(tmp_path: Path) -> None:
    before, install, _ = CONTAINERFILE.partition("RUN pip install --no-cache-dir uv && ")
    for name in re.findall(r"^COPY (\S+)", before, re.M):
        shutil.copy(ROOT / name, tmp_path)
    command = CONTAINERFILE.removeprefix(before + install).partition(" && pip uninstall")[0]
    assert command.startswith("uv ")
    path = f"{Path(uv_path()).parent}:{os.environ['PATH']}"
    line = command.replace(" --no-cache", "")  # here it is fetched once
    environment = {name: each for name, each in os.environ.items() if name != "VIRTUAL_ENV"}
    subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment | {"PATH": path}, check=True)
    program = "import django, granian, psycopg; print(django.__version__)"
    asked = [tmp_path / ".venv/bin/python", "-c", program]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    assert f'"django=={version}"' in (ROOT / "pyproject.toml").read_text()


def test_a_build_is_given_what_the_container_copies_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    copied = re.findall(r"^COPY (\S+)", CONTAINERFILE, re.M)
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == set(copied)


def test_the_page_builds_the_image_as_the_file_itself_says() -> None:
    assert CONTAINERFILE.splitlines()[0].removeprefix("# ") in OPERATE


def test_commands_on_a_small_server_look_where_the_service_keeps_its_data() -> None:
    folders = re.findall(r"DATA_DIR=(\S+)", (DEPLOY / "card-table-ledger.service").read_text())
    part = OPERATE.partition("## On a small server")[2].partition("\n## ")[0]
    blocks = [block for block in re.findall(r"```sh\n(.*?)```", part, re.S) if "manage.py" in block]
    assert len(blocks) >= 3
    assert [re.findall(r"DATA_DIR=(\S+)", block) for block in blocks] == [folders] * len(blocks)


def table(heading: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, OPERATE.partition(heading)[2].partition("\n\n")[0], re.M))


@pytest.mark.parametrize("path", [*(DEPLOY / unit for unit in UNITS), DEPLOY / "Containerfile"])
def test_every_variable_and_option_it_names_is_in_the_docs(path: Path) -> None:
    foreign = {"PYTHONUNBUFFERED"}
    variables = set(re.findall(r"\b([A-Z]+(?:_[A-Z]+)+)(?==)", path.read_text())) - foreign
    assert variables <= table("| variable |", r"^\| `([A-Z_]+)`")
    options = set(re.findall(r"manage\.py serve.* (--[a-z-]+)", path.read_text()))
    assert options <= table("| option |", r"^\| `(--[a-z-]+)`")


def test_every_variable_that_the_page_names_is_in_its_table() -> None:
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`", OPERATE)) - OF_COPIES
    ours = {name for name in named if not name.startswith("ETCD_")}
    assert ours <= table("| variable |", r"^\| `([A-Z_]+)`")


def test_the_compose_file_fits_the_service_and_its_proxy() -> None:
    parts = yaml.safe_load((DEPLOY / "public.yaml").read_text())["services"]
    service, proxy = parts["service"], parts["proxy"]
    known = table("| variable |", r"^\| `([A-Z_]+)`") | OF_COPIES
    assert set(service["environment"]) <= known
    assert {service["network_mode"], proxy["network_mode"]} == {"host"}
    assert service["environment"]["TRUSTED_PROXIES"] == service["command"][2] == "127.0.0.1"
    build = service["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    asked = set(re.findall(r"\{\$([A-Z]+)", (DEPLOY / "Caddyfile").read_text()))
    assert set(proxy["environment"]) <= asked


def back_up(data: Path, copies: Path, **more: str) -> subprocess.CompletedProcess[str]:
    variables = {"COPIES": str(copies), "PYTHON": sys.executable} | more
    return subprocess.run(
        [DEPLOY / "backup.sh"],
        env=environment(data, **variables),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_nightly_copy_is_made_tried_and_old_ones_are_dropped(tmp_path: Path) -> None:
    data, copies = tmp_path / "Tối thứ 7 #12", tmp_path / "copies of 7?"
    for words in (["migrate"], ["demo"]):
        assert manage(data, *words).returncode == 0
    renew(data, ["localhost"])
    copies.mkdir()
    (old := copies / "2020-01-01-050000").touch()
    os.utime(old, (0, 0))
    (tmp_path / "TMP #1?%25").mkdir()  # where the drill takes place
    done = back_up(data, copies, TMPDIR=str(tmp_path / "TMP #1?%25"))
    assert done.returncode == 0, done.stderr
    assert "The ledger is what the copy was." in done.stdout
    (copy,) = copies.glob("20*")
    assert {file.name for file in copies.iterdir()} == {copy.name, *BESIDE}
    assert {file.stat().st_mode & 0o777 for file in copies.iterdir()} == {0o600}


def test_every_recipe_for_copies_names_all_that_lies_beside_the_ledger() -> None:
    recipes = [part for part in re.split(r"\n(?=#|\*\*)", OPERATE) if "manage.py backup" in part]
    assert len(recipes) >= 3
    command = (ROOT / "ledger/management/commands/backup.py").read_text()  # says it at its end
    texts = [*recipes, command, (DEPLOY / "backup.sh").read_text()]
    assert [(text[:60], name) for text in texts for name in BESIDE if name not in text] == []


def test_a_copy_with_wrong_books_fails_the_nightly_copy(tmp_path: Path) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    for words in (["migrate"], ["demo"]):
        assert manage(data, *words).returncode == 0
    with closing(sqlite3.connect(data / "ledger.sqlite3")) as ledger, ledger:
        ledger.execute("UPDATE ledger_seat SET balance = balance + 1 WHERE number = 1")
    failed = back_up(data, copies)
    assert failed.returncode != 0
    assert "The copy is damaged" in failed.stderr
