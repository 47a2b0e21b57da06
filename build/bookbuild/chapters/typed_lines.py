"""The file of lines that a chapter quotes: the one place where a line of arithmetic is typed."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

from bookbuild.core.inputs import parse_toml, read_text_file
from engine.errors import UnknownName, WorkingsError, nearest

T = TypeVar("T", bound="Entry")


@dataclass(frozen=True)
class Entry:
    """What the file says of any quotation: its name, whether it closes, and the author's view.

    `where` is its place in the file. `kinds` are kinds of slip, the first of them the chief one;
    `why` gives the reason for them, in words.
    """

    where: str
    name: str
    closes: bool
    kinds: tuple[str, ...] = ()
    why: str = ""

    @property
    def kind(self) -> str:
        """The chief kind of slip, or nothing."""
        return self.kinds[0] if self.kinds else ""


@dataclass(frozen=True)
class TypedLine(Entry):
    """A line as it was found, and what it should show.

    `after` is the name of the line whose result it uses, `unrounded` its left side before anything
    was rounded: what the kinds “hidden” and “carried” are checked by.
    """

    text: str = ""
    right: str = ""
    after: str = ""
    unrounded: str = ""


@dataclass(frozen=True)
class ShownLine(Entry):
    """A line of the chapter's own example as it would stand if it were rounded for show only."""

    figure: str = ""


@dataclass(frozen=True)
class TypedLines:
    """All quotations of one file, in its order."""

    lines: tuple[TypedLine, ...]
    shown: tuple[ShownLine, ...]

    def line(self, name: str) -> TypedLine:
        """Return the line called `name`."""
        for line in self.lines:
            if line.name == name:
                return line
        raise UnknownName(name, [line.name for line in self.lines], what="typed line")


_NEEDED = {TypedLine: ("name", "text", "closes"), ShownLine: ("name", "figure", "closes")}
_KINDS = {"line": TypedLine, "shown": ShownLine}


def read_typed_lines(path: Path, file: str) -> TypedLines:
    """Read a file of quotations; `file` is what it is called in errors.

    Raises `WorkingsError` for what is no TOML, for an entry with a wrong or unknown field, for a
    name that comes twice, for a reason that is missing, and for one with a digit in it.
    """
    source = read_text_file(path, where=file)
    data = parse_toml(source, where=file)
    for key in data:
        if key not in _KINDS:
            raise WorkingsError(f"unknown table “{key}”.{nearest(key, _KINDS)}", where=file)
    reader = _Reader(source, file)
    read = TypedLines(
        tuple(reader.entry(TypedLine, table) for table in data.get("line", ())),
        tuple(reader.entry(ShownLine, table) for table in data.get("shown", ())),
    )
    names = [entry.name for entry in (*read.lines, *read.shown)]
    for entry in (*read.lines, *read.shown):
        if names.count(entry.name) > 1:
            raise WorkingsError(f"the name “{entry.name}” comes twice", where=entry.where)
    return read


class _Reader:
    def __init__(self, source: str, file: str) -> None:
        self._rows = source.splitlines()
        self._file = file

    def entry(self, kind: type[T], table: dict[str, object]) -> T:
        where = self._place(table.get("name"))
        known = {field.name: field for field in fields(kind) if field.name != "where"}
        for key, value in table.items():
            if key not in known:
                raise WorkingsError(f"unknown field “{key}”.{nearest(key, known)}", where=where)
            if key == "kinds":
                right = isinstance(value, list) and all(isinstance(one, str) for one in value)
            else:
                right = isinstance(value, bool if key == "closes" else str)
            if not right:
                raise WorkingsError(f"“{key}” can't be {value!r}", where=where)
        for key in _NEEDED[kind]:
            if table.get(key, "") == "":
                raise WorkingsError(f"a quotation needs “{key}”", where=where)
        given = {k: tuple(v) if isinstance(v, list) else v for k, v in table.items()}
        entry = kind(where=where, **given)  # type: ignore[arg-type]
        if any(map(str.isnumeric, entry.why)):
            raise WorkingsError("“why” is in words: it holds no digits", where=where)
        if bool(entry.kinds) != bool(entry.why):
            raise WorkingsError("“kinds” and “why” come together", where=where)
        if not entry.closes and not entry.kinds:
            raise WorkingsError("a line that doesn't close needs “kinds”", where=where)
        return entry

    def _place(self, name: object) -> str:
        for number, row in enumerate(self._rows, start=1):
            key, _, value = row.partition("=")
            if key.strip() == "name" and value.strip().strip("\"'") == name:
                return f"{self._file}:{number}"
        return self._file
