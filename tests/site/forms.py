"""The real book in its other forms, made once."""

from pathlib import Path

from bookbuild.core.output import write_whole
from bookbuild.ebook.epub import epub
from tests.conftest import Built


def book_epub(built: Built) -> Path:
    """Return the EPUB beside the built site."""
    path = built.html.parent / "epub" / "book.epub"
    if not path.is_file():
        write_whole(path, epub(built.site))
    return path
