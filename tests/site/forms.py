"""The real book in its other forms, made once."""

from pathlib import Path

from bookbuild.ebook.epub import epub
from tests.conftest import Built


def book_epub(built: Built) -> Path:
    """Return the EPUB beside the built site."""
    path = built.html.parent / "epub" / "book.epub"
    if not path.is_file():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(epub(built.site))
    return path
