"""An EPUB as the pages that it holds: a zip of XHTML, with a bound on what it may unpack to."""

import lzma
import struct
import zipfile
import zlib

from bookaudit.documents.sources import LARGEST, Source, opened, with_plain_ends
from bookaudit.errors import AuditError

_PAGES = (".xhtml", ".html", ".htm")
_CHUNK = 1 << 20


def pages(source: Source) -> list[tuple[str, str]]:
    """Return the name and the text of each page, sorted by name.

    Raises `AuditError` for what is no zip, has no page, is locked, broken or unpacks to too much.
    """
    try:
        with opened(source.path) as file, zipfile.ZipFile(file) as archive:
            names = sorted(n for n in archive.namelist() if n.lower().endswith(_PAGES))
            found, room = [], LARGEST
            for name in dict.fromkeys(names):
                data = _unpacked(archive, name, room, source.name)
                room -= len(data)
                found.append((_named(source, name), with_plain_ends(data.decode("utf-8-sig"))))
    except UnicodeDecodeError:
        raise AuditError(f"{_shown(name)} in it is not UTF-8 text", where=source.name) from None
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, ValueError):
        raise AuditError("not a zip that can be read", where=source.name) from None
    except (RuntimeError, NotImplementedError):
        raise AuditError(
            "locked with a password, or packed in an unknown way", where=source.name
        ) from None
    except OSError as error:
        raise AuditError(error.strerror or "cannot be read", where=source.name) from None
    if not found:
        raise AuditError("no page in this EPUB", where=source.name)
    return found


def _unpacked(archive: zipfile.ZipFile, name: str, room: int, where: str) -> bytes:
    """Unpack a file piece by piece, since what it says of its size need not be so."""
    parts, size = [], 0
    with archive.open(name) as file:
        while part := file.read(_CHUNK):
            parts.append(part)
            size += len(part)
            if size > room:
                raise AuditError(f"unpacks to more than {LARGEST // 2**20} MB", where=where)
    return b"".join(parts)


def _named(source: Source, name: str) -> str:
    return f"{source.name}/{_shown(name)}"


def _shown(name: str) -> str:
    return "".join(char if char.isprintable() else "�" for char in name[:200])
