"""Renders one PDF, in a process of its own: a request comes in, faults go out, as a line of JSON.

Started by `pdf` with a prepared environment; nothing here reads the machine's clock or fonts.
"""

import gc
import json
import logging
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pypdfium2

from bookbuild.core import children

FACES = {
    "serif-regular": ("Workings Serif", 400, "normal"),
    "serif-semibold": ("Workings Serif", 600, "normal"),
    "serif-italic": ("Workings Serif", 400, "italic"),
    "display-light": ("Workings Display", 300, "normal"),
    "display-semibold": ("Workings Display", 600, "normal"),
    "mono-regular": ("Workings Mono", 400, "normal"),
    "math-regular": ("Workings Math", 400, "normal"),
    "raised": ("Workings Raised", 400, "normal"),
    "marks": ("Workings Marks", 400, "normal"),
}
LINES = "lines.html"
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
EDGE = 12.0  # points of paper that stay white: printers can't reach further


class _Messages(logging.Handler):
    """Keeps what WeasyPrint complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record.getMessage())


def main() -> None:
    """Render the request; exit 1 with ``[kind, message]`` on standard output if anything is off."""
    request = json.loads(children.request())
    if "<math" in request["html"]:
        _fail("markup", "a <math> element can't be laid out on paper: formulas must be SVG here")
    try:
        import weasyprint  # noqa: PLC0415 (missing system libraries show here)
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
        from weasyprint.urls import URLFetcher  # noqa: PLC0415
    except OSError as error:
        _fail("pango", str(error).splitlines()[0])

    gc.disable()  # the process ends with the document
    messages = _Messages()
    logger = logging.getLogger("weasyprint")
    logger.handlers = [messages]
    logger.setLevel(logging.WARNING)
    logger.propagate = False

    fonts = FontConfiguration()
    sheets = [
        weasyprint.CSS(
            string=text, font_config=fonts, url_fetcher=URLFetcher(allowed_protocols=("file",))
        )
        for text in (faces(Path(request["fonts"])), *request["css"], request["sheet"])
    ]
    source = weasyprint.HTML(
        string=request["html"], url_fetcher=URLFetcher(allowed_protocols=("data",))
    )
    document = source.render(stylesheets=sheets, font_config=fonts)
    document.metadata.title = request["title"]
    for attachment in document.metadata.attachments:  # the lines, see `print_lines`
        attachment.name, attachment.relationship = LINES, "Data"
        attachment.created = attachment.modified = NO_TIME
    pdf = document.write_pdf(pdf_identifier=b"workings")
    if messages.kept:
        _fail("message", "; ".join(dict.fromkeys(messages.kept[:5])))
    outside = off_page(pdf)
    if outside:
        _fail("off-page", "; ".join(outside[:5]))
    Path(request["out"]).write_bytes(pdf)
    os._exit(0)  # Pango and PDFium have crashed while the interpreter took itself apart


def faces(folder: Path) -> str:
    """Return the @font-face rules for the static fonts in ``folder``."""
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style};'
        f' src: url("{(folder / name).as_uri()}.ttf"); }}'
        for name, (family, weight, style) in FACES.items()
    )


def off_page(pdf: bytes) -> list[str]:
    """Return where text reaches past the printable part of a page: page number and the text."""
    found = []
    document = pypdfium2.PdfDocument(pdf)
    for number, page in enumerate(document, 1):
        width, height = page.get_size()
        text = page.get_textpage()
        for i in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(i)
            inside = left >= EDGE and bottom >= EDGE and right <= width - EDGE
            if not inside or top > height - EDGE:
                words = text.get_text_bounded(left, bottom, right, top)
                found.append(f"page {number}: “{' '.join(words.split())[:60]}” runs off the page")
    return found


def _fail(kind: str, message: str) -> NoReturn:
    json.dump([kind, message], sys.stdout)
    sys.stdout.flush()
    sys.exit(1)


if __name__ == "__main__":
    main()
