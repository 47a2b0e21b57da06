"""The cover of the book's EPUB: its name, and who listens to whom, if a subject has that.

It is a picture of pixels, which is what e-readers ask for.
"""

import io
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bookbuild.chapters.subject import Triangle
from bookbuild.core.fonts import DISPLAY, print_fonts
from bookbuild.site.pages import Site

SIZE = (1600, 2560)  # pixels
MARGIN = 170
_CELL = 190  # the most room that a square has
_WIDTH = SIZE[0] - 2 * MARGIN
_TITLE, _SUBTITLE, _WORD = 250, 84, 96  # pixels of the em
_MOST_LINES, _SMALLEST = 2, 40  # of the title and of what is below it
_LEAST = 6.0  # the side of a share that rounds to nothing
_PAPER, _INK, _SOFT = 0xFB, 0x1D, 0x5F  # greys


class _Sheet:
    """A sheet that is written and drawn on in ink."""

    def __init__(self, fonts: Path) -> None:
        self._fonts = fonts
        self.image = Image.new("L", SIZE, _PAPER)
        self.draw = ImageDraw.Draw(self.image)

    def _font(self, name: str, size: int) -> ImageFont.FreeTypeFont:
        path = self._fonts / f"{name}.ttf"
        # What shapes letters otherwise is not on every machine.
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)

    def write(self, at: tuple[float, float], text: str, font: str, size: int, ink: int) -> None:
        """Write a line of text on the baseline `at`."""
        self.draw.text(at, text, fill=ink, font=self._font(font, size), anchor="ls")

    def write_folded(self, top: float, text: str, font: str, size: int, ink: int) -> float:
        """Write text in lines below `top`, smaller where it is long; return where it ends."""
        lines = self._fold(text, font, size)
        while size > _SMALLEST and not self._fits(lines, font, size):
            size -= 2
            lines = self._fold(text, font, size)
        for line in lines:
            top += 1.2 * size
            self.write((MARGIN, top), line, font, size, ink)
        return top

    def _fits(self, lines: list[str], font: str, size: int) -> bool:
        letters = self._font(font, size)
        return len(lines) <= _MOST_LINES and max(map(letters.getlength, lines), default=0) <= _WIDTH

    def _fold(self, text: str, font: str, size: int) -> list[str]:
        letters = self._font(font, size)
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and letters.getlength(longer) <= _WIDTH:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


def cover(site: Site) -> bytes:
    """Return the cover as a PNG, the same bytes on every machine."""
    sheet = _Sheet(print_fonts(site.book.cache))
    title = site.book.title
    font = "display-semibold" if set(title) <= set(DISPLAY) else "serif-semibold"
    below = sheet.write_folded(1.4 * MARGIN, title, font, _TITLE, _INK)
    below += 0.7 * _SUBTITLE
    sheet.write_folded(below, site.book.subtitle, "serif-regular", _SUBTITLE, _SOFT)
    shown = [found for subject in site.subjects if (found := subject.triangle())]
    if shown:
        _draw_listening(sheet, shown[0])
    stored = io.BytesIO()
    sheet.image.save(stored, "PNG", compress_level=0)  # the archive packs it
    return stored.getvalue()


def cell_of(words: Sequence[str]) -> int:
    """Return the room of a square, in pixels; a word takes that of two."""
    return min(_CELL, _WIDTH // (len(words) + 2))


def _draw_listening(sheet: _Sheet, shown: Triangle) -> None:
    """Draw a square for each share, its area the share; then each row's word, and the last."""
    words = shown.words
    cell = cell_of(words)
    top = SIZE[1] - MARGIN - (len(words) + 1) * cell

    def write(word: str, row: int, column: int, ink: int) -> None:
        at = (MARGIN + (column + 0.25) * cell, top + (row + 0.5) * cell + 0.3 * _WORD)
        sheet.write(at, word, "serif-regular", _WORD, ink)

    for row, word in enumerate(words):
        for column, share in enumerate(shown.shares[row]):
            half = max(_LEAST, 0.9 * cell * sqrt(share)) / 2
            x, y = MARGIN + (column + 0.5) * cell, top + (row + 0.5) * cell
            corners = [round(each) for each in (x - half, y - half, x + half, y + half)]
            sheet.draw.rectangle(corners, fill=_INK)
        write(word, row, row + 1, _INK)
    write(shown.last, len(words), len(words), _SOFT)
