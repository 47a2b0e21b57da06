"""The tool as a subject of a book: chapters that list what authors may write, and its messages."""

from pathlib import Path

from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.subject import Names, Subject, Topic, Upon
from subjects.manual.desk import ManualDesk


class ManualTopic(Upon):
    """A chapter of a guide, on top of what else it is about."""

    def __init__(self, below: Topic, chapters: Path) -> None:
        super().__init__(below)
        self._chapters = chapters

    def names(self, view: View, kit: Kit) -> Names:
        """Return the names of the chapter's own figures, and those that list the tool's."""
        return self.below.names(view, kit) | names_of(ManualDesk(self._chapters, self.entry))


class Manual(Subject):
    """The tool, as far as authors meet it."""

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return a chapter that may list what the tool has."""
        return ManualTopic(below, self.book.chapters)


SUBJECT = Manual
