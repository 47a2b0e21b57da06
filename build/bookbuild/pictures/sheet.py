"""A sheet of pixels in greys, for where a drawing won't do: covers, and pictures of links.

It has the same bytes on every machine.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bookbuild.core.fonts import DISPLAY

PAPER, INK, SOFT = 0xFB, 0x1D, 0x5F  # greys
SIDE = 0.9  # of a cell, that of the square of a whole share
LEAST = 6.0  # the side of a share that rounds to nothing, in pixels
FEWEST = 0.6  # the smallest that a text becomes to fit, of the size that it would have


@dataclass(frozen=True)
class Room:
    """Where text may stand: from which edge, how wide, in how many lines."""

    left: float
    width: float
    lines: int = 2


class Sheet:
    """A sheet that is written and drawn on in ink; sizes are pixels."""

    def __init__(self, fonts: Path, size: tuple[int, int]) -> None:
        self._fonts = fonts
        self.image = Image.new("L", size, PAPER)
        self._draw = ImageDraw.Draw(self.image)

    def _font(self, name: str, size: int) -> ImageFont.FreeTypeFont:
        path = self._fonts / f"{name}.ttf"
        # What shapes letters otherwise is not on every machine.
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)

    def write(self, at: tuple[float, float], text: str, font: str, size: int, ink: int) -> None:
        """Write a line of text on the baseline `at`."""
        self._draw.text(at, text, fill=ink, font=self._font(font, size), anchor="ls")

    def write_folded(
        self, top: float, room: Room, text: str, font: str, size: int, ink: int
    ) -> float:
        """Write text in lines below `top`, smaller where it is long; return where it ends."""
        least = round(FEWEST * size)
        lines = self._fold(room, text, font, size)
        while size > least and not self._fits(room, lines, font, size):
            size -= 2
            lines = self._fold(room, text, font, size)
        for line in lines:
            top += 1.2 * size
            self.write((room.left, top), line, font, size, ink)
        return top

    def write_title(self, top: float, room: Room, title: str, size: int) -> float:
        """Write a title in the letters for it, if these have all of its own."""
        font = "display-semibold" if set(title) <= set(DISPLAY) else "serif-semibold"
        return self.write_folded(top, room, title, font, size, INK)

    def _fits(self, room: Room, lines: list[str], font: str, size: int) -> bool:
        letters = self._font(font, size)
        widest = max(map(letters.getlength, lines), default=0)
        return len(lines) <= room.lines and widest <= room.width

    def _fold(self, room: Room, text: str, font: str, size: int) -> list[str]:
        letters = self._font(font, size)
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and letters.getlength(longer) <= room.width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def draw_shares(
        self,
        corner: tuple[float, float],
        cell: float,
        size: int,
        words: Sequence[str],
        shares: Sequence[Sequence[Decimal]],
        last: str,
    ) -> None:
        """Draw a square for each share, its area the share; then each row's word, and the last."""
        left, top = corner

        def write(word: str, row: int, column: int, ink: int) -> None:
            at = (left + (column + 0.25) * cell, top + (row + 0.5) * cell + 0.3 * size)
            self.write(at, word, "serif-regular", size, ink)

        for row, word in enumerate(words):
            for column, share in enumerate(shares[row]):
                half = max(LEAST, SIDE * cell * sqrt(share)) / 2
                x, y = left + (column + 0.5) * cell, top + (row + 0.5) * cell
                corners = [round(each) for each in (x - half, y - half, x + half, y + half)]
                self._draw.rectangle(corners, fill=INK)
            write(word, row, row + 1, INK)
        write(last, len(words), len(words), SOFT)

    def png(self, level: int) -> bytes:
        """Return the sheet as a PNG, packed as well as `level` says."""
        stored = io.BytesIO()
        self.image.save(stored, "PNG", compress_level=level)
        return stored.getvalue()
