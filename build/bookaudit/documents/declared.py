"""Whether a PDF prints the lines that it says it does.

A file may bring a page of its lines with it, marked as those of a site. Each of them, and each
quotation with the word about it, has to be among what is read on paper, as often as it is on the
page: so a changed digit is found where the line would still close.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from bookaudit.documents.documents import Document

_BEFORE, _AFTER = r"(?<![\d.,%^=≈×÷+−])(?<![=≈×÷+−] )", r"(?![\d%^]|[.,]\d|\s?[=≈×÷+−])"


@dataclass(slots=True, frozen=True)
class Missing:
    """A line that is not printed as declared: on which page, what is there instead."""

    name: str
    right: str
    page: int
    shown: str


@dataclass(slots=True, frozen=True)
class Unmarked:
    """A declared line that does not look like one in running text, and its page."""

    text: str
    page: int


def squeezed(text: str) -> str:
    """Return a line's characters without the room between them."""
    return "".join(text.split())


class Declared:
    """The lines and quotations that a PDF declares."""

    def __init__(self, pages: Iterable[Document]) -> None:
        self.lines: list[tuple[str, str]] = []  # name, text
        self.quotations: list[tuple[str, str]] = []
        for page in pages:
            self.lines += [(line.address, line.text) for line in page.lines]
            said = {each.address: each.text for each in page.statements}
            self.quotations += [
                (each.address, f"{each.text} {said.get(each.address, '')}")
                for each in page.quotations
            ]
        self._known = {squeezed(text) for _, text in self.lines}

    def __contains__(self, text: str) -> bool:
        return squeezed(text) in self._known

    def compared(
        self,
        lines: Sequence[tuple[str, int]],
        quotations: Sequence[tuple[str, int]],
        pages: Sequence[tuple[int, str]],
    ) -> Iterator[Missing | Unmarked]:
        """Yield what of the declared is not among what was read: lines, quotations, their pages.

        ``pages`` are the whole text, for what only a declaration makes known as a line.
        """
        yield from _compared(self.lines, lines, pages)
        yield from _compared(self.quotations, quotations, ())


def _compared(
    declared: Sequence[tuple[str, str]],
    read: Sequence[tuple[str, int]],
    pages: Sequence[tuple[int, str]],
) -> Iterator[Missing | Unmarked]:
    places: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for text, page in reversed(read):
        places[squeezed(text)].append((page, text))
    missing = []
    for name, text in declared:
        if places[squeezed(text)]:
            places[squeezed(text)].pop()
        else:
            missing.append((name, text))
    if not missing:
        return
    used = Counter(squeezed(text) for text, _ in read)
    left = {text: found for text, found in places.items() if found}
    for name, text in missing:
        wanted = squeezed(text)
        printed_on = _page_of(wanted, pages, used[wanted])
        used[wanted] += 1
        if printed_on is not None:
            yield Unmarked(text, printed_on)
            continue
        nearest = get_close_matches(wanted, left, 1, 0.5)
        if not nearest:
            yield Missing(name, text, 1, "")
            continue
        found = left[nearest[0]]
        yield Missing(name, text, *found.pop())
        if not found:
            del left[nearest[0]]


def _page_of(wanted: str, pages: Sequence[tuple[int, str]], skipped: int) -> int | None:
    """Return the page on which the characters of a line are, after so many times before."""
    whole = re.compile(_BEFORE + r"\s*".join(map(re.escape, wanted)) + _AFTER)
    for page, text in pages:
        times = len(whole.findall(text))
        if times > skipped:
            return page
        skipped -= times
    return None
