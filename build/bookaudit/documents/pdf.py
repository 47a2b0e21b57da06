"""What a PDF shows: its characters in the order they were set, with where each stands.

A PDF marks nothing, so a superscript is seen from its size and baseline: smaller than the text it
follows, raised above it, and touching it. Or a caret that takes next to no room, put there for
those who copy the text, says so, with brackets of its kind around all but a number. Pages of HTML
that are attached to the file are read too: they may say what its lines are.
"""

import ctypes
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import pypdfium2
import pypdfium2.raw as pdfium

from bookaudit.documents.documents import BARRIER
from bookaudit.documents.html import power_text
from bookaudit.documents.sources import LARGEST
from bookaudit.errors import AuditError

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}
_SOFT = frozenset("\x02\ufffe\u00ad\ufeff\u200b\0")  # hyphens added at a line's end, and no-widths
SPACE, LINE, WIDE = 1, 2, 3
GAPS = ("", " ", "\n", "\t")  # as they stand in text
_PAGES = (".html", ".xhtml", ".htm")
_NO_ROOM = 0.02  # of a character's height
_DIGITS = frozenset("0123456789")
RAISED = 0xF0000  # added to a superscript's code point: the private plane holds it apart


@dataclass(slots=True)
class Paper:
    """A PDF's characters, spaces left out.

    ``chars`` are one to a place, superscripts raised by `RAISED`; ``page`` counts from 1; ``left``,
    ``right``, ``bottom`` and ``size`` are in points, the size being a character box's height;
    ``gap`` is 0 where a character directly follows the last, `SPACE` after a space, `LINE` on a new
    line, `WIDE` after more room than there is between words. ``attached`` are pages of HTML that
    the file brings with it: their names and their text.
    """

    file: str
    chars: list[str] = field(default_factory=list)
    page: "array[int]" = field(default_factory=lambda: array("L"))
    left: "array[float]" = field(default_factory=lambda: array("f"))
    right: "array[float]" = field(default_factory=lambda: array("f"))
    bottom: "array[float]" = field(default_factory=lambda: array("f"))
    size: "array[float]" = field(default_factory=lambda: array("f"))
    gap: bytearray = field(default_factory=bytearray)
    attached: list[tuple[str, str]] = field(default_factory=list)


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
        paper.attached += _attached(document, file)
    except pypdfium2.PdfiumError:
        raise AuditError(f"page {number + 1} cannot be read", where=file) from None
    finally:
        document.close()
    return paper


def _attached(document: pypdfium2.PdfDocument, file: str) -> Iterator[tuple[str, str]]:
    room = LARGEST
    for number in range(document.count_attachments()):
        attachment = document.get_attachment(number)
        name = attachment.get_name()
        if name.lower().endswith(_PAGES):
            data = bytes(attachment.get_data())
            room -= len(data)
            if room < 0:
                raise AuditError(f"attachments of more than {LARGEST // 2**20} MB", where=file)
            yield name, data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")


def _read_page(paper: Paper, document: pypdfium2.PdfDocument, number: int) -> None:
    page = document[number]
    text_page = page.get_textpage()
    raw, box = text_page.raw, pdfium.FS_RECTF()
    unicode_at, box_at, place = (
        pdfium.FPDFText_GetUnicode,
        pdfium.FPDFText_GetLooseCharBox,
        ctypes.byref(box),
    )
    gap, power = LINE, _Power()
    for index in range(pdfium.FPDFText_CountChars(raw)):
        code = unicode_at(raw, index)
        char = chr(code) if code < 0x110000 else ""
        if char in _SOFT or 0xD800 <= code < 0xE000 or not char:
            continue
        if char.isspace():
            gap = max(gap, LINE if char in "\r\n" else SPACE)
            continue
        box_at(raw, index, place)
        if char in "^()" and power.begins_or_ends(char, _shape(box)):
            continue
        for part in _LIGATURES.get(char, char):
            if power.ends_before(part) and paper.chars[-1] == chr(ord(".") + RAISED):
                paper.chars[-1] = "."  # of the sentence
            _add(paper, part, number + 1, box, gap, raised=power.holds)
            gap = 0
    text_page.close()
    page.close()


def _shape(box: "pdfium.FS_RECTF") -> float:
    """Return a box's width as a part of its height."""
    height = float(box.top - box.bottom)
    return float(box.right - box.left) / height if height else 1.0


class _Power:
    """Where a power marked by a caret without room begins and ends, as the characters come."""

    def __init__(self) -> None:
        self.holds = False
        self._begun = False  # by a caret: what follows decides how it ends
        self._bracketed = False

    def begins_or_ends(self, sign: str, shape: float) -> bool:
        """Take a caret or a bracket and how wide it is for its height.

        Return whether it is a mark and not to be seen.
        """
        if shape > _NO_ROOM:
            return False
        if sign == "^":
            self._begun, self.holds, self._bracketed = True, False, False
        elif sign == "(" and self._begun:
            self._begun, self.holds, self._bracketed = False, True, True
        elif sign == ")" and self._bracketed:
            self.holds = self._bracketed = False
        else:
            return False
        return True

    def ends_before(self, char: str) -> bool:
        """Take a character that is seen; return whether a bare number ended before it."""
        if self._begun:
            self._begun, self.holds = False, char in _DIGITS
        elif self.holds and not self._bracketed and char not in _DIGITS and char != ".":
            self.holds = False
            return True
        return False


def _add(
    paper: Paper, char: str, page: int, box: "pdfium.FS_RECTF", gap: int, *, raised: bool
) -> None:
    if raised or _is_raised(paper, page, box):
        char = chr(ord(char) + RAISED) if ord(char) < RAISED else char
        gap = min(gap, SPACE) if _touches(paper, page, box) else gap
    elif gap < LINE and _is_wide(paper, page, box):
        gap = WIDE
    paper.chars.append(char)
    paper.page.append(page)
    paper.left.append(box.left)
    paper.right.append(box.right)
    paper.bottom.append(box.bottom)
    paper.size.append(box.top - box.bottom)
    paper.gap.append(gap)


def _is_wide(paper: Paper, page: int, box: "pdfium.FS_RECTF") -> bool:
    """Whether there is more room before a character than between words, in one row."""
    return (
        bool(paper.chars)
        and paper.page[-1] == page
        and float(box.left) - paper.right[-1] > 1.2 * paper.size[-1]
    )


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
    last, size, bottom = len(paper.chars) - 1, float(box.top - box.bottom), float(box.bottom)
    at = last
    while at >= 0 and ord(paper.chars[at]) >= RAISED:
        at -= 1
    if at < 0 or _alike(paper, at, size, bottom):
        return False
    if at < last and abs(bottom - paper.bottom[last]) < 0.02 * size:
        return abs(size - paper.size[last]) < 0.02 * size
    # a box's bottom is its baseline less about a quarter of its height
    rise = (bottom + 0.25 * size) - (paper.bottom[at] + 0.25 * paper.size[at])
    return size < 0.9 * paper.size[at] and 0.12 < rise / paper.size[at] < 0.8


def _alike(paper: Paper, at: int, size: float, bottom: float) -> bool:
    """Whether a box is as tall and as low as a character before it."""
    return abs(bottom - paper.bottom[at]) < 0.02 * size > abs(size - paper.size[at])


def page_texts(
    paper: Paper, skip: bytes | bytearray = b"", drop: bytes | bytearray = b""
) -> Iterator[tuple[int, str]]:
    """Yield each page's text in reading order, superscripts as powers.

    A `BARRIER` stands for what ``skip`` marks, and nothing for what ``drop`` marks.
    """
    parts: list[str] = []
    raised: list[str] = []
    current, least = 0, 0
    for at, char in enumerate(paper.chars):
        if drop and drop[at]:
            least = LINE
            continue
        if skip and skip[at]:
            if at and skip[at - 1] and paper.page[at] == current:
                continue
            char, gap = BARRIER, SPACE
        else:
            gap = max(paper.gap[at], least)
        least = 0
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
            gap = min(gap, SPACE) if gap == LINE and _level(paper, at) else gap
        parts.append(GAPS[gap] + char)
    if current:
        parts.append(power_text("".join(raised)) if raised else "")
        yield current, "".join(parts)


def _level(paper: Paper, at: int) -> bool:
    """Whether the character after a superscript goes on in the line that it stands above."""
    base = at - 1
    while base > 0 and ord(paper.chars[base]) >= RAISED:
        base -= 1
    return abs(paper.bottom[base] - paper.bottom[at]) < 0.1 * paper.size[at]
