"""JavaScript modules joined into one file: each request of a first visit is slow in a café."""

import posixpath
import re
from collections.abc import Callable

IMPORT = re.compile(r"""^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";$""", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|function|async function) (\w+))", re.MULTILINE)


def joined_module(name: str, read: Callable[[str], str]) -> str:
    """A module and all it imports as one file, in which each keeps its names to itself.

    The file exports what the module does.
    """
    sources = modules(name, read)
    if len(sources) == 1:
        return sources[name]
    parts = ["const modules = {};", *map(_as_function, sources, sources.values())]
    if exported := ", ".join(EXPORT.findall(sources[name])):
        parts.append(f'export const {{ {exported} }} = modules["{name}"];')
    return "\n".join(parts)


def modules(name: str, read: Callable[[str], str]) -> dict[str, str]:
    """The sources of a module and of all it imports, each after those that it imports."""
    source = read(name)
    found: dict[str, str] = {}
    for _names, path in IMPORT.findall(source):
        found |= modules(_imported_path(name, path), read)
    return found | {name: source}


def _as_function(name: str, source: str) -> str:
    def assigned(match: re.Match[str]) -> str:
        names, path = match.groups()
        return f'const {names} = modules["{_imported_path(name, path)}"];' if names else ""

    exported = ", ".join(EXPORT.findall(source))
    text = EXPORT.sub("", IMPORT.sub(assigned, source)).replace("export {};", "")
    return f'modules["{name}"] = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();'


def _imported_path(importer: str, path: str) -> str:
    """The name of a static file that another one imports by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))
