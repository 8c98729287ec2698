"""Modules joined into one file run as they would apart: in order, once, with their own names."""

import re

import pytest

from ledger.config.scripts import ScriptError, joined_scripts
from tests.architecture.source import ROOT

LIST = "export const order = [];\nexport function note(name) { order.push(name); }\n"


def joined(sources: dict[str, str], name: str = "a/page.js") -> str:
    return joined_scripts([name], sources.__getitem__)[name]


def functions(text: str) -> list[str]:
    """The modules in the order in which they run."""
    return re.findall(r"^const module\d+ = \(\(\) => \{ // (.+)$", text, re.MULTILINE)


def test_each_module_runs_once_after_those_that_it_imports() -> None:
    sources = {
        "a/page.js": 'import "./first.js";\nimport { b } from "./deep/second.js";\nb();\n',
        "a/first.js": 'import { note } from "./list.js";\nnote("first");\n',
        "a/deep/second.js": 'import { note } from "../list.js";\nexport const b = note;\n',
        "a/list.js": LIST,
    }
    order = ["a/list.js", "a/first.js", "a/deep/second.js", "a/page.js"]
    assert functions(joined(sources)) == order


def test_a_module_that_imports_none_stays_as_it_is() -> None:
    assert joined({"a/page.js": LIST}) == LIST


def test_a_module_that_exports_nothing_needs_no_word_that_it_is_one() -> None:
    assert joined({"a/page.js": "let a = 1;\nexport {};\n"}) == "let a = 1;\n\n"


def test_modules_keep_names_that_others_have_too() -> None:
    sources = {
        "a/page.js": 'import { last } from "./other.js";\nconst next = last;\n',
        "a/other.js": "const next = 1;\nexport const last = next;\n",
    }
    assert joined(sources) == "\n".join(
        [
            "const module0 = (() => { // a/other.js",
            "const next = 1;\nconst last = next;\n",
            "return { last };",
            "})();",
            "const module1 = (() => { // a/page.js",
            "const { last } = module0;",
            "\nconst next = last;\n",
            "return {  };",
            "})();",
        ]
    )


def test_a_name_may_be_another_here_and_what_the_page_exports_is_exported() -> None:
    sources = {
        "a/page.js": (
            'import {\n  note as write, // over several lines\n  order,\n} from "./list.js";\n'
            "export async function send() {}\nexport class Sent {}\n"
            "export const first = write(order), second = 2;\n"
        ),
        "a/list.js": LIST,
    }
    text = joined(sources)
    assert "const { note: write, order } = module0;" in text
    assert "return { send, Sent, first, second };" in text
    assert text.endswith("export const { send, Sent, first, second } = module1;")


def test_words_in_texts_and_comments_are_no_statements() -> None:
    text = '/*\nimport { x } from "./none.js";\n*/\nconst a = `\nexport const b = 1;\n♠ 😀`;\n'
    sources = {"a/page.js": f'{text}import "./list.js";\n', "a/list.js": LIST}
    assert text in joined(sources)


@pytest.mark.parametrize(
    "statement",
    [
        "export default 1;",
        "export default function a() {}",
        'export * from "./list.js";',
        'export { note } from "./list.js";',
        "export { note };",
        "export let now = 1;",
        "export const { now } = {};",
        'import list from "./list.js";',
        'import * as list from "./list.js";',
        'import { note } from "list.js";',
        'import { note } from "./list.js" with { type: "json" };',
    ],
)
def test_another_kind_of_import_or_export_is_refused_with_its_place(statement: str) -> None:
    sources = {"a/page.js": f"const note = 1;\n\n{statement}\n", "a/list.js": LIST}
    with pytest.raises(ScriptError, match=r"^a/page\.js:3: no module is joined by"):
        joined(sources)


def test_what_another_module_does_not_export_is_told_with_its_place() -> None:
    sources = {"a/page.js": '\nimport { noted } from "./list.js";\n', "a/list.js": LIST}
    with pytest.raises(ScriptError, match=r"a/page\.js:2: a/list\.js does not export noted"):
        joined(sources)


def test_a_mistake_is_told_with_its_place() -> None:
    with pytest.raises(ScriptError, match=r"a/page\.js:2: .*Unexpected token"):
        joined({"a/page.js": "const a = 1;\nconst b = ;\n"})


def test_modules_that_import_each_other_are_refused() -> None:
    sources = {"a/page.js": 'import "./b.js";', "a/b.js": 'import "./page.js";'}
    with pytest.raises(ScriptError, match=r"a/page\.js → a/b\.js → a/page\.js"):
        joined(sources)


def test_every_script_of_ours_is_joined_with_each_module_once() -> None:
    static = ROOT / "ledger" / "static"
    sources = {str(path.relative_to(static)): path.read_text() for path in static.rglob("*.js")}
    for name, text in joined_scripts(sources, sources.__getitem__).items():
        order = functions(text)
        assert len(order) == len(set(order)), name
        assert not order or not re.search(r"^(import|export function)\b", text, re.MULTILINE), name
