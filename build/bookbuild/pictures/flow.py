"""The signal-flow diagram of a whole pass: the residual stream with everything that taps it.

The thick line is the followed (last) word's row of numbers. Each branch leaves it at a dot, runs
in a loop to the right, and is added back where the plus stands.
"""

from bookbuild.pictures.flowdata import Flow, FlowBlock, flow_text
from bookbuild.pictures.flowmarks import (
    BOX,
    LEFT,
    PLOT,
    RIGHT,
    STREAM,
    TALL,
    Scale,
    added,
    arrow,
    bend,
    linked,
    mixed,
    names,
    scale,
    step,
    tap_and_sum,
    triangle,
    vector,
    wire,
)
from bookbuild.pictures.svg import (
    WIDTH,
    WORD_SIZE,
    fit,
    label,
    line,
    number,
    picture,
    rectangle,
    share_bar,
    text_width,
    tracks,
)

TRIANGLE = 52.0
ROW = 17.0
PART = 54.0  # width of a query's box, and of a key's and a value's
PARTS = (150.0, 216.0, WIDTH - PART - 2)  # where they begin
HEADS = 152.0  # room for the shares of all heads


def flow(data: Flow) -> str:
    """Draw the whole pass from top to bottom."""
    shared = scale(data.strips())
    marks, y = _start(data, shared)
    for block in data.blocks:
        drawn, y = _attention(block, y)
        marks += drawn
        drawn, y = vector(block.after_attention, y, shared)
        marks += drawn
        drawn, y = _feed_forward(block, y)
        marks += drawn
        drawn, y = vector(block.after_feed_forward, y, shared)
        marks += drawn
    marks += step(data.norm, (2, y))
    drawn, y = vector(data.evened, y + TALL + 4, shared)
    marks += drawn
    thick = line("p-line", (STREAM, TALL), (STREAM, y), width=4)
    drawn, bottom = _end(data, y)
    return picture("flow", bottom, flow_text(data), [thick, *marks, *drawn])


# ---- parts of the pass: each gives its marks and where the next one begins ----


def _start(data: Flow, shared: Scale) -> tuple[list[str], float]:
    """Draw the word, its embedding at the head of the stream, and its position added."""
    right, position = WIDTH - BOX - 2, len(data.words)
    middle, level, sum_at = (2 + BOX + right) / 2, 1 + TALL / 2, 44.0
    word = fit(data.words[-1], right - BOX - 60, WORD_SIZE)
    room = text_width(word, WORD_SIZE) / 2 + 12
    marks = [
        *step(data.embedding, (2, 1)),
        wire((middle - room, level), (2 + BOX, level)),
        arrow(2 + BOX, level, "left"),
        label("p-strong", (middle, level + 4), word, size=14, anchor="middle", subscript=position),
        wire((middle + room, level), (right, level)),
        arrow(right, level, "right"),
        *step(data.position, (right, 1)),
        wire((right + BOX / 2, 1 + TALL), (right + BOX / 2, sum_at), (STREAM, sum_at)),
        *added(sum_at),
    ]
    drawn, y = vector(data.start, sum_at + 9, shared)
    return marks + drawn, y


def _attention(block: FlowBlock, top: float) -> tuple[list[str], float]:
    """Draw a tap, layer norm, query, key and value, the shares of each head, and the sum.

    Queries and keys make the shares of every head; values meet them where the crosses are.
    """
    branch = block.attention
    out, made = top + TALL / 2, top + 12
    shared = made + TALL + 8  # where a wire brings the queries and the keys to the heads
    first = shared + 10
    apart = min(TRIANGLE + 14, HEADS / len(branch.heads))
    side = apart - 14
    back = first + side + 13
    *_, (value, _) = places = [(x + PART / 2, x) for x in PARTS]
    asked, found = places[0][0], places[1][0]
    marks = [
        wire((STREAM, out), (LEFT, out)),
        *step(branch.norm, (LEFT, top)),
        wire(
            (LEFT + BOX, out), (PARTS[0] - 8, out), (PARTS[0] - 8, top), (value, top), (value, made)
        ),
    ]
    for box, (middle, x) in zip((branch.query, branch.key, branch.value), places, strict=True):
        marks += [wire((middle, top), (middle, made - 2)), arrow(middle, made, "down")]
        marks += step(box, (x, made), wide=PART)
    middles = [
        (asked + found) / 2 + (at - (len(branch.heads) - 1) / 2) * apart
        for at in range(len(branch.heads))
    ]
    marks += [
        wire((asked, made + TALL), (asked, shared), (found, shared), (found, made + TALL)),
        wire((middles[0], shared), (middles[-1], shared)),
        wire((value, made + TALL), (value, back), (LEFT + BOX, back)),
        arrow(LEFT + BOX, back, "left"),
    ]
    for head, middle in zip(branch.heads, middles, strict=True):
        marks += [
            wire((middle, shared), (middle, first - 2)),
            arrow(middle, first, "down"),
            *triangle(head, (middle - side / 2, first), side),
            wire((middle, first + side), (middle, back)),
            *mixed((middle, back)),
        ]
    marks += [
        wire((LEFT, back), (STREAM, back)),
        *step(branch.output, (LEFT, back - TALL / 2)),
        *names(block.name, branch.name, (out + back) / 2),
        *tap_and_sum(out, back),
    ]
    return marks, back + TALL / 2


def _feed_forward(block: FlowBlock, top: float) -> tuple[list[str], float]:
    """Draw a tap, layer norm, stretch, bend, press, and the sum."""
    branch = block.feed_forward
    out, back = top + TALL / 2, top + TALL / 2 + 50
    plot = WIDTH - PLOT - 2
    marks = [
        wire((STREAM, out), (plot, out)),
        *step(branch.norm, (LEFT, top)),
        arrow(RIGHT, out, "right"),
        *step(branch.stretch, (RIGHT, top), slant=6),
        arrow(plot, out, "right"),
        *bend(branch, (plot, top), back - top + TALL / 2),
        wire((plot, back), (STREAM, back)),
        arrow(RIGHT + BOX, back, "left"),
        label(
            "p-faint",
            (RIGHT + BOX / 2, (out + back) / 2 + 4),
            branch.shape,
            size=11,
            anchor="middle",
        ),
        *step(branch.press, (RIGHT, back - TALL / 2), slant=6),
        *names(block.name, branch.name, (top + TALL + back) / 2),
        *tap_and_sum(out, back),
    ]
    return marks, back + TALL / 2 + 3


def _end(data: Flow, top: float) -> tuple[list[str], float]:
    """Draw the unembedding and, next to it, the likeliest words."""
    guess = data.likeliest
    middle = top + TALL / 2
    start, end = RIGHT + 76, WIDTH - 52
    marks = [wire((2 + BOX, middle), (RIGHT - 12, middle)), arrow(RIGHT - 10, middle, "right")]
    shape = (2 + BOX + RIGHT - 10) / 2
    marks.append(label("p-faint", (shape, middle + 14), guess.shape, size=11, anchor="middle"))
    rows = [rectangle("p-paper", (RIGHT - 6, top), (WIDTH - RIGHT + 5, ROW * len(guess.words) + 4))]
    middles = [middle + at * ROW for at in range(len(guess.words))]
    rows.append(tracks([(start, y) for y in middles], end - start))
    for at, (word, chance, y) in enumerate(zip(guess.words, guess.chances, middles, strict=True)):
        best = at == 0
        name = fit(word, start - RIGHT - 6, 13)
        rows.append(label("p-strong" if best else "p-word", (RIGHT, y + 4), name, size=13))
        rows += share_bar((start, y), end - start, chance.value, most=best, width=6)
        role = "p-strong" if best else "p-number"
        rows.append(number(role, (WIDTH - 2, y + 4), chance, anchor="end"))
    marks += step(data.unembedding, (2, top))
    marks += linked(guess.href, None, rows)  # its words are its name
    return marks, max(top + TALL, top + ROW * len(guess.words) + 4) + 2
