"""Output is swapped in whole or not at all: built beside the last good one, then renamed."""

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from engine.errors import WorkingsError

LIST = "files.txt"  # in a folder that a person has named: what of it is ours


class OutputError(WorkingsError):
    """The output folder can't be written."""


@contextlib.contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to build in; on success it takes the place of `folder`.

    When the build fails or is interrupted the new folder is removed and `folder` stays as it was.
    Raises `OutputError` when the place can't be written or the disk is full.
    """
    building = folder.parent / f".{folder.name}.building-{os.getpid()}"
    with _told(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        building.mkdir()
    try:
        with _told(folder):
            yield building
            _swap(building, folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside `path`, then put it in its place in one move.

    Raises `OutputError` when the place can't be written or the disk is full.
    """
    beside = path.with_name(f".{path.name}.building-{os.getpid()}")
    with _told(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def size_of(folder: Path) -> int:
    """Return how many bytes the files of a folder hold."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def list_files(folder: Path) -> None:
    """Write down which files a folder holds, so that `check_ours` knows them again."""
    (folder / LIST).write_text(
        "".join(f"{name}\n" for name in _files(folder)), encoding="utf-8", newline="\n"
    )


def check_ours(folder: Path) -> None:
    """Raise `OutputError` if a folder holds a file that `list_files` has not written down there."""
    with _told(folder):
        if not folder.exists():
            return
        if not folder.is_dir():
            raise FileExistsError(folder)
        listed = folder / LIST
        ours = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
        for name in _files(folder):
            if name not in {LIST, *ours}:
                raise OutputError(
                    f"this folder holds files that are not ours, as {name}; name another, or an "
                    "empty one",
                    where=str(folder),
                )


def _files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    )


def _swap(new: Path, folder: Path) -> None:
    old = folder.parent / f".{folder.name}.last-{os.getpid()}"
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Clear what killed builds left behind, and bring back output caught between two renames."""
    for left in sorted(folder.parent.glob(f".{folder.name}.*-*")):
        kind, _, number = left.name.removeprefix(f".{folder.name}.").rpartition("-")
        if kind not in ("building", "last") or not number.isdigit() or _alive(int(number)):
            continue
        if kind == "last" and not folder.exists():
            left.rename(folder)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextlib.contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Tell in one line why a folder can't be written."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise OutputError(
                "no room left on the disk; the last output is whole", where=str(folder)
            ) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise OutputError(
                "this folder can't be written; choose another with --out", where=str(folder)
            ) from error
        if isinstance(error, (NotADirectoryError, FileExistsError)):
            raise OutputError(
                "a file stands where the output folder should be", where=str(folder)
            ) from error
        raise
