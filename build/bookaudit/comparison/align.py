"""How two long texts that are nearly the same are laid side by side, in linear time.

Stretches that occur once in each text anchor them (patience); between two anchors the same is
tried with shorter stretches, and what is left is small enough for the longest common blocks.
"""

from array import array
from bisect import bisect_left
from difflib import SequenceMatcher

_STRETCHES = (32, 12)
_SMALL = 3_000  # characters: beyond it a gap between anchors is not compared block by block


def align(a: str, b: str) -> "array[int]":
    """Return for each character of ``a`` its place in ``b``, or −1; places only ever rise."""
    places = array("l", [-1]) * len(a)
    _between(a, b, 0, len(a), 0, len(b), 0, places)
    return places


def _between(
    a: str, b: str, a0: int, a1: int, b0: int, b1: int, level: int, places: "array[int]"
) -> None:
    while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
        places[a0] = b0
        a0, b0 = a0 + 1, b0 + 1
    while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
        a1, b1 = a1 - 1, b1 - 1
        places[a1] = b1
    if a0 == a1 or b0 == b1:
        return
    if level == len(_STRETCHES):
        if (a1 - a0) * (b1 - b0) <= _SMALL * _SMALL:
            matcher = SequenceMatcher(None, a[a0:a1], b[b0:b1], autojunk=False)
            for block in matcher.get_matching_blocks():
                for step in range(block.size):
                    places[a0 + block.a + step] = b0 + block.b + step
        return
    size = _STRETCHES[level]
    at_a, at_b = a0, b0
    for x, y in _anchors(a, b, a0, a1, b0, b1, size):
        if x < at_a or y < at_b:
            continue  # inside the stretch already matched
        end_x, end_y = x, y
        while end_x < a1 and end_y < b1 and a[end_x] == b[end_y]:
            places[end_x] = end_y
            end_x, end_y = end_x + 1, end_y + 1
        _between(a, b, at_a, x, at_b, y, level + 1, places)
        at_a, at_b = end_x, end_y
    _between(a, b, at_a, a1, at_b, b1, level + 1, places)


def _anchors(
    a: str, b: str, a0: int, a1: int, b0: int, b1: int, size: int
) -> list[tuple[int, int]]:
    """Return the longest rising run of stretches that occur once in each text."""
    once_a, once_b = _once(a, a0, a1, size), _once(b, b0, b1, size)
    pairs = [(x, once_b[key]) for key, x in once_a.items() if x >= 0 and once_b.get(key, -1) >= 0]
    pairs.sort()
    tails: list[int] = []  # smallest last place in b of a run of each length
    ends: list[int] = []
    previous = [-1] * len(pairs)
    for index, (_, y) in enumerate(pairs):
        length = bisect_left(tails, y)
        if length == len(tails):
            tails.append(y)
            ends.append(index)
        else:
            tails[length] = y
            ends[length] = index
        previous[index] = ends[length - 1] if length else -1
    run: list[tuple[int, int]] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        run.append(pairs[index])
        index = previous[index]
    return run[::-1]


def _once(text: str, start: int, end: int, size: int) -> dict[str, int]:
    """Return where each stretch begins, −1 for those that come again."""
    places: dict[str, int] = {}
    for at in range(start, end - size + 1):
        key = text[at : at + size]
        places[key] = -1 if key in places else at
    return places
