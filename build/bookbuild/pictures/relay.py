"""The picture of a relay: how something passes from word to word, one hop in each block."""

from dataclasses import dataclass

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    circle,
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

LEFT, RIGHT, TOP, LEVEL = 84.0, WIDTH - 52.0, 22.0, 104.0
"""Where the first and the last word are, the highest level, and from one level to the next."""

SIZE, THICK = 14.0, 9.0  # of the words; how wide a hop of the whole attention is


@dataclass(frozen=True)
class Hop:
    """A word that takes from another, both counted from 0, with its share.

    `level` is the block, from 1, in which it does; hops of one `runner` are drawn alike.
    """

    taker: int
    giver: int
    level: int
    share: Number
    runner: int


@dataclass(frozen=True)
class Relay:
    """Words, the hops between them from block to block, and the answer at the end."""

    words: tuple[str, ...]
    levels: int
    hops: tuple[Hop, ...]
    answer: str


def relay_text(data: Relay) -> Description:
    """Say every hop."""
    hops = [
        f"in block {hop.level} “{data.words[hop.taker]}” takes from “{data.words[hop.giver]}” "
        f"with {hop.share.text} of its attention"
        for hop in data.hops
    ]
    answer = f"The answer at the end is “{data.answer}”."
    return Description("How the numbers reach the answer", f"{listed(hops).capitalize()}. {answer}")


def relay(data: Relay) -> str:
    """Draw the words at the bottom, a level for each block above, and the hops between.

    Raises `WorkingsError` for a hop between words or blocks that aren't there.
    """
    apart = (RIGHT - LEFT) / max(1, len(data.words) - 1)
    across = [LEFT + at * apart for at in range(len(data.words))]
    up = [TOP + (data.levels - level) * LEVEL for level in range(data.levels + 1)]
    marks = [line("p-hair", (x, up[0]), (x, up[-1]), width=0.8) for x in across]
    for level in range(1, data.levels + 1):
        marks.append(
            label("p-note", (LEFT - 8, up[level] + 4), f"after block {level}", anchor="end")
        )
    marks += [circle("p-hollow", (x, y), 4, width=0.8) for y in up for x in across]
    for hop in data.hops:
        if not (1 <= hop.level <= data.levels and max(hop.taker, hop.giver) < len(across)):
            raise WorkingsError("a hop of a relay must lead between its words and blocks")
        marks += _hop(hop, across, up)
    last = (across[-1], up[-1])
    marks.append(circle("p-dot", last, 5))
    room = WIDTH - last[0] - 10
    marks.append(label("p-strong", (last[0] + 10, last[1] + 5), fit(data.answer, room, SIZE)))
    for x, word in zip(across, data.words, strict=True):
        name = fit(clean(word), apart - 4, SIZE)
        marks.append(label("p-strong", (x, up[0] + 22), name, size=SIZE, anchor="middle"))
    return picture("relay", up[0] + 30, relay_text(data), marks)


def _hop(hop: Hop, across: list[float], up: list[float]) -> list[str]:
    start, end = (across[hop.giver], up[hop.level - 1]), (across[hop.taker], up[hop.level])
    middle = (start[1] + end[1]) / 2
    curve = moves("M", *start, "C", start[0], middle, end[0], middle, *end)
    role = "p-soft" if hop.runner else "p-line"
    text = number("p-number", ((start[0] + end[0]) / 2 - 6, middle - 8), hop.share, anchor="end")
    width = 1 + (THICK - 1) * min(1.0, max(0.0, hop.share.value))
    return [path(role, curve, width=width), circle("p-dot", start, 5),
            circle("p-dot", end, 5), text]  # fmt: skip
