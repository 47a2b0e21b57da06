"""The subjects of one book: found by name, asked in the book's order; and all examples."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence

from bookbuild.chapters.entries import Entry
from bookbuild.chapters.example_topic import ExampleTopic
from bookbuild.chapters.own_examples import own_examples
from bookbuild.chapters.subject import Example, Progress, Run, Subject, Topic, Triangle
from bookbuild.core.config import FILE, Book, ConfigError
from engine.errors import UnknownName, nearest


class Subjects:
    """The plug-ins that a book names, in its order."""

    def __init__(self, book: Book) -> None:
        """Import each. Raises `ConfigError` for one that is missing and for unknown settings."""
        self.book = book
        self._subjects: list[Subject] = []
        for name in book.subjects:
            self._subjects.append(_find(name)(book, tuple(self._subjects)))
        known = {table for subject in self._subjects for table in subject.tables}
        for table in book.tables:
            if table not in known:
                raise ConfigError(
                    f"unknown setting “{table}”.{nearest(table, {*known, *book.settings})}",
                    where=book.file,
                )
        self._examples: dict[str, Example] = {}
        for subject in self._subjects:
            self._examples |= subject.examples()
        self._examples |= own_examples(book)  # these take the place of others of the same name

    def __iter__(self) -> Iterator[Subject]:
        return iter(self._subjects)

    @property
    def head(self) -> Mapping[str, type]:
        """The keys of a chapter's head that the subjects read."""
        own: dict[str, type] = {"example": str}
        return own | {key: kind for subject in self for key, kind in subject.head.items()}

    @property
    def examples(self) -> Mapping[str, Example]:
        """All that a chapter's head may give as its `example`."""
        return self._examples

    def runs(self) -> list[str]:
        """Return all that a chapter's head may give as its `run`; the first is what it means."""
        return [name for subject in self for name in subject.runs()]

    def run(self, name: str, words: Sequence[str]) -> Run:
        """Work a run on words that a person gives; `UnknownName` for a model of no subject."""
        for subject in self:
            run = subject.run(name, words)
            if run is not None:
                return run
        raise UnknownName(name, self.runs(), what="model")

    def topic(self, entry: Entry) -> Topic:
        """Return what a chapter is about. Raises `UnknownName` for a `run` that there is not."""
        runs, run = self.runs(), entry.chapter.front.run
        if run and run not in runs:
            raise UnknownName(run, runs, what="model")
        topic = Topic(entry)
        for subject in self:
            topic = subject.topic(entry, run or next(iter(runs), ""), topic)
        return self._with_example(entry, topic)

    def _with_example(self, entry: Entry, topic: Topic) -> Topic:
        """Return a topic with the example that the chapter's head names, if it names one."""
        name = str(entry.chapter.front.more.get("example", ""))
        if not name:
            return topic
        if name not in self._examples:
            raise UnknownName(name, self._examples, what="example")
        return ExampleTopic(topic, self._examples[name])

    def triangle(self) -> Triangle | None:
        """Return what a cover can show, from the first subject that has it."""
        found = (subject.triangle() for subject in self)
        return next((triangle for triangle in found if triangle), None)

    def count(self) -> int:
        """Return how often `work` reports progress."""
        return sum(subject.count() for subject in self)

    def work(self, progress: Progress) -> None:
        """Work what pages are about."""
        for subject in self:
            subject.work(progress)


def commands_of(book: Book) -> dict[str, str]:
    """Return the commands of a book's subjects, each with the module that has it."""
    return {
        name: module for kind in map(_find, book.subjects) for name, module in kind.commands.items()
    }


def _find(name: str) -> type[Subject]:
    """Return the subject that a package has: `SUBJECT` in its module `subject`."""
    if not all(part.isidentifier() for part in name.split(".")):
        raise ConfigError(f"“{name}” in “subjects” is no name of a module", where=FILE)
    try:
        module = importlib.import_module(f"{name}.subject")
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"there is no subject “{name}”: no module {error.name}.{nearest(name, _near(name))}",
            where=FILE,
        ) from error
    found = getattr(module, "SUBJECT", None)
    if found is None:
        raise ConfigError(
            f"“{name}” is no subject: its module “subject” has no SUBJECT", where=FILE
        )
    if not (isinstance(found, type) and issubclass(found, Subject)):
        raise ConfigError(f"SUBJECT of “{name}” is no kind of Subject", where=FILE)
    return found


def _near(name: str) -> list[str]:
    """Return the packages of the package in which a subject was looked for."""
    room = name.rpartition(".")[0]
    try:
        places = importlib.import_module(room).__path__ if room else ()
    except (ModuleNotFoundError, AttributeError):
        return []
    return [f"{room}.{found.name}" for found in pkgutil.iter_modules(places) if found.ispkg]
