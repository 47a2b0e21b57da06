"""The picture that goes with links to the site: the cover, laid on its side."""

from pathlib import Path

from bookbuild.chapters.subjects import Subjects
from bookbuild.core.config import Book
from bookbuild.core.fonts import print_fonts
from bookbuild.pictures.sheet import SOFT, Room, Sheet

CARD = "card.png"
SIZE = (1200, 630)  # pixels, as such pictures are shown
_MARGIN, _TEXT = 72, 500  # the width of the text where there are squares next to it
_TITLE, _SUBTITLE = 104, 40  # pixels of the em
_TALL = SIZE[1] - 2 * _MARGIN
_WORD = 0.5  # of a cell, the size of its word


def write_card(folder: Path, book: Book, subjects: Subjects) -> None:
    """Write the picture into the folder of the site."""
    sheet, shown = Sheet(print_fonts(book.cache), SIZE), subjects.triangle()
    room = Room(_MARGIN, _TEXT if shown else SIZE[0] - 2 * _MARGIN, lines=4)
    below = sheet.write_title(_MARGIN, room, book.title, _TITLE) + 0.5 * _SUBTITLE
    sheet.write_folded(below, room, book.subtitle, "serif-regular", _SUBTITLE, SOFT)
    if shown:
        cell = _TALL / (len(shown.words) + 1)
        corner = (2 * _MARGIN + _TEXT, float(_MARGIN))
        size = round(_WORD * cell)
        sheet.draw_shares(corner, cell, size, shown.words, shown.shares, shown.last)
    (folder / CARD).write_bytes(sheet.png(9))
