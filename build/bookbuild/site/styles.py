"""The style sheets of a site's pages: which there are, and the fonts that go with them."""

import shutil
from pathlib import Path

from bookbuild.core.config import Book
from bookbuild.core.fonts import site_fonts
from bookbuild.core.templates import template_file

ICON = "icon.svg"
STYLES = ("tokens.css", "site.css", "pictures.css", "own.css", "living.css")


def write_styles(folder: Path, book: Book) -> None:
    """Write the icon, css/ and fonts/ into a folder; the book's cache keeps the cut fonts."""
    shutil.copyfile(template_file(book, ICON), folder / ICON)
    (folder / "css").mkdir()
    for name in STYLES:
        shutil.copyfile(template_file(book, f"css/{name}"), folder / "css" / name)
    (folder / "fonts").mkdir()
    for name, data in site_fonts(book.cache).items():
        (folder / "fonts" / name).write_bytes(data)
