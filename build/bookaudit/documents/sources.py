"""Which files are audited and how their bytes become text; every refusal is one line.

Nothing is passed over in silence: a folder that cannot be entered, a link that leads nowhere, a
pipe or a device among the documents is an error that names it. Links to folders are followed, each
folder once. Only what is hidden (``.name``) and what is of no kind that is read is left out.
"""

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from bookaudit.errors import AuditError

LARGEST = 64 * 2**20  # bytes of one document, unpacked
LARGEST_PDF = 512 * 2**20  # it has pictures, which are not read
MOST = 2**30  # bytes of all documents together: what they say is held in memory
_CHUNK = 2**20
_KINDS = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".epub": "epub",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".json": "ledger",
}
_TAKEN_ALONG = ("pdf", "epub")


@dataclass(slots=True, frozen=True)
class Source:
    """A file to read: where it is, what it is called in the report, what kind and how large."""

    path: Path
    name: str
    kind: str  # html, pdf, epub, markdown, text or ledger
    size: int = 0  # bytes


def sources(paths: Iterable[str | Path]) -> list[Source]:
    """Return the readable files of ``paths``, each once; a folder's sorted, without hidden ones.

    A site may have taken the book's other forms along: of two that are the same, one is returned.

    Raises `AuditError` for a path that is not there or cannot be read, for a folder with nothing to
    read.
    """
    found: dict[Path, Source] = {}
    seen: set[bytes] = set()
    for given in paths:
        if not str(given):
            raise AuditError("an empty path names nothing; “.” is the folder you are in")
        path = Path(given)
        try:
            inside = _inside(path)
        except (OSError, ValueError) as error:
            raise AuditError(_reason(error), where=str(given)) from None
        folder = path.is_dir()
        for file, kind, size in inside:
            if kind in _TAKEN_ALONG and folder:
                try:
                    twin = _digest(file)
                except OSError as error:
                    raise AuditError(_reason(error), where=file.as_posix()) from None
                if twin in seen:
                    continue
                seen.add(twin)
            found.setdefault(file.absolute(), Source(file, file.as_posix(), kind, size))
    if not found:
        raise AuditError("nothing was named to audit")
    return list(found.values())


def _inside(path: Path) -> list[tuple[Path, str, int]]:
    if not path.is_dir():
        return [_checked(path)]
    files = [_checked(file) for file in sorted(_walked(path), key=lambda file: file.as_posix())]
    if not files:
        raise AuditError(
            "no HTML, PDF, EPUB, Markdown or text file in this folder", where=str(path)
        )
    return files


def _walked(folder: Path) -> Iterator[Path]:
    """Yield the files of a kind that is read in a folder and in those below it."""
    waiting, entered = [folder], set()
    while waiting:
        folder = waiting.pop()
        try:
            known = folder.stat()
            if (known.st_dev, known.st_ino) in entered:
                continue
            entered.add((known.st_dev, known.st_ino))
            with os.scandir(folder) as entries:
                inside = sorted(entries, key=lambda entry: entry.name, reverse=True)
            for entry in inside:
                if entry.name.startswith("."):
                    continue
                file = folder / entry.name
                if _is_folder(entry):
                    waiting.append(file)
                elif file.suffix.lower() in _KINDS:
                    yield file
        except OSError as error:
            raise AuditError(_reason(error), where=folder.as_posix()) from None


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads in a circle
        return False


def _checked(path: Path) -> tuple[Path, str, int]:
    """Return a file with its kind and size; raise `AuditError` for what is none or too large."""
    try:
        known = path.stat()
    except FileNotFoundError:
        leads = "a link that leads nowhere" if path.is_symlink() else "no such file or folder"
        raise AuditError(leads, where=str(path)) from None
    except (OSError, ValueError) as error:
        raise AuditError(_reason(error), where=str(path)) from None
    if not stat.S_ISREG(known.st_mode):
        raise AuditError("a pipe, a socket or a device, not a file", where=str(path))
    kind = _KINDS.get(path.suffix.lower()) or _sniffed(path)
    _check_size(known.st_size, LARGEST_PDF if kind == "pdf" else LARGEST, str(path))
    return path, kind, known.st_size


def _check_size(size: int, most: int, where: str) -> None:
    if size > most:
        raise AuditError(
            f"too large to audit ({size // 2**20:,} MB; {most // 2**20:,} MB is the most)",
            where=where,
        )


def _reason(error: Exception) -> str:
    message = error.strerror if isinstance(error, OSError) else str(error)
    return message or "cannot be read"


def opened(path: Path) -> FileIO:
    """Open a file without waiting for it: some that look regular give nothing, and never end."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    return FileIO(os.open(path, flags), "rb")


def read_bytes(path: Path, name: str, most: int | None = None) -> bytes:
    """Return a file's bytes, or the first ``most`` of them; `AuditError` if it cannot be read."""
    limit = LARGEST + 1 if most is None else most
    parts, size = [], 0
    try:
        with opened(path) as file:
            while size < limit:
                part = file.read(min(_CHUNK, limit - size))
                if part is None:
                    raise AuditError("a device that has nothing to read", where=name)
                if not part:
                    break
                parts.append(part)
                size += len(part)
    except OSError as error:
        raise AuditError(_reason(error), where=name) from None
    if most is None:
        _check_size(size, LARGEST, name)
    return b"".join(parts)


def _digest(path: Path) -> bytes:
    with opened(path) as file:
        return hashlib.file_digest(file, "sha256").digest()


def _sniffed(path: Path) -> str:
    head = read_bytes(path, str(path), 2048)
    if head.startswith(b"%PDF"):
        return "pdf"
    start = head.lstrip().lower()
    return "html" if start.startswith((b"<!doctype html", b"<html")) else "text"


def read_text(source: Source) -> str:
    """Return a text file's characters; raise `AuditError` if they are not UTF-8 text.

    A line may end in CR, LF or both.
    """
    data = read_bytes(source.path, source.name)
    if b"\0" in data[:65536]:
        raise AuditError("a binary file, not text", where=source.name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AuditError(f"not UTF-8 text (byte {error.start})", where=source.name) from None
    return with_plain_ends(text)


def with_plain_ends(text: str) -> str:
    r"""Return ``text`` with each line's end as ``\n``, where it was CR, LF or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
