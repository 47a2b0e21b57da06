"""The tables of `book.toml` that models have: sentences to follow, and steps to work."""

from collections.abc import Iterator
from typing import Any

from bookbuild.core.config import Book, ConfigError


def sentences_of(book: Book, table: str) -> dict[str, tuple[tuple[str, ...], ...]]:
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
