"""The picture of turning: arrows from one corner, in panels with the same scale.

An arrow is drawn where its two numbers lead; two arrows with the same angle between them in every
panel have only been turned.
"""

from dataclasses import dataclass
from math import hypot

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    clean,
    fit,
    label,
    line,
    listed,
    moves,
    number,
    path,
    picture,
)
from engine.errors import WorkingsError

TOP, SPACE = 22.0, 12.0  # where the panels begin, and what is between two
HEAD = 7.0  # of an arrow
NAME = 12.0  # from an arrow to its name, and beyond the longest arrow
ROW, COLUMN = 16.0, 44.0  # of the numbers under a panel


@dataclass(frozen=True)
class Arrow:
    """An arrow to the point (x, y); the first of a panel is dark."""

    name: str
    x: Number
    y: Number


@dataclass(frozen=True)
class Turning:
    """Panels, each with a title and its arrows."""

    title: str
    panels: tuple[tuple[str, tuple[Arrow, ...]], ...]


def turning_text(data: Turning) -> Description:
    """Say where every arrow leads."""
    sentences = []
    for title, arrows in data.panels:
        said = [f"{arrow.name} to ({arrow.x.text}, {arrow.y.text})" for arrow in arrows]
        sentences.append(f"{title}: {listed(said)}.")
    return Description(data.title, " ".join(sentences))


def turning(data: Turning) -> str:
    """Draw the panels side by side, with axes through the corner of the arrows.

    Raises `WorkingsError` where no arrow has any length.
    """
    every = [arrow for _, arrows in data.panels for arrow in arrows]
    longest = max((hypot(arrow.x.value, arrow.y.value) for arrow in every), default=0.0)
    if not longest:
        raise WorkingsError("arrows without any length can't be drawn")
    count = len(data.panels)
    side = (WIDTH - SPACE * (count - 1)) / count
    scale = (side / 2 - NAME) / longest
    marks: list[str] = []
    for at, (title, arrows) in enumerate(data.panels):
        left = at * (side + SPACE)
        corner = (left + side / 2, TOP + side / 2)
        marks.append(label("p-note", (left, 12), fit(clean(title), side, 12)))
        marks += [
            line("p-hair", (left, corner[1]), (left + side, corner[1]), width=0.8),
            line("p-hair", (corner[0], TOP), (corner[0], TOP + side), width=0.8),
        ]
        for order, arrow in reversed(list(enumerate(arrows))):
            marks += _arrow(arrow, corner, scale, side, dark=order == 0)
        for order, arrow in enumerate(arrows):
            y = TOP + side + 16 + order * ROW
            marks += [
                label("p-note", (left, y), fit(clean(arrow.name), side - 2 * COLUMN, 12)),
                number("p-number", (left + side - COLUMN, y), arrow.x, anchor="end"),
                number("p-number", (left + side, y), arrow.y, anchor="end"),
            ]
    most = max(len(arrows) for _, arrows in data.panels)
    return picture("turning", TOP + side + 6 + most * ROW, turning_text(data), marks)


def _arrow(
    arrow: Arrow, corner: tuple[float, float], scale: float, side: float, *, dark: bool
) -> list[str]:
    dx, dy = arrow.x.value * scale, -arrow.y.value * scale
    length = hypot(dx, dy)
    if not length:
        return []
    tip = (corner[0] + dx, corner[1] + dy)
    along = (dx / length * HEAD, dy / length * HEAD)
    sides = [
        (tip[0] - along[0] + turn * along[1] / 2, tip[1] - along[1] - turn * along[0] / 2)
        for turn in (1, -1)
    ]
    shaft = (tip[0] - along[0] / 2, tip[1] - along[1] / 2)
    across = (1.6 * along[1], -1.6 * along[0]) if dx > 0 else (-1.6 * along[1], 1.6 * along[0])
    name = (corner[0] + 0.55 * dx + across[0], corner[1] + 0.55 * dy + across[1] + 3)
    return [
        line("p-line" if dark else "p-soft", corner, shaft, width=2.2),
        path("p-dot" if dark else "p-flow", moves("M", *tip, "L", *sides[0], "L", *sides[1], "Z")),
        label("p-strong" if dark else "p-note", name, fit(clean(arrow.name), side / 2, 12),
              anchor="middle"),
    ]  # fmt: skip
