"""How long a chapter takes to read: its words at a reader's pace, its lines at a glance each."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator

WORDS_A_MINUTE = 200.0
LINES_A_MINUTE = 12.0  # a look at each, without a calculator
ROUND = 5  # minutes, of what takes longer than twice that
_PROSE = {"p", "li", "dd", "figcaption", "h2", "h3"}


def minutes(body: ET.Element) -> int:
    """Return how many minutes a chapter's content takes, without what is folded away."""
    words = lines = 0
    for element in _seen(body):
        if element.get("data-line") is not None:
            lines += 1
        elif element.tag in _PROSE and element.get("class") != "line":
            words += len("".join(element.itertext()).split())
    taken = words / WORDS_A_MINUTE + lines / LINES_A_MINUTE
    return max(1, round(taken)) if taken < 2 * ROUND else ROUND * round(taken / ROUND)


def _seen(element: ET.Element) -> Iterator[ET.Element]:
    """Yield an element and what is in it, but for folds and for what doesn't hold here."""
    if element.tag in ("details", "nav", "svg") or "hidden" in element.attrib:
        return
    yield element
    if element.tag not in _PROSE or element.get("class") == "line":
        for inside in element:
            yield from _seen(inside)
