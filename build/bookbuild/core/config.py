"""The book's own settings: where its folders are, and which sentences it follows."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from bookbuild.core.inputs import read_toml
from engine.errors import WorkingsError, nearest


class ConfigError(WorkingsError):
    """The settings in `book/book.toml` can't be used."""


@dataclass(frozen=True)
class Sentences:
    """The sentences (or questions) of one model; the first is the one that the book tells about."""

    model: str
    sentences: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Lessons:
    """The steps of a model's training that are worked in full; the first is the one told about."""

    model: str
    steps: tuple[int, ...]


@dataclass(frozen=True)
class Book:
    """Folders and settings of one book."""

    root: Path
    title: str
    subtitle: str
    followed: tuple[Sentences, ...]
    asked: tuple[Sentences, ...] = ()
    learned: tuple[Lessons, ...] = ()
    translated: tuple[Sentences, ...] = ()
    edition: date | None = None  # of what is published with a date

    @property
    def chapters(self) -> Path:
        """The folder of chapters."""
        return self.root / "book"

    @property
    def templates(self) -> Path:
        """The folder of templates and style sheets."""
        return self.root / "templates"

    @property
    def weights(self) -> Path:
        """The folder with one folder a model."""
        return self.root / "weights"

    @property
    def cache(self) -> Path:
        """What may be thrown away: cut fonts, drawn formulas."""
        return self.root / ".cache"


def find_root(start: Path) -> Path:
    """Return the folder at or above `start` that holds `book/book.toml`."""
    for folder in (start, *start.parents):
        if (folder / "book" / "book.toml").is_file():
            return folder
    raise ConfigError(
        "no book here: run this inside a folder that holds book/book.toml, or one below it",
        where=str(start),
    )


def read_book(root: Path) -> Book:
    """Read `book/book.toml`; refuse unknown keys, wrong types and an empty list of sentences."""
    path = root / "book" / "book.toml"
    where = str(path.relative_to(root))
    data = read_toml(path, where=where, kind=ConfigError)
    known = {"title", "subtitle", "edition", "follow", "ask", "learn", "translate"}
    for key in data:
        if key not in known:
            raise ConfigError(f"unknown setting “{key}”.{nearest(key, known)}", where=where)
    for key in ("title", "subtitle"):
        if not isinstance(data.get(key), str):
            raise ConfigError(f"“{key}” must be text", where=where)
    edition = data.get("edition")
    if edition is not None and (not isinstance(edition, date) or isinstance(edition, datetime)):
        raise ConfigError("“edition” must be a date, such as 2026-01-31", where=where)
    if not data.get("follow"):
        raise ConfigError("“follow” must list at least one model with its sentences", where=where)
    followed = tuple(_sentences("follow", data["follow"], where))
    asked = tuple(_sentences("ask", data.get("ask", {}), where))
    learned = tuple(_lessons(data.get("learn", {}), where))
    translated = tuple(_sentences("translate", data.get("translate", {}), where))
    return Book(root, data["title"], data["subtitle"], followed, asked, learned, translated,
                edition)  # fmt: skip


def _lessons(table: object, where: str) -> Iterator[Lessons]:
    if not isinstance(table, dict):
        raise ConfigError("“learn” must name models, each with a list of steps", where=where)
    for model, steps in table.items():
        whole = isinstance(steps, list) and all(type(step) is int and step > 0 for step in steps)
        if not whole or not steps or len(set(steps)) < len(steps):
            raise ConfigError(
                f"“learn.{model}” must be a list of different steps, counted from 1", where=where
            )
        yield Lessons(model, tuple(steps))


def _sentences(key: str, table: object, where: str) -> Iterator[Sentences]:
    if not isinstance(table, dict):
        raise ConfigError(f"“{key}” must name models, each with a list of sentences", where=where)
    for model, sentences in table.items():
        if (
            not isinstance(sentences, list)
            or not sentences
            or not all(isinstance(sentence, str) and sentence.split() for sentence in sentences)
        ):
            raise ConfigError(f"“{key}.{model}” must be a list of sentences", where=where)
        words = tuple(tuple(sentence.split()) for sentence in sentences)
        if len(set(words)) < len(words):
            raise ConfigError(f"“{key}.{model}” has a sentence twice", where=where)
        yield Sentences(model, words)
