"""Find arithmetic in running text, so that a fault is never invented.

A candidate is a stretch of numbers, operations and ``=`` with an operation or a function over
numbers on its left: ``x = 5``, ``n == 3``, a date or “Figure 2 = …” is none. Its limits are words,
punctuation, and brackets that hold more than arithmetic. If a limit is doubtful (a letter that
belongs to a number, a number next to a number, a unit, a dash that may be a range or a word's) the
candidate counts when it closes, and is otherwise reported as unread.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from bookaudit.documents.documents import BARRIER
from bookaudit.reading.prose_tokens import LONGEST_STRETCH, Token, tokenised
from bookaudit.reading.signs import MINUS, PLUS, RELATIONS, SUPERSCRIPTS

TOO_LONG = f"more than {LONGEST_STRETCH:,} signs without a word between them"

_LABELS = re.compile(
    r"figure|fig|table|step|page|chapter|section|sec|eq|equation|part|layer|head|"
    r"version|line|row|column|item|note|no|example|exercise|v",
    re.IGNORECASE,
)
_UNITS = re.compile(
    r"k|m|b|g|t|kb|mb|gb|tb|kib|mib|gib|million|billion|trillion|thousand|hundred|"
    r"dozen|bn|mn|percent|mm|cm|km|s|ms|h|min|hours|minutes|seconds|days|bits|bytes|kg|"
    r"mg|x",
    re.IGNORECASE,
)
SHOWN = 400  # characters of a stretch that is not read
_ELLIPSES = ("…", "...")


@dataclass(slots=True, frozen=True)
class Candidate:
    """A line of arithmetic in prose; ``certain`` says that its limits are beyond doubt.

    ``unread`` says why it is not to be worked out, if it is not.
    """

    text: str
    start: int
    certain: bool
    unread: str = ""


def candidates(text: str) -> Iterator[Candidate]:
    """Yield the lines of arithmetic in ``text``, in order."""
    if not any(sign in text for sign in RELATIONS):
        return
    run: list[Token] = []
    before: Token | None = None
    for token in chain.from_iterable(tokenised(text)):
        if token.kind not in "W!":
            run.append(token)
            continue
        if token.kind == "!":
            start = run[0].start if run else token.start
            yield _too_long(text, start, token.end)
        elif run:
            yield from _in_run(text, run, before, token)
        run, before = [], token


def _in_run(text: str, run: list[Token], before: Token | None, after: Token) -> Iterator[Candidate]:
    if len(run) > LONGEST_STRETCH:
        if _operates(run) and any(token.kind == "=" for token in run):
            yield _too_long(text, run[0].start, run[-1].end)
        return
    sides: list[list[Token]] = [[]]
    for token in run:
        if token.kind == "=":
            sides.append([])
        else:
            sides[-1].append(token)
    if len(sides) < 2:
        return
    certain = True
    first, last = sides[0], sides[-1]
    if first and _hangs(text, first[0], before):
        elided = before is not None and text[before.start : before.end] in _ELLIPSES
        if (_operates(first[1:]) or elided) and len(sides) == 2:
            yield Candidate(text[first[0].start : run[-1].end].strip(), first[0].start, False)
            return
        first.clear()  # algebra: its own side is not arithmetic, what follows may be
    if first:
        kept, clean = _last_stretch(text, first)
        certain &= clean
        if kept[0] is first[0] and before is not None:
            certain &= not _doubtful_before(text, before, first[0])
        if kept[0].kind == "S" and kept[0] is first[0] and _is_bullet(text, kept[0], before):
            kept = kept[1:]
        sides[0] = kept
    if last:
        kept, clean, cut = _first_stretch(text, last)
        certain &= clean
        if not cut:
            certain &= not _doubtful_after(text, last[-1], after)
        sides[-1] = kept
    while sides and not _operates(sides[0]):
        sides.pop(0)
    while sides and not sides[-1]:
        sides.pop()
    if len(sides) < 2 or not all(sides):
        blank = text[after.start : after.end] in ("?", "_", *_ELLIPSES)
        asked = sides and any(sign in text[sides[0][0].start : after.end] for sign in "=≈")
        if asked and _operates(sides[0]) and blank:
            yield Candidate(text[sides[0][0].start : after.end], sides[0][0].start, False)
        return
    start, end = sides[0][0].start, sides[-1][-1].end
    certain &= not _may_be_range(text, sides[0])
    shown = list(text[start:end])
    for token in run:
        if start <= token.start < end and text[token.start] == "x":
            shown[token.start - start] = "×"
    yield Candidate(" ".join("".join(shown).split()), start, certain)


def _too_long(text: str, start: int, end: int) -> Candidate:
    shown = " ".join(text[start : min(start + SHOWN, end)].split())
    return Candidate(shown, start, False, TOO_LONG)


def _operates(side: list[Token]) -> bool:
    """Whether a side works something out: an operation or function over a number."""
    kinds = [token.kind for token in side]
    if "N" not in kinds and "C" not in kinds:
        return False
    return (
        any(kind in "OF^" for kind in kinds)
        or any(
            kind == "S" and place and kinds[place - 1] in "N)%^" for place, kind in enumerate(kinds)
        )
        or any(a in "N)" and b == "(" for a, b in pairwise(kinds))
    )


def _hangs(text: str, token: Token, before: Token | None) -> bool:
    """Whether a run begins in the middle of something: ``x + 2``, ``W·3``."""
    if token.kind != "S":
        return token.kind in ",)%^O"
    spaced = text[token.end : token.end + 1].isspace()
    touches = before is not None and before.end == token.start
    if text[token.start] in PLUS:
        return spaced or touches
    ends = text[before.end - 1] if before is not None else ""
    return (ends.isalnum() or ends == BARRIER) and (spaced or touches)


def _is_bullet(text: str, token: Token, before: Token | None) -> bool:
    at = token.start
    while at and text[at - 1].isspace() and text[at - 1] != "\n":
        at -= 1
    starts = not at or text[at - 1] == "\n"
    return starts and text[token.end : token.end + 1].isspace()


def _last_stretch(text: str, side: list[Token]) -> tuple[list[Token], bool]:
    """Return what follows the last place where two numbers merely stand side by side."""
    for place in range(len(side) - 1, 0, -1):
        if _merely_adjacent(text, side[place - 1], side[place]):
            return side[place:], _wide(text, side[place - 1], side[place])
    return side, True


def _first_stretch(text: str, side: list[Token]) -> tuple[list[Token], bool, bool]:
    """Return what precedes the first such place, whether that is certain, and whether it cut."""
    for place in range(1, len(side)):
        if _merely_adjacent(text, side[place - 1], side[place]):
            clean = side[place].kind == "(" or _wide(text, side[place - 1], side[place])
            return side[:place], clean, True
    kept = side[:]
    while kept and kept[-1].kind in "SOF(,":
        kept.pop()
    return kept, len(kept) == len(side), False


def _merely_adjacent(text: str, a: Token, b: Token) -> bool:
    if a.kind not in "N)%" and not (a.kind == "^" and text[a.start] in SUPERSCRIPTS):
        return False
    if b.kind == "(":
        return a.end < b.start
    return b.kind == "N" or (b.kind in "CF" and a.end < b.start)


def _wide(text: str, a: Token, b: Token) -> bool:
    gap = text[a.end : b.start]
    return len(gap) > 1 or "\t" in gap or "\n" in gap


def _doubtful_before(text: str, before: Token, first: Token) -> bool:
    word = text[before.start : before.end]
    touches = before.end == first.start
    return (
        _LABELS.fullmatch(word) is not None
        or word in _ELLIPSES
        or (touches and (word[-1].isalnum() or word[-1] in f"_'\\.#<>~{BARRIER}"))
    )


def _doubtful_after(text: str, last: Token, after: Token) -> bool:
    word = text[after.start : after.end]
    if word in _ELLIPSES:
        return True
    if last.end == after.start:
        rest = text[after.end : after.end + 1]
        return (
            word[:1].isalnum()
            or word in (*f"_'°#\\~<>{BARRIER}",)
            or (word == "," and rest.isdigit())
        )
    gap = text[last.end : after.start]
    return "\n" not in gap and (_UNITS.fullmatch(word) is not None or word in (*"±<>≤≥°",))


def _may_be_range(text: str, side: list[Token]) -> bool:
    """``3-5`` or ``3–5`` alone may be a range and no difference."""
    if [token.kind for token in side] != ["N", "S", "N"]:
        return False
    sign = text[side[1].start]
    tight = side[0].end == side[1].start and side[1].end == side[2].start
    whole = all(text[t.start : t.end].isdigit() for t in (side[0], side[2]))
    return sign in MINUS and tight and whole
