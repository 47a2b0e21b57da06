"""Decides how the HTML of a document is made fit for paper before it is laid out."""

import re
from html.parser import HTMLParser

from bookbuild.paper.print_lines import with_lines
from bookbuild.paper.print_marks import marked

# The end of a line that can break: a term, the sign, and the result.
_RESULT = re.compile(r"(\+\u00a0(?:[^<>\n]|</?sup>)*? )(=\u00a0<b\b[^>]*>.*?</b>)")


def for_print(html: str) -> str:
    """Make the whole document fit for paper; what is seen of it stays, character for character.

    The wrappers of figures go (they cost a third of the time; results in `<b data-f>` stay), and
    so do links that lead nowhere on paper: to pages of the site, to places outside the document.
    The result of a sum and the sign before it get a wrapper: without it WeasyPrint breaks a row
    behind its first term, where all terms fit on it and the result doesn't. What place alone shows
    is said for those who copy (`print_marks`), and the lines go with it as a page (`print_lines`).
    """
    names = _Names()
    names.feed(html)
    names.close()
    stripper = _Stripper(names.found)
    stripper.feed(html)
    stripper.close()
    stripped = _RESULT.sub(r"\1<span>\2</span>", "".join(stripper.kept))
    return with_lines(html, marked(stripped))


Attributes = list[tuple[str, str | None]]


class _Names(HTMLParser):
    """Collects the ids of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.found.update(value for name, value in attrs if name == "id" and value)


class _Stripper(HTMLParser):
    """Copies a document without the tags that paper has no use for."""

    def __init__(self, names: set[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._places = {f"#{name}" for name in names}
        self._ends: list[str] = []  # for each open span, i or a: what its end becomes

    def _becomes(self, tag: str, attrs: Attributes) -> tuple[str, str]:
        start, end = self.get_starttag_text() or "", f"</{tag}>"
        if ("class", "fig") in attrs or (tag != "a" and [name for name, _ in attrs] == ["data-f"]):
            return "", ""
        if tag == "a":
            link, style = dict(attrs).get("href") or "", dict(attrs).get("class")
            if not link.startswith("https://") and link not in self._places:
                return (f'<span class="{style}">', "</span>") if style else ("", "")
        return start, end

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        start, end = self.get_starttag_text() or "", ""
        if tag in ("span", "i", "a"):
            start, end = self._becomes(tag, attrs)
            self._ends.append(end)
        self.kept.append(start)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.kept.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        ends = tag in ("span", "i", "a") and self._ends
        self.kept.append(self._ends.pop() if ends else f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.kept.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.kept.append(f"<!{decl}>")
