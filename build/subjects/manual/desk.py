"""What chapters of a guide may call: lists of what the tool offers, and of its messages."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from markupsafe import Markup, escape

import workings
from bookbuild.chapters.cases import CaseTag
from bookbuild.chapters.claims import ClaimTag
from bookbuild.chapters.entries import Entry
from bookbuild.chapters.folds import FoldTag
from bookbuild.chapters.front_matter import FrontMatter
from bookbuild.chapters.offered import offered, offered_members
from bookbuild.chapters.questions import QuestionTag
from bookbuild.chapters.shown import ShownTag, code
from bookbuild.chapters.subject import Subject
from bookbuild.core.config import Book
from bookbuild.core.inputs import read_text_file, read_toml
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName, WorkingsError
from engine.figures.operations.table import OPERATIONS
from subjects.manual.messages import read_cures

FIGURES = "figures.py"
CURES, EXPLAINED = "cures.toml", "explained.toml"
ROOMS = ("bookbuild.chapters", "subjects")  # where desks are
TAGS = (CaseTag, ClaimTag, FoldTag, QuestionTag, ShownTag)
_SUBJECTS_OWN = "subjects."


@dataclass(frozen=True)
class Offer:
    """A name that chapters may use: how it is called, what it makes, and who offers it."""

    name: str
    signature: str
    says: str
    by: str


def offers() -> list[Offer]:
    """Return every name that a desk offers, each once for each that offers it first."""
    found: dict[tuple[str, str], Offer] = {}
    for kind in _desks():
        for name, member in offered_members(kind):
            if member not in vars(kind):
                continue  # of a class below it
            value = vars(kind)[member]
            function = value.fget if isinstance(value, property) else value
            signature = "" if isinstance(value, property) else _signature(function)
            says = inspect.getdoc(function) or ""
            by = _room(kind.__module__)
            found.setdefault((by, name), Offer(name, signature, " ".join(says.split()), by))
    return sorted(found.values(), key=lambda one: (one.by, one.name))


def _desks() -> Iterator[type]:
    for room in ROOMS:
        package = import_module(room)
        for info in walk_packages(package.__path__, f"{room}."):
            module = import_module(info.name)
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == info.name:
                    yield value


def _room(module: str) -> str:
    """Return the subject that a module is of, or nothing where every chapter has its names."""
    return module.split(".")[1] if module.startswith(_SUBJECTS_OWN) else ""


def _signature(function: object) -> str:
    found = inspect.signature(function)  # type: ignore[arg-type]
    inside = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in found.parameters.items()
        if name != "self"
    ]
    bare = found.replace(parameters=inside, return_annotation=inspect.Signature.empty)
    return str(bare)


class ManualDesk:
    """Lists what the tool has, for one chapter of a guide."""

    def __init__(self, folder: Path, entry: Entry) -> None:
        self._folder = folder
        self._entry = entry

    @offered
    def source_of(self, function: str) -> Slot:
        """Show the source of a function of the book's own `figures.py`."""
        text = read_text_file(self._folder / FIGURES)
        known = {
            node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)
        }
        if function not in known:
            raise UnknownName(function, known, what="function")
        node = known[function]
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        return code("\n".join(text.splitlines()[first - 1 : node.end_lineno]))

    @offered
    def head(self) -> Slot:
        """Show the head of the chapter itself."""
        lines = read_text_file(self._entry.chapter.path).splitlines()
        return code("\n".join(lines[: lines.index("+++", 1) + 1]))

    @offered
    def names_by(self, subject: str = "") -> Slot:
        """List the names that a subject offers to chapters, or those that every chapter has."""
        found = [one for one in offers() if one.by == subject]
        if not found:
            raise UnknownName(subject, {one.by for one in offers()}, what="subject with names")
        return _list((f"{one.name}{one.signature}", one.says) for one in found)

    @offered
    def functions(self) -> Slot:
        """List what a book's `figures.py` may import."""
        named = ((name, getattr(workings, name)) for name in workings.__all__)
        return _list(
            (
                name if isinstance(value, type) else f"{name}{_signature(value)}",
                _first(inspect.getdoc(value) or ""),
            )
            for name, value in named
        )

    @offered
    def operations(self) -> Slot:
        """List the operations that may be recorded, each with the rule that rounds it."""
        return _list(
            (name, f"{_first(inspect.getdoc(one.compute) or '')} {_rounded(one.kind)}".strip())
            for name, one in sorted(OPERATIONS.items())
        )

    @offered
    def explained(self, kind: str) -> Slot:
        """List the tags, the keys of a head, or the settings, as the guide explains each.

        Raises `WorkingsError` where the tool has one that the guide leaves out, or has it not.
        """
        texts = read_toml(self._folder / EXPLAINED, where=EXPLAINED)
        known = _known()
        if kind not in known:
            raise UnknownName(kind, known, what="list")
        return _list(_checked(kind, known[kind], texts.get(kind, {})))

    @offered
    def messages(self) -> Slot:
        """List the messages of the tool, with their cures."""
        return Slot(
            html="\n".join(
                Markup('<h3 id="{}">{}</h3>\n<p>{}</p>\n<ul>{}</ul>').format(
                    _address(one.about),
                    one.about,
                    _in_code(one.cure),
                    Markup("").join(
                        Markup("<li><code>{}</code></li>").format(text) for text in one.messages
                    ),
                )
                for one in read_cures(self._folder / CURES)
            ),
            text="",
            block=True,
        )


def _known() -> Mapping[str, Sequence[str]]:
    """Return what a guide has to explain, by kind."""
    tags = sorted({name for tag in TAGS for name in tag.tags})
    head = [one.name for one in fields(FrontMatter) if one.name != "more"]
    subjects = [
        value
        for module in walk_packages(import_module("subjects").__path__, "subjects.")
        if module.name.endswith(".subject")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, type) and issubclass(value, Subject)
    ]
    more = [key for subject in subjects for key in subject.head]
    tables = [table for subject in subjects for table in subject.tables]
    return {
        "tags": tags,
        "head": list(dict.fromkeys([*head, "example", *more])),
        "settings": list(dict.fromkeys([*Book.settings, *tables])),
    }


def _checked(
    kind: str, known: Sequence[str], texts: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for name in known:
        if name not in texts:
            raise WorkingsError(f"the guide leaves out “{name}” of “{kind}”", where=EXPLAINED)
        yield name, texts[name]
    for name in texts:
        if name not in known:
            raise WorkingsError(f"the tool has no “{name}” of “{kind}”", where=EXPLAINED)


def _rounded(kind: str) -> str:
    return f"Rounded as {kind}." if kind else "Not rounded."


def _first(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())


def _list(rows: Iterable[tuple[str, str]]) -> Slot:
    """Return names with what is said of each."""
    items = Markup("\n").join(
        Markup("<li><code>{}</code> {}</li>").format(name, _in_code(says)) for name, says in rows
    )
    return Slot(html=Markup("<ul>\n{}\n</ul>").format(items), text="", block=True)


def _address(title: str) -> str:
    """Return the address of a heading on its page."""
    return f"about-{re.sub(r'[^a-z]+', '-', title.lower()).strip('-')}"


def _in_code(text: str) -> Markup:
    """Return words in which what stands between backticks is code."""
    parts = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )
