"""The cover of the book's EPUB: its name, and who listens to whom, if a subject has that.

It is a picture of pixels, which is what e-readers ask for.
"""

from collections.abc import Sequence

from bookbuild.core.fonts import print_fonts
from bookbuild.pictures.sheet import SOFT, Room, Sheet
from bookbuild.site.pages import Site

SIZE = (1600, 2560)  # pixels
MARGIN = 170
_CELL = 190  # the most room that a square has
_WIDTH = SIZE[0] - 2 * MARGIN
_TITLE, _SUBTITLE, _WORD = 250, 84, 96  # pixels of the em


def cover(site: Site) -> bytes:
    """Return the cover as a PNG, the same bytes on every machine."""
    sheet, room = Sheet(print_fonts(site.book.cache), SIZE), Room(MARGIN, _WIDTH)
    below = sheet.write_title(1.4 * MARGIN, room, site.book.title, _TITLE) + 0.7 * _SUBTITLE
    sheet.write_folded(below, room, site.book.subtitle, "serif-regular", _SUBTITLE, SOFT)
    shown = site.subjects.triangle()
    if shown:
        cell = cell_of(shown.words)
        corner = (MARGIN, SIZE[1] - MARGIN - (len(shown.words) + 1) * cell)
        sheet.draw_shares(corner, cell, _WORD, shown.words, shown.shares, shown.last)
    return sheet.png(0)  # the archive packs it


def cell_of(words: Sequence[str]) -> int:
    """Return the room of a square, in pixels; a word takes that of two."""
    return min(_CELL, _WIDTH // (len(words) + 2))
