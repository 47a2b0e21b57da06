"""Which files are audited and how their bytes become text; every refusal is one line."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bookaudit.errors import AuditError

LARGEST = 512 * 1024 * 1024  # bytes
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
    """A file to read: where it is, what it is called in the report, and what kind it is."""

    path: Path
    name: str
    kind: str  # html, pdf, epub, markdown, text or ledger


def sources(paths: Iterable[str | Path]) -> list[Source]:
    """Return the readable files of ``paths``, each once; a folder's sorted, without hidden ones.

    A site may have taken the book's other forms along: of two that are the same, one is returned.

    Raises `AuditError` for a path that is not there, and for a folder with nothing to read.
    """
    found: dict[Path, Source] = {}
    seen: set[bytes] = set()
    for given in paths:
        path = Path(given)
        try:
            inside = _inside(path)
        except OSError as error:
            raise AuditError(error.strerror or "cannot be read", where=str(given)) from None
        for file, kind in inside:
            if kind in _TAKEN_ALONG and path.is_dir():
                twin = _digest(file)
                if twin in seen:
                    continue
                seen.add(twin)
            found.setdefault(file.absolute(), Source(file, file.as_posix(), kind))
    if not found:
        raise AuditError("nothing was named to audit")
    return list(found.values())


def _inside(path: Path) -> list[tuple[Path, str]]:
    if path.is_dir():
        files = [
            (file, _KINDS[file.suffix.lower()])
            for file in sorted(path.rglob("*"), key=lambda file: file.as_posix())
            if file.suffix.lower() in _KINDS
            and not any(part.startswith(".") for part in file.relative_to(path).parts)
            and file.is_file()
        ]
        if not files:
            raise AuditError(
                "no HTML, PDF, EPUB, Markdown or text file in this folder", where=str(path)
            )
        return files
    if not path.exists():
        raise AuditError("no such file or folder", where=str(path))
    if not path.is_file():
        raise AuditError("not a file or a folder", where=str(path))
    return [(path, _KINDS.get(path.suffix.lower()) or _sniffed(path))]


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _sniffed(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(2048)
    if head.startswith(b"%PDF"):
        return "pdf"
    start = head.lstrip().lower()
    return "html" if start.startswith((b"<!doctype html", b"<html")) else "text"


def read_text(source: Source) -> str:
    """Return a text file's characters; raise `AuditError` if they are not UTF-8 text."""
    try:
        size = source.path.stat().st_size
        if size > LARGEST:
            raise AuditError(
                f"too large to audit ({size // 2**20:,} MB; {LARGEST // 2**20} MB is the most)",
                where=source.name,
            )
        data = source.path.read_bytes()
    except OSError as error:
        raise AuditError(error.strerror or "cannot be read", where=source.name) from None
    if b"\0" in data[:65536]:
        raise AuditError("a binary file, not text", where=source.name)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise AuditError(f"not UTF-8 text (byte {error.start})", where=source.name) from None
