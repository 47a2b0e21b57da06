"""Find the characters of a site page on paper: pictures first, then the rest."""

from collections.abc import Iterable, Sequence

from bookaudit.comparison.align import align
from bookaudit.documents.documents import Document, MarkedLine, Shown

CONTEXT = 12  # characters on either side by which something set out of order is known


class Placing:
    """A page's text, and the stretch of the paper's in which it is looked for.

    ``starts`` says where each of the page's pieces starts in its text.
    """

    def __init__(
        self,
        document: Document,
        page_text: str,
        starts: Sequence[int],
        text: str,
        start: int,
        end: int,
    ) -> None:
        self.document, self.page_text, self.starts = document, page_text, starts
        self.text, self.start, self.end = text, start, end
        self.found = [-1] * len(page_text)  # places of the pictures found whole
        self.drawn = bytearray(len(text))  # marks them on paper

    def places(self) -> list[int]:
        """Return for each character of the page its place in the paper's text, or −1."""
        self.find_pictures()
        return self.align_rest()

    def find_pictures(self) -> None:
        """Find the pictures that are whole on paper; mark their characters there.

        Pictures are set after the text of their page, and two are often much alike.
        """
        for pieces in self.document.pictures:
            first, last = (self.starts[piece] for piece in pieces)
            whole = self.page_text[first:last]
            at = self.text.find(whole, self.start, self.end) if len(whole) >= CONTEXT else -1
            while at >= 0 and self.drawn[at]:
                at = self.text.find(whole, at + 1, self.end)
            if at >= 0:
                self.found[first:last] = range(at, at + last - first)
                self.drawn[at : at + last - first] = b"\1" * (last - first)

    def align_rest(self) -> list[int]:
        """Align the rest of the page with the text of the paper that no picture draws.

        A picture that isn't found as a whole is painted after the text around it all the same: if
        it keeps that text from standing, the text is laid beside the paper without it.
        """
        places = self.laid(self.page_text)
        figures = self.document.figures
        spans = [self.span(item) for item in figures if item.in_picture]
        pictures = [(first, last) for first, last in spans if self.found[first] < 0]
        wanted = [self.span(item) for item in self.document.lines]
        wanted += [self.span(item) for item in figures if not item.in_picture]
        missing = self.missing(wanted, places)
        if pictures and missing:
            hidden = list(self.page_text)
            for first, last in pictures:
                hidden[first:last] = "\0" * (last - first)
            others = self.laid("".join(hidden))
            if self.missing(wanted, others) < missing:
                places = others
        return places

    def laid(self, page_text: str) -> list[int]:
        """Return the places of a page's characters, those of its pictures as found."""
        places = list(self.found)
        ours = [at for at, place in enumerate(places) if place < 0]
        theirs = [at for at in range(self.start, self.end) if not self.drawn[at]]
        a = "".join(page_text[at] for at in ours)
        b = "".join(self.text[at] for at in theirs)
        for at, place in zip(ours, align(a, b), strict=True):
            if place >= 0:
                places[at] = theirs[place]
        return places

    def span(self, item: MarkedLine | Shown) -> tuple[int, int]:
        """Return the characters of the page that an item has."""
        return self.starts[item.pieces[0]], self.starts[item.pieces[1]]

    @staticmethod
    def missing(spans: Iterable[tuple[int, int]], places: Sequence[int]) -> int:
        """Count the items that have a character without a place."""
        return sum(any(place < 0 for place in places[first:last]) for first, last in spans)
