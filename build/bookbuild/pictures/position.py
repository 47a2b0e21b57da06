"""The picture of the position signal: one panel a divisor, a sine and a cosine in each."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    circle,
    label,
    line,
    number,
    path,
    picture,
    polyline,
    text_width,
)

LEFT, RIGHT = 76.0, 264.0
TOP, PANEL, GAP = 8.0, 58.0, 20.0
READING = 290.0
DASH = "4 3"
MOST_NUMBERED = 16  # positions; of more, only every tenth has its number


@dataclass(frozen=True)
class Wave:
    """One slot of the signal: points (position, height) of its curve, and its figure here."""

    slot: int
    curve: tuple[tuple[float, float], ...]
    here: Number


@dataclass(frozen=True)
class WavePair:
    """The sine and the cosine that share a divisor."""

    divisor: Number
    sine: Wave
    cosine: Wave


@dataclass(frozen=True)
class Waves:
    """The position signal around one word, which is at ``position`` (from 1)."""

    word: str
    position: int
    pairs: tuple[WavePair, ...]


def waves_text(data: Waves) -> Description:
    """Say the signal in words."""
    title = f"The position signal at position {data.position}, {data.word}: waves, slow and fast."
    sentences = [
        f"Divided by {pair.divisor.text}: "
        f"sine {pair.sine.here.text} in slot {pair.sine.slot}, "
        f"cosine {pair.cosine.here.text} in slot {pair.cosine.slot}."
        for pair in data.pairs
    ]
    return Description(title, " ".join(sentences))


def waves(data: Waves) -> str:
    """Draw the position signal as small panels, read off at the followed word's position."""
    every = [x for pair in data.pairs for wave in _both(pair) for x, _ in wave.curve]
    first, last = min([*every, data.position]), max([*every, data.position])
    scale = (RIGHT - LEFT) / ((last - first) or 1.0)

    def across(position: float) -> float:
        return LEFT + (position - first) * scale

    bottom = TOP + len(data.pairs) * (PANEL + GAP)
    here = across(data.position)
    marks = [line("p-mark", (here, TOP), (here, bottom - GAP + 8), width=0.8)]
    for index, pair in enumerate(data.pairs):
        marks += _panel(pair, TOP + index * (PANEL + GAP), across, here)
    foot = bottom - GAP + 22
    marks.append(label("p-note", (0, foot), "position"))
    marks += _positions(first, last, data.position, across, foot)
    return picture("waves", foot + 6, waves_text(data), marks)


def _both(pair: WavePair) -> tuple[Wave, Wave]:
    return pair.sine, pair.cosine


def _panel(pair: WavePair, top: float, across: Callable[[float], float], here: float) -> list[str]:
    middle = top + PANEL / 2
    marks = [
        label("p-note", (0, middle - 6), "divided by"),
        number("p-word", (0, middle + 11), pair.divisor, size=15),
        line("p-hair", (LEFT, middle), (RIGHT, middle), width=0.8),
    ]
    for wave, dash in ((pair.cosine, DASH), (pair.sine, None)):
        points = tuple((across(x), middle - y * PANEL / 2) for x, y in wave.curve)
        marks.append(
            path("p-line" if dash is None else "p-soft", polyline(points), width=1.4, dash=dash)
        )
    for wave, name, place, dash in (
        (pair.sine, "sin", middle - 6, None),
        (pair.cosine, "cos", middle + 14, DASH),
    ):
        dot = "p-dot" if dash is None else "p-hollow"
        marks += [
            circle(dot, (here, middle - wave.here.value * PANEL / 2), 3.6),
            line(
                "p-line" if dash is None else "p-soft",
                (READING - 14, place - 4),
                (READING + 10, place - 4),
                width=1.4,
                dash=dash,
            ),
            circle(dot, (READING - 2, place - 4), 3.6),
            label("p-name", (READING + 16, place), name),
            number("p-number", (WIDTH - 2, place), wave.here, anchor="end"),
        ]
    return marks


def _positions(
    first: float, last: float, followed: int, across: Callable[[float], float], foot: float
) -> list[str]:
    """Write the positions under the panels, leaving out those with no room next to another."""
    marks = [label("p-strong", (across(followed), foot), str(followed), size=13, anchor="middle")]
    taken = [across(followed)]
    apart = 10 if last - first > MOST_NUMBERED else 1
    for position in range(ceil(first / apart) * apart, floor(last) + 1, apart):
        room = text_width(str(position), 12) + 3
        if all(abs(across(position) - other) >= room for other in taken):
            taken.append(across(position))
            marks.append(label("p-note", (across(position), foot), str(position), anchor="middle"))
    return marks
