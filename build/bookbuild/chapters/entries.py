"""A chapter's place in the book, and the pages that it has on the site."""

from dataclasses import dataclass, field

from bookbuild.chapters.chapter import Chapter


@dataclass(frozen=True)
class Entry:
    """One chapter and its place in the book, from 0.

    `kind` is what it is called, `number` what it is known by: a chapter's digits, an appendix's
    letter, nothing before the first part. `part` is the title of the part that it is in, if any.
    """

    place: int
    chapter: Chapter
    kind: str
    number: str
    part: str

    @property
    def name(self) -> str:
        """The chapter's name in addresses."""
        return self.chapter.name

    @property
    def title(self) -> str:
        """The chapter's title."""
        return self.chapter.front.title

    @property
    def called(self) -> str:
        """Its kind and number, such as “Chapter 3”, or nothing."""
        return f"{self.kind} {self.number}".strip()

    @property
    def file(self) -> str:
        """The chapter's file, as messages name it."""
        return self.chapter.source.file

    @property
    def handout(self) -> str:
        """The file of its handout."""
        return f"{self.name}.pdf"

    @property
    def scope(self) -> str:
        """The scope of the numbers that the chapter declares as given."""
        return f"book/{self.name}"


@dataclass(frozen=True)
class View:
    """One page of a chapter: the same as another that has its address.

    `at` is the rest of the page's address, such as `the-dog-sat-on-the/3`; `scope` is that of its
    figures, unless they say otherwise; `note` says in an error which page it is. `subject` is what
    the page shows, which only the chapter's topic reads.
    """

    at: str
    scope: str = field(compare=False)
    note: str = field(default="", compare=False)
    subject: object = field(default=None, compare=False)
