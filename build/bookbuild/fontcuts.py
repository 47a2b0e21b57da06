"""Decides how a static font with a few letters is cut from a variable one, always the same bytes.

Static, since variable fonts would carry the time into a PDF. The licence reserves the names of
the originals, so the cut fonts go by names of their own.
"""

import io
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._n_a_m_e import table__n_a_m_e
from fontTools.varLib import instancer

from bookbuild.fonts import CUTS, FEATURES, Cut, packaged


def static(cut: Cut) -> bytes:
    """Cut a static TrueType font: the cut's letters, at its place on each axis."""
    font = TTFont(packaged(cut.package, cut.source), recalcTimestamp=False)
    names = _names(font, cut)
    for table in ("name", "STAT", "meta", "DSIG"):  # searched for unused entries, at length
        if table in font:
            del font[table]
    # Fewer letters first: moving along the axes is what takes the time.
    _subset(font, cut.characters)
    if cut.axes:
        font["name"] = names
        font = instancer.instantiateVariableFont(font, dict(cut.axes), inplace=True)
    else:
        font["name"] = names
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def light(static_font: bytes) -> bytes:
    """Pack a static font as WOFF2."""
    font = TTFont(io.BytesIO(static_font), recalcTimestamp=False)
    font.flavor = "woff2"
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def _subset(font: TTFont, characters: str) -> None:
    subsetter = Subsetter(
        Options(layout_features=list(FEATURES), hinting=False, notdef_outline=True, name_IDs=["*"])
    )
    subsetter.populate(unicodes=sorted({ord(c) for c in characters}))
    subsetter.subset(font)


def _names(font: TTFont, cut: Cut) -> table__n_a_m_e:
    """Give the cut font a name of its own and keep the copyright and licence entries."""
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in (0, 13, 14)]
    postscript = f"{cut.family}-{cut.style}".replace(" ", "")
    for name_id, text in ((1, cut.family), (2, cut.style), (4, f"{cut.family} {cut.style}")):
        names.setName(text, name_id, 3, 1, 0x409)
    for name_id in (3, 6):
        names.setName(postscript, name_id, 3, 1, 0x409)
    return names


def main(name: str, folder: Path) -> None:
    """Write the cut called ``name`` into ``folder``: print/NAME.ttf and site/NAME.woff2."""
    cut = next(cut for cut in CUTS if cut.file == name)
    font = static(cut)
    (folder / "print" / f"{name}.ttf").write_bytes(font)
    (folder / "site" / f"{name}.woff2").write_bytes(light(font))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
