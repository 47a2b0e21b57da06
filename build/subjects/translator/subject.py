"""Models that read a sentence of one language and write it in another."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

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
from bookbuild.lines.ledger_figures import Part, whole, whole_run
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName
from engine.figures.operations.operation import Policy
from engine.runs.givens import ModelGivens
from engine.runs.metric_figures import metric_policy
from engine.runs.translation import Translation
from subjects.models.library import model_names
from subjects.models.links import file_names
from subjects.models.model_subject import ModelSubject
from subjects.models.program import translator_program_of
from subjects.translator.desk import TranslatorDesk
from subjects.translator.files import train_translator
from subjects.translator.translation_desk import TranslationDesk
from subjects.translator.translators import Translator


class TranslationTopic(Topic):
    """A chapter about a model that translates, and about one of its translations."""

    def __init__(self, entry: Entry, run: str, subject: "Translating") -> None:
        super().__init__(entry)
        self.run = run
        self.subject = subject

    @property
    def policy(self) -> Policy:
        """The rules of the model's rows, or those of scores."""
        if self.entry.chapter.front.more.get("metrics"):
            return metric_policy()
        return self.subject.translator(self.run).figures.policy

    @property
    def own(self) -> View:
        """The page of the chapter's translation."""
        return View("", self.subject.first_translation(self.run).run.scope)

    @property
    def together(self) -> Hashable:
        """The model, whose scores take all its translations."""
        return self.run

    def names(self, view: View, kit: Kit) -> Names:
        """Return the names of the translation, and those of its model."""
        roles = self.entry.chapter.front.follow and kit.setting.scripted
        desk = TranslationDesk(self.subject.first_translation(self.run), kit, roles=roles)
        about = TranslatorDesk(self.subject.translator(self.run), desk)
        values = {
            **names_of(desk),
            **names_of(about),
            **file_names(self.run, kit),
            "sentences": lambda: Slot(html="", text="", block=True),
        }
        return Names(values, desk.cases)

    def script(self, view: View) -> Script | None:
        """Return the box for readers' own sentences, if the chapter takes them."""
        return Script("journey", self.run) if self.entry.chapter.front.follow else None


class Translating(ModelSubject):
    """Models whose sentences are listed under `[translate]`; those held out are added to them."""

    tables = ("translate",)
    translates = True
    things = "translations"
    head = MappingProxyType({"metrics": bool})
    commands = MappingProxyType({"translate": "subjects.translator.commands"})

    def __init__(self, book: Book, others: Sequence[Subject]) -> None:
        super().__init__(book, others)
        self._translators: dict[str, Translator] = {}

    def translator(self, name: str) -> Translator:
        """Return a model that translates."""
        if name not in self._translators:
            known = model_names(self.book)
            if name not in known:
                raise UnknownName(name, known, what="model")
            self._translators[name] = Translator(self.book.weights / name)
        return self._translators[name]

    def sentences(self, name: str) -> list[tuple[str, ...]]:
        """Return the sentences that a model translates: the book's own, then those held out."""
        heldout = (pair.source for pair in self.translator(name).model.heldout)
        return list(dict.fromkeys([*self.listed.get(name, ()), *heldout]))

    def first_translation(self, name: str) -> Translation:
        """Return the translation that the chapters are about."""
        return self.translator(name).translation(self.sentences(name)[0])

    def run(self, name: str, words: Sequence[str]) -> Run | None:
        """Translate a sentence."""
        return self.translator(name).translation(words).run if name in self.listed else None

    def figures(self, name: str) -> ModelGivens:
        """Return a model's own figures."""
        return self.translator(name).figures

    def train(self, folder: Path, on_step: Callable[[Step], None]) -> Outcome:
        """Train the model of a folder."""
        model = train_translator(folder, on_step)
        return Outcome(model.provenance.loss, model.provenance.heldout, len(model.heldout))

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return a chapter about one of the models."""
        return TranslationTopic(entry, run, self) if run in self.listed else below

    def work(self, progress: Progress) -> None:
        """Translate all sentences."""
        for name in self.listed:
            for words in self.sentences(name):
                self.translator(name).translation(words)
                progress(" ".join(words))

    def whole(self) -> Iterator[Part]:
        """Yield the models' own figures, and the translation that the chapters are about."""
        for name in self.listed:
            yield whole(name, self.translator(name).figures.arrays)
            yield whole_run(self.first_translation(name).run)

    def worked(self) -> Iterator[Part]:
        """Yield all else that was worked so far."""
        for name in self.listed:
            for worked in self.translator(name).worked():
                yield Part(worked.scope, worked.arrays)

    def programs(self) -> Iterator[Program]:
        """Yield each model as a program, with sentences to try."""
        for name in self.listed:
            program = translator_program_of(self.translator(name).figures)
            examples = [" ".join(words) for words in self.sentences(name)]
            yield Program(name, {**program, "examples": examples})


SUBJECT = Translating
