"""The chapters of a book, in order, and one chapter rendered as a page."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from jinja2 import Environment

from bookbuild.chapters.book_check import FRONT, check_chapters
from bookbuild.chapters.chapter import Rendered, Renderer, read_chapter
from bookbuild.chapters.claims import ClaimResult
from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.figure_desk import FigureDesk
from bookbuild.chapters.kit import Kit, Medium, Setting
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.ordinals import Order
from bookbuild.chapters.parts import parts_of
from bookbuild.chapters.quotations import Quotation, judge
from bookbuild.chapters.quoting import Quoting
from bookbuild.chapters.subject import Topic
from bookbuild.chapters.subjects import Subjects
from bookbuild.chapters.typed_lines import read_typed_lines
from bookbuild.core.config import Book, ConfigError
from bookbuild.lines.presenter import Presenter
from bookbuild.markup.formulas import Formulas
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import parsed
from engine.errors import UnknownName, WorkingsError
from engine.figures.descriptions import COUNT
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.operations.operation import Policy
from engine.figures.operations.table import OPERATIONS

MEDIA: tuple[Medium, ...] = ("html", "pdf")


@dataclass(frozen=True)
class Page:
    """A chapter as it was rendered once: what is on it, and all that is known of it.

    `shown` has its figures by their addresses, `written` the addresses of the lines that it writes
    out, `claims` what became of its claims. Its figures are of `scope` unless they say otherwise.
    """

    entry: Entry
    scope: str
    rendered: Rendered
    shown: Mapping[str, Figure]
    written: frozenset[str]

    @property
    def html(self) -> str:
        """Its HTML, without a title."""
        return self.rendered.html

    @property
    def claims(self) -> tuple[ClaimResult, ...]:
        """Its claims."""
        return self.rendered.claims

    @property
    def broken(self) -> list[ClaimResult]:
        """Those of its claims that don't hold."""
        return [claim for claim in self.claims if not claim.holds]

    def tree(self) -> ET.Element:
        """Parse its HTML into elements under one: a tree of the caller's own."""
        return parsed(self.html, where=self.entry.chapter.source.file)


class Contents:
    """All chapters of a book, and what rendering them shares: nothing that a page changes."""

    def __init__(
        self, book: Book, environment: Environment, *, claims_as_warnings: bool = False
    ) -> None:
        self.book = book
        self.subjects = Subjects(book)
        self._environment = environment
        self._claims_as_warnings = claims_as_warnings
        self._renderers: dict[str, Renderer] = {}
        self._formulas = {medium: Formulas(medium, book.cache / "formulas") for medium in MEDIA}
        paths = sorted(book.chapters.glob("[0-9]*.md"))
        if not paths:
            raise ConfigError("there are no chapters (01-….md)", where=book.folder.as_posix())
        head = self.subjects.head
        chapters = [read_chapter(path, book.root, head) for path in paths]
        check_chapters(book.chapters, chapters)
        self.parts = parts_of(book, chapters)
        self.entries = [entry for part in self.parts for entry in part.entries]
        self.front = self._front(head)
        every = [*self.entries, *([self.front] if self.front else [])]
        self._topics = {entry.name: self._topic(entry) for entry in every}
        self.givens: dict[str, dict[str, FigureArray]] = {
            entry.name: self._givens(entry) for entry in every
        }
        self.quotations = {entry.name: self._quotations(entry) for entry in self.entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def _front(self, head: Mapping[str, type]) -> Entry | None:
        """Read what the book opens with, before its contents, if it has that."""
        path = self.book.chapters / FRONT
        if not path.exists():
            return None
        chapter = read_chapter(path, self.book.root, head)
        for key in ("givens", "quotes", "words"):
            if getattr(chapter.front, key):
                raise ConfigError(
                    f"what a book opens with can't have “{key}”: a chapter can",
                    where=chapter.source.file,
                )
        return Entry(-1, chapter, "", "", "")

    def following(self, entry: Entry) -> Entry:
        """Return the first chapter that follows the same words as `entry`, or `entry` itself."""
        heads = ((each, each.chapter.front) for each in self.entries)
        run = entry.chapter.front.run
        return next((each for each, head in heads if head.follow and head.run == run), entry)

    def find(self, name: str) -> Entry:
        """Return the chapter called `name`."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise UnknownName(name, [entry.name for entry in self.entries], what="chapter")

    def topic(self, entry: Entry) -> Topic:
        """Return what a chapter is about."""
        return self._topics[entry.name]

    def _topic(self, entry: Entry) -> Topic:
        try:
            return self.subjects.topic(entry)
        except WorkingsError as error:
            error.where = error.where or entry.file
            raise

    def own_view(self, entry: Entry) -> View:
        """Return a chapter's own page."""
        return self.topic(entry).own

    def render(self, entry: Entry, view: View, setting: Setting) -> Page:
        """Render one page of a chapter."""
        topic = self.topic(entry)
        presenter = Presenter(
            view.scope,
            setting.figure_href,
            setting.id_prefix,
            on_screen=setting.medium == "html",
        )
        kit = Kit(presenter, self._environment, setting, dict(self.givens[entry.name]))
        names = topic.names(view, kit) | self._own_names(entry, view, kit)
        if entry.name not in self._renderers:
            self._renderers[entry.name] = Renderer(entry.chapter)
        try:
            rendered = self._renderers[entry.name].render(
                names.values,
                medium=setting.medium,
                lookups=kit.lookups,
                cases=names.cases,
                claims_as_warnings=self._claims_as_warnings,
                formulas=self._formulas[setting.medium],
                id_prefix=setting.id_prefix,
                picture_source=setting.picture_source,
            )
        except WorkingsError as error:
            if view.note:
                error.add(view.note)
            raise
        return Page(entry, view.scope, rendered, presenter.shown, frozenset(presenter.written))

    def _own_names(self, entry: Entry, view: View, kit: Kit) -> dict[str, Any]:
        """Return the names that every chapter's template may use."""
        known = kit.givens
        desk = FigureDesk(NamedFigures(entry.scope, known), kit)
        names = {
            "told": view == self.own_view(entry),
            "given": lambda name: kit.presenter.figure(_given(known, name).figure()),
            "work": lambda name, operation, *operands: desk.line_of(
                _work(known, entry.scope, name, operation, operands)
            ),
            "chapter": lambda name: kit.setting.chapter_link(self.find(name)),
            "lines": Slot.plain(f"{kit.setting.lines:,}"),
            **names_of(Order(self.parts, self.subjects.runs())),
        }
        quotations = self.quotations.get(entry.name)
        return names | (names_of(Quoting(quotations, kit)) if quotations else {})

    def _givens(self, entry: Entry) -> dict[str, FigureArray]:
        topic = self.topic(entry)
        known = {
            name: _given_array(declared.value, topic.policy, entry.scope, name)
            for name, declared in entry.chapter.front.givens.items()
        }
        try:
            return known | dict(topic.work(known))
        except WorkingsError as error:
            error.where = error.where or entry.file
            raise

    def _quotations(self, entry: Entry) -> dict[str, Quotation]:
        """Ask the auditor about the lines that a chapter quotes, and count them as figures."""
        quotes = entry.chapter.front.quotes
        if not quotes:
            return {}
        path = entry.chapter.path.parent / quotes
        known = self.givens[entry.name]
        typed = read_typed_lines(path, path.relative_to(self.book.root).as_posix())
        judged = judge(typed, NamedFigures(entry.scope, known).figure)
        closing = sum(line.closes for line in typed.lines)
        counts = {"found": len(typed.lines), "closing": closing}
        counts["not_closing"] = counts["found"] - closing
        policy = self.topic(entry).policy
        for name, count in counts.items():
            known[f"quoted.{name}"] = given(
                count, policy, entry.scope, f"quoted.{name}", origin=COUNT
            )
        return judged


def _given(known: Mapping[str, FigureArray], name: str) -> FigureArray:
    if name not in known:
        raise UnknownName(name, known, what="given")
    return known[name]


def _work(
    known: dict[str, FigureArray], scope: str, name: str, operation: str, operands: Sequence[str]
) -> Figure:
    """Work a small example from numbers that the page knows, and let it know the result."""
    if name not in known:
        taken = tuple(_given(known, operand) for operand in operands)
        if operation not in OPERATIONS:
            raise UnknownName(operation, OPERATIONS, what="operation")
        known[name] = taken[0].record(operation, taken)
        known[name].publish(scope, name, ())
    return known[name].figure()


def _given_array(
    value: str | tuple[str, ...], policy: Policy, scope: str, name: str
) -> FigureArray:
    """Return the figures of a declared number, row or table; places count from 1."""
    if isinstance(value, str) and " " not in value:
        return given(value, policy, scope, name)
    rows = value.split() if isinstance(value, str) else [row.split() for row in value]
    numbers = np.asarray(np.frompyfunc(Decimal, 1, 1)(rows), dtype=object)
    return given(numbers, policy, scope, name, tuple(map(counted, numbers.shape)))
