"""The picture of a chain: operations one below the other, what they give, and what comes back.

Values run down on the left of each wire, slopes come back up on its right. Beside each operation
stands its local slope, by which what comes back to it is multiplied on the way up.
"""

from dataclasses import dataclass

from bookbuild.pictures.flowmarks import arrow
from bookbuild.pictures.svg import (
    NUMBER_SIZE,
    WIDTH,
    Description,
    Number,
    fit,
    label,
    line,
    number,
    path,
    picture,
    rectangle,
    text_width,
)

MIDDLE, BOX, TALL, STEP = 128.0, 104.0, 28.0, 66.0
"""Where the wire runs, an operation's width and height, and the way from one to the next."""

INPUTS, SPREAD = 52.0, 30.0  # the height at which inputs end, how far they are from the wire
NOTES = MIDDLE + BOX / 2 + 14  # where the words about an operation begin
VALUE, SLOPE = 10.0, 10.0  # from the wire to the values on its left, the slopes on its right


@dataclass(frozen=True)
class Input:
    """A number that goes in; `slope` is what has come back to it, where that is asked for."""

    name: str
    value: Number
    slope: Number | None = None


@dataclass(frozen=True)
class Operation:
    """An operation: what it gives, its local slope, and what came back to what went in."""

    name: str
    value: Number
    local: Number
    note: str
    slope: Number


@dataclass(frozen=True)
class Chain:
    """Two inputs, and operations in the order in which they are done; the last gives the loss.

    `began` is the slope with which the way back begins: that of the loss for itself, one.
    """

    title: str
    inputs: tuple[Input, Input]
    operations: tuple[Operation, ...]
    loss: str
    began: Number


def chain_text(data: Chain) -> Description:
    """Tell the way there and the way back in words."""
    there = " ".join(f"{each.name} gives {each.value.text}." for each in data.operations)
    back = " ".join(
        f"{each.name}, local slope {each.local.text} ({each.note}): {each.slope.text}."
        for each in reversed(data.operations)
    )
    given = " and ".join(f"{each.name} is {each.value.text}" for each in data.inputs)
    ends = " ".join(
        f"The slope of {each.name} is {each.slope.text}." for each in data.inputs if each.slope
    )
    return Description(
        data.title, f"There: {given}. {there} Back, from {data.began.text}: {back} {ends}"
    )


def chain(data: Chain) -> str:
    """Draw the operations, with both ways through them."""
    top = INPUTS + 20
    marks = [
        label("p-name", (MIDDLE - VALUE, 12), "there", anchor="end"),
        label("p-back", (MIDDLE + SLOPE, 12), "and back"),
    ]
    for side, given in zip((-1, 1), data.inputs, strict=True):
        marks += _input(given, side, top)
    for at, each in enumerate(data.operations):
        y = top + at * STEP
        marks += [
            rectangle("p-hollow", (MIDDLE - BOX / 2, y), (BOX, TALL), width=1.2),
            label("p-word", (MIDDLE, y + 19), fit(each.name, BOX - 8, 14), size=14,
                  anchor="middle"),
            label("p-note", (NOTES, y + 9), "local slope"),
            number("p-number", (NOTES + text_width("local slope ", NUMBER_SIZE), y + 9),
                   each.local, size=13),
            label("p-note", (NOTES, y + 25), fit(each.note, WIDTH - NOTES, NUMBER_SIZE)),
        ]  # fmt: skip
        came = data.operations[at + 1].slope if at + 1 < len(data.operations) else data.began
        marks += _wire(y + TALL, each.value, came)
    end = top + len(data.operations) * STEP
    marks.append(
        label(
            "p-strong", (MIDDLE, end + 8), fit(data.loss, 2 * MIDDLE, 14), size=14, anchor="middle"
        )
    )
    return picture("chain", end + 16, chain_text(data), marks)


def _input(given: Input, side: int, top: float) -> list[str]:
    """Draw an input's name, its value below, and the slope that came back to it beside that."""
    x = MIDDLE + side * (SPREAD + 6)
    anchor = "end" if side < 0 else "start"
    marks = [
        label("p-word", (x, INPUTS - 18), fit(given.name, 80, 14), size=14, anchor=anchor),
        number("p-number", (x, INPUTS - 2), given.value, size=13, anchor=anchor),
        line("p-line", (MIDDLE + side * SPREAD, INPUTS - 4), (MIDDLE + side * 16, top), width=1),
    ]
    if given.slope:
        right = x + text_width(given.value.text, 13) + 14
        marks.append(number("p-back", (right, INPUTS - 2), given.slope, size=13))
    return marks


def _wire(y: float, value: Number, slope: Number) -> list[str]:
    """Draw the wire below an operation: what it gives goes down, and what comes back goes up."""
    end, middle = y + STEP - TALL, y + (STEP - TALL) / 2 + 4
    return [
        line("p-line", (MIDDLE, y), (MIDDLE, end - 6), width=1),
        arrow(MIDDLE, end - 1, "down"),
        number("p-number", (MIDDLE - VALUE, middle), value, size=13, anchor="end"),
        path("p-return", f"M {MIDDLE + 5:.2f} {end - 6:.2f} L {MIDDLE + 5:.2f} {y + 5:.2f}",
             width=0.8, dash="2 2"),
        number("p-back", (MIDDLE + SLOPE + 3, middle), slope, size=13),
    ]  # fmt: skip
