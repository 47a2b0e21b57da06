"""Chapters with an `example` in their head: what they give is worked, and they show its figures."""

from collections.abc import Mapping
from dataclasses import replace

from bookbuild.chapters.entries import View
from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.subject import Example, Names, Topic, Upon
from engine.errors import WorkingsError
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.figures.operations.operation import Policy


class ExampleTopic(Upon):
    """A chapter whose givens are for an example."""

    def __init__(self, below: Topic, example: Example) -> None:
        super().__init__(below)
        self.example = example

    @property
    def policy(self) -> Policy:
        """The rules of the example."""
        return self.example.policy

    @property
    def own(self) -> View:
        """The chapter's page, whose figures are the chapter's own."""
        return replace(self.below.own, scope=self.entry.scope)

    def work(self, given: Mapping[str, FigureArray]) -> Mapping[str, FigureArray]:
        """Work the example from the givens."""
        try:
            return self.example.work(given, self.entry.scope)
        except WorkingsError as error:
            if error.where:  # a place in the example, which several chapters may use
                error.add(f"(the example of {self.entry.file})")
            raise

    def names(self, view: View, kit: Kit) -> Names:
        """Return names that show the example's figures in place of a model's."""
        desk = ExampleDesk(NamedFigures(self.entry.scope, kit.givens), kit)
        return self.below.names(view, kit) | names_of(desk)
