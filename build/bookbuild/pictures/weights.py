"""The picture of a table of weights through training: one small table for each saved point."""

from dataclasses import dataclass
from math import sqrt

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    label,
    moves,
    number,
    path,
    picture,
    rectangle,
    text_width,
)

ACROSS, GAP, HEAD = 4, 12.0, 22.0  # tables in a row, between them, and above each


@dataclass(frozen=True)
class SavedWeights:
    """A table after so many steps: its weights, row by row."""

    steps: Number
    weights: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class WeightsGrown:
    """One table at several points of training; ``name`` says which."""

    name: str
    saved: tuple[SavedWeights, ...]


def weights_grown_text(data: WeightsGrown) -> Description:
    """Say how many weights are above zero and below it at each point."""
    sentences = []
    for each in data.saved:
        flat = [weight for row in each.weights for weight in row]
        above, below = sum(weight > 0 for weight in flat), sum(weight < 0 for weight in flat)
        sentences.append(f"After steps: {each.steps.text}, {above} above zero and {below} below.")
    return Description(f"The {data.name} as it learns.", " ".join(sentences))


def weights_grown(data: WeightsGrown) -> str:
    """Draw a square for each weight, by area on one scale: full above zero, hollow below."""
    rows, columns = len(data.saved[0].weights), len(data.saved[0].weights[0])
    cell = (WIDTH - 2 - GAP * (ACROSS - 1)) / ACROSS / columns
    largest = max(abs(w) for each in data.saved for row in each.weights for w in row) or 1.0
    tall = HEAD + rows * cell + GAP
    marks: list[str] = []
    for at, each in enumerate(data.saved):
        down, across = divmod(at, ACROSS)
        left, top = 1 + across * (columns * cell + GAP), down * tall + HEAD
        after = (left + text_width("steps:", 12) + 4, top - 7)
        marks += [label("p-name", (left, top - 7), "steps:"), number("p-strong", after, each.steps)]
        marks.append(rectangle("p-hollow", (left, top), (columns * cell, rows * cell), width=0.8))
        squares: dict[bool, list[str]] = {True: [], False: []}  # by whether above zero
        for row, weights in enumerate(each.weights):
            for column, weight in enumerate(weights):
                side = (cell - 1.4) * sqrt(abs(weight) / largest)
                if side < 0.5:  # smaller than can be seen or printed
                    continue
                inner = side if weight > 0 else max(0.3, side - 0.8)  # a line's width goes outside
                x = left + (column + 0.5) * cell - inner / 2
                y = top + (row + 0.5) * cell - inner / 2
                squares[weight > 0].append(_square(x, y, inner))
        marks.append(path("p-dot", "".join(squares[True])))
        marks.append(path("p-hollow", "".join(squares[False]), width=0.8))
    height = tall * -(-len(data.saved) // ACROSS)
    return picture("weights_grown", height, weights_grown_text(data), marks)


def _square(x: float, y: float, side: float) -> str:
    right, bottom = x + side, y + side
    return moves("M", x, y, "L", right, y, "L", right, bottom, "L", x, bottom, "Z")
