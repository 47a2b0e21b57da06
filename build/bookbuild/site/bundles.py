"""Bundles: a script and all that it imports as one file that a page can load from a disk.

Browsers load no modules from a disk, so the modules of `templates/js` become functions in one
classic script, each after those that it imports. Names are shortened within it.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.errors import WorkingsError

_IMPORT = re.compile(
    r"^import (?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) "
    r'from "(?P<path>\.{1,2}/[\w./-]+\.js)";$',
    re.MULTILINE,
)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

# The minifier's runtime starts threads, and a build copies its process: so it has one of its own.
_MINIFY = """
import json, sys, minify
try:
    small = [minify.string("text/javascript", one) for one in json.load(sys.stdin)]
except minify.MinifyError as error:
    sys.exit(str(error).splitlines()[0])
json.dump(small, sys.stdout)
"""


@dataclass(frozen=True)
class Import:
    """One import of a module: `names` as written between braces, or `whole` for all it exports."""

    path: Path
    names: str
    whole: str
    line: int

    @property
    def asked(self) -> list[str]:
        """The names that the other module must export."""
        return [name.split(" as ")[0].strip() for name in self.names.split(",") if name.strip()]


@dataclass(frozen=True)
class Module:
    """A script with what it imports and exports."""

    path: Path
    source: str
    imports: Sequence[Import]
    exports: Sequence[str]

    def as_function(self, numbers: dict[Path, int]) -> str:
        """Return the module as a function that returns its exports; `numbers` name the others."""

        def taken(match: re.Match[str]) -> str:
            names = (match["names"] or "").replace(" as ", ": ")
            wanted = match["whole"] or f"{{{names}}}"
            return f"const {wanted} = m{numbers[_resolved(self.path, match['path'])]};"

        body = _EXPORT.sub("", _IMPORT.sub(taken, self.source))
        exports = ", ".join(self.exports)
        return f"const m{numbers[self.path]} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _resolved(path: Path, reference: str) -> Path:
    return (path.parent / reference).resolve()


def read_module(path: Path) -> Module:
    """Read a module. Raises `WorkingsError` for an import or export of another form."""
    source = path.read_text(encoding="utf-8")

    def line_of(at: int) -> int:
        return source.count("\n", 0, at) + 1

    known = {match.start() for kind in (_IMPORT, _EXPORT) for match in kind.finditer(source)}
    for other in _OTHER.finditer(source):
        if other.start() not in known:
            raise WorkingsError(
                f"{path}:{line_of(other.start())}: “{other[0]}” is no import or export that the "
                'site\'s scripts may have; write import { a } from "./b.js" or export const, '
                "function or class"
            )
    imports = [
        Import(
            _resolved(path, found["path"]),
            found["names"] or "",
            found["whole"] or "",
            line_of(found.start()),
        )
        for found in _IMPORT.finditer(source)
    ]
    return Module(path, source, imports, [found[1] for found in _EXPORT.finditer(source)])


def modules_of(entry: Path) -> list[Module]:
    """Return a script's modules, each after those that it imports, the script itself last.

    Raises `WorkingsError` for a missing file or name, or for modules that import each other.
    """
    found: dict[Path, Module] = {}
    opened: list[Path] = []

    def visit(path: Path, where: str) -> Module:
        if path in opened:
            raise WorkingsError(f"{where}: {path.name} imports this script itself")
        if path not in found:
            if not path.is_file():
                raise WorkingsError(f"{where}: there is no script {path}")
            opened.append(path)
            module = read_module(path)
            for one in module.imports:
                here = f"{path}:{one.line}"
                exports = visit(one.path, here).exports
                for name in one.asked:
                    if name not in exports:
                        raise WorkingsError(f"{here}: {one.path.name} doesn't export {name}")
            found[path] = module
            opened.pop()
        return found[path]

    visit(entry.resolve(), str(entry))
    return list(found.values())


def bundle(entry: Path) -> str:
    """Return a script and all that it imports as one classic script.

    In it `undefined` is a variable: the minifier writes the global one as `0[0]`, which is slow.
    """
    modules = modules_of(entry)
    numbers = {module.path: number for number, module in enumerate(modules)}
    body = "".join(module.as_function(numbers) for module in modules)
    return f'((undefined) => {{\n"use strict";\n{body}}})();\n'


@cache
def minified(scripts: tuple[str, ...]) -> tuple[str, ...]:
    """Return scripts without comments and blanks, their names shortened."""
    done = subprocess.run(
        [sys.executable, "-c", _MINIFY],
        input=json.dumps(scripts), capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise WorkingsError(f"the scripts could not be made small: {why}")
    return tuple(json.loads(done.stdout))
