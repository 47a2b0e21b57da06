"""How a formula is drawn: LaTeX as MathML for a screen, as an SVG picture for paper.

Both come from the same MathML, so a screen and a sheet show the same formula.
"""

import contextlib
import hashlib
import os
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from latex2mathml.converter import convert

from bookbuild.markup.formula_text import plain_text
from bookbuild.markup.math_spacing import join_signs, set_apart
from bookbuild.markup.slots import Slot, SlotTable
from engine.errors import WorkingsError

Medium = Literal["html", "pdf"]

_EM = 16.0  # pictures are drawn at this size and shown in em
_MARGIN = 1.0  # around a picture, in the same unit, so that no curve is cut
_END = "</svg>"
_SAFE = 0xF0000  # first of the characters that stand for others while LaTeX is read
_NUMBER = re.compile(r"[−-]?[0-9]+(,[0-9]{3})*(\.[0-9]+)?")
_TEXT = re.compile(r"\\(?:text|textrm|textit|textbf|mathrm|operatorname)\s*\{[^{}]*\}")
_GRIDS = re.compile(r"\\begin\{(aligned|align|alignat|split|gather|gathered|eqnarray)\*?\}")
_ADVICE = "write each line as a formula of its own"


class FormulaError(WorkingsError):
    """A formula that can't be drawn; raised without a place."""

    def __init__(self, latex: str, reason: str, *, source: str) -> None:
        self.source = source  # with the placeholders that it had
        super().__init__(f"the formula ${latex}$ can't be drawn: {reason}")


class _Refused(Exception):
    """The reason why a formula can't be drawn."""


class Formulas:
    """Draws formulas for one medium, each only once.

    Pictures are kept under `cache` too, if given, by content.
    """

    def __init__(self, medium: Medium, cache: Path | None = None) -> None:
        self.medium = medium
        self._cache = cache
        self._drawn: dict[tuple[str, bool], str] = {}

    def write(self, latex: str, display: bool, slots: SlotTable | None = None) -> str:
        """Write a formula: `<math>` for "html", `<svg>` for "pdf", never the other.

        Raises `FormulaError` for what the converters don't know, and for a glyph that the font
        lacks.
        """
        slots = slots or SlotTable()
        content = slots.fill(latex, lambda slot: f"\0{slot.text}\0{slot.latex}\0{slot.name}\0")
        key = (content, display)
        if key not in self._drawn:
            shown = slots.fill(latex, lambda slot: slot.text)
            try:
                math = _to_mathml(latex, display, slots)
                if self.medium == "html":
                    set_apart(math)
                mathml = ET.tostring(math, encoding="unicode")
                drawn = mathml if self.medium == "html" else self._picture(mathml, plain_text(math))
            except _Refused as refused:
                raise FormulaError(shown, str(refused), source=latex) from refused
            self._drawn[key] = drawn
        return self._drawn[key]

    def _picture(self, mathml: str, title: str) -> str:
        if self._cache is None:
            return _draw(mathml, title)
        content = f"{version('ziamath')}\0{_EM}\0{_MARGIN}\0{title}\0{mathml}"
        kept = self._cache / f"{hashlib.sha256(content.encode()).hexdigest()}.svg"
        with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
            written = kept.read_text(encoding="utf-8")
            if written.endswith(_END):  # else it is being written, or its writer was ended
                return written
        picture = _draw(mathml, title)
        self._cache.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_suffix(f".{os.getpid()}")  # workers may draw the same at once
        fresh.write_text(picture, encoding="utf-8", newline="\n")
        fresh.replace(kept)
        return picture


def _to_mathml(latex: str, display: bool, slots: SlotTable) -> ET.Element:
    if grid := _GRIDS.search(latex):
        raise _Refused(f"“{grid[1]}” isn't supported; {_ADVICE}")
    if _unbalanced(latex):
        raise _Refused("its braces don't match")
    safe = _Safe()
    prepared = _TEXT.sub(lambda match: safe.protect(match.group(), slots), latex)
    prepared = slots.fill(prepared, lambda slot: safe.seat(slot))
    try:
        markup = convert(prepared, display="block" if display else "inline")
        math = ET.fromstring(markup.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ""))
    except Exception as error:  # the converter raises many kinds, some of them bare
        raise _Refused(str(error) or type(error).__name__) from error
    for element in math.iter():
        _refuse_leftovers(element.text or "")
        if element.text:
            safe.restore(element)
    _join_upright(math)
    join_signs(math)
    return math


def _unbalanced(latex: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)(?:\\\\)*([{}])", latex):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return True
    return depth != 0


def _refuse_leftovers(text: str) -> None:
    if command := re.search(r"\\\w*", text):
        raise _Refused(f"“{command.group()}” isn't a command that it knows")
    if "&" in text:
        raise _Refused(f"“&” stands outside a matrix; {_ADVICE}")


class _Safe:
    """Characters of texts and slots, kept out of the converter's reach."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._names: dict[str, str] = {}

    def keep(self, text: str) -> str:
        self._kept.append(text)
        return chr(_SAFE + len(self._kept) - 1)

    def protect(self, command: str, slots: SlotTable) -> str:
        """Keep what isn't plain in a command that holds text, such as `\\text{…}`."""
        head, _, body = command.partition("{")
        body = re.sub(r"\\([%&#$_ ])", lambda match: self.keep(match[1]), body[:-1])
        body = slots.fill(body, lambda slot: self.keep(slot.text))
        body = re.sub(r"[<>&]", lambda match: self.keep(match.group()), body)
        return f"{head}{{{body}}}"

    def seat(self, slot: Slot) -> str:
        """Write a slot so that it is one thing under a root, in a power, in an index."""
        if slot.name and _NUMBER.fullmatch(slot.text):
            seat = self.keep(slot.text)
            self._names[seat] = slot.name
            return f"{{{seat}}}"
        if slot.latex is not None:
            return f"{{{slot.latex}}}"
        if _NUMBER.fullmatch(slot.text):
            return f"{{{slot.text.replace('−', '-')}}}"
        return rf"{{\text{{{self.keep(slot.text)}}}}}"

    def restore(self, element: ET.Element) -> None:
        """Put back what was kept in an element's text; a figure becomes a number with its name."""
        text = element.text or ""
        if text in self._names:
            element.tag = "mn"
            element.attrib.clear()
            element.set("data-f", self._names[text])
        element.text = re.sub(
            f"[{chr(_SAFE)}-{chr(_SAFE + len(self._kept))}]",
            lambda match: self._kept[ord(match.group()) - _SAFE],
            text,
        )


def _join_upright(element: ET.Element) -> None:
    """Make one identifier of the letters of an upright name, which is one word to a reader."""
    for child in element:
        _join_upright(child)
    letters = list(element)
    if element.tag == "mrow" and len(letters) > 1 and all(map(_is_upright, letters)):
        word = "".join(letter.text or "" for letter in letters)
        for letter in letters:
            element.remove(letter)
        ET.SubElement(element, "mi", {"mathvariant": "normal"}).text = word


def _is_upright(element: ET.Element) -> bool:
    return element.tag == "mi" and element.get("mathvariant") == "normal"


def _draw(mathml: str, title: str) -> str:
    """Draw MathML as an SVG whose baseline is the line's own, and `title` for who can't see."""
    # Here, for building HTML needs no pictures and shouldn't wait for their library, which
    # finds its font in a way that some versions of Python call deprecated.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from ziamath.config import config  # noqa: PLC0415
        from ziamath.zmath import Math  # noqa: PLC0415

    config.svg2 = False  # symbols by id would clash within a page
    config.precision = 2
    try:
        drawing = Math(ET.fromstring(mathml), size=_EM, title=title, margin=_MARGIN)
        for character in sorted(set(_characters(drawing.mathml))):
            if not character.isspace() and drawing.font.glyphindex(character) == 0:
                lacking = f"its font has no “{character}” (U+{ord(character):04X})"
                raise _Refused(lacking)
        svg = drawing.svgxml()
    except _Refused:
        raise
    except Exception as error:  # as above: bare assertions among them
        raise _Refused(str(error) or type(error).__name__) from error
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    depth = _MARGIN - drawing.getyofst()
    sizes = f"width:{width / _EM:.3f}em;height:{height / _EM:.3f}em"
    svg.set("style", f"{sizes};vertical-align:{-depth / _EM:.3f}em")
    svg.set("role", "img")
    svg.attrib.pop("xmlns:xlink", None)
    return ET.tostring(svg, encoding="unicode")


def _characters(element: ET.Element) -> Iterator[str]:
    for part in element.itertext():
        yield from part
