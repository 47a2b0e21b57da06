"""The map of words: rows of numbers laid flat, with a line from each word to its nearest.

Many numbers a word don't fit on paper. The map is the plane on which the words lie furthest apart
(the first two principal components), so some that look close are not: lines go by the true
distances, with all numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    circle,
    clean,
    fit,
    label,
    line,
    listed,
    picture,
    text_width,
)

EDGE, TALLEST = 34.0, 330.0
SIZE = 14.0
TURNS = 500  # of the power iteration

Row = Sequence[float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class WordMap:
    """Words, and the row of numbers of each; `title` says what the rows are."""

    title: str
    words: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]


def nearest(rows: Sequence[Row]) -> list[int]:
    """Return for each row the place of the row that is nearest to it, from 0."""
    return [
        min((at for at in range(len(rows)) if at != own), key=lambda at: _apart(row, rows[at]))
        for own, row in enumerate(rows)
    ]


def _apart(one: Row, other: Row) -> float:
    return fsum((a - b) * (a - b) for a, b in zip(one, other, strict=True))


def wordmap_text(data: WordMap) -> Description:
    """Say which word is nearest to which."""
    near = nearest(data.rows)
    pairs = [f"{word} to {data.words[at]}" for word, at in zip(data.words, near, strict=True)]
    return Description(data.title, f"The nearest word: {listed(pairs)}.")


def wordmap(data: WordMap) -> str:
    """Draw a dot for each word, and a line to the nearest; a strong one where it is mutual."""
    flat = _flat(data.rows)
    xs, ys = [x for x, _ in flat], [y for _, y in flat]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    unit = min((WIDTH - 2 * EDGE) / (wide or 1.0), (TALLEST - 2 * EDGE) / (high or 1.0))
    left = (WIDTH - wide * unit) / 2
    places = [(left + (x - min(xs)) * unit, EDGE + (max(ys) - y) * unit) for x, y in flat]
    near = nearest(data.rows)
    marks = [
        line("p-soft" if near[at] == own else "p-hair", places[own], places[at], width=1.2)
        for own, at in enumerate(near)
        if not (near[at] == own and at < own)
    ]
    marks += [circle("p-dot", place, 3.2) for place in places]
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in places]
    for word, place in zip(data.words, places, strict=True):
        marks.append(_named(fit(clean(word), 60, SIZE), place, taken))
    return picture("wordmap", high * unit + 2 * EDGE, wordmap_text(data), marks)


def _named(word: str, place: tuple[float, float], taken: list[Box]) -> str:
    """Write a word beside its dot, where it covers nothing else if there is such a side."""
    (x, y), wide = place, text_width(word, SIZE)
    sides = [
        (x + 7, y + 5, "start", x + 7),
        (x - 7, y + 5, "end", x - 7 - wide),
        (x, y - 8, "middle", x - wide / 2),
        (x, y + 18, "middle", x - wide / 2),
    ]
    boxes: list[Box] = [(left, up - 11, left + wide, up + 3) for _, up, _, left in sides]
    best = min(range(len(sides)), key=lambda at: (_covered(boxes[at], taken), at))
    taken.append(boxes[best])
    across, up, anchor, _ = sides[best]
    return label("p-word", (across, up), word, size=SIZE, anchor=anchor)


def _covered(box: Box, taken: Sequence[Box]) -> float:
    """Return how much of what is taken a box would cover, and of what is off the paper."""
    left, top, right, bottom = box
    lost = max(0.0, -left) * 1000 + max(0.0, right - WIDTH) * 1000
    for a, b, c, d in taken:
        lost += max(0.0, min(right, c) - max(left, a)) * max(0.0, min(bottom, d) - max(top, b))
    return lost


def _flat(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Lay rows on the plane in which they spread most, their mean in the middle.

    Sums are exact before they are rounded, so that every machine gets the same places.
    """
    means = [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
    centred = [[x - mean for x, mean in zip(row, means, strict=True)] for row in rows]
    first = _main_direction(centred)
    rest = [_without(row, first) for row in centred]
    second = _main_direction(rest)
    return [(_dot(row, first), _dot(row, second)) for row in centred]


def _main_direction(rows: Sequence[Row]) -> list[float]:
    """Find the direction of length one in which rows spread most, by power iteration."""
    direction = [1.0 + at / 7 for at in range(len(rows[0]))]
    for _ in range(TURNS):
        reach = [_dot(row, direction) for row in rows]
        turned = [_dot(column, reach) for column in zip(*rows, strict=True)]
        size = sqrt(_dot(turned, turned))
        if not size:
            break
        direction = [x / size for x in turned]
    most = max(direction, key=abs)
    return [-x for x in direction] if most < 0 else direction


def _without(row: Row, direction: Row) -> list[float]:
    along = _dot(row, direction)
    return [x - along * d for x, d in zip(row, direction, strict=True)]


def _dot(one: Row, other: Row) -> float:
    return fsum(a * b for a, b in zip(one, other, strict=True))
