"""The picture of who listens to whom: a table of shares, one row a listening word.

Where no word hears a later one it is a triangle; where all words of a sentence are heard, its own
or another, it is a rectangle.
"""

from dataclasses import dataclass
from math import sqrt

from bookbuild.pictures.svg import (
    NUMBER_SIZE,
    WIDTH,
    WORD_SIZE,
    Description,
    Number,
    fit,
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

WIDEST_CELL = 58.0
NUMBERED = 8
"""The most words for which every cell is wide enough to hold its number."""

LONGEST_HEAD = 64.0
"""How long a turned word may be before it is shortened."""


@dataclass(frozen=True)
class Pattern:
    """Shares of listening: row r holds the shares of words 1 … r for listening word r.

    ``followed`` is the position, from 1, of the word the page follows. Where every row has a share
    for each word of a sentence, ``heard`` are its words.
    """

    words: tuple[str, ...]
    shares: tuple[tuple[Number, ...], ...]
    followed: int
    heard: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The words over the columns."""
        return self.heard or self.words


def pattern_text(data: Pattern) -> Description:
    """Say the pattern in words."""
    most = max(data.shares[data.followed - 1], key=lambda share: share.value)
    heard = data.columns[data.shares[data.followed - 1].index(most)]
    followed = data.words[data.followed - 1]
    whom = "each word that is heard" if data.heard else "itself and the words before it"
    title = (
        f"How much each word listens to {whom}; "
        f"{followed} in position {data.followed} listens most to {heard}, {most.text}."
    )
    rows = [
        f"{word} in position {row} listens to "
        + listed([f"{data.columns[at]} {share.text}" for at, share in enumerate(shares)])
        + "."
        for row, (word, shares) in enumerate(zip(data.words, data.shares, strict=True), 1)
    ]
    later = "" if data.heard else " Later words are not yet heard."
    return Description(title, " ".join(rows) + later)


def pattern(data: Pattern) -> str:
    """Draw the table of shares: rows listen, columns are heard, a square's area is the share."""
    grid = _grid(data)
    marks = _heads(data.columns, grid)
    later: list[str | float] = []
    for at, (word, shares) in enumerate(zip(data.words, data.shares, strict=True)):
        y = grid.top + at * grid.row
        role = "p-strong" if at + 1 == data.followed else "p-word"
        name = fit(word, grid.left - 22, grid.size)
        marks.append(label(role, (4, y + grid.row / 2 + 4), name, size=grid.size, subscript=at + 1))
        for column in range(len(data.columns)):
            corner = (grid.left + column * grid.cell, y)
            if column < len(shares):
                marks += _heard(shares[column], corner, grid)
            else:
                later += _unheard(corner, grid)
        marks.append(line("p-hair", (0, y + grid.row), (grid.right, y + grid.row), width=0.8))
    if later:
        marks.append(path("p-hair", moves(*later), width=1))
    edge = grid.top + (data.followed - 1) * grid.row
    marks.append(rectangle("p-mark", (1, edge), (grid.right - 1, grid.row), width=1.6))
    bottom = grid.top + len(data.words) * grid.row
    if not grid.numbered:
        bottom += 44
        marks += [
            number("p-number", (grid.middle(at) + 4, bottom - 4), share, size=11, turned=True)
            for at, share in enumerate(data.shares[data.followed - 1])
        ]
    marks += _key(grid.left, bottom + 20, whole=bool(data.heard))
    return picture("pattern", bottom + 26, pattern_text(data), marks)


@dataclass(frozen=True)
class _Grid:
    """Where the cells are, and how their words are set."""

    left: float
    right: float
    top: float
    cell: float
    row: float
    square: float
    size: float
    number_size: float
    numbered: bool
    upright: bool

    def middle(self, at: int) -> float:
        return self.left + (at + 0.5) * self.cell


def _grid(data: Pattern) -> _Grid:
    words = data.columns
    widest = max(text_width(share.text, NUMBER_SIZE) for row in data.shares for share in row)
    numbered = len(words) <= NUMBERED
    longest = max(text_width(word, WORD_SIZE) for word in words)
    listening = max(text_width(word, WORD_SIZE) for word in data.words)
    left = min(max(62.0, listening + 24), 88.0)
    cell = min(WIDEST_CELL, (WIDTH - left - 2) / len(words))
    upright = numbered and longest + 10 <= cell
    size = WORD_SIZE if numbered else max(11.0, min(WORD_SIZE, cell - 4))
    square = min(cell, 44.0)
    return _Grid(
        left=left,
        right=left + len(words) * cell,
        top=38.0 if upright else 26 + min(longest, LONGEST_HEAD) + 14,
        cell=cell,
        row=square + 14 if numbered else cell,
        square=square,
        size=size,
        number_size=NUMBER_SIZE if widest + 1 <= cell else 11.0,
        numbered=numbered,
        upright=upright,
    )


def _heads(words: tuple[str, ...], grid: _Grid) -> list[str]:
    """Write the heard words over their columns, turned where the columns are narrow."""
    marks = [
        label("p-name", (0, grid.top - 8), "listening"),
        label("p-name", (grid.left, 12), "heard"),
        line("p-line", (0, grid.top), (grid.right, grid.top)),
    ]
    for at, word in enumerate(words):
        place = (grid.middle(at) + (0 if grid.upright else 4), grid.top - 8)
        name = fit(word, grid.cell if grid.upright else LONGEST_HEAD, grid.size)
        anchor = "middle" if grid.upright else None
        turned = not grid.upright
        marks.append(
            label(
                "p-word",
                place,
                name,
                size=grid.size,
                anchor=anchor,
                subscript=at + 1,
                turned=turned,
            )
        )
    return marks


def _heard(share: Number, corner: tuple[float, float], grid: _Grid) -> list[str]:
    """Draw one share as a square whose area is its part of the largest square that has room."""
    x, y = corner
    side = (grid.square - 6) * sqrt(min(1.0, max(0.0, share.value)))
    square = (
        x + (grid.cell - side) / 2,
        y + (grid.square - side) / 2 + (2 if grid.numbered else 0),
    )
    marks = [rectangle("p-most", square, (side, side))] if side > 0 else []
    if grid.numbered:
        place = (x + grid.cell / 2, y + grid.square + 9)
        marks.append(number("p-number", place, share, size=grid.number_size, anchor="middle"))
    return marks


def _unheard(corner: tuple[float, float], grid: _Grid) -> list[str | float]:
    """Hatch a cell whose word comes later."""
    x, y = corner
    side = grid.square / 2
    return _hatch(x + (grid.cell - side) / 2, y + (grid.row - side) / 2, side)


def _hatch(left: float, top: float, side: float) -> list[str | float]:
    right, bottom = left + side, top + side
    strokes: list[str | float] = []
    for part in (0.5, 1.0):
        strokes += ["M", left, top + side * part, "L", left + side * part, top]
    return [*strokes, "M", left + side / 2, bottom, "L", right, top + side / 2]


def _key(left: float, y: float, *, whole: bool) -> list[str]:
    area = [
        rectangle("p-most", (left, y - 10), (10, 10)),
        label("p-note", (left + 16, y), "area: share of listening"),
    ]
    if whole:
        return area
    return [
        *area,
        path("p-hair", moves(*_hatch(left + 168, y - 10, 10)), width=1),
        label("p-note", (left + 184, y), "not yet heard"),
    ]
