"""How a picture is drawn: the one vocabulary of marks, and the greys they have on paper.

Every mark has a role. On paper the role's presentation attributes paint it, in greys, since a
PDF engine does not apply the page's stylesheet inside a drawing, and readers of EPUBs may not;
the site leaves them out (see `bookbuild.passes.paint`), and `pictures.css` paints the same class in
the page's colours. There are no ids, no inline styles and no gradients, so any number of pictures
can share a page.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import cache
from xml.sax.saxutils import escape, quoteattr

WIDTH = 360.0
"""Width of every picture's own coordinates: one unit is about a CSS pixel on a phone."""

NUMBER_SIZE, WORD_SIZE, SUBSCRIPT_SIZE = 12.0, 14.0, 11.0

FONT = "Workings Serif,Workings Math,serif"

INK, GREY, HAIR, PAPER = "#1a1a1a", "#595959", "#b3b3b3", "#ffffff"

ROLES: dict[str, dict[str, str]] = {
    # strokes
    "p-line": {"fill": "none", "stroke": INK},
    "p-soft": {"fill": "none", "stroke": GREY},
    "p-hair": {"fill": "none", "stroke": HAIR},
    "p-plus": {"fill": "none", "stroke": INK},
    "p-minus": {"fill": "none", "stroke": INK},
    "p-mark": {"fill": "none", "stroke": INK},
    "p-return": {"fill": "none", "stroke": GREY},
    # shapes
    "p-dot": {"fill": INK},
    "p-paper": {"fill": PAPER},
    "p-hollow": {"fill": PAPER, "stroke": INK},
    "p-flow": {"fill": GREY},
    "p-most": {"fill": INK},
    # words and numbers
    "p-number": {"fill": INK},
    "p-word": {"fill": INK},
    "p-strong": {"fill": INK, "font-weight": "600"},
    "p-note": {"fill": GREY},
    "p-name": {"fill": GREY, "font-style": "italic"},
    "p-faint": {"fill": GREY},
    "p-back": {"fill": GREY, "font-style": "italic"},
}
"""Role (and class) of a mark → its presentation attributes on paper."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DECIMALS = Context(prec=20)


@dataclass(frozen=True)
class Number:
    """One figure in a picture: its printed form, its value, and its name if it has one."""

    text: str
    value: float
    name: str | None = None


@dataclass(frozen=True)
class Description:
    """What a picture says to someone who cannot see it: one sentence, then all of its numbers."""

    title: str
    desc: str


def coordinate(value: float) -> str:
    """Write a coordinate with at most two decimals and no negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def log10(value: float) -> float:
    """Logarithm to base ten, the same on every machine, as the C library's is not."""
    return float(_DECIMALS.log10(Decimal(value)))


def clean(text: str) -> str:
    """Replace what XML cannot hold, and keep the text on one line."""
    return re.sub("[\t\n\r]", " ", _NOT_XML.sub("\ufffd", text))


def text_width(text: str, size: float) -> float:
    """Estimate, a little generously, how wide a line of serif text is."""
    return size * sum(_width(letter) for letter in text) / 100


def _width(letter: str) -> int:
    """Return how wide a letter is in hundredths of its size: whole numbers add up exactly."""
    if ord(letter) >= 0x2E80:
        return 105
    if letter in "iljtfrI.,:;'!|()[] \u00a0":
        return 36
    if letter in "mwMWQO@%&—…":
        return 90
    return 70 if letter.isupper() else 55


def fit(text: str, width: float, size: float) -> str:
    """Shorten a word with an ellipsis until it is at most ``width`` wide."""
    if text_width(text, size) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept + "…"


@cache
def _paint(role: str) -> str:
    painted = {"class": role, **ROLES[role]}
    return "".join(f" {name}={quoteattr(value)}" for name, value in painted.items())


def _attributes(role: str, given: Mapping[str, float | str | None]) -> str:
    written = [_paint(role)]
    for key, value in given.items():
        if value is not None:
            name = key.rstrip("_").replace("_", "-")
            quoted = quoteattr(value) if isinstance(value, str) else f'"{coordinate(value)}"'
            written.append(f" {name}={quoted}")
    return "".join(written)


def line(
    role: str,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    width: float = 1.0,
    dash: str | None = None,
) -> str:
    """Draw a straight line."""
    (x1, y1), (x2, y2) = start, end
    given = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke_width": width}
    return f"<line{_attributes(role, {**given, 'stroke_dasharray': dash})}/>"


def path(role: str, commands: str, *, width: float | None = None, dash: str | None = None) -> str:
    """Draw a path given as path commands (see `moves`)."""
    given: dict[str, float | str | None] = {"d": commands}
    return f"<path{_attributes(role, {**given, 'stroke_width': width, 'stroke_dasharray': dash})}/>"


def moves(*parts: str | float) -> str:
    """Write path commands: letters as they are, numbers as coordinates."""
    return " ".join(part if isinstance(part, str) else coordinate(part) for part in parts)


@cache
def polyline(points: tuple[tuple[float, float], ...]) -> str:
    """Write path commands through points, leaving out those that print at the same place."""
    written: list[str] = []
    for x, y in points:
        step = f"{coordinate(x)} {coordinate(y)}"
        if not written or written[-1] != step:
            written.append(step)
    return "M " + " L ".join(written)


def circle(role: str, centre: tuple[float, float], radius: float, *, width: float = 1.2) -> str:
    """Draw a circle: filled for a dot, outlined where the role has a stroke."""
    x, y = centre
    stroke = width if "stroke" in ROLES[role] else None
    return f"<circle{_attributes(role, {'cx': x, 'cy': y, 'r': radius, 'stroke_width': stroke})}/>"


def rectangle(
    role: str, corner: tuple[float, float], size: tuple[float, float], *, width: float | None = None
) -> str:
    """Draw a rectangle from its upper left corner and its size."""
    (x, y), (w, h) = corner, size
    given = {"x": x, "y": y, "width": w, "height": h, "stroke_width": width}
    return f"<rect{_attributes(role, given)}/>"


def label(
    role: str,
    place: tuple[float, float],
    text: str,
    *,
    size: float = NUMBER_SIZE,
    anchor: str | None = None,
    subscript: int | None = None,
    turned: bool = False,
) -> str:
    """Write a word; ``subscript`` is its position in the sentence, ``turned`` runs it upwards."""
    return _text(role, place, text, size, anchor, turned, None, subscript)


def number(
    role: str,
    place: tuple[float, float],
    figure: Number,
    *,
    size: float = NUMBER_SIZE,
    anchor: str | None = None,
    turned: bool = False,
) -> str:
    """Write a figure exactly as it is printed, marked with its name."""
    return _text(role, place, figure.text, size, anchor, turned, figure.name, None)


def _text(
    role: str,
    place: tuple[float, float],
    text: str,
    size: float,
    anchor: str | None,
    turned: bool,
    name: str | None,
    subscript: int | None,
) -> str:
    x, y = place
    given: dict[str, float | str | None] = {"x": x, "y": y, "font_size": size}
    given |= {"text_anchor": anchor, "data_f": name and clean(name)}
    if turned:
        given["transform"] = f"rotate(-90 {coordinate(x)} {coordinate(y)})"
    below = ""
    if subscript is not None:
        at = {"class": "p-note", **ROLES["p-note"], "dy": "3", "font-weight": "400"}
        at["font-size"] = coordinate(SUBSCRIPT_SIZE)
        below = "".join(f" {key}={quoteattr(value)}" for key, value in at.items())
        below = f"<tspan{below}>{subscript}</tspan>"
    return f"<text{_attributes(role, given)}>{escape(clean(text))}{below}</text>"


def tracks(starts: Iterable[tuple[float, float]], length: float) -> str:
    """Draw the hairlines below bars, all at once."""
    steps = [step for x, y in starts for step in ("M", x, y, "L", x + length, y)]
    return path("p-hair", moves(*steps), width=0.8)


def signed_bar(
    start: tuple[float, float], length: float, value: float, largest: float, *, width: float = 4.0
) -> list[str]:
    """Draw a number's size on its track: solid from the left, or dotted from the right if < 0."""
    x, y = start
    size = length * min(1.0, abs(value) / largest) if largest else 0.0
    if not size:
        return []
    if value > 0:
        return [line("p-plus", start, (x + size, y), width=width)]
    end = (x + length - size, y)
    return [line("p-minus", (x + length, y), end, width=width, dash="2.4 1.4")]


def share_bar(
    start: tuple[float, float], length: float, share: float, *, most: bool, width: float
) -> list[str]:
    """Draw a share on its track, whose whole length is one."""
    x, y = start
    size = length * min(1.0, max(0.0, share))
    return [line("p-mark" if most else "p-plus", start, (x + size, y), width=width)] if size else []


def junction(centre: tuple[float, float], radius: float) -> list[str]:
    """Draw where something is added to a stream: a plus in a circle."""
    (x, y), arm = centre, (radius + 1) / 2
    return [
        circle("p-hollow", centre, radius, width=1.4),
        line("p-line", (x - arm, y), (x + arm, y), width=1.4),
        line("p-line", (x, y - arm), (x, y + arm), width=1.4),
    ]


def picture(kind: str, height: float, words: Description, marks: Iterable[str]) -> str:
    """Put marks together as one picture, `WIDTH` wide, that names and describes itself."""
    inside = "\n".join(marks)
    # an image hides what is inside it from those who listen, links too; a group does not
    role = "group" if "<a " in inside else "img"
    box = f"0 0 {coordinate(WIDTH)} {coordinate(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" class="drawing drawing-{kind}"'
        f' viewBox="{box}" font-family="{FONT}">'
        f"<title>{escape(clean(words.title))}</title><desc>{escape(clean(words.desc))}</desc>\n"
        f"{inside}\n</svg>"
    )


def listed(parts: Sequence[str]) -> str:
    """Join parts of a description as a sentence does: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
