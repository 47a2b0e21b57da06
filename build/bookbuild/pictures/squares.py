"""The picture of sizes: squares in one corner, each with an area in proportion to its count."""

from dataclasses import dataclass
from math import sqrt

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    clean,
    fit,
    label,
    line,
    number,
    path,
    picture,
    rectangle,
)
from engine.errors import WorkingsError

SIDE, TOP = 216.0, 4.0  # of the largest square
NAMES = 236.0  # where the names begin
ROW = 31.0  # from one name to the next, at the least
PRINTABLE = 0.4  # the smallest side that paper shows


@dataclass(frozen=True)
class Squares:
    """Counts above zero by name, the largest first."""

    title: str
    counts: tuple[tuple[str, Number], ...]


def squares_text(data: Squares) -> Description:
    """Say every count, and which square is too small to be seen."""
    sentences = [f"{name}: {count.text}." for name, count in data.counts]
    small = [name for name, count in data.counts if _side(count, data) < PRINTABLE]
    if small:
        sentences.append(f"Too small to be seen: {', '.join(small)}.")
    return Description(data.title, " ".join(sentences))


def squares(data: Squares) -> str:
    """Draw the squares inside one another, each name next to the corner of its own.

    Raises `WorkingsError` for a count that is not above zero.
    """
    if min(count.value for _, count in data.counts) <= 0:
        raise WorkingsError("squares need counts above zero")
    marks: list[str] = []
    at = TOP
    for name, count in data.counts:
        side = _side(count, data)
        corner = (2.0, TOP + SIDE - side)
        at = max(at, corner[1] + 9)
        if side >= PRINTABLE:
            marks.append(rectangle("p-hollow", corner, (side, side), width=1.2))
        lead = f"M {2 + side:.2f} {corner[1]:.2f} L {NAMES - 16} {corner[1]:.2f}"
        marks.append(path("p-hair", f"{lead} L {NAMES - 6} {at - 4:.2f}", width=0.8))
        marks.append(label("p-strong", (NAMES, at), fit(clean(name), WIDTH - NAMES, 13), size=13))
        marks.append(number("p-number", (NAMES, at + 14), count))
        at += ROW
    base = TOP + SIDE
    marks.append(line("p-line", (0, base), (SIDE + 4, base), width=1.2))
    return picture("squares", max(base, at - ROW + 18) + 4, squares_text(data), marks)


def _side(count: Number, data: Squares) -> float:
    return SIDE * sqrt(count.value / data.counts[0][1].value)
