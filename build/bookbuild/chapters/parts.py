"""The order of a book: its parts, which chapters each has, and by what number a chapter is known.

Chapters are numbered through all parts. What comes before the first part has no number, and
appendices have letters. A book without parts is one part without a title.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from bookbuild.chapters.chapter import Chapter
from bookbuild.chapters.entries import Entry
from bookbuild.core.config import Book, ConfigError, PartSetting
from engine.errors import nearest

APPENDICES = "Appendices"


@dataclass(frozen=True)
class Part:
    """Chapters that belong together: without a title, those of a book or those before all parts."""

    title: str
    line: str
    entries: tuple[Entry, ...]

    @property
    def appendices(self) -> bool:
        """Whether these are the appendices."""
        return any(entry.kind == "Appendix" for entry in self.entries)


@dataclass
class _Open:
    """A part while its chapters are counted; `kind` is what each of them is called."""

    title: str
    line: str
    kind: str
    entries: list[Entry] = field(default_factory=list)

    def part(self) -> Part:
        return Part(self.title, self.line, tuple(self.entries))


def parts_of(book: Book, chapters: Sequence[Chapter]) -> tuple[Part, ...]:
    """Return the parts of a book with its chapters in their order.

    Raises `ConfigError` for a part that begins with no chapter, or before the part above it.
    """
    begins = _beginnings(book, [chapter.name for chapter in chapters])
    parts = [_Open("", "", "" if book.parts else "Chapter")]
    numbers = {"Chapter": _numbers(), "Appendix": _letters(), "": iter(lambda: "", None)}
    for place, chapter in enumerate(chapters):
        if place in begins:
            parts.append(begins[place])
        kind = parts[-1].kind
        entry = Entry(place, chapter, kind, next(numbers[kind]), parts[-1].title)
        parts[-1].entries.append(entry)
    return tuple(one.part() for one in parts if one.entries)


def _beginnings(book: Book, names: Sequence[str]) -> dict[int, _Open]:
    """Return each part by the place of the chapter with which it begins, from 0."""
    settings = [(setting, "Chapter", "parts.begins") for setting in book.parts]
    if book.appendices:
        last = PartSetting(APPENDICES, "", book.appendices)
        settings.append((last, "Appendix", "appendices"))
    found: dict[int, _Open] = {}
    for setting, kind, key in settings:
        if setting.begins not in names:
            raise ConfigError(
                f"“{key}” names no chapter: “{setting.begins}”.{nearest(setting.begins, names)}",
                where=book.file,
            )
        place = names.index(setting.begins)
        if any(place <= before for before in found):
            raise ConfigError(
                f"the part “{setting.title}” begins with “{setting.begins}”, which stands in a"
                " part above it",
                where=book.file,
            )
        found[place] = _Open(setting.title, setting.line, kind)
    return found


def _numbers() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield str(number)


def _letters() -> Iterator[str]:
    """Yield A to Z, then AA, AB and so on."""
    yield from ascii_uppercase
    for first in _letters():
        yield from (first + letter for letter in ascii_uppercase)
