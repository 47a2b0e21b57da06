"""The marks of the signal-flow diagram: boxes, strips, triangles, wires, taps and sums."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from xml.sax.saxutils import quoteattr

from bookbuild.pictures.flowdata import Box, FeedForwardBranch, Strip, Triangle
from bookbuild.pictures.svg import (
    NUMBER_SIZE,
    WIDTH,
    circle,
    clean,
    fit,
    junction,
    label,
    line,
    moves,
    number,
    path,
    polyline,
    rectangle,
    signed_bar,
    text_width,
    tracks,
)

STREAM, LEFT, RIGHT = 16.0, 44.0, 156.0
"""Where the stream runs, and where the two columns of boxes begin."""

BOX, TALL = 88.0, 24.0
PLOT = 76.0
SHAPE = 60.0  # room for the shape of a table
PER_LINE, LINE, HEAD = 8, 17.5, 16.5
CELL = (WIDTH - LEFT) / PER_LINE
BAR = CELL - 6


def linked(href: str | None, name: str | None, marks: list[str]) -> list[str]:
    """Make marks one link, or leave them as they are where there is nothing to lead to.

    Without a name the link is called by the words in it.
    """
    if href is None:
        return marks
    called = f" aria-label={quoteattr(clean(name))}" if name else ""
    opening = f"<a href={quoteattr(clean(href))}{called}>"
    return [opening + "".join(marks) + "</a>"]


def step(
    box: Box, corner: tuple[float, float], *, slant: float = 0.0, wide: float = BOX
) -> list[str]:
    """Draw a named box; one that ``slant``s is higher at the right, where the numbers are more."""
    x, y = corner
    name = fit(box.name, wide - 8, NUMBER_SIZE)
    right = x + wide
    edge = moves(
        "M", x, y + slant, "L", right, y - slant / 2, "L", right, y + TALL + slant / 2,
        "L", x, y + TALL - slant, "Z",
    )  # fmt: skip
    return linked(
        box.href,
        box.name,
        [
            path("p-hollow", edge, width=1.2),
            label("p-word", (x + wide / 2, y + TALL / 2 + 4), name, size=12, anchor="middle"),
        ],
    )


@dataclass(frozen=True)
class Scale:
    """What all strips of a pass share: the largest size of a number, and whether numbers fit."""

    largest: float
    fits: bool


def scale(strips: Iterable[Strip]) -> Scale:
    """Find the scale that suits every strip."""
    every = [each for strip in strips for each in strip.numbers]
    largest = max((abs(each.value) for each in every), default=0.0)
    return Scale(largest, all(text_width(each.text, 11) <= BAR + 2 for each in every))


def vector(strip: Strip, top: float, scale: Scale) -> tuple[list[str], float]:
    """Draw a name over lines of eight numbers with their bars, or bars alone where none fit."""
    tall = LINE if scale.fits else 8.0
    height = HEAD + tall * -(-len(strip.numbers) // PER_LINE)
    marks = [rectangle("p-paper", (LEFT - 4, top + 1), (WIDTH - LEFT + 3, height))]
    marks.append(label("p-note", (LEFT, top + 12), fit(strip.name, WIDTH - LEFT - SHAPE, 12)))
    marks.append(label("p-faint", (WIDTH - 2, top + 12), strip.shape, size=11, anchor="end"))
    corners = [
        (LEFT + (at % PER_LINE) * CELL, top + HEAD + (at // PER_LINE) * tall)
        for at in range(len(strip.numbers))
    ]
    marks.append(tracks([(x, y + tall - 4) for x, y in corners], BAR))
    for each, (x, y) in zip(strip.numbers, corners, strict=True):
        if scale.fits:
            place = (x + BAR / 2, y + 9.5)
            marks.append(number("p-number", place, each, size=11, anchor="middle"))
        marks += signed_bar((x, y + tall - 4), BAR, each.value, scale.largest, width=3)
    lead = line("p-hair", (STREAM, top + 8), (LEFT - 6, top + 8), width=0.8)
    return [lead, *linked(strip.href, strip.name, marks)], top + height + 6


def triangle(head: Triangle, corner: tuple[float, float], side: float) -> list[str]:
    """Draw all shares as squares by area, the followed word's row outlined."""
    x, y = corner
    count = len(head.shares)
    cell = side / count
    steps: list[str | float] = ["M", x, y]
    for at in range(count):
        right = x + (at + 1) * cell
        steps += ["L", right, y + at * cell, "L", right, y + (at + 1) * cell]
    marks = [
        rectangle("p-paper", corner, (side, side)),
        path("p-hair", moves(*steps, "L", x, y + side, "Z"), width=0.8),
    ]
    for row, shares in enumerate(head.shares):
        for column, share in enumerate(shares):
            full = (cell - 0.6) * sqrt(min(1.0, max(0.0, share)))
            if full >= 0.1:  # smaller than can be seen or printed
                place = (x + (column + 0.5) * cell - full / 2, y + (row + 0.5) * cell - full / 2)
                marks.append(rectangle("p-most", place, (full, full)))
    marks.append(rectangle("p-mark", (x, y + side - cell), (side, cell), width=1.4))
    # in the corner that has no shares, if it's wide enough
    if 0.9 * text_width(head.name, NUMBER_SIZE) <= side - 8 - cell:
        marks.append(label("p-note", (x + side + 6, y + 9), head.name, anchor="end"))
    return linked(head.href, head.name, marks)


def bend(branch: FeedForwardBranch, corner: tuple[float, float], height: float) -> list[str]:
    """Draw the bend's box: across what goes in, upwards what comes out, a dot a number."""
    x, y = corner
    marks = [
        rectangle("p-hollow", corner, (PLOT, height), width=1.2),
        label("p-word", (x + 8, y + 16), fit(branch.bend.name, PLOT - 16, 12)),
    ]
    if branch.bent:
        given, kept = zip((0.0, 0.0), *branch.bent, strict=True)
        low, least = min(given), min(kept)
        wide = (PLOT - 16) / ((max(given) - low) or 1.0)
        up = (height - 34) / ((max(kept) - least) or 1.0)
        zero = (x + 8 - low * wide, y + height - 9 + least * up)
        places = tuple(
            (zero[0] + into * wide, zero[1] - out * up) for into, out in sorted(branch.bent)
        )
        marks += [
            line("p-hair", (x + 6, zero[1]), (x + PLOT - 6, zero[1]), width=0.8),
            line("p-hair", (zero[0], y + 22), (zero[0], y + height - 5), width=0.8),
            path("p-line", polyline(places), width=0.8),
            path("p-dot", " ".join(dict.fromkeys(_diamond(*place) for place in places))),
        ]
    return linked(branch.bend.href, branch.bend.name, marks)


def _diamond(x: float, y: float) -> str:
    return moves("M", x - 1.6, y, "L", x, y - 1.6, "L", x + 1.6, y, "L", x, y + 1.6, "Z")


def names(block: str, branch: str, middle: float) -> list[str]:
    """Write the names of a block and its branch, inside the branch's loop."""
    return [
        label("p-note", (LEFT, middle - 5), fit(block, BOX + 10, 12)),
        label("p-name", (LEFT, middle + 9), fit(branch, BOX + 10, 13), size=13),
    ]


def wire(*corners: tuple[float, float]) -> str:
    """Draw a thin wire through corners, each rounded."""
    (x, y), *rest = corners
    route = moves("M", x, y)
    for (x1, y1), (x2, y2) in pairwise(rest):
        near = (x1 + _toward(x, x1), y1 + _toward(y, y1))
        far = (x1 + _toward(x2, x1), y1 + _toward(y2, y1))
        route += " " + moves("L", *near, "Q", x1, y1, *far)
        x, y = x1, y1
    return path("p-line", f"{route} {moves('L', *rest[-1])}", width=1.2)


def _toward(value: float, corner: float) -> float:
    return max(-6.0, min(6.0, value - corner))


def arrow(x: float, y: float, direction: str) -> str:
    """Draw an arrow's head whose tip is at a place."""
    dx, dy = {"right": (-6, 0), "left": (6, 0), "down": (0, -6)}[direction]
    first, second = (x + dx + dy / 2, y + dy + dx / 2), (x + dx - dy / 2, y + dy - dx / 2)
    return path("p-dot", moves("M", x, y, "L", *first, "L", *second, "Z"))


def tap_and_sum(out: float, back: float) -> list[str]:
    """Draw where a branch leaves the stream and where it is added back."""
    return [
        arrow(LEFT, out, "right"),
        circle("p-dot", (STREAM, out), 4),
        *added(back),
    ]


def mixed(centre: tuple[float, float]) -> list[str]:
    """Draw where values are multiplied by shares: a cross in a circle."""
    (x, y), arm = centre, 3.2
    return [
        circle("p-hollow", centre, 7, width=1.4),
        line("p-line", (x - arm, y - arm), (x + arm, y + arm), width=1.4),
        line("p-line", (x - arm, y + arm), (x + arm, y - arm), width=1.4),
    ]


def added(y: float) -> list[str]:
    """Draw where something is added to the stream, by a wire that comes from the right."""
    return [*junction((STREAM, y), 8), arrow(STREAM + 8.6, y, "left")]
