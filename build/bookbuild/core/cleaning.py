"""Decides what `clean` removes: an edition, the cache, and what ended builds left of either."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookbuild.core import exchange
from bookbuild.core.config import Book
from bookbuild.core.exchange import followed
from bookbuild.core.output import check_ours, shown, sizes_of, strangers
from engine.errors import WorkingsError

# The cache holds no list of its files, since builds add to it at the same time: each file there is
# named after a digest of what it was made from. A folder without a file ends with a slash.
_FONTS = r"fonts-[0-9a-f]{16}"
_CACHED = re.compile(
    rf"formulas/([0-9a-f]{{64}}\.(svg|\d+))?|{_FONTS}/((print|site)/([\w-]+\.(ttf|woff2|txt))?)?"
    rf"|\.{_FONTS}\.building-\w+/(lock|(new|old)/((print|site)/([\w-]+\.(ttf|woff2|txt))?)?)?"
)


@dataclass(frozen=True)
class Removal:
    """One thing that goes: a part of an edition, the cache, or what an ended build left."""

    path: Path
    files: int
    size: int  # bytes

    def __str__(self) -> str:
        files = "1 file" if self.files == 1 else f"{self.files} files"
        return f"{self.path}: {files}, {self.size / 1e6:.1f} MB"


def clean(book: Book, out: Path | None, *, dry_run: bool = False) -> list[Removal]:
    """Remove an edition (`out`, or dist/ of the book) and the cache; return what has gone.

    A folder that a link leads to is removed, the link stays. With `dry_run` nothing goes.
    Raises `WorkingsError`, with nothing removed, where a file is not ours.
    """
    edition = out or book.root / "dist"
    check_ours(edition, book.root)
    _check_cache(book.cache)
    folders = [followed(edition), followed(book.cache)]
    going = [
        *(_removal(edition / path.name, path) for path in _within(folders[0])),
        *(_removal(path, path) for path in exchange.left_over(folders[0])),
        *(_removal(book.cache, path) for path in folders[1:] if path.is_dir()),
    ]
    if not dry_run:
        for folder in folders:
            exchange.recover(folder)
            if folder.is_dir():
                exchange.remove(folder)
    return going


def _within(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(folder.iterdir())


def _removal(shown_as: Path, path: Path) -> Removal:
    if not path.is_dir():
        return Removal(shown_as, 1, path.lstat().st_size)
    sizes = sizes_of(path)
    return Removal(shown_as, len(sizes), sum(sizes))


def _check_cache(cache: Path) -> None:
    folder = followed(cache)
    if not folder.exists():
        return
    if not folder.is_dir():
        raise WorkingsError("a file, not a folder; remove it yourself", where=str(cache))
    stranger = next(strangers(folder, lambda name: bool(_CACHED.fullmatch(name))), None)
    if stranger is not None:
        raise WorkingsError(
            f"{shown(stranger)} in this folder is not ours, so nothing is removed; move it away",
            where=str(cache),
        )
