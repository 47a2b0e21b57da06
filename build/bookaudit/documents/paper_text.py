"""What a PDF says from its first page to its last, as running text that knows its pages.

What recurs at the head or the foot of pages is left out, so that a line may go on over a page's
end; rows with arithmetic in them are never taken for it.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass

from bookaudit.documents.pdf import Paper, page_texts

_DIGITS = re.compile(r"\d+")
_ARITHMETIC = re.compile(r"[=≈×÷√+^]")
_ENOUGH = 6  # characters at either end of a row by which it is known again


@dataclass(slots=True, frozen=True)
class PaperText:
    """A PDF's text; ``starts`` are where its pages begin in it, ``pages`` their numbers."""

    text: str
    starts: list[int]
    pages: list[int]

    def page_at(self, place: int) -> int:
        """Return the page that a character stands on."""
        return self.pages[bisect_right(self.starts, place) - 1]

    def by_page(self) -> list[tuple[int, str]]:
        """Return each page's number and text."""
        ends = [*self.starts, len(self.text)][1:]  # none where no page has text
        return [
            (page, self.text[start:end])
            for page, start, end in zip(self.pages, self.starts, ends, strict=True)
        ]


def paper_text(paper: Paper, skip: bytes | bytearray = b"") -> PaperText:
    """Read a PDF as one text; a barrier stands for what ``skip`` marks."""
    parts, starts, pages, length = [], [], [], 0
    for page, text in page_texts(paper, skip, running(paper)):
        starts.append(length)
        pages.append(page)
        parts.append(text + "\n")
        length += len(text) + 1
    return PaperText("".join(parts), starts, pages)


def running(paper: Paper) -> bytearray:
    """Mark the characters of running heads, feet and page numbers.

    They are the outermost rows of a page that begin or end as a row of another page does, at the
    same height and the same side.
    """
    rows: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for at, page in enumerate(paper.page):
        rows[page][round(paper.bottom[at])].append(at)
    ends = {
        (page, height): _ends(paper, height, row)
        for page, at_heights in rows.items()
        for height, row in at_heights.items()
    }
    times = Counter(end for both in ends.values() for end in both)
    marks = bytearray(len(paper.chars))
    for page, at_heights in rows.items():
        for order in (sorted(at_heights), sorted(at_heights, reverse=True)):
            for height in order:
                if not any(times[end] > 1 for end in ends[page, height]):
                    break
                for at in at_heights[height]:
                    marks[at] = 1
    return marks


def _ends(paper: Paper, height: int, row: list[int]) -> set[tuple[int, int, str]]:
    """Return what a row begins and ends with, and where; nothing for one with arithmetic."""
    row = sorted(row, key=lambda at: paper.left[at])
    text = "".join(paper.chars[at] for at in row)
    if _ARITHMETIC.search(text):
        return set()
    text = _DIGITS.sub("#", text)
    first, last = round(paper.left[row[0]]), round(paper.right[row[-1]])
    return {(height, first, text[:_ENOUGH]), (height, last, text[-_ENOUGH:])}
