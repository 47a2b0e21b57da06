"""The book's own settings: its title, its folders, and what it is about."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from bookbuild.core.inputs import read_toml
from bookbuild.core.settings import read_table
from engine.errors import WorkingsError, nearest

FILE = "book/book.toml"
NEEDED = ("title", "subtitle")


class ConfigError(WorkingsError):
    """The settings in `book/book.toml` can't be used."""


@dataclass(frozen=True)
class PartSetting:
    """A part of the book: its title, a line about it, and the chapter with which it begins."""

    title: str
    line: str
    begins: str


@dataclass(frozen=True)
class Book:
    """Folders and settings of one book."""

    root: Path
    title: str
    subtitle: str
    subjects: tuple[str, ...] = ()  # modules, in the order in which chapters are asked about them
    tables: Mapping[str, object] = field(default_factory=dict)  # what subjects read
    edition: date | None = None  # of what is published with a date
    parts: tuple[PartSetting, ...] = ()  # in order; without any, all chapters are one
    appendices: str = ""  # the chapter with which they begin, if there are any
    companions: tuple[str, ...] = ()  # folders of smaller books that are built with this one
    folder: Path = Path("book")  # of its chapters and settings, seen from the root
    site: str = ""  # where the site is published, if anywhere: an address that ends with a slash

    settings = (
        "title",
        "subtitle",
        "subjects",
        "edition",
        "parts",
        "appendices",
        "site",
        "companions",
    )

    @property
    def file(self) -> str:
        """The file of these settings, as messages name it."""
        return f"{self.folder.as_posix()}/{Path(FILE).name}"

    @property
    def chapters(self) -> Path:
        """The folder of chapters."""
        return self.root / self.folder

    @property
    def templates(self) -> Path:
        """The folder of its own templates and style sheets, if it has any; see `templates`."""
        return self.root / "templates"

    @property
    def weights(self) -> Path:
        """The folder with one folder a model."""
        return self.root / "weights"

    @property
    def cache(self) -> Path:
        """What may be thrown away: cut fonts, drawn formulas."""
        return self.root / ".cache"


def find_root(start: Path) -> Path:
    """Return the folder at or above `start` that holds `book/book.toml`."""
    for folder in (start, *start.parents):
        if (folder / "book" / "book.toml").is_file():
            return folder
    raise ConfigError(
        "no book here: run this inside a folder that holds book/book.toml, or one below it",
        where=str(start),
    )


def companions_of(book: Book) -> list[Book]:
    """Read the smaller books that are built with a book, each from a folder next to its chapters.

    They share its root: its templates, its weights, its cut fonts. They have none of their own.
    """
    found = [read_book(book.root, book.folder / name) for name in book.companions]
    for one in found:
        if one.companions:
            raise ConfigError("a companion has no companions of its own", where=one.file)
    return found


def read_book(root: Path, folder: Path = Path("book")) -> Book:
    """Read the `book.toml` of a folder; refuse wrong types. What subjects read is left to them."""
    where = f"{folder.as_posix()}/{Path(FILE).name}"
    data = read_toml(root / where, where=where, kind=ConfigError)
    _check_misspelt(data)
    for key in NEEDED:
        if not isinstance(data.get(key), str):
            raise ConfigError(f"“{key}” must be text", where=where)
    edition = data.get("edition")
    if edition is not None and (not isinstance(edition, date) or isinstance(edition, datetime)):
        raise ConfigError("“edition” must be a date, such as 2026-01-31", where=where)
    subjects = data.get("subjects", [])
    if not isinstance(subjects, list) or not all(isinstance(name, str) for name in subjects):
        raise ConfigError("“subjects” must be a list of modules", where=where)
    for name in subjects:
        if subjects.count(name) > 1:
            raise ConfigError(f"“subjects” has “{name}” twice", where=where)
    appendices = data.get("appendices", "")
    if not isinstance(appendices, str):
        raise ConfigError("“appendices” must be the name of a chapter", where=where)
    companions = data.get("companions", [])
    if not isinstance(companions, list) or not all(map(_is_folder, companions)):
        raise ConfigError(
            "“companions” must be a list of folders next to the chapters", where=where
        )
    tables = {key: value for key, value in data.items() if key not in Book.settings}
    return Book(
        root, data["title"], data["subtitle"], tuple(subjects), tables, edition,
        _parts(data.get("parts", [])), appendices, tuple(companions), folder,
        _site(data.get("site", "")),
    )  # fmt: skip


def _is_folder(name: object) -> bool:
    return isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9-]*", name) is not None


def _site(address: object) -> str:
    """Return the address of the site with the slash at its end."""
    if not isinstance(address, str) or (address and not re.match(r"https?://[^/\s]+", address)):
        raise ConfigError("“site” must be the address of the site, such as https://…", where=FILE)
    return f"{address.rstrip('/')}/" if address else ""


def _parts(tables: object) -> tuple[PartSetting, ...]:
    """Read the tables [[parts]]."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ConfigError("“parts” must be tables, each under [[parts]]", where=FILE)
    return tuple(read_table(PartSetting, table, "parts", FILE) for table in tables)


def _check_misspelt(data: Mapping[str, object]) -> None:
    """Raise `ConfigError` for an unknown setting whose name is nearly that of a missing one."""
    missing = [key for key in NEEDED if key not in data]
    for key in data:
        near = nearest(key, missing)
        if key not in Book.settings and near:
            raise ConfigError(f"unknown setting “{key}”.{near}", where=FILE)


def this_book() -> Book:
    """Return the book of the working directory."""
    return read_book(find_root(Path.cwd()))
