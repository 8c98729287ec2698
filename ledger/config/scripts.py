"""Scripts joined: a module with all it imports as one file, for in a café each request is slow.

Each module stays a function of its own, so that no name of one meets a name of another.
"""

import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import esprima

PLACES = {"range": True, "loc": True}


class ScriptError(Exception):
    """What keeps a module from being joined, with its file and line."""


@dataclass(frozen=True, slots=True)
class Import:
    """What a module takes from another one: of each its name there and its name here."""

    module: str
    names: tuple[tuple[str, str], ...]
    place: str


@dataclass(frozen=True, slots=True)
class Module:
    """What a module takes, the names that it gives, and the rest of it."""

    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    rest: str


def joined_scripts(names: Iterable[str], read: Callable[[str], str]) -> dict[str, str]:
    """Each of these modules and all it imports as one file, which exports what the module does."""

    @cache
    def module(name: str) -> Module:
        return parsed(name, read(name))

    orders = {name: in_order(name, module) for name in names}
    return {name: _joined(name, order) or read(name) for name, order in orders.items()}


def in_order(
    name: str, module: Callable[[str], Module], above: tuple[str, ...] = ()
) -> dict[str, Module]:
    """A module and all it imports, by name: each once, after those that it imports."""
    if name in above:
        raise ScriptError(f"{name} imports itself: {' → '.join((*above, name))}")
    modules: dict[str, Module] = {}
    for each in module(name).imports:
        modules |= in_order(each.module, module, (*above, name))
        given = modules[each.module].exports
        if missing := [there for there, _here in each.names if there not in given]:
            raise ScriptError(f"{each.place}: {each.module} does not export {', '.join(missing)}")
    return modules | {name: module(name)}


def _joined(name: str, modules: dict[str, Module]) -> str:
    """One file; "" for a module that imports none and exports something."""
    if len(modules) == 1:
        return "" if modules[name].exports else modules[name].rest
    numbers = {each: f"module{number}" for number, each in enumerate(modules)}
    parts = [_as_function(each, modules[each], numbers) for each in modules]
    if exports := ", ".join(modules[name].exports):
        parts.append(f"export const {{ {exports} }} = {numbers[name]};")
    return "\n".join(parts)


def _as_function(name: str, module: Module, numbers: Mapping[str, str]) -> str:
    imports = [each for each in module.imports if each.names]
    taken = [f"const {{ {_pairs(each)} }} = {numbers[each.module]};" for each in imports]
    lines = [*taken, module.rest, f"return {{ {', '.join(module.exports)} }};"]
    return "\n".join([f"const {numbers[name]} = (() => {{ // {name}", *lines, "})();"])


def _pairs(taken: Import) -> str:
    return ", ".join(f"{there}: {here}" if there != here else here for there, here in taken.names)


def parsed(name: str, source: str) -> Module:
    """A module without its statements of import and export, and what they say."""
    try:
        statements = esprima.parseModule(source, PLACES).body
    except esprima.Error as error:
        raise ScriptError(f"{name}:{error.lineNumber}: {error.message}") from error
    imports: list[Import] = []
    exports: list[str] = []
    rest, end = [], 0
    for node in statements:
        if node.type == "ImportDeclaration":
            imports.append(_import(name, node))
        elif node.type.startswith("Export"):
            exports += _exports(name, node)
        else:
            continue
        rest.append(source[end : node.range[0]])
        end = (node.declaration or node).range[0 if node.declaration else 1]
    return Module(tuple(imports), tuple(exports), "".join([*rest, source[end:]]))


def _import(name: str, node: Any) -> Import:
    """What `import "./…";` and `import { … } from "./…";` take."""
    path = node.source.value
    named = all(part.type == "ImportSpecifier" for part in node.specifiers)
    if not named or not path.startswith(".") or node.attributes:
        raise _unknown(name, node)
    names = tuple((part.imported.name, part.local.name) for part in node.specifiers)
    module = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
    return Import(module, names, _place(name, node))


def _exports(name: str, node: Any) -> list[str]:
    """The names that `export const …`, `export function …` and `export class …` give.

    `export {};` says no more than that a file is a module. A variable is given in no way: whoever
    imported it would not see a later value.
    """
    given = node.declaration
    if node.type != "ExportNamedDeclaration" or node.specifiers or node.source:
        raise _unknown(name, node)
    if given and given.type == "VariableDeclaration":
        ids = [each.id for each in given.declarations]
        if given.kind != "const" or any(each.type != "Identifier" for each in ids):
            raise _unknown(name, node)
        return [each.name for each in ids]
    return [given.id.name] if given else []


def _place(name: str, node: Any) -> str:
    return f"{name}:{node.loc.start.line}"


def _unknown(name: str, node: Any) -> ScriptError:
    return ScriptError(f"{_place(name, node)}: no module is joined by this kind of statement")
