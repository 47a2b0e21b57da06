"""The picture of growth: counts over lengths, both by powers of ten."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bookbuild.pictures.measures import DASHES
from bookbuild.pictures.svg import (
    NUMBER_SIZE,
    WIDTH,
    Description,
    Number,
    circle,
    fit,
    label,
    line,
    listed,
    log10,
    number,
    path,
    picture,
    polyline,
)
from engine.errors import WorkingsError

TOP, BOTTOM = 42.0, 290.0
LEFT, RIGHT = 8.0, WIDTH - 8.0


@dataclass(frozen=True)
class Counted:
    """One row of counts, one for each length."""

    name: str
    counts: tuple[Number, ...]


@dataclass(frozen=True)
class Growth:
    """At most three rows of counts over the same lengths.

    ``read`` are the places (from 0) of the lengths at which the first row is read off; a hairline
    stands at every power of ten.
    """

    title: str
    across: str
    up: str
    lengths: tuple[Number, ...]
    rows: tuple[Counted, ...]
    read: tuple[int, ...]


def growth_text(data: Growth) -> Description:
    """Say what is read off."""
    sentences = [
        f"{row.name}: "
        + listed(
            [f"{row.counts[at].text} at {data.lengths[at].text} {data.across}" for at in data.read]
        )
        + "."
        for row in data.rows
    ]
    return Description(data.title, " ".join(sentences))


def growth(data: Growth) -> str:
    """Draw a dot for each count; the first row's are dark and read off down to the axis.

    Raises WorkingsError for a count that has no power of ten.
    """
    every = [each.value for row in data.rows for each in row.counts]
    across = _decades([each.value for each in data.lengths], LEFT, RIGHT)
    up = _decades(every, BOTTOM, TOP)
    base = BOTTOM + 10
    marks = [label("p-name", (0, 12), data.up)]
    for power in _powers(every):
        marks.append(line("p-hair", (LEFT, up(power)), (RIGHT, up(power)), width=0.6))
    marks.append(line("p-line", (LEFT, base), (RIGHT, base), width=0.8))
    for row, dash in reversed(list(zip(data.rows, DASHES, strict=False))):
        drawn = [
            (across(length.value), up(count.value))
            for length, count in zip(data.lengths, row.counts, strict=True)
        ]
        first = row is data.rows[0]
        role = "p-line" if first else "p-soft"
        marks.append(path(role, polyline(tuple(drawn)), width=1.5, dash=dash))
        marks += [circle("p-dot" if first else "p-hollow", place, 2.6) for place in drawn]
    for at in data.read:
        length, count = data.lengths[at], data.rows[0].counts[at]
        x, y = across(length.value), up(count.value)
        early = x < WIDTH / 4
        anchor = "start" if early else "end"
        place = (x, y - 15) if early else (x - 7, y - 8)
        marks += [
            line("p-mark", (x, y), (x, base), width=0.8),
            circle("p-dot", (x, y), 3.6),
            number("p-strong", place, count, size=13, anchor=anchor),
            number("p-number", (x, base + 16), length, anchor=anchor),
        ]
    marks.append(label("p-name", (0, base + 34), data.across))
    for at, (row, dash) in enumerate(zip(data.rows, DASHES, strict=False), start=1):
        y = base + 36 + at * 18
        role = "p-line" if row is data.rows[0] else "p-soft"
        marks.append(line(role, (LEFT, y - 4), (LEFT + 22, y - 4), width=1.5, dash=dash))
        marks.append(label("p-note", (LEFT + 28, y), fit(row.name, RIGHT - LEFT - 28, NUMBER_SIZE)))
    return picture("growth", base + 42 + len(data.rows) * 18, growth_text(data), marks)


def _decades(values: Sequence[float], start: float, end: float) -> Callable[[float], float]:
    """Map counts onto places from start to end, each power of ten as far as the next."""
    low, high = min(values), max(values)
    if low <= 0:
        raise WorkingsError(f"a picture of growth cannot show {low}: every count must be above 0")
    floor, span = log10(low), log10(high) - log10(low)
    return lambda value: start + (end - start) * ((log10(value) - floor) / (span or 1.0))


def _powers(values: Sequence[float]) -> list[float]:
    """The powers of ten between the smallest and the largest count."""
    power, between = 1.0, []
    while power <= max(values):
        if power >= min(values):
            between.append(power)
        power *= 10
    return between
