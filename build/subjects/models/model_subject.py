"""What a book follows of any kind of model, trains, and publishes of it."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from bookbuild.chapters.subject import Learned, Outcome, Step, Subject, Training
from bookbuild.core.config import Book
from engine.runs.givens import ModelGivens
from subjects.models.array_files import read_arrays
from subjects.models.config import ModelConfig, read_config
from subjects.models.library import model_names
from subjects.models.tables import checked_sentences
from subjects.models.trained import weights_path


class ModelSubject(Subject):
    """A kind of model, whose sentences a table of `book.toml` lists by the model that reads them.

    `things` are what such a model is tried on after its training, in the plural.
    """

    marks = 0  # words that such a model puts around a sentence itself
    translates = False
    things: str

    def __init__(self, book: Book, others: Sequence[Subject]) -> None:
        super().__init__(book, others)
        (table,) = self.tables
        self.listed = checked_sentences(book, table, marks=self.marks, translates=self.translates)

    @cached_property
    def configs(self) -> dict[str, ModelConfig]:
        """The settings of every model of this kind, listed or not, by its name."""
        read = {
            name: read_config(self.book.weights / name / "config.toml")
            for name in model_names(self.book)
        }
        return {
            name: config
            for name, config in read.items()
            if config.layout.translates == self.translates
        }

    def figures(self, name: str) -> ModelGivens:
        """Return a model's own figures."""
        raise NotImplementedError

    def sentences(self, name: str) -> Sequence[tuple[str, ...]]:
        """Return what a book follows of a model, the book's own first."""
        return self.listed[name]

    def train(self, folder: Path, on_step: Callable[[Step], None]) -> Outcome:
        """Train the model of a folder."""
        raise NotImplementedError

    def runs(self) -> Sequence[str]:
        """Return the models of this kind that the book follows."""
        return list(self.listed)

    def trainable(self) -> Sequence[str]:
        """Return the models of this kind, listed or not."""
        return list(self.configs)

    def training(self, name: str) -> Training | None:
        """Return the training of a model of this kind."""
        if name not in self.configs:
            return None
        folder = self.book.weights / name
        where, steps = str(folder.relative_to(self.book.root)), self.configs[name].training.steps
        return Training(
            name, where, steps, self.things, lambda on_step: self.train(folder, on_step)
        )

    def count(self) -> int:
        """Return how many sentences are followed."""
        return sum(len(self.sentences(name)) for name in self.listed)

    def learned(self) -> Iterator[Learned]:
        """Yield what each model has learned."""
        for name in self.listed:
            file = weights_path(self.book.weights / name)
            tables, _ = read_arrays(file, name)
            arrays = self.figures(name).arrays
            yield Learned(name, file, {key: arrays[key] for key in arrays if key in tables})
