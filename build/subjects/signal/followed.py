"""A kind of model that goes on with words: what a book follows of it, and chapters about it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.subject import (
    Names,
    Outcome,
    Program,
    Progress,
    Run,
    Script,
    Step,
    Subject,
    Topic,
)
from bookbuild.core.config import Book
from bookbuild.lines.ledger_figures import Part, whole
from bookbuild.markup.slots import Slot
from engine.figures.operations.operation import Policy
from engine.runs.givens import ModelGivens
from engine.runs.model_run import slug
from engine.runs.run import Run as ModelRun
from subjects.models.library import Followed, Library
from subjects.models.links import file_names
from subjects.models.model_subject import ModelSubject
from subjects.models.program import program_of
from subjects.models.weights import train_model
from subjects.signal.desk import Desk
from subjects.signal.facts import Facts

Sentences = Mapping[tuple[str, ...], Followed]


@dataclass(frozen=True)
class Spot:
    """A followed run, and the position of the word that a page shows."""

    followed: Followed
    here: int

    @property
    def run(self) -> ModelRun:
        """The run itself."""
        return self.followed.run


class FollowedTopic(Topic):
    """A chapter about a model, which follows a word of each of its sentences."""

    def __init__(self, entry: Entry, run: str, subject: "FollowedSubject") -> None:
        super().__init__(entry)
        self.run = run
        self.subject = subject

    @property
    def policy(self) -> Policy:
        """The rules of the model's rows."""
        return self.subject.library.figures(self.run).policy

    @property
    def sentences(self) -> Sentences:
        """What the chapter follows; the first is its own."""
        return self.subject.followed(self.run)

    def view_of(self, followed: Followed, here: int) -> View:
        """Return the page that shows a word."""
        words = followed.run.words
        note = f"(on the page of word {here} of “{' '.join(words)}”)"
        return View(
            f"{slug(words)}/{here}",
            followed.run.scope,
            note if self.entry.chapter.front.follow else "",
            Spot(followed, here),
        )

    @property
    def own(self) -> View:
        """The page of the first sentence, at its own word."""
        first = next(iter(self.sentences.values()))
        return self.view_of(first, first.own)

    def views(self) -> Iterator[View]:
        """Yield a page for each word, where the chapter follows them; else its own."""
        if not self.entry.chapter.front.follow:
            yield self.own
            return
        for followed in self.sentences.values():
            for here in followed.places:
                yield self.view_of(followed, here)

    def desk(self, view: View, kit: Kit) -> Desk:
        """Return the desk of a page."""
        spot = spot_of(view)
        follows, href = self.entry.chapter.front.follow, kit.setting.view_href
        return Desk(
            spot.followed,
            spot.here,
            kit,
            self.sentences,
            (lambda here: href(self.view_of(spot.followed, here))) if follows and href else None,
            roles=follows and view == self.own and kit.setting.scripted,
        )

    def names(self, view: View, kit: Kit) -> Names:
        """Return the names of the followed word, of its model, and of its kind of model."""
        desk = self.desk(view, kit)
        model, log = self.subject.library.model(self.run), self.subject.library.log(self.run)
        values = {
            **names_of(desk),
            **names_of(Facts(desk, model, log)),
            **file_names(self.run, kit),
            "sentences": lambda: self._crumbs(view, kit),
            **self.subject.names(self, desk, view, kit),
        }
        return Names(values, desk.cases)

    def _crumbs(self, view: View, kit: Kit) -> Slot:
        pages = [(each.label, self.view_of(each, each.own)) for each in self.sentences.values()]
        return kit.crumbs(pages, view)

    def script(self, view: View) -> Script | None:
        """Return the box of the chapter's own page, if readers may put in words."""
        if not self.entry.chapter.front.follow or view != self.own:
            return None
        return Script(self.subject.script, self.run, self.subject.opening)


def spot_of(view: View) -> Spot:
    """Return what a page of a followed word shows."""
    assert isinstance(view.subject, Spot)
    return view.subject


def library_of(book: Book, others: Sequence[Subject]) -> Library:
    """Return the models that earlier subjects have loaded, or new ones."""
    shared = [other.library for other in others if isinstance(other, FollowedSubject)]
    return shared[0] if shared else Library(book)


class FollowedSubject(ModelSubject):
    """A kind of model that goes on with words."""

    things = "questions"
    script: str  # of the box for readers' own words
    opening = ""  # the script of a front page that opens with such words

    def __init__(self, book: Book, others: Sequence[Subject]) -> None:
        super().__init__(book, others)
        self.library: Library = library_of(book, others)
        self._followed: dict[str, dict[tuple[str, ...], Followed]] = {}

    def run(self, name: str, words: Sequence[str]) -> Run | None:
        """Run a model on words."""
        return self.library.run(name, words) if name in self.listed else None

    def figures(self, name: str) -> ModelGivens:
        """Return a model's own figures."""
        return self.library.figures(name)

    def train(self, folder: Path, on_step: Callable[[Step], None]) -> Outcome:
        """Train the model of a folder."""
        model = train_model(folder, on_step)
        return Outcome(model.provenance.loss, model.provenance.heldout, len(model.heldout))

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return a chapter about one of the models."""
        return FollowedTopic(entry, run, self) if run in self.listed else below

    def names(self, topic: FollowedTopic, desk: Desk, view: View, kit: Kit) -> Mapping[str, Any]:
        """Return the names that only this kind of model has."""
        return {}

    def follow(
        self, name: str, sentences: Sequence[tuple[str, ...]], progress: Progress
    ) -> dict[tuple[str, ...], Followed]:
        """Work sentences; each kind of model has its own way."""
        raise NotImplementedError

    def followed(self, name: str, progress: Progress = lambda _: None) -> Sentences:
        """Return what the book follows of a model, by sentence, in the book's order."""
        if name not in self._followed:
            self._followed[name] = self.follow(name, self.sentences(name), progress)
        return self._followed[name]

    def work(self, progress: Progress) -> None:
        """Work all sentences."""
        for name in self.listed:
            self.followed(name, progress)

    def whole(self) -> Iterator[Part]:
        """Yield the models' own figures."""
        for name in self.listed:
            self.followed(name)  # adds to the model's figures
            yield whole(name, self.library.figures(name).arrays)

    def programs(self) -> Iterator[Program]:
        """Yield each model as a program."""
        for name in self.listed:
            yield Program(name, program_of(self.library.figures(name)))
