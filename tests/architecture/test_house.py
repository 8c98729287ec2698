"""The house keeps its shape: what lies where, how long it is, and who may import whom.

Each test walks the whole source and lists every place that breaks its rule.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import RULE_SETS
from tests.architecture.source import ROOT, functions, imported, modules, name, templates, tree

LONGEST_MODULE, LONGEST_FUNCTION = 400, 40
TOP_LEVEL = {
    *("manage.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"),
    *("ledger", "scoring", "templates", "tests"),
}
GAMES = sorted(RULE_SETS)
GAME = rf"({'|'.join(GAMES)})"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
INLINE = re.compile(
    r"<style|\sstyle\s*=|\son[a-z]+\s*=|\bhx-on|javascript:|<script(?![^>]*\ssrc\s*=)", re.I
)
INERT_SCRIPT = re.compile(r"""<script[^>]*type=["']application/(ld\+)?json["'][^>]*>""", re.I)


def test_modules_and_functions_are_short() -> None:
    long_modules = [
        f"{name(path)}: {length} lines"
        for path in modules()
        if (length := len(path.read_text().splitlines())) > LONGEST_MODULE
    ]
    long_functions = [
        f"{name(path)}:{node.lineno} {node.name}: {length} lines"
        for path in modules()
        for node in functions(path)
        if (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    ]
    assert long_modules + long_functions == []


def test_template_lines_are_short() -> None:
    lines = [(name(path), line) for path in templates() for line in path.read_text().splitlines()]
    assert [f"{where}: {line}" for where, line in lines if len(line) > 120] == []


SCRIPTS = sorted(ROOT.glob("ledger/static/**/*.js"))
STYLES = sorted(ROOT.glob("ledger/static/**/*.css"))
YOUNG = re.compile(
    r":(has|is)\(|@media[^{]*\(scripting|@(container|layer)\b|\.at\(|findLast|structuredClone"
    r"|AbortSignal\.timeout|(?<!vh;)(?<!\s)\s+[\w-]+:[^;]*\d[dsl]vh\b"
)
"""What browsers of 2020 lack; a height in `vh` right before one in `dvh` stands in for it."""

YOUNG_IN_SCRIPTS = re.compile(
    r":(has|is|where)\(|:not\([^()]*,|\.(at|findLast\w*|to(Sorted|Reversed|Spliced))\("
    r"|\b(hasOwn|groupBy|structuredClone|requestSubmit|randomUUID|checkVisibility|show(Modal|Popover))\("
    r"|AbortSignal\.\w|\bcause:|\(\?<[=!]|^await\b|\bstatic \{|#\w+ in "
)
"""What Chrome 87 or Safari 15.0 lacks: selectors, methods, words of the language."""

TABLE_STYLES = sorted(ROOT.glob("ledger/static/ledger/table/*.css"))
YOUNG_IN_STYLES = re.compile(
    r":(has|is|where)\(|@(container|layer)\b|@media[^{]*\((scripting|[\w-]+ *[<>])"
    r"|\d[dsl]v[hw]\b|light-dark\(|color-mix\(|\binset *:|(?<![-\w])(row-|column-)?gap *:"
    r"|\b(margin|padding|border|inset)-(inline|block)\b|\baspect-ratio *:|^\s*&",
    re.M,
)
"""What Chrome 87 or Safari 15.0 lacks, or the browsers a little older than they read wrongly."""

DOCUMENTED = {"_meta", "_replace", "_fields", "_asdict", "_exit"}


def test_no_measure_grows() -> None:
    """A limit may only go down."""
    grown = {what: (now, limit) for what, (now, limit) in measures().items() if now > limit}
    assert grown == {}


def measures() -> dict[str, tuple[int, int]]:
    """What is counted: how many there are now, and the limit."""
    python = "\n".join(path.read_text() for path in modules())
    lines = sum(1 for line in python.splitlines() if line.strip())
    folders = Counter(path.parent for path in modules() if path.name != "__init__.py")
    variables = set(re.findall(r"""\benv(?:\.\w+)?\(\s*["']([A-Z_]+)""", python))
    styled = [line for path in STYLES for line in path.read_text().splitlines()]
    young = [*YOUNG.finditer("\n".join(path.read_text() for path in [*SCRIPTS, *STYLES]))]
    return {
        "lines of the longest script": (max(map(length, SCRIPTS)), 250),
        "lines of styles over 120 characters": (sum(len(line) > 120 for line in styled), 66),
        "features that no browser of 2020 knows": (len(young), 42),
        "modules in the fullest folder": (max(folders.values()), 16),
        "uses of Any in 1,000 lines of Python": (
            1000 * len(re.findall(r"\bAny\b", python)) // lines,
            31,
        ),
        "environment variables": (len(variables), 14),
    }


def test_scripts_say_only_what_chrome_87_and_safari_15_know() -> None:
    lines = [(path, text) for path in SCRIPTS for text in path.read_text().splitlines()]
    problems = [
        f"{name(path)}: {text.strip()}" for path, text in lines if YOUNG_IN_SCRIPTS.search(text)
    ]
    assert problems == []


def length(path: Path) -> int:
    return len(path.read_text().splitlines())


def test_styles_of_the_table_page_say_only_what_old_phones_know_in_short_lines() -> None:
    styles = [(name(path), path.read_text()) for path in TABLE_STYLES]
    young = [f"{where}: {match[0]}" for where, text in styles for match in find_young(text)]
    long = [line for _where, text in styles for line in text.splitlines() if len(line) > 120]
    assert styles
    assert young + long == []


@pytest.mark.parametrize(
    "style",
    [
        ".a:has(b) { top: 0 }",
        ".a { display: flex; gap: .5rem }",
        ".a { inset: 0 }",
        ".a { margin-inline: auto }",
        ".a { height: 100dvh }",
        ".a { color: light-dark(#fff, #000) }",
        "@container (width > 1rem) { .a { top: 0 } }",
        "@media (scripting: none) { .a { top: 0 } }",
        ".a {\n  &:hover { top: 0 }\n}",
    ],
)
def test_a_style_that_old_phones_do_not_know_is_found(style: str) -> None:
    """The control."""
    assert find_young(style)


def find_young(style: str) -> list[re.Match[str]]:
    """The places of a style sheet, but for its comments, that old phones do not know."""
    return [*YOUNG_IN_STYLES.finditer(re.sub(r"/\*.*?\*/", "", style, flags=re.S))]


def test_nothing_reaches_into_private_parts_of_packages() -> None:
    """A name with an underscore is used where the project itself defines it."""
    own = {text for path in modules() for node in ast.walk(tree(path)) for text in defined(node)}
    reached = [
        f"{name(path)}:{node.lineno} {ast.unparse(node)}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute | ast.ImportFrom)
        for text in reached_for(node)
        if re.match(r"_[a-z]", text) and text not in own | DOCUMENTED
    ]
    assert reached == []


def defined(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.attr if isinstance(node, ast.Attribute) else node.id


def reached_for(node: ast.Attribute | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Attribute):
        return [node.attr]
    return [*(node.module or "").split("."), *(alias.name for alias in node.names)]


BEFORE_MODULES = ["start.js"]
"""What decides, before anything is drawn, whether the modules run at all."""


def test_scripts_are_modules() -> None:
    alone = [
        path.name
        for path in SCRIPTS
        if not re.search(r"^(import|export)\b", path.read_text(), re.M)
    ]
    assert sorted(alone) == [*BEFORE_MODULES, "worker.js"]


FRAMEWORK = {"Meta", "Command", "Media"}
"""Classes that Django looks for by their name."""

INNER = {"Kind", "State", "Role", "Form", "Check"}
"""Names that stand within a class or that every game must have."""


def test_a_class_name_stands_for_one_thing() -> None:
    """What each game must have may repeat from game to game."""
    places: dict[str, set[str]] = {}
    for path in modules():
        of_any_game = re.sub(rf"\b{GAME}\b", "GAME", name(path))
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, set()).add(of_any_game)
    twice = {each: sorted(where) for each, where in places.items() if len(where) > 1}
    allowed = FRAMEWORK | INNER
    assert {each: where for each, where in twice.items() if each not in allowed} == {}


def test_imports_go_one_way() -> None:
    result = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout


def test_the_import_contract_names_every_folder_of_the_ledger() -> None:
    layers = PYPROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    named = set(re.findall(r"ledger\.(\w+)", " ".join(layers)))
    folders = {path.relative_to(ROOT / "ledger").parts[0] for path in ROOT.glob("ledger/*/**/*.py")}
    assert named == folders - {"migrations"}


def test_scoring_needs_nothing_but_the_standard_library() -> None:
    known = sys.stdlib_module_names | {"scoring"}
    foreign = [
        f"{name(path)} imports {dotted}"
        for path in ROOT.glob("scoring/**/*.py")
        for dotted in imported(path)
        if dotted.partition(".")[0] not in known
    ]
    assert foreign == []


def test_a_game_knows_no_other_game() -> None:
    known = [
        f"{name(path)} imports {dotted}"
        for game in GAMES
        for path in ROOT.glob(f"scoring/{game}/**/*.py")
        for dotted in imported(path)
        if (match := re.match(rf"scoring\.{GAME}\b", dotted)) and match[1] != game
    ]
    assert known == []


OTHER_TOOL = re.compile(r'data-(tool|for|code)="(khoan-)?khac"')
"""The button "Khác" (others) and what it holds, which is no game."""


def test_nothing_but_its_own_files_names_a_game() -> None:
    """Its own are its folders in `scoring` and `web/games`, and its template."""
    in_modules = [
        f"{name(path)}: {text}"
        for path in filter(is_shared, modules())
        for text in words(path)
        if re.fullmatch(rf"(.*[./])?{GAME}([./].*)?", text)
    ]
    in_templates = [
        f"{name(path)}: {match[0]}"
        for path in filter(is_shared, templates())
        for match in re.finditer(rf"\b{GAME}\b", OTHER_TOOL.sub("", path.read_text()))
    ]
    assert in_modules + in_templates == []


WRITTEN = ROOT / "scoring/shapes.py"
"""By a program, of the facts of each game; tests/scoring/test_shapes.py sees to that."""


def is_shared(path: Path) -> bool:
    """Whether people write a file and it belongs to no single game."""
    return path != WRITTEN and not re.match(
        rf"(scoring|ledger/web/games)/{GAME}/|templates/games/({GAME}|thirteen)/", name(path)
    )


def words(path: Path) -> set[str]:
    """Names, imports and texts of a module; a docstring may show a game as an example."""
    nodes = list(ast.walk(tree(path)))
    documented = [n for n in nodes if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef)]
    docstrings = {ast.get_docstring(node, clean=False) for node in documented}
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    names = {n.id for n in nodes if isinstance(n, ast.Name)}
    attributes = {n.attr for n in nodes if isinstance(n, ast.Attribute)}
    return (texts - docstrings) | names | attributes | set(imported(path))


def test_a_template_holds_no_script_or_style_of_its_own() -> None:
    problems = [
        f"{name(path)}: {text}"
        for path in templates()
        for text in INLINE.findall(INERT_SCRIPT.sub("", path.read_text()))
    ]
    assert problems == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone, nothing is tracked")
def test_the_top_level_is_as_it_was_agreed() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    top = {path.partition("/")[0] for path in tracked}
    assert {entry for entry in top if not entry.startswith(".")} <= TOP_LEVEL


def test_direct_dependencies_have_compatible_release_pins() -> None:
    wanted = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["dependency-groups"]["dev"]]
    assert [line for line in wanted if "~=" not in line] == []


def test_every_package_that_is_installed_has_an_exact_version() -> None:
    exact = {line.partition("==")[0] for line in PYPROJECT["tool"]["uv"]["constraint-dependencies"]}
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    assert {each["name"] for each in lock["package"]} - {PYPROJECT["project"]["name"]} == exact


def test_the_files_that_ci_names_are_there() -> None:
    named = re.findall(r"tests/[\w/{},.]+", (ROOT / ".ci" / "run").read_text())
    assert [path for text in named for path in expand(text) if not (ROOT / path).exists()] == []


def expand(text: str) -> Iterator[str]:
    """The paths that the shell makes of `tests/{a,b}.py`."""
    before, brace, after = text.partition("{")
    choices, _, rest = after.partition("}")
    yield from (before + choice + rest for choice in choices.split(",")) if brace else [text]
