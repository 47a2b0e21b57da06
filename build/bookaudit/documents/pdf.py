"""What a PDF shows: its characters in the order they were set, with where each stands.

A PDF marks nothing, so a superscript is seen from its size and baseline: smaller than the text it
follows, raised above it, and touching it.
"""

import ctypes
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium

from bookaudit.documents.documents import BARRIER
from bookaudit.documents.html import power_text
from bookaudit.errors import AuditError

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}
_SOFT = frozenset("\x02\ufffe\u00ad\ufeff\u200b\0")  # hyphens added at a line's end, and no-widths
RAISED = 0xF0000  # added to a superscript's code point: the private plane holds it apart


@dataclass(slots=True)
class Paper:
    """A PDF's characters, spaces left out.

    ``chars`` are one to a place, superscripts raised by `RAISED`; ``page`` counts from 1; ``left``,
    ``right``, ``bottom`` and ``size`` are in points, the size being a character box's height;
    ``gap`` is 0 where a character directly follows the last, 1 after a space, 2 on a new line.
    """

    file: str
    chars: list[str] = field(default_factory=list)
    page: "array[int]" = field(default_factory=lambda: array("L"))
    left: "array[float]" = field(default_factory=lambda: array("f"))
    right: "array[float]" = field(default_factory=lambda: array("f"))
    bottom: "array[float]" = field(default_factory=lambda: array("f"))
    size: "array[float]" = field(default_factory=lambda: array("f"))
    gap: bytearray = field(default_factory=bytearray)


def extract_pdf(path: str, file: str) -> Paper:
    """Read a PDF's characters; raise `AuditError` if it is corrupt or locked with a password."""
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        reason = "locked with a password" if locked else "not a PDF that can be opened"
        raise AuditError(reason, where=file) from None
    except OSError as error:
        raise AuditError(error.strerror or "cannot be read", where=file) from None
    paper = Paper(file)
    try:
        for number in range(len(document)):
            _read_page(paper, document, number)
    except pypdfium2.PdfiumError:
        raise AuditError(f"page {number + 1} cannot be read", where=file) from None
    finally:
        document.close()
    return paper


def _read_page(paper: Paper, document: pypdfium2.PdfDocument, number: int) -> None:
    page = document[number]
    text_page = page.get_textpage()
    raw, box = text_page.raw, pdfium.FS_RECTF()
    unicode_at, box_at, place = (
        pdfium.FPDFText_GetUnicode,
        pdfium.FPDFText_GetLooseCharBox,
        ctypes.byref(box),
    )
    gap = 2
    for index in range(pdfium.FPDFText_CountChars(raw)):
        code = unicode_at(raw, index)
        char = chr(code) if code < 0x110000 else ""
        if char in _SOFT or 0xD800 <= code < 0xE000 or not char:
            continue
        if char.isspace():
            gap = max(gap, 2 if char in "\r\n" else 1)
            continue
        box_at(raw, index, place)
        for part in _LIGATURES.get(char, char):
            _add(paper, part, number + 1, box, gap)
            gap = 0
    text_page.close()
    page.close()


def _add(paper: Paper, char: str, page: int, box: "pdfium.FS_RECTF", gap: int) -> None:
    if _is_raised(paper, page, box):
        char = chr(ord(char) + RAISED) if ord(char) < RAISED else char
        gap = min(gap, 1) if _touches(paper, page, box) else gap
    paper.chars.append(char)
    paper.page.append(page)
    paper.left.append(box.left)
    paper.right.append(box.right)
    paper.bottom.append(box.bottom)
    paper.size.append(box.top - box.bottom)
    paper.gap.append(gap)


def _touches(paper: Paper, page: int, box: "pdfium.FS_RECTF") -> bool:
    """Whether a character stands right after the one before, give or take a space."""
    return (
        bool(paper.chars)
        and paper.page[-1] == page
        and -0.2 * paper.size[-1] < float(box.left) - paper.right[-1] < 0.7 * paper.size[-1]
    )


def _is_raised(paper: Paper, page: int, box: "pdfium.FS_RECTF") -> bool:
    if not _touches(paper, page, box):
        return False
    at, size, bottom = len(paper.chars) - 1, float(box.top - box.bottom), float(box.bottom)
    after_raised = ord(paper.chars[at]) >= RAISED
    if after_raised and abs(bottom - paper.bottom[at]) < 0.02 * size:
        return abs(size - paper.size[at]) < 0.02 * size
    while at >= 0 and ord(paper.chars[at]) >= RAISED:
        at -= 1
    if at < 0:
        return False
    # a box's bottom is its baseline less about a quarter of its height
    rise = (bottom + 0.25 * size) - (paper.bottom[at] + 0.25 * paper.size[at])
    return size < 0.9 * paper.size[at] and 0.12 < rise / paper.size[at] < 0.8


def page_texts(paper: Paper, skip: bytes | bytearray = b"") -> Iterator[tuple[int, str]]:
    """Yield each page's text in reading order, superscripts as powers, ``skip`` left out."""
    parts: list[str] = []
    raised: list[str] = []
    current = 0
    for at, char in enumerate(paper.chars):
        if skip and skip[at]:
            if at and skip[at - 1] and paper.page[at] == current:
                continue
            char, gap = BARRIER, 1
        else:
            gap = paper.gap[at]
        if paper.page[at] != current:
            if current:
                parts.append(power_text("".join(raised)) if raised else "")
                yield current, "".join(parts)
            parts, raised, current = [], [], paper.page[at]
        if ord(char) >= RAISED:
            raised.append((" " if gap and raised else "") + chr(ord(char) - RAISED))
            continue
        if raised:
            parts.append(power_text("".join(raised)))
            raised = []
            gap = min(gap, 1) if _level(paper, at) else gap
        parts.append(("", " ", "\n")[gap] + char)
    if current:
        parts.append(power_text("".join(raised)) if raised else "")
        yield current, "".join(parts)


def _level(paper: Paper, at: int) -> bool:
    """Whether the character after a superscript goes on in the line that it stands above."""
    base = at - 1
    while base > 0 and ord(paper.chars[base]) >= RAISED:
        base -= 1
    return abs(paper.bottom[base] - paper.bottom[at]) < 0.1 * paper.size[at]
