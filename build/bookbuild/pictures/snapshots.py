"""The picture of how listening grew: one small triangle of shares for each saved point."""

from dataclasses import dataclass
from math import sqrt

from bookbuild.pictures.svg import (
    SUBSCRIPT_SIZE,
    WIDTH,
    Description,
    Number,
    clean,
    fit,
    label,
    line,
    listed,
    number,
    picture,
    rectangle,
    text_width,
)

LABELS, GAP, ACROSS = 40.0, 10.0, 3  # room for words at the left, between triangles, how many
HEAD, FOOT = 40.0, 14.0  # above a triangle and below it


@dataclass(frozen=True)
class Snapshot:
    """The model after so many steps, or a word for when; row r is of listening word r.

    The description lists the shares of the last word.
    """

    name: str
    steps: Number | None
    shares: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Snapshots:
    """One sentence, and who listens to whom in it, one snapshot after the other."""

    words: tuple[str, ...]
    snapshots: tuple[Snapshot, ...]


def snapshots_text(data: Snapshots) -> Description:
    """Say whom the last word listens to in each snapshot."""
    last = len(data.words)
    title = (
        f"How listening grew: a triangle of shares for each of {len(data.snapshots)} models, "
        f"from the first to the last."
    )
    sentences = []
    for snapshot in data.snapshots:
        name = f"{snapshot.name} {snapshot.steps.text}" if snapshot.steps else snapshot.name
        heard = [
            f"{data.words[at]} in position {at + 1} {share.text}"
            for at, share in enumerate(snapshot.shares[-1])
        ]
        sentences.append(f"{name}: {data.words[-1]} in position {last} listens to {listed(heard)}.")
    return Description(title, " ".join(sentences))


def snapshots(data: Snapshots) -> str:
    """Draw three triangles in a row: rows listen, columns are heard, a square's area is a share."""
    count = len(data.words)
    cell = (WIDTH - LABELS - GAP * (ACROSS - 1) - 2) / ACROSS / count
    size = SUBSCRIPT_SIZE
    marks: list[str] = []
    for at, snapshot in enumerate(data.snapshots):
        row, column = divmod(at, ACROSS)
        left = LABELS + column * (count * cell + GAP)
        top = row * (HEAD + count * cell + FOOT) + HEAD
        marks += _name(snapshot, left, top - 26)
        for place, word in enumerate(data.words):
            middle = (place + 0.5) * cell
            if column == 0:
                name = fit(clean(word), LABELS - 6, size)
                marks.append(label("p-word", (0, top + middle + 4), name, size=size))
            name = fit(clean(word), cell, size)
            marks.append(
                label("p-note", (left + middle, top - 5), name, size=size, anchor="middle")
            )
        marks += _triangle(snapshot.shares, left, top, cell)
    rows = -(-len(data.snapshots) // ACROSS)
    height = rows * (HEAD + count * cell + FOOT)
    return picture("snapshots", height, snapshots_text(data), marks)


def _name(snapshot: Snapshot, left: float, y: float) -> list[str]:
    marks = [label("p-name", (left, y), snapshot.name)]
    if snapshot.steps:
        place = (left + text_width(snapshot.name, 12) + 2, y)
        marks.append(number("p-strong", place, snapshot.steps))
    return marks


def _triangle(
    shares: tuple[tuple[Number, ...], ...], left: float, top: float, cell: float
) -> list[str]:
    marks = [line("p-line", (left, top), (left + len(shares) * cell, top), width=0.8)]
    for at, row in enumerate(shares):
        y = top + at * cell
        for place, share in enumerate(row):
            side = (cell - 2) * sqrt(max(0.0, min(1.0, share.value)))
            corner = (left + place * cell + (cell - side) / 2, y + (cell - side) / 2)
            if side > 0:
                marks.append(rectangle("p-most", corner, (side, side)))
        end = (left + len(row) * cell, y + cell)
        marks.append(line("p-hair", (left, y + cell), end, width=0.8))
    y, width = top + (len(shares) - 1) * cell, len(shares) * cell
    return [*marks, rectangle("p-mark", (left, y), (width, cell), width=1.4)]
