"""Every message that the tool can end with, from where the code raises it, and its cure.

A message is written here as in the code, with `…` for what is put in. The cures stand in a file of
the guide, each with the messages that it is for; `checked_cures` refuses a message without one.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from bookbuild.core.inputs import read_toml
from engine.errors import WorkingsError, nearest

PACKAGES = ("engine", "workings", "bookbuild", "subjects", "bookaudit")
_PASSED_ON = ("Faults", "ClaimFailed")  # made of faults that have messages of their own
_ANY_KIND = "kind"  # a class of error that a caller chooses


@dataclass(frozen=True)
class Cure:
    """What to do about some messages: what they are about, and the messages."""

    about: str
    cure: str
    messages: tuple[str, ...]


@cache
def messages() -> tuple[str, ...]:
    """Return every message that the code of the tool raises, in alphabetical order."""
    trees = [ast.parse(path.read_text("utf-8")) for path in _modules()]
    kinds = {_ANY_KIND, "WorkingsError"} | _kinds(trees)
    return tuple(sorted({text for tree in trees for text in _raised(tree, kinds)}))


def checked_cures(file: Path, found: Sequence[str]) -> list[Cure]:
    """Read the cures of messages.

    Raises `WorkingsError` unless each message has exactly one, and each of them is a message.
    """
    listed = read_cures(file)
    known = [message for cure in listed for message in cure.messages]
    for message in found:
        if known.count(message) != 1:
            often = "no cure" if message not in known else "two cures"
            raise WorkingsError(f"the message “{message}” has {often}", where=file.name)
    for message in known:
        if message not in found:
            near = nearest(message, found)
            raise WorkingsError(f"the tool has no message “{message}”.{near}", where=file.name)
    return listed


def read_cures(file: Path) -> list[Cure]:
    """Read the cures in a file of a guide."""
    table = read_toml(file, where=file.name)
    return [
        Cure(about, str(entry["cure"]), tuple(entry["messages"])) for about, entry in table.items()
    ]


def _modules() -> Iterator[Path]:
    for package in PACKAGES:
        for folder in import_module(package).__path__:
            yield from sorted(Path(folder).rglob("*.py"))


def _kinds(trees: Sequence[ast.Module]) -> set[str]:
    """Return the names of the classes of errors that people see."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"WorkingsError", "AuditError"}
    while True:
        more = {one.name for one in classes if found & {_text(base) for base in one.bases}} - found
        if not more:
            return found - set(_PASSED_ON)
        found |= more


def _raised(tree: ast.Module, kinds: set[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "UnknownName":
            what = [_text(each.value) for each in node.keywords if each.arg == "what"]
            yield f"there is no {what[0] if what else 'name'} “…”."
        elif node.func.id in kinds and node.args:
            text = _text(node.args[0])
            if text.strip("… "):
                yield text


def _text(node: ast.expr) -> str:
    """Return a text of the code, with `…` for what is put in or comes from elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values).replace("……", "…")
    if isinstance(node, ast.Name) and node.id[:1].isupper():
        return node.id
    return "…"
