"""The chapters of a book, in order, and one chapter rendered for a word, a medium and a place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import numpy as np
from jinja2 import Environment
from markupsafe import Markup

from bookbuild.chapters.chapter import Chapter, Rendered, Renderer, read_chapter
from bookbuild.chapters.figure_desk import FigureDesk
from bookbuild.chapters.quotations import Quotation, judge
from bookbuild.chapters.quoting import Quoting
from bookbuild.chapters.typed_lines import read_typed_lines
from bookbuild.core.config import Book, ConfigError
from bookbuild.lines.presenter import Href, Presenter
from bookbuild.markup.formulas import Formulas
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName, WorkingsError
from engine.examples.table import EXAMPLES, work_example
from engine.figures.descriptions import COUNT
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.operations.operation import Policy
from engine.figures.operations.table import OPERATIONS
from engine.runs.metric_figures import metric_policy
from engine.runs.run import Run
from subjects.answers.desk import Answers
from subjects.handmade.desk import ExampleDesk
from subjects.learning.desk import LessonDesk
from subjects.models.library import Followed, Library
from subjects.signal.desk import Desk
from subjects.signal.facts import Facts
from subjects.translator.desk import TranslatorDesk
from subjects.translator.translation_desk import TranslationDesk

Medium = Literal["html", "pdf"]
MEDIA: tuple[Medium, ...] = ("html", "pdf")


@dataclass(frozen=True)
class Entry:
    """One chapter and its number in the book."""

    number: int
    chapter: Chapter

    @property
    def name(self) -> str:
        """The chapter's name in addresses."""
        return self.chapter.name

    @property
    def title(self) -> str:
        """The chapter's title."""
        return self.chapter.front.title

    @property
    def handout(self) -> str:
        """The file of its handout."""
        return f"{self.number:02}-{self.name}.pdf"

    @property
    def scope(self) -> str:
        """The scope of the numbers that the chapter declares as given."""
        return f"book/{self.name}"


@dataclass(frozen=True)
class View:
    """A run and the position followed in it."""

    followed: Followed
    here: int

    @property
    def run(self) -> Run:
        """The run itself."""
        return self.followed.run


@dataclass(frozen=True)
class Setting:
    """Where a chapter is rendered: its medium, how that place links, and if it has scripts."""

    medium: Medium
    figure_href: Href
    chapter_link: Callable[[Entry], Slot]
    file_link: Callable[[str, str], Slot]
    word_href: Callable[[int], str] | None = None
    sentences: Callable[[], Slot] | None = None
    workings_link: Callable[[str], Slot] | None = None
    id_prefix: str = ""
    scripted: bool = False


class Contents:
    """All chapters of a book, and what rendering them shares."""

    def __init__(
        self, book: Book, library: Library, environment: Environment, *, claims_as_warnings: bool
    ) -> None:
        self.book = book
        self.library = library
        self._environment = environment
        self._claims_as_warnings = claims_as_warnings
        self._renderers: dict[str, Renderer] = {}
        self._formulas = {medium: Formulas(medium, book.cache / "formulas") for medium in MEDIA}
        paths = sorted(book.chapters.glob("[0-9]*.md"))
        if not paths:
            raise ConfigError("there are no chapters (01-….md)", where=str(book.chapters.name))
        self.entries = [
            Entry(number, read_chapter(path, book.root)) for number, path in enumerate(paths, 1)
        ]
        self.givens: dict[str, dict[str, FigureArray]] = {
            entry.name: self._givens(entry) for entry in self.entries
        }
        self.quotations = {entry.name: self._quotations(entry) for entry in self.entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def find(self, name: str) -> Entry:
        """Return the chapter called `name`."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise UnknownName(name, [entry.name for entry in self.entries], what="chapter")

    def followed(self, entry: Entry) -> Mapping[tuple[str, ...], Followed]:
        """Return the runs that a chapter may tell about; the first is its own."""
        return self.library.followed(self.model_of(entry))

    def model_of(self, entry: Entry) -> str:
        """Return the model that a chapter tells about: the book's first, if it doesn't say."""
        return entry.chapter.front.run or self.library.followed_models()[0]

    def policy_of(self, entry: Entry) -> Policy:
        """Return the rules by which a chapter's figures are rounded."""
        if entry.chapter.front.example:
            return EXAMPLES[entry.chapter.front.example].policy
        if entry.chapter.front.learn:
            lessons = self.library.lessons(self.model_of(entry))
            return lessons.figures(lessons.told - 1).policy
        if entry.chapter.front.metrics:
            return metric_policy()
        if self.library.translates(self.model_of(entry)):
            return self.library.translator(self.model_of(entry)).figures.policy
        return self.library.figures(self.model_of(entry)).policy

    def slopes_of(self, entry: Entry) -> Policy | None:
        """Return the rules for losses, gradients and moments, in a chapter about learning."""
        if not entry.chapter.front.learn:
            return None
        lessons = self.library.lessons(self.model_of(entry))
        return lessons.step(lessons.told).policy

    def view(self, entry: Entry) -> View | None:
        """Return what a chapter tells about: its first run, at the word told.

        A chapter about a model that translates has none: it follows no single word.
        """
        if self.library.translates(self.model_of(entry)):
            return None
        first = next(iter(self.followed(entry).values()))
        return View(first, first.told)

    def views(self, entry: Entry) -> Iterator[View]:
        """Yield every view of a chapter that follows all sentences."""
        for followed in self.followed(entry).values():
            for here in followed.places:
                yield View(followed, here)

    def page_scope(self, entry: Entry, view: View | None) -> str:
        """Return the scope that a page's figures belong to unless they say otherwise."""
        front = entry.chapter.front
        if front.example:
            return entry.scope
        if view is None:
            return self.library.told_translation(self.model_of(entry)).run.scope
        if front.learn:
            lessons = self.library.lessons(view.run.model.name)
            return lessons.step(lessons.told).scope
        return view.run.scope

    def render(
        self, entry: Entry, view: View | None, setting: Setting
    ) -> tuple[Rendered, Presenter]:
        """Render one chapter for one followed word; return also what showed its figures."""
        presenter = Presenter(
            self.page_scope(entry, view),
            setting.figure_href,
            setting.id_prefix,
            on_screen=setting.medium == "html",
        )
        desk, context = (
            self._translating(entry, setting, presenter)
            if view is None
            else self._following(entry, view, setting, presenter)
        )
        own = self.model_of(entry)
        context |= {
            "told": view == self.view(entry),
            "given": lambda name: presenter.figure(self._given(entry, name).figure()),
            "work": lambda name, operation, *operands: desk.line_of(
                self._work(entry, name, operation, operands)
            ),
            "workings": setting.workings_link or (lambda text: Slot.plain(text)),
            "chapter": lambda name: setting.chapter_link(self.find(name)),
            "ledger": lambda text, of=own: setting.file_link(text, f"ledger/{of}.csv"),
            "weights": lambda text, kind: setting.file_link(text, f"weights/{own}.{kind}"),
            "sentences": setting.sentences or (lambda: Slot(html="", text="", block=True)),
        }
        if entry.chapter.front.example:
            known = NamedFigures(entry.scope, self.givens[entry.name])
            example = ExampleDesk(known, presenter, self._environment)
            example.lookups = desk.lookups
            context |= example.context()
        quotations = self.quotations[entry.name]
        if quotations:
            context |= Quoting(quotations, presenter, self._environment).context()
        if entry.name not in self._renderers:
            self._renderers[entry.name] = Renderer(entry.chapter)
        try:
            rendered = self._renderers[entry.name].render(
                context,
                medium=setting.medium,
                claims_as_warnings=self._claims_as_warnings,
                formulas=self._formulas[setting.medium],
                id_prefix=setting.id_prefix,
            )
        except WorkingsError as error:
            if entry.chapter.front.follow and view:
                error.add(f"(on the page of word {view.here} of “{' '.join(view.run.words)}”)")
            raise
        return rendered, presenter

    def _following(
        self, entry: Entry, view: View, setting: Setting, presenter: Presenter
    ) -> tuple[FigureDesk, dict[str, object]]:
        """Return the desk of a followed word, and the names about its model and its training."""
        followed, environment = self.followed(entry), self._environment
        own = entry.chapter.front.follow and view == self.view(entry)
        desk = Desk(
            view.followed, view.here, presenter, environment, followed, setting.word_href,
            roles=own and setting.scripted,
        )  # fmt: skip
        name = view.run.model.name
        model, log = self.library.model(name), self.library.log(name)
        context = {
            **desk.context(),
            **Facts(desk, model, log, environment).context(),
            **Answers(desk, model, followed, environment).context(),
        }
        if entry.chapter.front.learn:
            lessons = self.library.lessons(name)
            context |= LessonDesk(lessons, log, desk, presenter, environment).context()
        return desk, context

    def _translating(
        self, entry: Entry, setting: Setting, presenter: Presenter
    ) -> tuple[FigureDesk, dict[str, object]]:
        """Return the desk of a translation, and the names about the model that makes it."""
        name = self.model_of(entry)
        told, environment = self.library.told_translation(name), self._environment
        own = entry.chapter.front.follow and setting.scripted
        desk = TranslationDesk(told, presenter, environment, roles=own)
        about = TranslatorDesk(self.library.translator(name), desk, presenter, environment)
        return desk, desk.context() | about.context()

    def _givens(self, entry: Entry) -> dict[str, FigureArray]:
        front = entry.chapter.front
        if front.example and front.example not in EXAMPLES:
            raise UnknownName(front.example, EXAMPLES, what="example")
        policy = self.policy_of(entry)
        known = {
            name: _given_array(declared.value, policy, entry.scope, name)
            for name, declared in front.givens.items()
        }
        if front.example:
            try:
                known |= work_example(front.example, known, entry.scope)
            except WorkingsError as error:
                error.where = error.where or entry.chapter.source.file
                raise
        return known

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
        policy = self.policy_of(entry)
        for name, count in counts.items():
            known[f"quoted.{name}"] = given(
                count, policy, entry.scope, f"quoted.{name}", origin=COUNT
            )
        return judged

    def _given(self, entry: Entry, name: str) -> FigureArray:
        declared = self.givens[entry.name]
        if name not in declared:
            raise UnknownName(name, declared, what="given")
        return declared[name]

    def _work(self, entry: Entry, name: str, operation: str, operands: Sequence[str]) -> Figure:
        """Work a small example from numbers that the chapter has: the same on every page."""
        known = self.givens[entry.name]
        if name not in known:
            taken = tuple(self._given(entry, operand) for operand in operands)
            if operation not in OPERATIONS:
                raise UnknownName(operation, OPERATIONS, what="operation")
            known[name] = taken[0].record(operation, taken)
            known[name].publish(entry.scope, name, ())
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


def anchor(href: str, text: str, kind: str = "") -> Slot:
    """Return a link as it stands in running text."""
    html = Markup('<a{} href="{}">{}</a>').format(
        Markup(' class="{}"').format(kind) if kind else "", href, text
    )
    return Slot(html=html, text=text)
