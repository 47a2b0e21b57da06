"""Models that fill in a blank, as the tool meets them: a subject, a topic, a desk."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.figure_desk import FigureDesk
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of, offered
from bookbuild.chapters.subject import Names, Run, Sample, Subject, Topic
from bookbuild.core.config import Book, ConfigError
from bookbuild.lines.ledger_figures import Part, whole, whole_run
from bookbuild.markup.slots import Slot
from engine.figures.operations.operation import Policy
from subjects.models.tables import sentences_of
from tests.subjects.blank.model import NAME, POLICY, BlankModel, Filled


class FilledDesk(FigureDesk):
    """What a chapter about a blank may show."""

    def __init__(self, filled: Filled, kit: Kit) -> None:
        super().__init__(filled, kit)
        self._filled = filled

    @property
    @offered
    def here(self) -> int:
        """The place of the blank, from 1."""
        return self._filled.here

    @property
    @offered
    def answer(self) -> str:
        """The word that fills it."""
        return self._filled.answer

    @offered
    def sentence(self) -> Slot:
        """Show the sentence."""
        return Slot.plain(" ".join(self._filled.words))


class BlankTopic(Topic):
    """A chapter about a sentence with a blank; with `follow` it has a page for each of them."""

    def __init__(self, entry: Entry, every: Sequence[Filled]) -> None:
        super().__init__(entry)
        self.every = every

    @property
    def policy(self) -> Policy:
        """The rules of the model's rows."""
        return POLICY

    def _view(self, filled: Filled) -> View:
        return View(filled.scope.partition("/")[2], filled.scope, subject=filled)

    @property
    def own(self) -> View:
        """The page of the first sentence."""
        return self._view(self.every[0])

    def views(self) -> Iterator[View]:
        """Yield a page for each sentence."""
        yield from map(
            self._view, self.every if self.entry.chapter.front.follow else self.every[:1]
        )

    def names(self, view: View, kit: Kit) -> Names:
        """Return the names of the page's sentence."""
        names = super().names(view, kit)
        assert isinstance(view.subject, Filled)
        return names | names_of(FilledDesk(view.subject, kit))


class Blanks(Subject):
    """A model whose sentences are listed under `[fill]`."""

    tables = ("fill",)
    commands = MappingProxyType({"fill": "tests.subjects.blank.commands"})

    def __init__(self, book: Book, others: Sequence[Subject]) -> None:
        super().__init__(book, others)
        self.model = BlankModel()
        listed: Mapping[str, Sequence[tuple[str, ...]]] = sentences_of(book, "fill")
        if set(listed) - {NAME}:
            raise ConfigError(f"“fill” has the model “{NAME}” alone", where=book.file)
        self.every = [Filled(self.model, words) for words in listed.get(NAME, ())]

    def runs(self) -> Sequence[str]:
        """Return the model, if the book has a sentence for it."""
        return [NAME] if self.every else []

    def run(self, name: str, words: Sequence[str]) -> Run | None:
        """Fill in a blank."""
        return Filled(self.model, words) if name == NAME else None

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return a chapter about the model."""
        return BlankTopic(entry, self.every) if run == NAME else below

    def whole(self) -> Iterator[Part]:
        """Yield the model and its runs."""
        if self.every:
            yield whole(NAME, self.model.arrays)
        for filled in self.every:
            yield whole_run(filled)

    def sample(self) -> Sample | None:
        """Return the chance of an answer."""
        for filled in self.every:
            return Sample(filled.at("guess.share", str(filled.here), filled.answer))
        return None


SUBJECT = Blanks
