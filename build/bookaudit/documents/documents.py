"""What extraction hands on: the lines, figures, prose and printed characters of one document."""

from dataclasses import dataclass, field

BARRIER = "￼"  # stands in prose where something that is read elsewhere was


@dataclass(slots=True)
class Shown:
    """A figure as one place shows it: its full address, its characters, its source line."""

    address: str
    text: str
    line: int
    pieces: tuple[int, int] = (0, 0)  # where it stands in the page's pieces
    in_picture: bool = False


@dataclass(slots=True)
class MarkedLine:
    """An element marked as a line of arithmetic: its text in plain form.

    ``figures`` are those inside it, each its full address and its characters; ``mends`` is the
    quotation that the line puts right, if it says so.
    """

    address: str
    text: str
    line: int
    figures: list[tuple[str, str]]
    pieces: tuple[int, int] = (0, 0)
    mends: str = ""


@dataclass(slots=True)
class Quoted:
    """An element declared a quotation of somebody else's line: its text, marks and all."""

    address: str
    text: str
    line: int
    pieces: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Prose:
    """A stretch of running text; ``place`` is its first source line, or its page in a PDF."""

    text: str
    place: int


@dataclass(slots=True)
class Document:
    """One document read: ``pieces`` are its visible texts in order, each with "is a superscript".

    ``statements`` say of a quotation, by its address, whether it closes. ``apart`` are stretches of
    the pieces that paper sets elsewhere: under which heading, from which piece to which;
    ``pictures`` are those that are drawn. ``by_page`` says that places are pages and not source
    lines.
    """

    file: str
    title: str = ""
    lines: list[MarkedLine] = field(default_factory=list)
    figures: list[Shown] = field(default_factory=list)
    quotations: list[Quoted] = field(default_factory=list)
    statements: list[Shown] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    pieces: list[tuple[str, bool]] = field(default_factory=list)
    apart: list[tuple[str, int, int]] = field(default_factory=list)
    pictures: list[tuple[int, int]] = field(default_factory=list)
    by_page: bool = False

    @property
    def marked(self) -> bool:
        """Whether the page says of anything on it what it is."""
        return bool(self.lines or self.figures or self.quotations)
