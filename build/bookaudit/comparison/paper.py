"""Whether a PDF is the site on paper: each line and figure of a page found in it, to the character.

A chapter of the PDF is paired with the first page of the site that has its ``<h1>``; the two texts
are laid side by side, and what the alignment may not bridge is a difference inside a figure or a
line. Running heads and page numbers stand outside the body, and may part a line at a page's end.
Notes and pictures are set in another order than they are written: a picture may stand elsewhere as
a whole, and what is missing from its place with the words around it; a picture's figure may stand
alone, once, among what is left over on the pages around. What a page says is set under another
heading is looked for there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median, median_high

from bookaudit.comparison.placing import CONTEXT, Placing
from bookaudit.documents.documents import Document, MarkedLine, Quoted, Shown
from bookaudit.documents.pdf import RAISED, Paper

_PART_OF_NUMBER = frozenset("0123456789.,%−-")
_SPACES = re.compile(r"\s+")


@dataclass(slots=True)
class Found:
    """A line, figure, quotation or statement of the site, looked for on paper.

    ``shows`` is None where it is printed, else the paper's text; ``places`` are its characters'.
    """

    item: MarkedLine | Shown | Quoted
    page: int
    shows: str | None
    places: list[int]


@dataclass(slots=True)
class Pairing:
    """A page of the site next to its chapter on paper.

    ``covered`` marks the characters of the whole PDF that are also on the site.
    """

    document: Document
    found: list[Found] = field(default_factory=list)


def compare(paper: Paper, site: list[Document]) -> tuple[list[Pairing], bytearray]:
    """Pair the PDF's chapters with the site's pages and look for all their lines and figures.

    ``site`` are pages read with their pieces. Returns the pairings, and for each character of the
    PDF whether it was found on the site.
    """
    text = "".join(paper.chars)
    chapters = sorted(_chapters(paper, text, site), key=lambda chapter: chapter[0])
    under = {name for _, document in chapters for name, _, _ in document.apart}
    places = {name: at for name in under if (at := _heading(paper, text, name)) is not None}
    bounds = sorted([start for start, _ in chapters] + [*places.values(), len(text)])
    covered = bytearray(len(text))
    pairings = []
    for chapter, document in chapters:
        pairing = Pairing(document)
        for name, part in _parted(document, places):
            start = places.get(name, chapter)
            end = next(bound for bound in bounds if bound > start)
            comparison = _Comparison(paper, text, start, end, part, covered)
            pairing.found += comparison.pairing().found
        pairings.append(pairing)
    return pairings, covered


def _heading(paper: Paper, text: str, title: str) -> int | None:
    """Return where a title is set in its largest type, and not as the start of a longer one."""
    found = re.finditer(re.escape(_SPACES.sub("", title)), text)
    places = [match.start() for match in found if not _goes_on(paper, match.end())]
    return max(places, key=lambda at: (round(paper.size[at], 1), -at), default=None)


def _goes_on(paper: Paper, after: int) -> bool:
    """Whether what stands before a character goes on with it: on its page and in its type."""
    if not 0 < after < len(paper.chars) or paper.page[after] != paper.page[after - 1]:
        return False
    return abs(paper.size[after] - paper.size[after - 1]) < 0.02 * paper.size[after]


def _parted(document: Document, places: Iterable[str]) -> Iterator[tuple[str, Document]]:
    """Yield a page without what is set under these headings, and then each heading's part."""
    under = [""] * len(document.pieces)
    for name, first, last in document.apart:
        if name in places:
            under[first:last] = [name] * (last - first)
    for name in dict.fromkeys(["", *under]):
        kept = [
            piece if part == name else ("", False)
            for piece, part in zip(document.pieces, under, strict=True)
        ]
        yield name, replace(document, pieces=kept)


def _chapters(paper: Paper, text: str, site: list[Document]) -> list[tuple[int, Document]]:
    """Return where the title of each page of the site is set as a heading.

    Contents, running heads and references name a chapter too, but in smaller type.
    """
    headings: dict[str, tuple[float, int, Document]] = {}
    usual = median(paper.size) if paper.chars else 0.0
    for document in site:
        title = _SPACES.sub("", document.title)
        if not title or title in headings:
            continue
        at = _heading(paper, text, title)
        if at is not None:
            headings[title] = paper.size[at], at, document
    # Chapters are set alike; the book's own title, which a site's front has, may be larger.
    large = [size for size, _, _ in headings.values() if size >= 1.25 * usual]
    least = 0.95 * median_high(large) if large else 0.0
    return [(at, document) for size, at, document in headings.values() if size >= least]


def stream(document: Document) -> tuple[str, list[int]]:
    """Return a page's characters as they would be set, and where each of its pieces starts."""
    parts, starts, length = [], [], 0
    for piece, raised in document.pieces:
        starts.append(length)
        part = _SPACES.sub("", piece)
        if raised:
            part = "".join(chr(ord(char) + RAISED) for char in part)
        parts.append(part)
        length += len(part)
    starts.append(length)
    return "".join(parts), starts


class _Comparison:
    def __init__(
        self,
        paper: Paper,
        text: str,
        start: int,
        end: int,
        document: Document,
        covered: bytearray,
    ) -> None:
        self.paper, self.text, self.start, self.end = paper, text, start, end
        self.document = document
        self.page_text, self.starts = stream(document)
        self.places = Placing(document, self.page_text, self.starts, text, start, end).places()
        self.covered = covered
        for place in self.places:
            if place >= 0:
                covered[place] = 1
        self.taken = bytearray(len(text))  # by what is printed out of order
        self.body = self.body_range()

    def pairing(self) -> Pairing:
        pairing = Pairing(self.document)
        page = self.document
        items: list[MarkedLine | Shown | Quoted] = [*page.lines, *page.figures]
        items += [*page.quotations, *page.statements]
        items = [item for item in items if item.pieces[0] != item.pieces[1]]
        items.sort(key=lambda item: item.pieces)
        missing: list[tuple[Found, str]] = []
        for item in items:
            first, last = self.starts[item.pieces[0]], self.starts[item.pieces[1]]
            if first == last:
                continue
            self.join(first, last)
            is_printed = self.is_printed(first, last) or self.is_in_note(first, last)
            shows = None if is_printed else self.instead(first, last)
            found = Found(item, self.page_of(first, last), shows, self.places[first:last])
            pairing.found.append(found)
            if shows is not None and isinstance(item, Shown) and item.in_picture:
                missing.append((found, "".join(map(_lowered, self.page_text[first:last]))))
        self.look_elsewhere(missing)
        for found in pairing.found:
            if found.shows is None:
                for place in found.places:
                    self.covered[place] = 1
        return pairing

    def take(self, places: Sequence[int]) -> None:
        for place in places:
            self.taken[place] = 1

    def body_range(self) -> tuple[float, float]:
        """Return how low and how high the text that is also on the site stands on any page."""
        low, high = 1e9, -1e9
        run: list[int] = []
        for place in [*self.places, -1]:
            if place >= 0 and (not run or place == run[-1] + 1):
                run.append(place)
                continue
            if len(run) >= 24:  # a shorter match may be a running head's
                bottoms = [self.paper.bottom[at] for at in run]
                low, high = min(low, *bottoms), max(high, *bottoms)
            run = [place] if place >= 0 else []
        return low - 1.0, high + 1.0

    def join(self, first: int, last: int) -> None:
        """Place an item where it stands in one piece, from its first place on or up to its last.

        A digit at its end may have been matched with the same digit of a page number after it.
        """
        places, size = self.places[first:last], last - first
        if min(places) < 0 or places[-1] - places[0] == size - 1:
            return
        for start in (places[0], places[-1] - size + 1):
            span = range(start, start + size)
            taken = any(self.covered[at] for at in set(span) - set(places))
            if not taken and self.text.startswith(self.page_text[first:last], start):
                for at in places:
                    self.covered[at] = 0
                for at in span:
                    self.covered[at] = 1
                self.places[first:last] = span
                return

    def is_printed(self, first: int, last: int) -> bool:
        """Whether characters ``first`` to ``last`` of the page are printed, and only they."""
        places = self.places[first:last]
        if min(places) < 0:
            return False
        if places[-1] - places[0] != last - first - 1:
            for before, after in pairwise(places):
                if any(self.in_body(extra) for extra in range(before + 1, after)):
                    return False
        return not (self.grows(places[0], -1) or self.grows(places[-1], 1))

    def is_in_note(self, first: int, last: int) -> bool:
        """Whether an item is printed, with the words around it, in a note set out of order."""
        start, end = first, last
        while start > max(0, first - CONTEXT) and self.places[start - 1] < 0:
            start -= 1
        while end < min(len(self.places), last + CONTEXT) and self.places[end] < 0:
            end += 1
        if max(self.places[first:last]) >= 0 or end - start < CONTEXT:
            return False
        at = self.text.find(self.page_text[start:end], self.start, self.end)
        while at >= 0:
            places = range(at + first - start, at + last - start)
            if not any(self.covered[at : at + end - start]) and not self.taken[places[0]]:
                self.places[first:last] = places
                self.take(places)
                return True
            at = self.text.find(self.page_text[start:end], at + 1, self.end)
        return False

    def grows(self, place: int, step: int) -> bool:
        """Whether a digit that the site lacks touches the number at ``place``."""
        neighbour = place + step
        if not self.start <= neighbour < self.end or self.covered[neighbour]:
            return False
        if self.text[neighbour] not in _PART_OF_NUMBER or not self.in_body(neighbour):
            return False
        paper = self.paper
        if paper.page[neighbour] != paper.page[place]:
            return False
        gap = paper.left[max(place, neighbour)] - paper.right[min(place, neighbour)]
        level = abs(paper.bottom[place] - paper.bottom[neighbour]) < 0.3 * paper.size[place]
        return level and abs(gap) < 0.15 * paper.size[place]

    def in_body(self, place: int) -> bool:
        return self.body[0] <= self.paper.bottom[place] <= self.body[1]

    def around(self, first: int, last: int) -> tuple[int, int]:
        """Return the paper's stretch between what is matched before and after an item."""
        before = first - 1
        while before >= 0 and self.places[before] < 0:
            before -= 1
        after = last
        while after < len(self.places) and self.places[after] < 0:
            after += 1
        start = self.places[before] + 1 if before >= 0 else self.start
        return start, self.places[after] if after < len(self.places) else self.end

    def instead(self, first: int, last: int) -> str:
        """Return what the paper shows where the site has an item."""
        start, end = self.around(first, last)
        places = [place for place in self.places[first:last] if place >= 0]
        if places:
            start = max(start, places[0] - (last - first))
            end = min(end, max(places[-1] + 1, start + 2 * (last - first) + 8))
        shown = "".join(
            (" " if self.paper.gap[at] and at > start else "") + _lowered(self.text[at])
            for at in range(start, min(end, start + 400))
        )
        return shown.strip()

    def page_of(self, first: int, last: int) -> int:
        for place in self.places[first:last]:
            if place >= 0:
                return self.paper.page[place]
        start, _ = self.around(first, last)
        return self.paper.page[min(max(start - 1, self.start), len(self.text) - 1)]

    def look_elsewhere(self, missing: list[tuple[Found, str]]) -> None:
        """Find pictures' figures among what nothing has matched."""
        left_over = self.left_over() if missing else {}
        for found, wanted in missing:
            whole = re.compile(rf"(?<![\d.,−<]){re.escape(wanted)}(?![\d%]|[.,]\d)")
            for page in (found.page, found.page + 1, found.page - 1):
                text, places = left_over.get(page, ("", []))
                match = whole.search(text)
                if match:
                    start, end = match.span()
                    left_over[page] = f"{text[:start]}{' ' * (end - start)}{text[end:]}", places
                    found.page, found.shows, found.places = page, None, places[start:end]
                    break

    def left_over(self) -> dict[int, tuple[str, list[int]]]:
        """Return each page's unmatched characters, without what recurs outside the body."""
        paper, margins = self.paper, self.margins()
        parts: dict[int, list[str]] = {}
        places: dict[int, list[int]] = {}
        last = -2
        for at in range(self.start, self.end):
            if self.covered[at] or self.taken[at] or round(paper.bottom[at]) in margins:
                continue
            page = paper.page[at]
            if last != at - 1 or paper.gap[at]:
                parts.setdefault(page, []).append(" ")
                places.setdefault(page, []).append(-1)
            parts.setdefault(page, []).append(_lowered(self.text[at]))
            places.setdefault(page, []).append(at)
            last = at
        return {page: ("".join(shown), places[page]) for page, shown in parts.items()}

    def margins(self) -> set[int]:
        """Return the heights outside the body at which more than one page has text."""
        paper = self.paper
        pages: dict[int, set[int]] = {}
        for at in range(self.start, self.end):
            if not self.in_body(at):
                pages.setdefault(round(paper.bottom[at]), set()).add(paper.page[at])
        return {height for height, on in pages.items() if len(on) > 1}


def _lowered(char: str) -> str:
    return chr(ord(char) - RAISED) if ord(char) >= RAISED else char
