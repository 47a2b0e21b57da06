"""Decides what one edition of the book holds: forms that were all made from the same book.

A folder of output is one edition, exchanged as a whole. A command makes some forms anew: the site,
the PDFs, the EPUB, a chapter as one file. The others are kept while the book (its chapters,
templates, weights, and the code that makes it) is the one that they were made from, and dropped,
which is said, once it has changed.
"""

import hashlib
import importlib.util
import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bookbuild.core.config import Book
from bookbuild.core.output import digest, read_manifest, writing
from bookbuild.core.templates import tool_templates

HTML, PDF, EPUB, SINGLE = "html", "pdf", "epub", "single"
TAKEN_ALONG = (PDF, EPUB)  # forms that the site holds too
_CODE = ("bookaudit", "bookbuild", "engine", "workings")


@dataclass
class Edition:
    """An edition that is being made in the folder `new`, to take the place of `folder`."""

    book: Book
    folder: Path
    new: Path
    source: str  # what it is made from
    made: Sequence[str]  # the forms that are made anew
    kept: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)  # made from another book than this one
    spoilt: list[str] = field(default_factory=list)  # not as they were made
    _made: list[str] = field(default_factory=list)

    def begin(self, room: str) -> Path:
        """Make the folder of a form, and return it."""
        (self.new / room).mkdir(exist_ok=True)
        return self.new / room

    def say(self, form: str, what: str) -> None:
        """Note in words what a form has become."""
        self._made.append(f"{self.folder / form}: {what}")

    def report(self) -> list[str]:
        """Return what became of each form, one a line."""
        lines = list(self._made)
        if self.kept:
            lines.append(f"{self.folder}: kept {_named(self.kept)}, made from the same book")
        if self.dropped:
            lines.append(
                f"{self.folder}: dropped {_named(self.dropped)}: the book has changed since; "
                "workings book makes the site, the PDFs and the EPUB together"
            )
        if self.spoilt:
            lines.append(
                f"{self.folder}: dropped {_named(self.spoilt)}: files in it were changed or removed"
            )
        outside = [
            name
            for name in TAKEN_ALONG
            if (self.folder / name).is_dir() and not (self.folder / HTML / name).is_dir()
        ]
        if outside and (self.folder / HTML).is_dir():
            lines.append(
                f"{self.folder / HTML}: made before there was {_named(outside)}; workings html "
                "takes them along"
            )
        return lines

    def keep(self) -> None:
        """Take over from `folder` the forms that are not made anew and belong to this edition."""
        manifest = read_manifest(self.folder)
        forms: dict[str, dict[str, str]] = {}
        for name, known in manifest.files.items() if manifest else ():
            forms.setdefault(_form(name), {})[name] = known
        self.dropped, self.spoilt = [], []
        for form, names in forms.items():
            if form in self.made or (self.new / form).exists():
                continue
            if not (self.folder / form).exists():
                continue  # somebody has removed it
            if not manifest or manifest.source != self.source:
                self.dropped.append(form)
            elif self._take_over(form, names):
                self.kept.append(form)
            else:
                self.spoilt.append(form)

    def _take_over(self, form: str, names: Mapping[str, str]) -> bool:
        """Take files over, if they are all as they were made; `names` has their digests."""
        try:
            for name, known in names.items():
                _same_file(self.folder / name, self.new / name)
                if digest(self.new / name) != known:
                    raise FileNotFoundError
        except FileNotFoundError:
            shutil.rmtree(self.new / form, ignore_errors=True)
            (self.new / form).unlink(missing_ok=True)
            return False
        return True

    def take_along(self) -> None:
        """Put the PDFs and the EPUB that are new into a site that was kept with older ones."""
        for name in TAKEN_ALONG:
            inside = self.new / HTML / name
            if name in self.made and HTML in self.kept and inside.is_dir():
                shutil.rmtree(inside)
                for path in sorted((self.new / name).iterdir()):
                    _same_file(path, inside / path.name)


@contextmanager
def edition(book: Book, folder: Path, made: Sequence[str]) -> Iterator[Edition]:
    """Yield an edition to write the forms `made` into; it takes the place of `folder` as a whole.

    Raises `OutputError`, before any work is done, where `folder` may not be replaced.
    """
    source = fingerprint(book)
    with writing(folder, book.root, lambda: source if fingerprint(book) == source else "") as new:
        one = Edition(book, folder, new, source, made)
        one.keep()
        yield one
        one.keep()  # once more: another command may have added a form meanwhile
        one.take_along()


def single_form(chapter: str) -> str:
    """Return the form that a chapter as one file is."""
    return f"{SINGLE}/{chapter}.html"


def fingerprint(book: Book) -> str:
    """Return a digest of all that a book is made from: its folders, and the code that makes it."""
    rooms = [(path.name, path) for path in (book.chapters, book.templates, book.weights)]
    if tool_templates().resolve() != book.templates.resolve():
        rooms.append(("the tool's templates", tool_templates()))
    of_subjects = (name.partition(".")[0] for name in book.subjects)
    for package in dict.fromkeys([*_CODE, *of_subjects]):
        rooms += [(package, folder) for folder in _folders(package)]
    whole = hashlib.sha256()
    for room, folder in rooms:
        for name in _sources(folder):
            whole.update(f"{room}/{name}\0{digest(folder / name)}\n".encode())
    return whole.hexdigest()


def _folders(package: str) -> list[Path]:
    """Return the folders of a package's modules; none of a subject that there isn't."""
    try:
        found = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return []
    return [Path(place) for place in (found and found.submodule_search_locations) or ()]


def _sources(folder: Path) -> list[str]:
    """Return the files of a room that the book may depend on, sorted."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(
        path.as_posix()
        for path in paths
        if not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    )


def _form(name: str) -> str:
    """Return which form a file of an edition belongs to: each single file is one of its own."""
    room, _, _ = name.partition("/")
    return name if room == SINGLE else room


def _same_file(path: Path, other: Path) -> None:
    """Make a file appear in another place too."""
    other.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, other)
    except OSError:  # a disk that can't
        shutil.copy2(path, other)


def _named(names: Collection[str]) -> str:
    *most, last = sorted(names)
    return f"{', '.join(most)} and {last}" if most else last
