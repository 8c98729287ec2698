"""Every text has its English, no English is left over, and what is compiled is what is written."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
import rest_framework
from django.core.management import call_command
from pytest_django import Settings

from tests.architecture.source import ROOT, modules, name, tree

LOCALE = Path("ledger", "locale")
ENGLISH, VIETNAMESE = (LOCALE / each / "LC_MESSAGES" / "django.po" for each in ("en", "vi"))
MAKE = "--locale=en --extension=html,json,py,svg,txt --add-location=never --no-obsolete --no-wrap"
UNTRANSLATED = re.compile(r'^#, .*fuzzy|^msgstr(\[\d\])? ""\Z', re.M)
MARKS = re.compile(r"_|d?n?p?gettext(_lazy|_noop)?")

needs_gettext = pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext")


def messages(catalogue: str) -> dict[str, str]:
    """Each message, with its context and plural, and the whole block that translates it."""
    blocks = catalogue.strip().split("\n\n")[1:]
    plain = ((re.sub(r"^#.*\n", "", block, flags=re.M), block) for block in blocks)
    return {text.partition("\nmsgstr")[0]: block for text, block in plain}


def compiled(*paths: Path) -> dict[str, str]:
    shown = [
        subprocess.run(["msgunfmt", path], capture_output=True, text=True, check=True).stdout
        for path in paths
    ]
    return {key: block for each in shown for key, block in messages(each).items()}


@needs_gettext
def test_makemessages_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """It writes beside the templates while it reads them, so it gets a copy."""
    for folder in ("ledger", "scoring", "templates"):
        ignored = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    settings.LOCALE_PATHS = [tmp_path / LOCALE]
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", *MAKE.split(), verbosity=0)
    fresh, known = (messages((root / ENGLISH).read_text()) for root in (tmp_path, ROOT))
    way = f"Run manage.py makemessages {MAKE} --ignore=tests, translate, then run msgfmt."
    assert (sorted(fresh.keys() - known), sorted(known.keys() - fresh)) == ([], []), way
    assert [block for block in known.values() if UNTRANSLATED.search(block)] == [], way


@needs_gettext
@pytest.mark.parametrize("source", [ENGLISH, VIETNAMESE], ids=str)
def test_what_is_compiled_is_what_is_written(source: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.mo"
    subprocess.run(["msgfmt", "--check", "-o", fresh, ROOT / source], check=True)
    assert compiled(ROOT / source.with_suffix(".mo")) == compiled(fresh)


@needs_gettext
def test_the_vietnamese_catalogue_holds_texts_of_the_frameworks_alone() -> None:
    """Their own Vietnamese lacks these; their French is whole."""
    packages = [Path(package.__file__ or "").parent for package in (django, rest_framework)]
    french = [path for package in packages for path in package.glob("**/locale/fr/**/django.mo")]
    own = compiled(ROOT / VIETNAMESE.with_suffix(".mo"))
    assert sorted(own.keys() - compiled(*french)) == []


def test_makemessages_sees_every_text() -> None:
    """It sees no call within an f-string, and nothing of a text that is put together."""
    unseen = {
        f"{name(path)}:{call.lineno} {ast.unparse(call)}"
        for path in modules()
        for node in ast.walk(tree(path))
        for call in marked(node)
        if isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
        or (isinstance(node, ast.JoinedStr) and isinstance(call.args[0], ast.Constant))
    }
    assert unseen == set()


def marked(node: ast.AST) -> Iterator[ast.Call]:
    """What is marked for translation: the node itself, or all within an f-string."""
    for each in ast.walk(node) if isinstance(node, ast.JoinedStr) else [node]:
        if isinstance(each, ast.Call) and MARKS.fullmatch(ast.unparse(each.func)):
            yield each


def test_what_is_closed_is_called_the_book_everywhere() -> None:
    """Whoever tapped “Chốt sổ” reads “đã chốt sổ”, on players' pages, in the API and the admin."""
    other = re.compile(
        r"[Bb]àn (mới )?đã đóng|[Tt]he table is closed|Table closed|closed the table"
    )
    texts = (ROOT / ENGLISH).read_text().splitlines()
    assert [text for text in texts if other.search(text)] == []
