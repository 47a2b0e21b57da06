"""Where something is in an author's file: offsets to lines and columns, and Jinja's tags."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bookbuild.core.errors import Where

_STRINGS = r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """
_TAG = re.compile(
    rf"""
      (?P<raw>\{{%[-+]?\s*raw\s*[-+]?%\}}) .*? (?P<endraw>\{{%[-+]?\s*endraw\s*[-+]?%\}})
    | (?P<comment>\{{\#.*?(?:\#\}}|\Z))
    | (?P<statement>\{{%(?:{_STRINGS}|.)*?(?:%\}}|\Z))
    | (?P<output>\{{\{{(?:{_STRINGS}|.)*?(?:\}}\}}|\Z))
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Tag:
    """One tag of Jinja in a source, from its first brace to its last."""

    kind: str  # "output", "statement" or "comment"
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Source:
    """A file of a chapter as Jinja reads it: same lines and columns as the file's own."""

    file: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """All tags of Jinja, in order; what is between `raw` and `endraw` is none.

        A tag that isn't closed reaches to the end.
        """
        return tuple(_tags(self.text))

    @cached_property
    def tags_by_line(self) -> dict[tuple[int, str], list[Tag]]:
        """The tags of each kind that begin on a line, in order."""
        found: dict[tuple[int, str], list[Tag]] = {}
        for tag in self.tags:
            found.setdefault((self.line_of(tag.start), tag.kind), []).append(tag)
        return found

    def place(self, offset: int) -> Where:
        """Tell the line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return Where(self.file, line, offset - self._starts[line - 1] + 1)

    def line_of(self, offset: int) -> int:
        """Tell the line of an offset, counted from 1."""
        return bisect_right(self._starts, offset)

    def tags_on(self, line: int) -> list[Tag]:
        """List the tags that touch a line."""
        return [
            tag for tag in self.tags if self.line_of(tag.start) <= line <= self.line_of(tag.end - 1)
        ]

    def place_of_line(self, line: int) -> Where:
        """Tell the place of a line's first tag, or else of its first character."""
        tags = [tag for tag in self.tags_on(line) if self.line_of(tag.start) == line]
        if tags:
            return self.place(tags[0].start)
        text = self.text.splitlines()[line - 1] if line <= len(self._starts) else ""
        return Where(self.file, line, len(text) - len(text.lstrip()) + 1)

    def place_of_name(self, name: str, tag: Tag) -> Where | None:
        """Say where in a tag a name, or the part of it that the author typed, is."""
        for candidate in _as_typed(name):
            pattern = rf"(?<!\w){re.escape(candidate)}(?!\w)"
            if match := re.search(pattern, tag.text):
                return self.place(tag.start + match.start())
        return None


def _tags(text: str) -> Iterator[Tag]:
    for match in _TAG.finditer(text):
        if match["raw"]:
            yield Tag("statement", *match.span("raw"), match["raw"])
            yield Tag("statement", *match.span("endraw"), match["endraw"])
        else:
            kind = match.lastgroup or ""
            yield Tag(kind, *match.span(), match.group())


def _as_typed(name: str) -> list[str]:
    """List the forms that a name may have in a source, the fullest first."""
    stem = re.split(r"[\[(]", name, maxsplit=1)[0]
    spaced = name.replace(",", ", ")
    last = stem.rpartition(".")[2]
    return [candidate for candidate in (name, spaced, last) if candidate]
