"""Decides how a static font with a few letters is cut from a variable one, always the same bytes.

Static, since variable fonts would carry the time into a PDF. The licence reserves the names of
the originals, so the cut fonts go by names of their own.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.misc.roundTools import otRound
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables._n_a_m_e import table__n_a_m_e
from fontTools.varLib import instancer
from fontTools.varLib.varStore import VarStoreInstancer

from bookbuild.core.children import request
from bookbuild.core.fonts import CUTS, FEATURES, Cut, packaged


def static(cut: Cut) -> bytes:
    """Cut a static TrueType font: the cut's letters, at its place on each axis."""
    font = TTFont(packaged(cut.package, cut.source), recalcTimestamp=False)
    names = _names(font, cut)
    for table in ("name", "STAT", "meta", "DSIG"):  # searched for unused entries, at length
        if table in font:
            del font[table]
    # Fewer letters first: moving along the axes is what takes the time.
    _subset(font, cut.characters)
    font["name"] = names
    if cut.axes:
        _settle_kerning(font, dict(cut.axes))
        font = instancer.instantiateVariableFont(font, dict(cut.axes), inplace=True)
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


# A value record's fields, and for each the field that says how it varies.
_VALUES = {
    "XPlacement": "XPlaDevice",
    "YPlacement": "YPlaDevice",
    "XAdvance": "XAdvDevice",
    "YAdvance": "YAdvDevice",
}
_PLAIN, _VARIES = 0x000F, 4  # bits of a value format: the fields, and how far up their variation


def _settle_kerning(font: TTFont, axes: dict[str, float]) -> None:
    """Work the kerning out for one place on the axes, so that it varies no more.

    The instancer would do the same with general machinery that takes sixteen times as long.
    """
    if "GDEF" not in font or getattr(font["GDEF"].table, "VarStore", None) is None:
        return
    limits = instancer.AxisLimits(axes).limitAxesAndPopulateDefaults(font)
    place = limits.normalize(font).pinnedLocation()
    variation = VarStoreInstancer(font["GDEF"].table.VarStore, font["fvar"].axes, place)
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            _settle(getattr(subtable, "ExtSubTable", subtable), variation)
    font["GDEF"].table.VarStore = None
    font["GDEF"].table.Version = 0x00010002


def _settle(subtable: Any, variation: VarStoreInstancer) -> None:
    for record in _value_records(subtable):
        for field, varies in _VALUES.items():
            device = record.__dict__.pop(varies, None)
            if device is not None:
                index = (device.StartSize << 16) + device.EndSize
                value = getattr(record, field, 0) + otRound(variation[index])
                setattr(record, field, value)
    for name in ("ValueFormat", "ValueFormat1", "ValueFormat2"):
        if hasattr(subtable, name):
            bits = getattr(subtable, name)
            setattr(subtable, name, (bits | bits >> _VARIES) & _PLAIN)


def _value_records(subtable: Any) -> Iterator[Any]:
    if isinstance(subtable, otTables.SinglePos):
        values = subtable.Value
        yield from values if isinstance(values, list) else [values]
    elif isinstance(subtable, otTables.PairPos):
        if subtable.Format == 1:
            pairs = [pair for group in subtable.PairSet for pair in group.PairValueRecord]
        else:
            pairs = [pair for group in subtable.Class1Record for pair in group.Class2Record]
        for pair in pairs:
            yield from (value for value in (pair.Value1, pair.Value2) if value is not None)


def light(static_font: bytes, characters: str | None = None) -> bytes:
    """Pack a static font as WOFF2, with these of its letters only if they are given."""
    font = TTFont(io.BytesIO(static_font), recalcTimestamp=False)
    if characters is not None:
        _subset(font, characters)
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
    cut_name, into = json.loads(request())
    main(cut_name, Path(into))
