"""The tables of `book.toml` that models have: sentences to follow, and steps to work."""

from collections.abc import Iterator, Sequence
from typing import Any

from bookbuild.core.config import Book, ConfigError
from engine.errors import nearest
from subjects.models.config import ModelConfig, read_config

Sentences = dict[str, tuple[tuple[str, ...], ...]]


def checked_sentences(
    book: Book, table: str, *, marks: int = 0, translates: bool = False
) -> Sentences:
    """Return a table of sentences that each model can read.

    `marks` are words that the model puts around a sentence itself. Raises `ConfigError` for a
    model, or a word, that isn't there, and for a sentence that is too long.
    """
    listed = sentences_of(book, table)
    for name, sentences in listed.items():
        config = _config(book, table, name)
        if config.layout.translates != translates:
            does = "translates" if config.layout.translates else "doesn't translate"
            raise ConfigError(f"“{table}.{name}”: this model {does}", where=book.file)
        known = config.source_vocabulary if translates else config.vocabulary
        for words in sentences:
            _check_words(book, f"{table}.{name}", words, known, config.layout.context - marks)
    return listed


def checked_steps(book: Book, table: str) -> dict[str, tuple[int, ...]]:
    """Return a table of training steps, each of which starts from a point that was saved."""
    listed = numbers_of(book, table)
    for name, steps in listed.items():
        config = _config(book, table, name)
        last = config.training.steps
        there = [after + 1 for after in config.snapshots if after < last]
        for step in steps:
            if step not in there:
                known = f"these are {', '.join(map(str, there))}" if there else "there are none"
                instead = "leave it out"
                if step <= last:
                    instead += f", or add {step - 1} to “snapshots” in weights/{name}/config.toml"
                raise ConfigError(
                    f"“{table}.{name}” has the step {step}, but only those before which training "
                    f"was saved can be worked: {known}; {instead}",
                    where=book.file,
                )
    return listed


def _config(book: Book, table: str, name: str) -> ModelConfig:
    names = sorted(path.parent.name for path in book.weights.glob("*/config.toml"))
    if name not in names:
        raise ConfigError(
            f"“{table}” names the model “{name}”, which isn't in weights/.{nearest(name, names)}",
            where=book.file,
        )
    return read_config(book.weights / name / "config.toml")


def _check_words(
    book: Book, key: str, words: Sequence[str], known: Sequence[str], longest: int
) -> None:
    shown = " ".join(words)
    for word in words:
        if word not in known:
            raise ConfigError(
                f"“{key}”: “{word}” in “{shown}” is not in the vocabulary.{nearest(word, known)}",
                where=book.file,
            )
    if len(words) > longest:
        raise ConfigError(
            f"“{key}”: “{shown}” has {len(words)} words, {longest} are the most that it reads",
            where=book.file,
        )


def sentences_of(book: Book, table: str) -> Sentences:
    """Return a table of `book.toml` with sentences, each as its words, by the name before them."""
    read = _table(book, table, "sentences")
    return {name: tuple(_sentences(book, f"{table}.{name}", listed)) for name, listed in read}


def numbers_of(book: Book, table: str) -> dict[str, tuple[int, ...]]:
    """Return a table of `book.toml` with different numbers from 1 on, by the name before them."""
    found = {}
    for name, numbers in _table(book, table, "steps"):
        whole = isinstance(numbers, list) and all(type(one) is int and one > 0 for one in numbers)
        if not whole or not numbers or len(set(numbers)) < len(numbers):
            raise ConfigError(
                f"“{table}.{name}” must be a list of different steps, counted from 1",
                where=book.file,
            )
        found[name] = tuple(numbers)
    return found


def _table(book: Book, table: str, things: str) -> Iterator[tuple[str, Any]]:
    value = book.tables.get(table, {})
    if not isinstance(value, dict):
        raise ConfigError(
            f"“{table}” must name models, each with a list of {things}", where=book.file
        )
    yield from value.items()


def _sentences(book: Book, key: str, listed: Any) -> Iterator[tuple[str, ...]]:
    if (
        not isinstance(listed, list)
        or not listed
        or not all(isinstance(sentence, str) and sentence.split() for sentence in listed)
    ):
        raise ConfigError(f"“{key}” must be a list of sentences", where=book.file)
    words = [tuple(sentence.split()) for sentence in listed]
    if len(set(words)) < len(words):
        raise ConfigError(f"“{key}” has a sentence twice", where=book.file)
    yield from words
