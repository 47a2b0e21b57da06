"""The diagram of a whole translation: one stream reads, the other writes and looks across.

Each thick line is the row of the followed word. A branch leaves it at a dot and is added back where
the plus stands; then comes a norm, on the stream itself. Squares show shares by their area: a row
for each word that looks, a column for each word looked at, the followed row outlined.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from bookbuild.pictures.flowmarks import arrow, wire
from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    circle,
    clean,
    fit,
    junction,
    label,
    line,
    listed,
    moves,
    number,
    path,
    picture,
    rectangle,
    text_width,
)

Shares = Sequence[Sequence[float]]
"""Row r holds the shares, from 0 to 1, that word r gives to each word it may look at."""

INSET, BOX, TALL, GAP = 34.0, 130.0, 24.0, 12.0
"""From a stream to its boxes, a box's width and height, and the room between two of them."""

STREAMS = (10.0, WIDTH - 10)  # where the one that reads and the one that writes run
CELL, HEAD = 9.0, 22.0  # a word's share, a box's name over its squares
WORD, SPACE = 13.0, 7.0  # the size of words, and what is between two
LEAST = 1.0  # the side of the smallest square that is seen among others


@dataclass(frozen=True)
class Crossing:
    """What the diagram shows of one translation, its words with their positions from 1."""

    read: tuple[str, ...]
    followed: int
    written: tuple[str, ...]
    here: int
    reading: tuple[Shares, ...]  # a table for each head, as in the next two
    writing: tuple[Shares, ...]
    across: tuple[Shares, ...]
    answer: str
    chance: Number


def crossing_text(data: Crossing) -> Description:
    """Describe the diagram in words."""
    return Description(
        f"How “{' '.join(data.read)}” becomes the word “{data.answer}”",
        f"Left, the encoder: {len(data.read)} words are looked up and given their places; "
        "each looks at all of them, and a feed-forward layer follows; after each of the two "
        "come a sum and a norm. Right, the decoder: "
        f"{listed([f'“{word}”' for word in data.written[: data.here]])} are looked up; each looks "
        "back at those before it, then across at the encoder’s rows, which are its keys and "
        "values; then come a feed-forward layer and the guess, "
        f"“{data.answer}”, {data.chance.text}.",
    )


def crossing(data: Crossing) -> str:
    """Draw both streams side by side, and the wire between them."""
    reads, writes = _Stream(STREAMS[0], 1), _Stream(STREAMS[1], -1)
    reads.begin("encoder", data.read, data.followed)
    reads.branch("self-attention", data.reading, data.followed)
    reads.branch("feed-forward")
    writes.begin("decoder", data.written[: data.here], data.here)
    writes.branch("masked self-attention", data.writing, data.here)
    middle = writes.branch("cross-attention", data.across, data.here)
    writes.branch("feed-forward")
    passed_on = reads.y + 4
    bend = WIDTH / 2
    across = wire((reads.x, passed_on), (bend, passed_on), (bend, middle), (writes.left, middle))
    said = (reads.x + 8, passed_on + 15)
    marks = [
        line("p-line", (reads.x, reads.top), (reads.x, passed_on), width=4),
        line("p-line", (writes.x, writes.top), (writes.x, writes.y + 8), width=4),
        *reads.marks,
        *writes.marks,
        across,
        arrow(writes.left, middle, "right"),
        label("p-note", said, "its rows: keys and values"),
        *_guess(data, writes),
    ]
    return picture("crossing", writes.y + 8 + TALL + 2, crossing_text(data), marks)


def _guess(data: Crossing, stream: "_Stream") -> list[str]:
    top = stream.y + 8
    chance, wide = data.chance, text_width(data.chance.text, WORD)
    end = WIDTH / 2 - 20 - wide
    return [
        *_box("unembedding, softmax", (stream.left, top)),
        wire((stream.x, top), (stream.x, top + TALL / 2), (stream.left + BOX, top + TALL / 2)),
        arrow(stream.left + BOX, top + TALL / 2, "left"),
        wire((stream.left, top + TALL / 2), (WIDTH / 2, top + TALL / 2)),
        arrow(WIDTH / 2 - 4, top + TALL / 2, "left"),
        number("p-number", (WIDTH / 2 - 12, top + 17), chance, size=WORD, anchor="end"),
        label("p-strong", (end, top + 17), fit(data.answer, end, 14), size=14, anchor="end"),
    ]


class _Stream:
    """One thick line, drawn downwards; its branches are on the side that `side` says (1: right)."""

    def __init__(self, x: float, side: int) -> None:
        self.x, self._side = x, side
        self.left = x + INSET if side > 0 else x - INSET - BOX
        self._edge = x + side * INSET
        self.y = self.top = 0.0
        self.marks: list[str] = []

    def begin(self, title: str, words: Sequence[str], followed: int) -> None:
        """Draw the title, the words, and the box that makes rows of them."""
        far = "start" if self._side > 0 else "end"
        self.marks.append(label("p-name", (self.x - 8 * self._side, 13), title, anchor=far))
        self.y = 34.0
        self._words(words, followed)
        self.top = self.y + 10
        box = self.y + 12
        self.marks += _box("embedding + place", (self.left, box))
        level = box + TALL / 2
        self.marks += [wire((self._edge, level), (self.x, level)), self._arrow(self.x, level, True)]
        self.y, self.top = box + TALL + GAP, level

    def _words(self, words: Sequence[str], followed: int) -> None:
        words = [clean(word) for word in words]
        room = WIDTH / 2 - 14
        if sum(text_width(word, WORD) for word in words) + SPACE * (len(words) - 1) > room:
            each = room / len(words) - SPACE
            words = [fit(word, each, WORD) for word in words]
        widths = [text_width(word, WORD) * 0.92 + SPACE for word in words]
        x = self.x - 8 if self._side > 0 else self.x + 8 - sum(widths) + SPACE
        for at, (word, width) in enumerate(zip(words, widths, strict=True), 1):
            role = "p-strong" if at == followed else "p-word"
            self.marks.append(label(role, (x, self.y), word, size=WORD))
            x += width

    def branch(self, name: str, heads: Sequence[Shares] = (), followed: int = 0) -> float:
        """Draw a tap, its box, the sum and the norm after it; return the level of the box."""
        tall = HEAD + CELL * len(heads[0]) + 8 if heads else TALL
        top = self.y
        self.marks += _box(name, (self.left, top), tall)
        for at, shares in enumerate(heads):
            wide = CELL * max(map(len, shares))
            x = self.left + BOX / 2 + (at - len(heads) / 2) * (wide + 8) + 4
            self.marks += _squares(shares, (x, top + HEAD), followed)
        out, back = top + 8, top + tall + 8
        outer = self._edge + self._side * (BOX - 14)
        self.marks += [
            wire((self.x, out), (self._edge, out)),
            circle("p-dot", (self.x, out), 4),
            self._arrow(self._edge, out, False),
            wire((outer, top + tall), (outer, back), (self.x, back)),
            *junction((self.x, back), 7),
            self._arrow(self.x + self._side * 7.6, back, True),
        ]
        norm = back + 14
        corner = (self.x - 9, norm) if self._side > 0 else (self.x + 9 - 50, norm)
        self.marks += [
            rectangle("p-hollow", corner, (50, 20), width=1.2),
            label("p-word", (corner[0] + 25, norm + 14), "norm", anchor="middle"),
        ]
        self.y = norm + 20 + GAP
        return top + tall / 2

    def _arrow(self, x: float, y: float, inward: bool) -> str:
        """Draw an arrow's head toward the stream, or away from it."""
        return arrow(x, y, "left" if (self._side > 0) == inward else "right")


def _box(name: str, corner: tuple[float, float], tall: float = TALL) -> list[str]:
    x, y = corner
    size = 12.0 if text_width(name, 12) <= BOX - 6 else 11.0
    word = fit(name, BOX - 2, size)
    return [
        rectangle("p-hollow", corner, (BOX, tall), width=1.2),
        label("p-word", (x + BOX / 2, y + 16), word, size=size, anchor="middle"),
    ]


def _squares(shares: Shares, corner: tuple[float, float], followed: int) -> list[str]:
    """Draw a head's shares as one path, its box being their ground, and the followed row's edge."""
    x, y = corner
    steps: list[str | float] = []
    for row, given in enumerate(shares):
        for column, share in enumerate(given):
            full = (CELL - 1) * sqrt(min(1.0, max(0.0, share)))
            if full >= LEAST:
                left, top = (
                    x + (column + 0.5) * CELL - full / 2,
                    y + (row + 0.5) * CELL - full / 2,
                )
                right, bottom = left + full, top + full
                steps += ["M", left, top, "L", right, top, "L", right, bottom, "L", left, bottom]
    size = (CELL * len(shares[followed - 1]), CELL)
    edge = rectangle("p-mark", (x, y + (followed - 1) * CELL), size, width=1.2)
    return [path("p-most", moves(*steps)), edge] if steps else [edge]
