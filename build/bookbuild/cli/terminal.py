"""What commands share: where they print, and the book that they are about."""

from pathlib import Path

from rich.console import Console

from bookbuild.core.config import Book, find_root, read_book

console = Console(highlight=False, soft_wrap=True)
notices = Console(stderr=True, highlight=False, soft_wrap=True)


def this_book() -> Book:
    """Return the book of the working directory."""
    return read_book(find_root(Path.cwd()))
