"""Decides how paper raises an exponent and marks what only position says, so that text copied from
a PDF is still the line that is printed.

Two fonts are made for it. In *Workings Raised* the letters of the serif are small and raised by
themselves: an exponent is set in the line's own size and on its baseline, so no program that reads
a PDF takes it for a row of its own; and its caret and brackets have no ink and hardly any room. In
*Workings Marks* every letter is without ink and half an em wide: for the bars between the cells of
a table, and for what a formula says, which is drawn as a picture.
"""

import json
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from bookbuild.core.children import request
from bookbuild.core.fonts import MATH, SERIF

SIZE, RISE = 0.7, 0.35  # of a raised letter: as `sup` is set elsewhere, in em of its line
SIGNS_OF_POWERS = "^()"
SIGN_WIDTH = 0.01  # em: some programs pass over what has no width at all
MARK_WIDTH = 0.5  # em


def raised(serif: Path) -> TTFont:
    """Make the raised letters from a static font of the serif."""
    font = TTFont(serif, recalcTimestamp=False)
    glyphs, metrics, units = font.getGlyphSet(), font["hmtx"].metrics, font["head"].unitsPerEm
    smaller = {}
    for name in font.getGlyphOrder():
        letter, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[name].draw(letter)
        letter.replay(TransformPen(pen, (SIZE, 0, 0, SIZE, 0, RISE * units)))
        smaller[name] = pen.glyph()
    for name, glyph in smaller.items():
        font["glyf"][name] = glyph
        metrics[name] = (round(SIZE * metrics[name][0]), 0)
    for sign in SIGNS_OF_POWERS:
        name = font.getBestCmap()[ord(sign)]
        font["glyf"][name], metrics[name] = Glyph(), (round(SIGN_WIDTH * units), 0)
    for name in smaller:
        glyph = font["glyf"][name]
        glyph.recalcBounds(font["glyf"])
        metrics[name] = (metrics[name][0], getattr(glyph, "xMin", 0))
    del font["GPOS"]  # kerning, for letters of the old size
    _name(font, "Workings Raised")
    return font


def marks() -> TTFont:
    """Make the letters without ink; each is a glyph of its own, so that it keeps its name."""
    names = {ord(letter): f"u{ord(letter):04X}" for letter in sorted(set(SERIF + MATH))}
    order, units = [".notdef", *names.values()], 1000
    builder = FontBuilder(units, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: Glyph() for name in order})
    builder.setupHorizontalMetrics({name: (round(MARK_WIDTH * units), 0) for name in order})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    font = builder.font
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = 0
    _name(font, "Workings Marks")
    return font


def _name(font: TTFont, family: str) -> None:
    for name_id, text in ((1, family), (2, "Regular"), (4, f"{family} Regular")):
        font["name"].setName(text, name_id, 3, 1, 0x409)
    for name_id in (3, 6):
        font["name"].setName(f"{family}-Regular".replace(" ", ""), name_id, 3, 1, 0x409)


def main(folder: Path) -> None:
    """Write both fonts into a folder that has the serif's."""
    raised(folder / "serif-regular.ttf").save(folder / "raised.ttf")
    marks().save(folder / "marks.ttf")


if __name__ == "__main__":
    main(*map(Path, json.loads(request())))
