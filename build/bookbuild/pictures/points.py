"""The picture of points: a dot for each pair of numbers, and straight lines through them."""

from collections.abc import Sequence
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
    number,
    path,
    picture,
    polyline,
    rectangle,
    text_width,
)
from engine.errors import WorkingsError

LEFT, RIGHT, TOP, BOTTOM = 22.0, WIDTH - 40.0, 40.0, 236.0
_SIZE = 13.0  # of a number at a dot


@dataclass(frozen=True)
class Straight:
    """A straight line: how much it rises for each step across, and how high it is at zero."""

    name: str
    slope: Number
    start: Number


@dataclass(frozen=True)
class Points:
    """Points (across, up), and at most three straight lines over the same stretch."""

    title: str
    across: str
    up: str
    points: tuple[tuple[Number, Number], ...]
    lines: tuple[Straight, ...] = ()


def points_text(data: Points) -> Description:
    """Say where the points and the lines are."""
    said = ", ".join(f"{x.text} across and {y.text} up" for x, y in data.points)
    lines = [
        f" {each.name}: a straight line that is at {each.start.text} where {data.across} is zero, "
        f"and rises by {each.slope.text} a step."
        for each in data.lines
    ]
    return Description(data.title, f"Points: {said}.{''.join(lines)}")


def points(data: Points) -> str:
    """Draw the points, each with its height, above an axis that says how far across they are.

    Raises `WorkingsError` for more lines than can be told apart, and for no points.
    """
    if not data.points:
        raise WorkingsError("a picture of points needs at least one")
    if len(data.lines) > len(DASHES):
        raise WorkingsError(f"a picture of points has at most {len(DASHES)} lines")
    places = [x.value for x, _ in data.points]
    ends = (min(places), max(places))
    heights = [y.value for _, y in data.points]
    heights += [_height(each, x) for each in data.lines for x in ends]

    def at(x: float, y: float) -> tuple[float, float]:
        return _along(x, ends, LEFT, RIGHT), _along(y, (min(heights), max(heights)), BOTTOM, TOP)

    base = BOTTOM + 14
    marks = [
        label("p-name", (0, 12), fit(data.up, WIDTH, NUMBER_SIZE)),
        line("p-line", (LEFT - 14, base), (RIGHT + 14, base), width=0.8),
    ]
    for each, dash in reversed(list(zip(data.lines, DASHES, strict=False))):
        drawn = tuple(at(x, _height(each, x)) for x in ends)
        marks.append(path(_role(dash), polyline(drawn), width=1.5, dash=dash))
    for x, y in data.points:
        dot = at(x.value, y.value)
        marks.append(line("p-hair", dot, (dot[0], base), width=0.6))
    for x, y in data.points:
        dot = at(x.value, y.value)
        width = text_width(y.text, _SIZE)
        place = (dot[0] - width / 2, dot[1] - 9)
        marks += [
            rectangle("p-paper", (place[0], place[1] - 11), (width, 13)),
            circle("p-dot", dot, 3.6),
            number("p-number", (dot[0], base + 16), x, anchor="middle"),
            number("p-strong", (dot[0], place[1]), y, size=_SIZE, anchor="middle"),
        ]
    marks.append(label("p-name", (0, base + 34), fit(data.across, WIDTH, NUMBER_SIZE)))
    height = base + 42
    for each, dash in zip(data.lines, DASHES, strict=False):
        marks += _named(each, dash, height + 12)
        height += 20
    return picture("points", height, points_text(data), marks)


def _named(each: Straight, dash: str | None, y: float) -> Sequence[str]:
    """Draw a line's stroke with its name, its slope and its start."""
    start = 28.0
    name = fit(each.name, WIDTH / 3, NUMBER_SIZE)
    slope = start + text_width(name, NUMBER_SIZE) + 14
    rise = slope + text_width(f"slope {each.slope.text}", NUMBER_SIZE) + 14
    return [
        line(_role(dash), (0, y - 4), (22, y - 4), width=1.5, dash=dash),
        label("p-note", (start, y), name),
        label("p-name", (slope, y), "slope"),
        number("p-number", (slope + text_width("slope ", NUMBER_SIZE), y), each.slope),
        label("p-name", (rise, y), "start"),
        number("p-number", (rise + text_width("start ", NUMBER_SIZE), y), each.start),
    ]


def _role(dash: str | None) -> str:
    return "p-soft" if dash else "p-line"


def _height(each: Straight, x: float) -> float:
    return each.start.value + each.slope.value * x


def _along(value: float, ends: tuple[float, float], start: float, end: float) -> float:
    low, high = ends
    if high == low:
        return (start + end) / 2
    return start + (end - start) * ((value - low) / (high - low))
