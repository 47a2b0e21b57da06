"""What a chapter says of itself: the typed head between two `+++` lines, in TOML."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from bookbuild.core.errors import ChapterError, Where
from bookbuild.core.inputs import parse_toml
from engine.errors import WorkingsError, nearest

T = TypeVar("T")
_FENCE = "+++"
_FIELDS = (
    "title", "summary", "run", "follow", "quotes", "givens", "names", "words", "elsewhere",
)  # fmt: skip
_KINDS: Mapping[type, str] = MappingProxyType({str: "a text", bool: "true or false"})
_GIVEN_FIELDS = ("value", "why")
_ROW = re.compile(r"-?[0-9]+(\.[0-9]+)?( -?[0-9]+(\.[0-9]+)?)*")


@dataclass(frozen=True)
class Given:
    """What the chapter takes from elsewhere: the digits as written, and the reason.

    A value is one number; several with spaces between are a row, a list of rows is a table.
    """

    value: str | tuple[str, ...]
    why: str


@dataclass(frozen=True)
class FrontMatter:
    """The head of a chapter.

    `run` is what it is about, of what the book's subjects offer; with `follow` readers may put in
    words of theirs, and there may be a page for each word of the book's own. `quotes` is the file,
    next to the chapter, of the lines that it quotes from others. `names` maps words that hold
    digits to the reason why they may. The chapter with `words` explains words to the others: it
    maps terms to the forms in which they occur there; `elsewhere` are phrases in which such a form
    has another sense. `more` has the keys that subjects read.
    """

    title: str
    summary: str = ""
    run: str = ""
    follow: bool = False
    quotes: str = ""
    givens: Mapping[str, Given] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()
    more: Mapping[str, str | bool] = field(default_factory=dict)


def split(
    text: str, file: str, more: Mapping[str, type] = MappingProxyType({})
) -> tuple[FrontMatter, str]:
    """Part a chapter into its head and its text; the text keeps the lines that it had in the file.

    `more` has the keys that subjects read, each with the type of its value.

    Raises `ChapterError` for a head that is missing, isn't TOML, or holds what a head can't hold.
    """
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != _FENCE:
        raise ChapterError(f"a chapter begins with its head between {_FENCE} lines", Where(file, 1))
    ends = [number for number, line in enumerate(lines) if number and line.rstrip() == _FENCE]
    if not ends:
        raise ChapterError(f"the head of the chapter has no closing {_FENCE}", Where(file, 1))
    head = "".join(lines[1 : ends[0]])
    body = "\n" * (ends[0] + 1) + "".join(lines[ends[0] + 1 :])
    return _Head(head, file).read(more), body


class _Head:
    """The TOML of a head, with the means to say where in it a fault is."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.splitlines()
        self._file = file
        try:
            self._table: dict[str, object] = parse_toml(text, where=file)
        except WorkingsError as error:
            at = re.search(r"\(at line (\d+), column (\d+)\)", error.message)
            line, column = (int(at[1]), int(at[2])) if at else (len(self._lines), 1)
            fault = error.message.removeprefix("not valid TOML: ").partition(" (at ")[0]
            place = Where(file, line + 1, column)
            raise ChapterError(f"the head isn't TOML: {fault}", place) from error

    def read(self, more: Mapping[str, type]) -> FrontMatter:
        self._refuse_unknown(self._table, (*_FIELDS, *more))
        title = self._string(self._table, "title")
        if not title.strip():
            raise ChapterError("a chapter needs a title", self._place("title"))
        return FrontMatter(
            title=title,
            summary=self._string(self._table, "summary"),
            run=self._string(self._table, "run"),
            follow=self._switch("follow"),
            quotes=self._string(self._table, "quotes"),
            givens=self._entries("givens", self._given),
            names=self._entries("names", self._reason),
            words=self._entries("words", self._forms),
            elsewhere=self._phrases("elsewhere"),
            more={key: self._more(key, kind) for key, kind in more.items() if key in self._table},
        )

    def _more(self, key: str, kind: type) -> str | bool:
        value = self._table[key]
        if not isinstance(value, kind) or not isinstance(value, str | bool):
            raise ChapterError(f"“{key}” must be {_KINDS[kind]}", self._place(key))
        return value

    def _given(self, name: str, entry: object) -> Given:
        place = self._place(name)
        if not all(part.isidentifier() for part in name.split(".")):
            raise ChapterError(f"“{name}” can't be the name of a given", place)
        if not isinstance(entry, dict):
            raise ChapterError(f'given “{name}” needs {{ value = "…", why = "…" }}', place)
        self._refuse_unknown(entry, _GIVEN_FIELDS, within=name)
        value, why = entry.get("value"), self._string(entry, "why", within=name)
        if isinstance(value, int | float):
            advice = "write its value in quotes, so that its digits stay as written"
            raise ChapterError(f"given “{name}”: {advice}", place)
        listed: list[object] = value if isinstance(value, list) else [value]
        rows = tuple(row for row in listed if isinstance(row, str) and _ROW.fullmatch(row))
        if not rows or len(rows) < len(listed):
            raise ChapterError(f"given “{name}” needs a decimal number as its value", place)
        if len({len(row.split()) for row in rows}) > 1:
            raise ChapterError(f"given “{name}” has rows of different lengths", place)
        if not why.strip():
            raise ChapterError(f"given “{name}” needs a reason (why)", place)
        return Given(rows if isinstance(value, list) else rows[0], why)

    def _reason(self, name: str, reason: object) -> str:
        if not isinstance(reason, str) or not reason.strip():
            raise ChapterError(f"name “{name}” needs a reason", self._place(name))
        return reason

    def _forms(self, term: str, forms: object) -> tuple[str, ...]:
        found = _texts(forms)
        if not found:
            raise ChapterError(f"word “{term}” needs a list of its forms", self._place(term))
        return found

    def _phrases(self, key: str) -> tuple[str, ...]:
        if key not in self._table:
            return ()
        found = _texts(self._table[key])
        if not found:
            raise ChapterError(f"“{key}” must be a list of phrases", self._place(key))
        return found

    def _entries(self, key: str, read: Callable[[str, object], T]) -> Mapping[str, T]:
        table = self._table.get(key, {})
        if not isinstance(table, dict):
            raise ChapterError(f"“{key}” must be a table", self._place(key))
        return MappingProxyType({name: read(name, entry) for name, entry in table.items()})

    def _string(self, table: Mapping[str, object], key: str, *, within: str = "") -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            kind = type(value).__name__
            raise ChapterError(f"“{key}” must be a text, not {kind}", self._place(within or key))
        return value

    def _switch(self, key: str) -> bool:
        value = self._table.get(key, False)
        if not isinstance(value, bool):
            raise ChapterError(f"“{key}” must be true or false", self._place(key))
        return value

    def _refuse_unknown(
        self, table: Mapping[str, object], valid: tuple[str, ...], *, within: str = ""
    ) -> None:
        for key in table:
            if key not in valid:
                place = self._place(within or key)
                hint = nearest(key, valid) or f" It may hold {', '.join(valid)}."
                raise ChapterError(f"the head has an unknown key “{key}”.{hint}", place)

    def _place(self, key: str) -> Where:
        pattern = re.compile(rf"""^\s*(?:\[[\w.]*?)?["']?{re.escape(key)}["']?\s*[=.\]]""")
        for number, line in enumerate(self._lines, start=2):
            if match := pattern.match(line):
                return Where(self._file, number, match.group().index(key) + 1)
        return Where(self._file, 1)


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts of a list, or nothing if it isn't one of texts alone."""
    listed: list[object] = value if isinstance(value, list) else []
    found = tuple(text for text in listed if isinstance(text, str) and text.strip())
    return found if len(found) == len(listed) else ()
