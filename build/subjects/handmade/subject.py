"""Examples worked by hand from the numbers that a chapter gives."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.subject import Names, Subject, Topic, Upon
from engine.errors import UnknownName
from engine.examples.table import EXAMPLES, work_example
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.figures.operations.operation import Policy


class ExampleTopic(Upon):
    """A chapter whose givens are for an example."""

    def __init__(self, below: Topic, example: str) -> None:
        super().__init__(below)
        self.example = example

    @property
    def policy(self) -> Policy:
        """The rules of the example."""
        return EXAMPLES[self.example].policy

    @property
    def own(self) -> View:
        """The chapter's page, whose figures are the chapter's own."""
        return replace(self.below.own, scope=self.entry.scope)

    def work(self, given: Mapping[str, FigureArray]) -> Mapping[str, FigureArray]:
        """Work the example from the givens."""
        return work_example(self.example, dict(given), self.entry.scope)

    def names(self, view: View, kit: Kit) -> Names:
        """Return names that show the example's figures in place of a model's."""
        desk = ExampleDesk(NamedFigures(self.entry.scope, kit.givens), kit)
        return self.below.names(view, kit) | names_of(desk)


class Handmade(Subject):
    """The worked examples."""

    head = MappingProxyType({"example": str})

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return a chapter with an `example` in its head."""
        example = str(entry.chapter.front.more.get("example", ""))
        if not example:
            return below
        if example not in EXAMPLES:
            raise UnknownName(example, EXAMPLES, what="example")
        return ExampleTopic(below, example)


SUBJECT = Handmade
