"""Decides which lines a PDF brings with it: a page of all of its lines, attached to the file.

The page has each line and each quotation as the site marks them, with the names of their figures,
and nothing else. So a PDF says of itself what it prints, and an audit of it needs no site.
"""

import re
from base64 import b64encode
from html import escape
from html.parser import HTMLParser

_KEPT = ("data-line", "data-mends", "data-quote", "data-verdict", "data-f")
_MARKED = frozenset({"data-line", "data-quote", "data-verdict"})
_INSIDE = frozenset({"span", "b", "i", "sup"})
_VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})
_SPACES = re.compile(r"[ \n\r\t]+")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)

Attributes = list[tuple[str, str | None]]


def with_lines(html: str, printed: str) -> str:
    """Attach the lines of a document, ``html``, to what is printed of it."""
    page = lines_page(html)
    if not page:
        return printed
    source = b64encode(page.encode()).decode("ascii")
    about, data = "The lines of this document", f"data:text/html;base64,{source}"
    link = f'<link rel="attachment" title="{about}" href="{data}">'
    return printed.replace("</head>", f"{link}</head>", 1)


def lines_page(html: str) -> str:
    """Return a page of the lines and quotations of a document; nothing if it has none."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    if not reader.found:
        return ""
    title = _TITLE.search(html)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>The lines of: {title[1] if title else ''}</title>\n</head>\n<body>\n<main>\n"
        + "\n".join(reader.found)
        + "\n</main>\n</body>\n</html>\n"
    )


class _Reader(HTMLParser):
    """Keeps the marked elements of a document, each as a paragraph, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._runs: list[tuple[str, str]] = []  # each open element, and the run that holds in it
        self._ends: list[str] = []  # of what is open in the marked element being read
        self._text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag in _VOID:
            return
        known = dict(attrs)
        if self._ends:
            self._open(tag if tag in _INSIDE else "", known)
            return
        self._runs.append((tag, known.get("data-run") or (self._runs[-1][1] if self._runs else "")))
        if not _MARKED.isdisjoint(known) and "hidden" not in known:
            self._open(tag if tag in _INSIDE else "span", known)

    def _open(self, name: str, attributes: dict[str, str | None]) -> None:
        self._ends.append(f"</{name}>" if name else "")
        if name:
            kept = [
                f' {key}="{escape(attributes[key] or "")}"' for key in _KEPT if key in attributes
            ]
            self._text.append(f"<{name}{''.join(kept)}>")

    def handle_endtag(self, tag: str) -> None:
        if self._ends:
            self._text.append(self._ends.pop())
            if self._ends:
                return
            self._keep()
        if self._runs and self._runs[-1][0] == tag:
            self._runs.pop()

    def handle_data(self, data: str) -> None:
        if self._ends:
            self._text.append(escape(data, quote=False))

    def _keep(self) -> None:
        run = self._runs[-1][1]
        start = f'<p data-run="{escape(run)}">' if run else "<p>"
        self.found.append(f"{start}{_SPACES.sub(' ', ''.join(self._text))}</p>")
        self._text.clear()
