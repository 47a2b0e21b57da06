"""The picture of a bend: across what goes into an activation, upwards what comes out of it.

Both axes have one scale, so that the part that lets numbers through unchanged rises at 45 degrees.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    circle,
    label,
    line,
    path,
    picture,
    polyline,
)

LEFT, RIGHT, TOP = 12.0, WIDTH - 12, 26.0
MOST = 240.0  # how high the drawing may be
MARGIN = 0.25  # in numbers, beyond the outermost

Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Bend:
    """An activation by its name, and the numbers of a word: what goes in, what comes out.

    Without a ``curve``, (in, out) places in order, it is the ReLU's.
    """

    name: str
    of: str
    pairs: tuple[tuple[Number, Number], ...]
    curve: tuple[tuple[float, float], ...] = ()


def bend_text(data: Bend) -> Description:
    """Say what becomes of each number."""
    title = f"The {data.name}: what goes in across, what comes out upwards, for {data.of}."
    return Description(
        title, " ".join(f"{into.text} becomes {out.text}." for into, out in data.pairs)
    )


def bend(data: Bend) -> str:
    """Draw the curve with a dot for each number, hollow for those that come out as zero."""
    given = [into.value for into, _ in data.pairs] + [x for x, _ in data.curve]
    low, high = min(-1.0, *given) - MARGIN, max(1.0, *given) + MARGIN
    most = max(1.0, *(out.value for _, out in data.pairs), *(y for _, y in data.curve)) + MARGIN
    least = min(0.0, *(out.value for _, out in data.pairs), *(y for _, y in data.curve))
    unit = min((RIGHT - LEFT) / (high - low), MOST / (most - least))
    curve = data.curve or ((low, 0.0), (0.0, 0.0), (most, most))
    x0, base = LEFT - low * unit, TOP + most * unit

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * unit, base - y * unit

    foot = base - least * unit
    marks = [
        line("p-hair", (LEFT, base), at(high, 0.0), width=0.8),
        line("p-hair", (x0, TOP), (x0, foot + 6), width=0.8),
        *_ticks(floor(low) + 1, ceil(high) - 1, at),
        path("p-soft", polyline(tuple(at(x, y) for x, y in curve)), width=1.4),
    ]
    for into, out in data.pairs:
        role = "p-dot" if out.value else "p-hollow"
        marks.append(circle(role, at(into.value, out.value), 3.4))
    marks += [
        label("p-name", (x0 + 6, TOP - 12), "comes out", size=13),
        label("p-name", (at(high, 0.0)[0], foot + 36), "goes in", size=13, anchor="end"),
    ]
    return picture("bend", foot + 42, bend_text(data), marks)


def _ticks(first: int, last: int, at: Place) -> Sequence[str]:
    """Number the whole places of the axis along which numbers go in."""
    marks = []
    for tick in range(first, last + 1):
        x, y = at(tick, 0.0)
        marks.append(line("p-hair", (x, y), (x, y + 5), width=0.8))
        text = str(tick).replace("-", "−")
        marks.append(label("p-note", (x, y + 19), text, anchor="middle"))
    return marks
