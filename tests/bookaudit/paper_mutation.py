"""Change one digit in the bytes of a PDF: in the text that its pages are painted with."""

import ctypes
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from bookaudit.documents.pdf import RAISED, Paper


def repaint(file: Path, paper: Paper, place: int, digit: str, out: Path) -> bool:
    """Write the PDF with ``digit`` for the character at ``place`` of its ``paper``.

    Returns False where its font has no such digit.
    """
    document = pypdfium2.PdfDocument(file)
    try:
        page = document[paper.page[place] - 1]
        painted, at = _object_of(page, paper, place)
        text = _text_of(page, painted)
        wide = _wide(text[:at] + digit + text[at + 1 :])
        if not pdfium.FPDFText_SetText(painted, wide):
            return False
        assert pdfium.FPDFPage_GenerateContent(page.raw)
        if _text_of(page, painted)[at : at + 1] != digit:  # no such digit in its font
            return False
        document.save(out)
    finally:
        document.close()
    return True


def _object_of(
    page: pypdfium2.PdfPage, paper: Paper, place: int
) -> tuple["pdfium.FPDF_PAGEOBJECT", int]:
    """Return the text object that paints a character, and which of its characters it is."""
    text_page, box = page.get_textpage(), pdfium.FS_RECTF()
    raw = text_page.raw
    wanted, before = chr(ord(paper.chars[place]) % RAISED), dict[int, int]()
    for index in range(pdfium.FPDFText_CountChars(raw)):
        if pdfium.FPDFText_IsGenerated(raw, index):
            continue
        painted = pdfium.FPDFText_GetTextObject(raw, index)
        key = ctypes.cast(painted, ctypes.c_void_p).value or 0
        pdfium.FPDFText_GetLooseCharBox(raw, index, ctypes.byref(box))
        here = box.left == paper.left[place] and box.bottom == paper.bottom[place]
        if here and chr(pdfium.FPDFText_GetUnicode(raw, index)) == wanted:
            return painted, before.get(key, 0)
        before[key] = before.get(key, 0) + 1
    raise AssertionError(f"{paper.file}: no {wanted} on page {paper.page[place]} at its place")


def _text_of(page: pypdfium2.PdfPage, painted: "pdfium.FPDF_PAGEOBJECT") -> str:
    text_page = page.get_textpage()
    size = pdfium.FPDFTextObj_GetText(painted, text_page.raw, None, 0)
    buffer = ctypes.create_string_buffer(size)
    wide = ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR))
    pdfium.FPDFTextObj_GetText(painted, text_page.raw, wide, size)
    return buffer.raw[: size - 2].decode("utf-16-le")


def _wide(text: str) -> "ctypes._Pointer[ctypes.c_ushort]":
    buffer = ctypes.create_string_buffer((text + "\0").encode("utf-16-le"))
    return ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR))
