"""Decides how a folder takes the place of another: at one moment, or not at all.

The new folder is made in a work folder next to the old one. Where the system can exchange two
folders in one call (Linux, macOS) the old one is whole until the new one is; elsewhere it takes two
renames, and the next call of `recover` finishes what was ended between them.
"""

import contextlib
import ctypes
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from engine.errors import WorkingsError

_LOCK = "lock"
_MARK = b"Made by workings while it writes a folder; the next build removes what was left here.\n"
_NEW, _OLD = "new", "old"
_ATTEMPTS = 100  # at a work folder that another process clears away before it is locked
_HERE = -100  # AT_FDCWD of Linux
_NOT_HERE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)


class OutputError(WorkingsError):
    """A folder or file of output can't be written or removed."""


@contextlib.contextmanager
def replacing(folder: Path, check: Callable[[Path], None] | None = None) -> Iterator[Path]:
    """Yield an empty folder to write in; when the block ends well it takes the place of `folder`.

    When the block fails or is interrupted, `folder` stays as it was and the new one is removed.
    A link is followed. `check` is called with `folder` before anything is written and once more
    right before the exchange; what it raises keeps `folder` as it is. What was in `folder` is
    removed after the exchange.

    Raises `OutputError` when the place can't be written or the disk is full.
    """
    with one_line_errors(folder):
        target = followed(folder)
        if check:
            check(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        recover(target)
        work, lock = _begin(target)
    try:
        with one_line_errors(folder):
            yield work / _NEW
            if check:
                check(target)
            _take_place(work, target)
    finally:
        _finish(work, target)
        lock.close()
        _remove(work)


def remove(folder: Path) -> None:
    """Remove a folder; when it is ended, the folder is whole or gone at the next `recover`."""
    with one_line_errors(folder):
        work, lock = _begin(folder)
        try:
            (work / _NEW).rmdir()
            folder.rename(work / _NEW)
        finally:
            lock.close()
            _remove(work)


def recover(folder: Path) -> None:
    """Clear away what ended builds of `folder` left, after bringing back what they had moved."""
    with one_line_errors(folder):
        for work, lock in _left(folder):
            _finish(work, folder)
            lock.close()
            _remove(work)


def left_over(folder: Path) -> list[Path]:
    """Return the work folders that ended builds of `folder` left, which `recover` removes."""
    found = []
    for work, lock in _left(folder):
        lock.close()
        found.append(work)
    return found


def followed(folder: Path) -> Path:
    """Return the folder that a path leads to through its links, whether it exists or not."""
    with contextlib.suppress(RuntimeError):  # as some versions of Python do for links in a circle
        target = folder.resolve()
        if not target.is_symlink():
            return target
    raise OutputError("this link leads nowhere; name a folder", where=str(folder))


@contextlib.contextmanager
def one_line_errors(folder: Path) -> Iterator[None]:
    """Raise an `OutputError` of one line where the system says why a folder can't be written."""
    try:
        yield
    except OSError as error:
        reason = _reason(error)
        if reason is None:
            raise
        raise OutputError(reason, where=str(folder)) from error


def _reason(error: OSError) -> str | None:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "no room left on the disk; the last output is whole"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "this folder can't be written; choose another with --out"
    if error.errno in (errno.EBUSY, errno.EXDEV):
        return "this folder is in use by the system (a mount?); name a folder inside it with --out"
    if isinstance(error, (NotADirectoryError, FileExistsError)):
        return "there is a file where the output folder should be; choose another with --out"
    return None


def _begin(folder: Path) -> tuple[Path, IO[bytes]]:
    """Make a work folder for `folder`, locked as long as this process lives."""
    for _ in range(_ATTEMPTS):
        work = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.building-"))
        try:
            lock = (work / _LOCK).open("xb")
            try:
                _take(lock)
            except BlockingIOError:
                continue  # another process removes it as one that was left
            except OSError:
                pass  # a disk without locks, on which nothing is ever taken for left
            lock.write(_MARK)
            lock.flush()
            (work / _NEW).mkdir()
            return work, lock
        except FileNotFoundError:
            continue  # another process has removed it
    raise OutputError("another process removes what is written here", where=str(folder.parent))


def _left(folder: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """Yield each work folder of `folder` whose process has ended, with its lock."""
    if not folder.parent.is_dir():
        return
    start = f".{folder.name}.building-"
    for work in sorted(path for path in folder.parent.iterdir() if path.name.startswith(start)):
        lock = _locked_if_left(work)
        if lock:
            yield work, lock


def _locked_if_left(work: Path) -> IO[bytes] | None:
    """Return the lock of a work folder whose process has ended; None for anything else."""
    if work.is_symlink() or not work.is_dir():
        return None
    names = {path.name for path in work.iterdir()}
    if not names:
        with contextlib.suppress(OSError):
            work.rmdir()
    if _LOCK not in names or not names <= {_LOCK, _NEW, _OLD} or (work / _LOCK).is_symlink():
        return None
    try:
        lock = (work / _LOCK).open("r+b")
    except OSError:
        return None
    with contextlib.suppress(OSError):
        _take(lock)
        if lock.read() in (_MARK, b""):
            return lock
    lock.close()
    return None


def _take_place(work: Path, folder: Path) -> None:
    new = work / _NEW
    if not folder.exists():
        new.rename(folder)
    elif not exchange(new, folder):
        folder.rename(work / _OLD)
        new.rename(folder)


def _finish(work: Path, folder: Path) -> None:
    """Bring back a folder that was moved away when its place was not taken."""
    old = work / _OLD
    if old.is_dir() and not folder.exists():
        old.rename(folder)


def _remove(work: Path) -> None:
    """Remove a work folder, the lock last: what is left of it is still known for what it is."""
    for name in (_NEW, _OLD):
        shutil.rmtree(work / name, ignore_errors=True)
    with contextlib.suppress(OSError):
        if {path.name for path in work.iterdir()} <= {_LOCK}:
            (work / _LOCK).unlink(missing_ok=True)
            work.rmdir()


def exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one call of the system; False where it has no such call.

    Linux: renameat2(2) with RENAME_EXCHANGE; macOS: renamex_np(2) with RENAME_SWAP.
    """
    if sys.platform == "win32":
        return False
    library, flag = ctypes.CDLL(None, use_errno=True), ctypes.c_uint(2)
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        failed = library.renameat2(_HERE, names[0], _HERE, names[1], flag)
    elif hasattr(library, "renamex_np"):
        failed = library.renamex_np(*names, flag)
    else:
        return False
    if failed:
        number = ctypes.get_errno()
        if number in _NOT_HERE:
            return False
        raise OSError(number, os.strerror(number), str(other))
    return True


if sys.platform == "win32":
    import msvcrt

    def _take(lock: IO[bytes]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(lock: IO[bytes]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
