"""The picture of what one word listens to: an arc to every word it hears, as thick as the share."""

from dataclasses import dataclass

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    fit,
    label,
    line,
    moves,
    number,
    path,
    picture,
    text_width,
)

BAND = 22.0
"""How thick an arc would be that took the whole of a word's listening."""

LOOP = 10.0
"""Inner width of the arc from a word to itself."""

STEP, NAMES, LONGEST = 25.0, 52.0, 110.0
"""The upright setting: distance of two words, where they start, and how long one may be."""


@dataclass(frozen=True)
class Listening:
    """One word's shares: ``shares[i]`` belongs to ``words[i]``, up to the followed word itself."""

    words: tuple[str, ...]
    shares: tuple[Number, ...]
    followed: int


def listening_text(data: Listening) -> Description:
    """Say one word's listening in words."""
    most = max(data.shares, key=lambda share: share.value)
    heard = data.words[data.shares.index(most)]
    followed = data.words[data.followed - 1]
    title = (
        f"What {followed} in position {data.followed} listens to: most of all {heard}, {most.text}."
    )
    sentences = [
        f"{data.words[at]} in position {at + 1}: {share.text}."
        for at, share in enumerate(data.shares)
    ]
    return Description(title, " ".join(sentences))


def listening(data: Listening) -> str:
    """Draw arcs from the followed word to each word it hears; together they fill one band."""
    slot = (WIDTH - max(0.0, _self_reach(data) - WIDTH / len(data.words) / 2)) / len(data.words)
    across = slot >= 44 and all(text_width(word, 17) + 12 <= slot for word in data.words)
    marks, height = _across(data, slot) if across else _down(data)
    return picture("listening", height, listening_text(data), marks)


def _offsets(data: Listening) -> list[float]:
    """Where in the band each arc leaves: the nearest word's first, so that arcs never cross."""
    whole, middles = 0.0, [0.0] * len(data.shares)
    for at in [*reversed(range(data.followed - 1)), data.followed - 1]:
        middles[at] = whole + data.shares[at].value / 2
        whole += data.shares[at].value
    return [(middle - whole / 2) * BAND for middle in middles]


def arcs_of(data: Listening, places: list[float]) -> list[tuple[float, float, float]]:
    """Both ends of each arc along the sentence, and its thickness; a word's own arc loops on."""
    here = places[data.followed - 1]
    arcs = []
    for at, (share, offset) in enumerate(zip(data.shares, _offsets(data), strict=True)):
        thick = max(share.value * BAND, 0.5)
        own = at == data.followed - 1
        end = here + offset + thick + LOOP if own else places[at]
        arcs.append((min(here + offset, end), max(here + offset, end), thick))
    return arcs


def _self_reach(data: Listening) -> float:
    """How far the followed word's own arc reaches beyond its middle."""
    share = data.shares[data.followed - 1]
    return _offsets(data)[data.followed - 1] + 1.5 * max(share.value * BAND, 0.5) + LOOP


def rings(data: Listening, places: list[float], base: float, squeeze: float | None) -> list[str]:
    """Draw the arcs as half rings above a base line, or to the right of it, squeezed to fit."""
    most = max(share.value for share in data.shares)
    marks = []
    for share, (low, high, thick) in zip(data.shares, arcs_of(data, places), strict=True):
        outer = _half(low - thick / 2, high + thick / 2, base, squeeze)
        inner = _half(high - thick / 2, low + thick / 2, base, squeeze)
        ring = moves("M", *outer, "L", *inner, "Z")
        marks.append(path("p-most" if share.value == most else "p-flow", ring))
    return marks


def _half(start: float, end: float, base: float, squeeze: float | None) -> tuple[str | float, ...]:
    """Write a half circle as two quarters: a PDF engine's half circles are not round."""
    radius, middle, turn = abs(end - start) / 2, (start + end) / 2, f"0 0 {int(end > start)}"
    if squeeze is None:
        arc = ("A", radius, radius, turn)
        return (start, base, *arc, middle, base - radius, *arc, end, base)
    arc = ("A", radius * squeeze, radius, turn)
    return (base, start, *arc, base + radius * squeeze, middle, *arc, base, end)


def _role(data: Listening, at: int) -> str:
    if at + 1 == data.followed:
        return "p-strong"
    return "p-word" if at + 1 < data.followed else "p-faint"


def _across(data: Listening, slot: float) -> tuple[list[str], float]:
    """Set the sentence in a line, its arcs above it and its shares below."""
    places = [(at + 0.5) * slot for at in range(len(data.words))]
    base = max((high - low + thick) / 2 for low, high, thick in arcs_of(data, places)) + 6
    marks, y = rings(data, places, base, None), base + 20
    for at, (word, x) in enumerate(zip(data.words, places, strict=True)):
        role = _role(data, at)
        marks.append(label(role, (x, y), word, size=17, anchor="middle", subscript=at + 1))
        if at + 1 == data.followed:
            half = min(slot, text_width(word, 17) + 10) / 2
            marks.append(line("p-mark", (x - half, y + 6), (x + half, y + 6), width=2))
        if at < len(data.shares):
            share = data.shares[at]
            marks.append(number("p-number", (x, y + 24), share, size=13, anchor="middle"))
    return marks, base + 50


def _down(data: Listening) -> tuple[list[str], float]:
    """Set the sentence in a column, its arcs to the right of it and its shares to the left."""
    places = [16 + at * STEP for at in range(len(data.words))]
    names = [fit(word, LONGEST, 16) for word in data.words]
    base = NAMES + max(text_width(name, 16) for name in names) + 24
    arcs = arcs_of(data, places)
    widest = max((high - low + thick) / 2 for low, high, thick in arcs)
    marks = rings(data, places, base, min(1.0, (WIDTH - base - 4) / widest))
    for at, (name, y) in enumerate(zip(names, places, strict=True)):
        marks.append(label(_role(data, at), (NAMES, y + 5), name, size=16, subscript=at + 1))
        if at + 1 == data.followed:
            end = NAMES + text_width(name, 16) + 14
            marks.append(line("p-mark", (NAMES, y + 11), (end, y + 11), width=2))
        if at < len(data.shares):
            marks.append(number("p-number", (NAMES - 8, y + 5), data.shares[at], anchor="end"))
    reach = max(high + thick / 2 for _, high, thick in arcs)
    return marks, max(places[-1] + 14, reach + 4)
