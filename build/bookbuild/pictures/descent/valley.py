"""The picture of a valley: the loss at each weight, a slope on it, and steps that go down it.

Both axes are true: the loss stands on zero, and equal distances are equal amounts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    number,
    path,
    picture,
    polyline,
    text_width,
)
from engine.errors import WorkingsError

TOP, BOTTOM = 30.0, 214.0
ROOM = 16.0  # the least way between two steps that are both numbered
MARKS = (("p-dot", None), ("p-hollow", "4 3"), ("p-mark", "1.5 2.5"))
"""The dots and the dashes of the first, the second and the third walk."""

Spot = tuple[Number, Number]
"""A weight, and the loss there."""


@dataclass(frozen=True)
class Walk:
    """Steps from one weight to the next, the start among them."""

    name: str
    stops: tuple[Spot, ...]


@dataclass(frozen=True)
class Tangent:
    """The slope at a place: a short straight line."""

    at: Spot
    slope: Number


@dataclass(frozen=True)
class Valley:
    """The losses along a row of weights, at most three walks on it, and slopes at some places.

    `ticks` are weights that are written below, with their losses on the left.
    """

    title: str
    across: str
    up: str
    curve: tuple[tuple[float, float], ...]
    ticks: tuple[Spot, ...]
    walks: tuple[Walk, ...] = ()
    tangents: tuple[Tangent, ...] = ()


def valley_text(data: Valley) -> Description:
    """Tell where the ground is, how steep it is, and where each walk leads."""
    ground = listed([f"{loss.text} at {weight.text}" for weight, loss in data.ticks])
    sentences = [f"The {data.up} is {ground}."]
    sentences += [
        f"At {each.at[0].text}, where it is {each.at[1].text}, its slope is {each.slope.text}."
        for each in data.tangents
    ]
    sentences += [
        f"{walk.name}: {', '.join(weight.text for weight, _ in walk.stops)}." for walk in data.walks
    ]
    return Description(data.title, " ".join(sentences))


def valley(data: Valley) -> str:
    """Draw the ground, the slopes, and each walk as dots that are joined.

    Raises `WorkingsError` for more walks than can be told apart.
    """
    if len(data.walks) > len(MARKS):
        raise WorkingsError(f"a valley has room for {len(MARKS)} walks, not {len(data.walks)}")
    losses = list(dict.fromkeys((loss.text, loss) for _, loss in data.ticks))
    left = max(text_width(text, NUMBER_SIZE) for text, _ in losses) + 10
    right = WIDTH - 10
    weights = [x for x, _ in data.curve]
    highest = max(y for _, y in data.curve)

    def at(weight: float, loss: float) -> tuple[float, float]:
        part = (weight - weights[0]) / (weights[-1] - weights[0])
        return left + (right - left) * part, BOTTOM - (BOTTOM - TOP) * loss / highest

    marks = [label("p-name", (0, 12), fit(data.up, WIDTH, NUMBER_SIZE))]
    marks += _axes(data, left, right, at)
    marks.append(path("p-line", polyline(tuple(at(*each) for each in data.curve)), width=1.6))
    for each in data.tangents:
        marks += _tangent(each, at, (weights[-1] - weights[0]) / 10)
    for (role, dash), walk in reversed(list(zip(MARKS, data.walks, strict=False))):
        marks += _walk(walk, role, dash, at)
    taken: list[tuple[float, float]] = []
    for walk in data.walks:
        marks += _numbered(walk, at, taken)
    marks.append(
        label("p-name", (right, BOTTOM + 34), fit(data.across, right, NUMBER_SIZE), anchor="end")
    )
    height = BOTTOM + 42
    for (role, dash), walk in zip(MARKS, data.walks, strict=False):
        drawn, height = _legend(walk, role, dash, height)
        marks += drawn
    return picture("valley", height, valley_text(data), marks)


Place = Callable[[float, float], tuple[float, float]]


def _axes(data: Valley, left: float, right: float, at: Place) -> list[str]:
    """Draw the axis at zero, a hairline at each loss of a tick, and both their numbers."""
    marks: list[str] = []
    heights: list[float] = []
    for _, loss in sorted(data.ticks, key=lambda tick: tick[1].value):
        y = at(0, loss.value)[1]
        if heights and heights[-1] - y < NUMBER_SIZE:
            continue
        heights.append(y)
        if loss.value:
            marks.append(line("p-hair", (left, y), (right, y), width=0.6))
        marks.append(number("p-number", (left - 6, y + 4), loss, anchor="end"))
    marks.append(line("p-line", (left, BOTTOM), (right, BOTTOM), width=0.8))
    for weight, _ in data.ticks:
        x = at(weight.value, 0)[0]
        marks.append(line("p-line", (x, BOTTOM), (x, BOTTOM + 4), width=0.8))
        marks.append(number("p-number", (x, BOTTOM + 17), weight, anchor="middle"))
    return marks


def _tangent(each: Tangent, at: Place, reach: float) -> list[str]:
    """Draw a dot and the straight line through it that has its slope, with the slope above it."""
    (weight, loss), rise = each.at, each.slope.value
    ends = []
    for way in (-reach, reach):
        if rise * way < 0:  # down to the axis, and not through it
            way *= min(1, loss.value / abs(rise * way))
        ends.append(at(weight.value + way, loss.value + way * rise))
    x, y = at(weight.value, loss.value)
    early = rise <= 0
    text = f"slope {each.slope.text}"
    start = x + 8 if early else x - 8 - text_width(text, NUMBER_SIZE)
    return [
        line("p-mark", ends[0], ends[1], width=1.8, dash="5 3"),
        circle("p-dot", (x, y), 4),
        label("p-note", (start, y - 12), "slope"),
        number("p-strong", (start + text_width("slope ", NUMBER_SIZE), y - 12), each.slope,
               size=13),
    ]  # fmt: skip


def _walk(walk: Walk, role: str, dash: str | None, at: Place) -> list[str]:
    """Draw the way from dot to dot."""
    dots = [at(weight.value, loss.value) for weight, loss in walk.stops]
    ways = [line("p-soft", a, b, width=1, dash=dash) for a, b in pairwise(dots)]
    return ways + [_dot(role, dot) for dot in dots]


def _numbered(walk: Walk, at: Place, taken: list[tuple[float, float]]) -> list[str]:
    """Number the steps of a walk that have room around them; add their dots to those `taken`."""
    marks = []
    for step, (weight, loss) in enumerate(walk.stops):
        x, y = at(weight.value, loss.value)
        if all(abs(x - a) + abs(y - b) >= ROOM for a, b in taken):
            taken.append((x, y))
            if step:
                marks.append(label("p-note", (x, y - 7), str(step), size=11, anchor="middle"))
    return marks


def _dot(role: str, centre: tuple[float, float]) -> str:
    return circle(role, centre, 3.8, width=1.4)


def _legend(walk: Walk, role: str, dash: str | None, top: float) -> tuple[Sequence[str], float]:
    """Draw a walk's dot and name, and all of its weights in order, in as many rows as it takes."""
    marks = [
        line("p-soft", (0, top + 8), (24, top + 8), width=1, dash=dash),
        _dot(role, (12, top + 8)),
        label("p-word", (32, top + 12), fit(walk.name, WIDTH - 32, NUMBER_SIZE)),
    ]
    x, y = 32.0, top + 28
    for place, (weight, _) in enumerate(walk.stops):
        width = text_width(weight.text, NUMBER_SIZE)
        between = 18.0 if place else 0.0
        if x + between + width > WIDTH:
            x, y = 32.0, y + 16
        if place:
            marks.append(label("p-note", (x + 9, y), "→", anchor="middle"))
        marks.append(number("p-number", (x + between, y), weight))
        x += between + width
    return marks, y + 10
