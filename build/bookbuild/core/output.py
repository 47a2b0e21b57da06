"""Decides which folders of output may be replaced or removed: those that hold only our own files.

A folder that a command writes carries a list of its files with their SHA-256 digests, in the form
that `sha256sum -c` reads. What that list doesn't name is somebody's own: then nothing is touched.
A link that a person names is followed; a link inside a folder of output is not one of our files.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bookbuild.core.exchange import OutputError, followed, one_line_errors, replacing

MANIFEST = "files.sha256"
HEADER = "# Written by workings: these files are its own, and only these does it replace or remove."
_SOURCE = "# made from "
# What file managers put into any folder that somebody opens; removed with it.
_LITTER = (".DS_Store", "Thumbs.db", "desktop.ini")
# Folders of a book, and of a repository, in which no output may be.
_SOURCES = ("book", "templates", "weights", "build", "engine", "tests")


@dataclass(frozen=True)
class Manifest:
    """The files of a folder of output: path to digest; `source` says what they were made from."""

    files: Mapping[str, str]
    source: str = ""


@contextlib.contextmanager
def writing(folder: Path, root: Path, source: Callable[[], str] = str) -> Iterator[Path]:
    """Yield an empty folder to write in, which takes the place of `folder` with its manifest.

    `root` is the book's; `source` is asked at the end. Raises `OutputError` before anything is
    written where `folder` may not be replaced or can't be.
    """
    with replacing(folder, lambda _: check_ours(folder, root)) as new:
        yield new
        write_manifest(new, source())


def check_ours(folder: Path, root: Path) -> None:
    """Raise `OutputError` unless a folder is missing, empty, or holds our own files alone.

    `root` is the book's. Other folders are refused whatever is in them: the one that somebody is
    in, home, what is above these, a mount, and those of the book's sources.
    """
    target = followed(folder)
    reason = _never(target, root.resolve())
    if reason:
        raise OutputError(f"{reason}; choose another with --out", where=str(folder))
    with one_line_errors(folder):
        there = next(place for place in (target, *target.parents) if place.exists())
        if not there.is_dir():
            raise OutputError(
                "there is a file where the output folder should be; choose another with --out",
                where=str(folder),
            )
        if there != target:
            return
        manifest = read_manifest(target)
        known = {MANIFEST, *manifest.files} if manifest else set[str]()
        stranger = next(strangers(target, known.__contains__), None)
    if stranger is None:
        return
    if manifest is None:
        raise OutputError(
            f"nothing in this folder says that its files, such as {shown(stranger)}, are ours, "
            "so it stays as it is; choose another with --out, or, if an earlier version made it, "
            "remove it yourself",
            where=str(folder),
        )
    raise OutputError(
        f"{shown(stranger)} in this folder is not ours, so it stays as it is; move that away, "
        "or choose another folder with --out",
        where=str(folder),
    )


def strangers(folder: Path, known: Callable[[str], bool]) -> Iterator[str]:
    """Yield what is in a folder that isn't ours: files, links, and folders without a file.

    `known` says of a path in the folder whether it is ours; that of a folder ends with a slash.
    """
    for path, kind in _inside(folder):
        name = path.relative_to(folder).as_posix()
        if stat.S_ISREG(kind) and (known(name) or path.name in _LITTER):
            continue
        if stat.S_ISDIR(kind):
            if any(_files(path, folder)) or known(f"{name}/"):
                continue
            name += "/"
        yield name


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder; None where there is none, or something that isn't one."""
    path = folder / MANIFEST
    if path.is_symlink() or not path.is_file():
        return None
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
    except (UnicodeDecodeError, ValueError):
        return None
    if first != HEADER:
        return None
    listed = (line.partition("  ") for line in lines if not line.startswith("#"))
    files = {name: digest for digest, _, name in listed}
    sources = [line for line in lines if line.startswith(_SOURCE)]
    return Manifest(files, sources[0].removeprefix(_SOURCE) if sources else "")


def write_manifest(folder: Path, source: str = "") -> None:
    """List the files of a folder in it; `source` says what they were made from."""
    names = sorted(name for name in _files(folder, folder) if name != MANIFEST)
    lines = [HEADER, *([_SOURCE + source] if source else [])]
    lines += [f"{digest(folder / name)}  {name}" for name in names]
    text = "".join(f"{line}\n" for line in lines)
    (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")


def digest(path: Path) -> str:
    """Return the SHA-256 digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sizes_of(folder: Path) -> list[int]:
    """Return how many bytes each file of a folder holds."""
    return [(folder / name).lstat().st_size for name in _files(folder, folder)]


def _never(target: Path, root: Path) -> str | None:
    """Say why a place is refused whatever is in it; `target` has no links left."""
    here = Path.cwd().resolve()
    if target in (here, *here.parents):
        return "this is the folder that you are in, or one above it"
    with contextlib.suppress(RuntimeError):  # nobody's home is known
        home = Path.home().resolve()
        if target in (home, *home.parents):
            return "this is your home, or a folder above it"
    if target in (root, *root.parents) or target == target.parent:
        return "this is the folder of the book, or one above it"
    if ".git" in target.parts:
        return "this is part of a repository's history"
    if any(room in (target, *target.parents) for room in (root / name for name in _SOURCES)):
        return "this is one of the folders that the book is made from, or in one"
    if os.path.ismount(target):
        return "this is a mount, which can't be exchanged as a whole; name a folder in it"
    return None


def _inside(folder: Path) -> Iterable[tuple[Path, int]]:
    """Yield each path under a folder with its mode, sorted, without following a link."""
    for path in sorted(folder.iterdir()):
        mode = path.lstat().st_mode
        yield path, mode
        if stat.S_ISDIR(mode):
            yield from _inside(path)


def _files(folder: Path, top: Path) -> Iterator[str]:
    """Yield the paths of what is under a folder and no folder itself, as seen from `top`."""
    for path, mode in _inside(folder):
        if not stat.S_ISDIR(mode):
            yield path.relative_to(top).as_posix()


def shown(name: str) -> str:
    """Return a file's name without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)
