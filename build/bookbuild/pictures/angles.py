"""The picture of dot products: arrows of two numbers, and how far each reaches along another.

An arrow's dot product with one of length one is how far it reaches in that one's direction: the
dotted line falls from its tip at a right angle onto the other's line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from bookbuild.pictures.svg import (
    NUMBER_SIZE,
    WIDTH,
    WORD_SIZE,
    Description,
    Number,
    circle,
    clean,
    fit,
    label,
    line,
    moves,
    number,
    path,
    picture,
    text_width,
)
from bookbuild.pictures.turning import Arrow
from engine.errors import WorkingsError

LEFT, RIGHT, TOP = 66.0, WIDTH - 92, 24.0  # room for words beside the tips
TALLEST = 190.0
HEAD = 8.0  # length of an arrow's head
FIRST_ARC, APART = 22.0, 11.0  # radii of the arcs of angles

Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Angles:
    """One arrow, and others with the dot product of each with it; ``across`` and ``up`` name the
    axes."""

    asking: Arrow
    found: tuple[tuple[Arrow, Number], ...]
    across: str
    up: str


def angles_text(data: Angles) -> Description:
    """Say where the arrows point, and their dot products."""
    title = f"The {data.asking.name} as an arrow, and how far others reach in its direction."
    sentences = [f"{_said(data.asking)}."]
    sentences += [f"{_said(arrow)}; dot product {product.text}." for arrow, product in data.found]
    return Description(title, " ".join(sentences))


def _said(arrow: Arrow) -> str:
    return f"{arrow.name}: {arrow.x.text} across, {arrow.y.text} up"


def angles(data: Angles) -> str:
    """Draw every arrow from one origin, on axes of one scale.

    Raises `WorkingsError` for an asking arrow of no length, which has no direction.
    """
    asking = data.asking
    length = sqrt(asking.x.value**2 + asking.y.value**2)
    if not length:
        raise WorkingsError(f"the {asking.name} has no length, so no direction")
    every = [asking, *(arrow for arrow, _ in data.found)]
    xs, ys = [0.0, *(each.x.value for each in every)], [0.0, *(each.y.value for each in every)]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    unit = min((RIGHT - LEFT) / (wide or 1.0), TALLEST / (high or 1.0))
    x0, y0 = LEFT - min(xs) * unit, TOP + max(ys) * unit
    bottom = TOP + high * unit

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x * unit, y0 - y * unit

    marks = [
        line("p-hair", (LEFT, y0), (x0 + max(xs) * unit + 30, y0), width=0.8),
        line("p-hair", (x0, TOP - 12), (x0, bottom), width=0.8),
        label("p-name", (x0 - 6, TOP - 12), data.up, size=13, anchor="end"),
        label("p-name", (WIDTH - 2, bottom + 22), data.across, size=13, anchor="end"),
        line("p-hair", at(0, 0), at(asking.x.value, asking.y.value), width=7),
        label("p-note", (x0, bottom + 22), fit(clean(asking.name), WIDTH / 2, 13), size=13),
    ]
    direction = (asking.x.value / length, asking.y.value / length)
    for turn, (arrow, product) in enumerate(data.found):
        marks += _reach(arrow, direction, at)
        marks += _arc(arrow, direction, (x0, y0), FIRST_ARC + APART * turn)
        marks += _arrow(arrow, at)
        marks += _named(arrow, product, at)
    marks.append(circle("p-dot", (x0, y0), 3))
    return picture("angles", bottom + 28, angles_text(data), marks)


def _reach(arrow: Arrow, direction: tuple[float, float], at: Place) -> list[str]:
    """Draw the perpendicular from a tip onto the line of the arrow that asks."""
    along = arrow.x.value * direction[0] + arrow.y.value * direction[1]
    foot = (along * direction[0], along * direction[1])
    tip = (arrow.x.value, arrow.y.value)
    if abs(tip[0] - foot[0]) + abs(tip[1] - foot[1]) < 1e-9 or not along:
        return []
    return [
        line("p-soft", at(*tip), at(*foot), width=1, dash="1.5 2.5"),
        circle("p-hollow", at(*foot), 3.4),
    ]


def _arc(
    arrow: Arrow, direction: tuple[float, float], origin: tuple[float, float], radius: float
) -> list[str]:
    """Draw the angle between an arrow and the one that asks, unless they point the same way."""
    size = sqrt(arrow.x.value**2 + arrow.y.value**2)
    if not size:
        return []
    end = (arrow.x.value / size, arrow.y.value / size)
    turned = direction[0] * end[1] - direction[1] * end[0]  # above zero: counterclockwise
    if abs(turned) < 1e-9:
        return []
    (x, y), (u, v) = direction, end
    start, stop = (
        (origin[0] + radius * x, origin[1] - radius * y),
        (
            origin[0] + radius * u,
            origin[1] - radius * v,
        ),
    )
    sweep = 0 if turned > 0 else 1
    return [path("p-soft", moves("M", *start, "A", radius, radius, 0, 0, sweep, *stop), width=0.8)]


def _arrow(arrow: Arrow, at: Place) -> list[str]:
    """Draw an arrow from the origin, its head at the tip."""
    (x0, y0), (x, y) = at(0, 0), at(arrow.x.value, arrow.y.value)
    long = sqrt((x - x0) ** 2 + (y - y0) ** 2)
    if not long:
        return []
    dx, dy = (x - x0) / long, (y - y0) / long
    back = (x - HEAD * dx, y - HEAD * dy)
    corners = [(back[0] - dy * HEAD / 2, back[1] + dx * HEAD / 2),
               (back[0] + dy * HEAD / 2, back[1] - dx * HEAD / 2)]  # fmt: skip
    head = moves("M", x, y, "L", *corners[0], "L", *corners[1], "Z")
    return [line("p-line", (x0, y0), back, width=1.6), path("p-dot", head)]


def _named(arrow: Arrow, product: Number, at: Place) -> list[str]:
    """Write an arrow's name and its dot product beside its tip."""
    x, y = at(arrow.x.value, arrow.y.value)
    name = fit(clean(arrow.name), 54, WORD_SIZE)
    place = (x + 9, y - 6)
    after = place[0] + text_width(name, WORD_SIZE) + 4
    return [
        label("p-strong", place, name, size=WORD_SIZE),
        number("p-number", (after, place[1]), product, size=NUMBER_SIZE),
    ]
