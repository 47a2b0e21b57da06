"""What chapters can be about: the plug-ins that a book names, and what the tool asks of each.

A `Subject` is one plug-in, such as a kind of model. It makes the `Topic` of each chapter that is
about it, on top of what subjects before it have made: the tool knows nothing else of either.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from bookbuild.chapters.cases import Cases
from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.core.config import Book
from bookbuild.lines.ledger_figures import InFull, Part
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for

Progress = Callable[[str], None]
PLACES = 3  # of a chapter's own numbers, in a book that follows nothing


class Topic:
    """What a chapter is about. This one is about nothing but the chapter's own numbers."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    @property
    def policy(self) -> Policy:
        """The rules by which the chapter's figures are rounded."""
        return policy_for(PLACES)

    @property
    def slopes(self) -> Policy | None:
        """The rules for losses, gradients and moments, if it has any."""
        return None

    @property
    def own(self) -> View:
        """The chapter's own page."""
        return View("", self.entry.scope)

    def views(self) -> Iterator[View]:
        """Yield the chapter's pages on the site, its own among them."""
        yield self.own

    @property
    def together(self) -> Hashable:
        """What the pages of several chapters share that is long in the working, or None."""
        return None

    def work(self, given: Mapping[str, FigureArray]) -> Mapping[str, FigureArray]:
        """Return what is worked of the numbers that the chapter has declared, by name."""
        return {}

    def names(self, view: View, kit: Kit) -> "Names":
        """Return what the chapter's template may use on a page: its own figures."""
        desk = ExampleDesk(NamedFigures(self.entry.scope, kit.givens), kit)
        return Names(names_of(desk), Cases())

    def script(self, view: View) -> "Script | None":
        """Return what lets readers of a page put in words of their own."""
        return None


class Upon(Topic):
    """A topic upon another one: where it says nothing itself, the other does."""

    def __init__(self, below: Topic) -> None:
        super().__init__(below.entry)
        self.below = below

    @property
    def policy(self) -> Policy:
        """The rules by which the chapter's figures are rounded."""
        return self.below.policy

    @property
    def slopes(self) -> Policy | None:
        """The rules for losses, gradients and moments, if it has any."""
        return self.below.slopes

    @property
    def own(self) -> View:
        """The chapter's own page."""
        return self.below.own

    @property
    def together(self) -> Hashable:
        """What the pages of several chapters share that is long in the working, or None."""
        return self.below.together

    def work(self, given: Mapping[str, FigureArray]) -> Mapping[str, FigureArray]:
        """Return what is worked of the numbers that the chapter has declared, by name."""
        return self.below.work(given)

    def names(self, view: View, kit: Kit) -> "Names":
        """Return what the chapter's template may use on a page."""
        return self.below.names(view, kit)

    def script(self, view: View) -> "Script | None":
        """Return what lets readers of a page put in words of their own."""
        return self.below.script(view)


@dataclass(frozen=True)
class Names:
    """What a template may use: names with their values, and the cases of its prose."""

    values: Mapping[str, Any]
    cases: Cases

    def __or__(self, values: Mapping[str, Any]) -> "Names":
        """Return these names with more, which take the place of those of the same name."""
        return Names({**self.values, **values}, self.cases)


@dataclass(frozen=True)
class Script:
    """The script of a box for readers' own words, and the program that works them.

    `opening` is the script for a front page that opens with words of that program, if there is one.
    """

    name: str
    program: str
    opening: str = ""


@dataclass(frozen=True)
class OtherPage:
    """A page of the site that is no chapter.

    Pages with the same `group` are made one after another. `write` makes the content; `previous`
    and `following` are the paths and the titles of its neighbours.
    """

    path: str
    group: str
    title: str
    description: str
    scope: str
    write: Callable[[], str]
    previous: tuple[str, str] | None = None
    following: tuple[str, str] | None = None


@dataclass(frozen=True)
class Program:
    """A program that a browser can carry out, as data."""

    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Learned:
    """What a model has learned: the file that training wrote, and its tables by name."""

    name: str
    file: Path
    tables: Mapping[str, FigureArray]


@dataclass(frozen=True)
class Sample:
    """A figure that shows what the ledger's data is like; `in_full` gives unrounded values."""

    figure: Figure
    in_full: InFull | None = None


@dataclass(frozen=True)
class Triangle:
    """Who listens to whom, for a cover: words, a row of shares for each, and the word after."""

    words: Sequence[str]
    shares: Sequence[Sequence[Decimal]]
    last: str


@dataclass(frozen=True)
class Example:
    """An example that a chapter may name: how it is rounded, and how it is worked.

    `work` takes what the chapter gives and the scope of the figures, which it returns by name.
    """

    policy: Policy
    work: Callable[[Mapping[str, FigureArray], str], Mapping[str, FigureArray]]


class Step(Protocol):
    """A step of training, as far as a person watching hears of it."""

    @property
    def step(self) -> int:
        """Its number, from 1."""

    @property
    def loss(self) -> float:
        """The loss."""

    @property
    def heldout(self) -> int | None:
        """How much of what was held out is right, where that was measured."""


@dataclass(frozen=True)
class Outcome:
    """What came of a training: the loss, and how much `right` of what was held out."""

    loss: float
    right: int | None
    heldout: int


@dataclass(frozen=True)
class Training:
    """A training that can begin: `folder` is where it writes, `things` are what is held out."""

    name: str
    folder: str
    steps: int
    things: str
    train: Callable[[Callable[[Step], None]], Outcome]


class Run(Protocol):
    """Figures that were worked under one scope."""

    @property
    def scope(self) -> str:
        """The scope."""

    def figure(self, name: str) -> Figure:
        """Return the figure called `name`."""


class Subject:
    """One plug-in of a book. What it doesn't say of itself, it hasn't.

    `tables` are those of `book.toml` that it reads, `head` the keys of a chapter's head, each with
    the type of its value; `commands` are of the command line, each with the module that has it.
    """

    tables: tuple[str, ...] = ()
    head: Mapping[str, type] = MappingProxyType({})
    commands: Mapping[str, str] = MappingProxyType({})

    def __init__(self, book: Book, others: Sequence["Subject"]) -> None:
        """Begin with a book and the subjects that it names before this one."""
        self.book = book

    def runs(self) -> Sequence[str]:
        """Return the names that a chapter's head may give as its `run`."""
        return ()

    def run(self, name: str, words: Sequence[str]) -> "Run | None":
        """Work one of its runs on words that a person gives, or return None."""
        return None

    def trainable(self) -> Sequence[str]:
        """Return the models that it can train."""
        return ()

    def training(self, name: str) -> Training | None:
        """Return the training of one of these, or None."""
        return None

    def examples(self) -> Mapping[str, Example]:
        """Return the examples that a chapter's head may name, by name."""
        return {}

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return what a chapter about `run` is about: its head decides if that is `below` alone."""
        return below

    def count(self) -> int:
        """Return how often `work` reports progress."""
        return 0

    def work(self, progress: Progress) -> None:
        """Work what pages are about, so that processes made from this one have it already."""

    def pages(self) -> Iterator[OtherPage]:
        """Yield the pages of the site that are not chapters."""
        yield from ()

    def path_of_line(self, figure: Figure) -> str | None:
        """Return the permanent address of a figure's line among those pages."""
        return None

    def whole(self) -> Iterator[Part]:
        """Yield what is published whole, whatever pages show."""
        yield from ()

    def worked(self) -> Iterator[Part]:
        """Yield what has been worked so far of which only what pages show is published."""
        yield from ()

    def programs(self) -> Iterator[Program]:
        """Yield the programs for browsers."""
        yield from ()

    def learned(self) -> Iterator[Learned]:
        """Yield what models have learned."""
        yield from ()

    def sample(self) -> Sample | None:
        """Return a figure that shows what the ledger's data is like."""
        return None

    def triangle(self) -> Triangle | None:
        """Return what a cover can show."""
        return None
