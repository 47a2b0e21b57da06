"""The picture of the residual stream: one word's row of numbers as it runs down the model."""

from dataclasses import dataclass
from enum import Enum

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    circle,
    fit,
    junction,
    label,
    line,
    moves,
    number,
    path,
    picture,
    signed_bar,
    text_width,
    tracks,
)

STREAM, LOOP, STRIP = 16.0, 46.0, 60.0
LINE, HEAD, GAP = 27.0, 16.0, 46.0


class Entry(Enum):
    """How a stage comes out of the one before it."""

    START = "start"
    ADDED = "added"
    """Something from outside is added."""
    TAPPED = "tapped"
    """A branch leaves the stream, is worked on, and is added back."""
    THROUGH = "through"
    """The whole stream goes through."""


@dataclass(frozen=True)
class Stage:
    """The word's numbers at one place; ``by`` names what was done on the way to it."""

    name: str
    numbers: tuple[Number, ...]
    entry: Entry
    by: str = ""


@dataclass(frozen=True)
class Stream:
    """All stages of one word, in order; ``across`` numbers are side by side."""

    word: str
    position: int
    stages: tuple[Stage, ...]
    opening: str = "The numbers of {word} in position {position} on their way down the model"
    across: int = 8

    @property
    def cell(self) -> float:
        """The room of one number."""
        return (WIDTH - STRIP) / self.across


def stream_text(data: Stream) -> Description:
    """Say the stream in words."""
    names = [stage.by for stage in data.stages if stage.by]
    begin = data.opening.format(word=data.word, position=data.position)
    title = f"{begin}: {', '.join(names)}."
    sentences = [
        f"{stage.name}: {', '.join(each.text for each in stage.numbers)}." for stage in data.stages
    ]
    return Description(title, " ".join(sentences))


def stream(data: Stream) -> str:
    """Draw the stream as one thick line with its taps and sums, and a strip of cells a stage."""
    largest = max((abs(each.value) for stage in data.stages for each in stage.numbers), default=0.0)
    y, marks, over = 4.0, [], []
    for at, stage in enumerate(data.stages):
        if at:
            over += _branch(stage, y, y + GAP)
            y += GAP
        marks += _strip(stage, y, largest, data)
        y += HEAD + LINE * -(-len(stage.numbers) // data.across)
    end = y + 4
    thick = line("p-line", (STREAM, 6), (STREAM, end), width=4)
    tip = path(
        "p-dot",
        moves("M", STREAM - 7, end - 2, "L", STREAM + 7, end - 2, "L", STREAM, end + 9, "Z"),
    )
    return picture("stream", end + 12, stream_text(data), [thick, tip, *over, *marks])


def _strip(stage: Stage, top: float, largest: float, data: Stream) -> list[str]:
    room = data.cell - 7
    marks = [
        line("p-hair", (STREAM + 4, top + 6), (STRIP - 8, top + 6), width=0.8),
        label("p-note", (STRIP, top + 10), fit(stage.name, WIDTH - STRIP, 12)),
    ]
    corners = [
        (STRIP + (at % data.across) * data.cell, top + HEAD + (at // data.across) * LINE)
        for at in range(len(stage.numbers))
    ]
    marks.append(tracks([(x, y + 20) for x, y in corners], room))
    for each, (x, y) in zip(stage.numbers, corners, strict=True):
        size = 12.0 if text_width(each.text, 12) <= room + 1 else 11.0
        place = (x + room / 2, y + 13)
        marks.append(number("p-number", place, each, size=size, anchor="middle"))
        marks += signed_bar((x, y + 20), room, each.value, largest, width=3.6)
    return marks


def _branch(stage: Stage, top: float, bottom: float) -> list[str]:
    """Draw how the stream gets from one stage to the next."""
    middle, sum_at = (top + bottom) / 2, bottom - 6
    name = label("p-name", (STRIP, middle + 7), fit(stage.by, WIDTH - STRIP, 13), size=13)
    if stage.entry is Entry.ADDED:
        route = moves("M", LOOP, middle + 2, "Q", STREAM + 24, sum_at, STREAM + 9, sum_at)
        return [name, path("p-line", route, width=1.2), *junction((STREAM, sum_at), 9)]
    if stage.entry is Entry.TAPPED:
        out = top + 2
        route = moves("M", STREAM, out, "L", LOOP - 10, out, "Q", LOOP, out, LOOP, out + 10)
        route += " " + moves("L", LOOP, sum_at - 10, "Q", LOOP, sum_at, LOOP - 10, sum_at)
        route += " " + moves("L", STREAM + 9, sum_at)
        return [
            name,
            path("p-line", route, width=1.2),
            circle("p-dot", (STREAM, out), 4),
            *junction((STREAM, sum_at), 9),
        ]
    bars = [
        line("p-line", (STREAM - 9, middle + shift), (STREAM + 9, middle + shift), width=1.2)
        for shift in (-2.0, 4.0)
    ]
    return [name, *bars]
