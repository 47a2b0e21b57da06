"""What an HTML page shows: its marked lines, its figures, and its running text.

One regular expression cuts the page into tags and text (an HTML parser with a call for each event
takes four times as long as the arithmetic does). Scripts, styles, templates, the head and MathML
are not read, but for the figures that a formula names. A superscript becomes a power in plain
form: ``e<sup>−1.69</sup>`` is ``e^(−1.69)``.
"""

import re
from html import unescape as unescape_all

from bookaudit.documents.documents import BARRIER, Document, MarkedLine, Prose, Quoted, Shown

_EVENT = re.compile(
    r"""<(?: (i|b|span)[ ]data-f="([^"&]*)">([^<&]*)</\1>  # a whole figure: nearly all there is
          | (/?)([A-Za-z][^\s/>]*)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>
          | !--.*?(?:-->|\Z)
          | [!?/][^>]*+(?:>|\Z)
          | (?=[A-Za-z]).*+ )""",  # a tag that never ends takes the rest, as in a browser
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_RAW_END = {name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style")}
_SKIPPED = frozenset({"head", "template", "math", "script", "style"})
_VOID_NAMES = "area base br col embed hr img input link meta source track wbr"
_VOID = frozenset(_VOID_NAMES.split())
_BLOCKS_NAMES = (
    "address article aside blockquote body br caption dd details div dl dt figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section "
    "summary svg table tbody td text tfoot th thead title tr ul"
)
_BLOCKS = frozenset(_BLOCKS_NAMES.split())
_MARKED = re.compile(r"data-|screen-only|hidden")  # where attributes may say something
_LONG_NUMBER = re.compile(r"&#0*+(\d{9,}+|(?=\d))")
_PLAIN_POWER = re.compile(r"\d+(?:\.\d+)?")


def extract_html(source: str, file: str, *, pieces: bool = False) -> Document:
    """Read a page; ``pieces`` also keeps its visible text in order, to hold a PDF against."""
    return _Reader(source, file, pieces=pieces).read()


def unescape(text: str) -> str:
    """Read character references; one of more digits than a character has is no character."""
    try:
        return unescape_all(text)
    except ValueError:  # Python reads no number of more than 4,300 digits
        return unescape_all(_LONG_NUMBER.sub(lambda m: "&#1114112" if m[1] else "&#", text))


def power_text(inside: str) -> str:
    """Write a superscript in plain form: ``^0.20``, ``^(−1.69)``."""
    inside = inside.strip()
    return f"^{inside}" if _PLAIN_POWER.fullmatch(inside) else f"^({inside})"


class _Open:
    """An element still open: what has to happen when it closes."""

    __slots__ = ("address", "at", "kind", "line", "mends", "piece", "scope", "tag")

    def __init__(self, tag: str, kind: str, scope: str) -> None:
        self.tag = tag
        # "f", "line", "quote", "said", "sup", "svg", "link", "screen", "apart", "title" or ""
        self.kind = kind
        self.scope = scope  # to go back to
        self.address = ""
        self.mends = ""
        self.at = 0  # where its text starts in the sink
        self.line = 0
        self.piece = 0


class _Reader:
    def __init__(self, source: str, file: str, *, pieces: bool) -> None:
        self.source = source
        self.page = Document(file)
        self.keep = pieces
        self.open: list[_Open] = []
        self.sink: list[str] = []  # text of the block or line being read
        self.block: list[str] = self.sink
        self.block_line = 1
        self.scope = file
        self.marked: list[tuple[str, str]] | None = None  # the figures of the line being read
        self.superscripts = 0
        self.screen_only = 0
        self.pictures = 0
        self.skipped = 0
        self.newlines = 1
        self.counted = 0

    def read(self) -> Document:
        source, last = self.source, 0
        raw_until = 0
        for event in _EVENT.finditer(source):
            start = event.start()
            if start < raw_until:
                continue
            if start > last and not self.skipped:
                self.text(source[last:start])
            last = event.end()
            whole, name, inside, closing, tag, attributes = event.groups()
            if whole:
                if not self.skipped:
                    self.whole_figure(name, inside, start)
                continue
            if tag is None:
                continue
            if not tag.islower():
                tag = tag.lower()
            if closing:
                self.close(tag)
            else:
                if tag == "mn" and "data-f" in attributes:
                    self.figure_in_formula(attributes, start, last)
                self.start(tag, attributes, start)
                if tag in _RAW_END and not attributes.endswith("/"):
                    end = _RAW_END[tag].search(source, last)
                    raw_until = last = end.start() if end else len(source)
        if last < len(source) and not self.skipped:
            self.text(source[last:])
        while self.open:
            self.finish(self.open.pop())
        self.flush()
        return self.page

    def text(self, text: str) -> None:
        if "&" in text:
            text = unescape(text)
        self.sink.append(text)
        if self.keep and not self.screen_only:
            self.page.pieces.append((text, self.superscripts > 0))

    def whole_figure(self, name: str, inside: str, position: int) -> None:
        if self.marked is not None:
            self.sink.append(inside)
            self.marked.append((name if ":" in name else f"{self.scope}:{name}", inside))
            if self.keep and not self.screen_only:
                self.page.pieces.append((inside, self.superscripts > 0))
            return
        piece = len(self.page.pieces)
        self.text(inside)
        shown = Shown(self.full(name), inside.strip(), self.line_at(position))
        if self.keep and not self.screen_only:
            shown.pieces = (piece, piece + 1)
        shown.in_picture = self.pictures > 0
        self.page.figures.append(shown)

    def figure_in_formula(self, attributes: str, position: int, inside: int) -> None:
        """Keep a formula's figure; on paper a formula is a drawing, so it is no piece of text."""
        found = re.search(r"""data-f\s*=\s*["']?([^"'>]*)""", attributes)
        text = unescape(self.source[inside : self.source.find("<", inside)]).strip()
        if found:
            address = self.full(unescape(found[1]))
            self.page.figures.append(Shown(address, text, self.line_at(position)))

    def line_at(self, position: int) -> int:
        self.newlines += self.source.count("\n", self.counted, position)
        self.counted = position
        return self.newlines

    def start(self, tag: str, attributes: str, position: int) -> None:
        if tag in _BLOCKS and self.marked is None:
            self.flush()
            self.block_line = self.line_at(position)
        if tag in _VOID:
            return
        element = _Open(tag, "", self.scope)
        if self.skipped or tag in _SKIPPED:
            self.skipped += 1
            element.kind = "skipped"
        elif tag == "svg":
            self.pictures += 1
            element.kind, element.piece = "svg", len(self.page.pieces)
        elif tag == "sup":
            element.kind, element.at = "sup", len(self.sink)
            self.superscripts += 1
        elif attributes and _MARKED.search(attributes):
            self.start_marked(element, attributes, position)
        elif tag == "h1" and not self.page.title:
            element.kind = "title"
        elif tag == "a" and self.open and self.open[-1].kind == "sup":
            element.kind = "link"
        if attributes.endswith("/"):
            self.finish(element)
        else:
            self.open.append(element)

    def start_marked(self, element: _Open, attributes: str, position: int) -> None:
        found = {
            name.lower(): unescape(double or single or bare)
            for name, double, single, bare in _ATTRIBUTE.findall(attributes)
        }
        if "data-run" in found:
            self.scope = found["data-run"]
        if "screen-only" in found.get("class", "").split():
            self.screen_only += 1
            element.kind = "screen"
        elif "data-set-under" in found:
            element.kind, element.address = "apart", found["data-set-under"]
            element.piece = len(self.page.pieces)
        elif "data-line" in found and self.marked is None:
            element.mends = self.full(found["data-mends"]) if "data-mends" in found else ""
            self.start_line(element, "line", found["data-line"], position)
        elif "data-quote" in found and self.marked is None:
            self.start_line(element, "quote", found["data-quote"], position)
        elif "data-verdict" in found and self.marked is None:
            self.start_figure(element, found["data-verdict"], position)
            element.kind = "said"
        elif "data-f" in found:
            self.start_figure(element, found["data-f"], position)
        elif "hidden" in found:
            self.screen_only += 1
            element.kind = "screen"

    def start_line(self, element: _Open, kind: str, name: str, position: int) -> None:
        element.kind = kind
        element.address = self.full(name)
        element.line = self.line_at(position)
        element.piece = len(self.page.pieces)
        self.block = self.sink
        self.sink = []
        self.marked = []

    def start_figure(self, element: _Open, name: str, position: int) -> None:
        element.kind = "f"
        element.address = self.full(name)
        element.at = len(self.sink)
        element.piece = len(self.page.pieces)
        if self.marked is None:
            element.line = self.line_at(position)

    def full(self, name: str) -> str:
        return name if ":" in name else f"{self.scope}:{name}"

    def close(self, tag: str) -> None:
        stack = self.open
        if not stack:
            return
        if stack[-1].tag == tag:
            self.finish(stack.pop())
        elif any(element.tag == tag for element in reversed(stack[-60:])):
            while True:  # whatever was left open inside ends here too
                element = stack.pop()
                self.finish(element)
                if element.tag == tag:
                    break

    def finish(self, element: _Open) -> None:
        kind = element.kind
        self.scope = element.scope
        if kind == "f":
            sink, at = self.sink, element.at
            text = sink[at] if len(sink) == at + 1 else "".join(sink[at:])
            if self.marked is not None:
                self.marked.append((element.address, text.strip()))
            else:
                shown = Shown(element.address, text.strip(), element.line)
                if self.keep and not self.screen_only:
                    shown.pieces = (element.piece, len(self.page.pieces))
                shown.in_picture = self.pictures > 0
                self.page.figures.append(shown)
        elif kind == "said":
            text = " ".join("".join(self.sink[element.at :]).split())
            said = Shown(element.address, text, element.line, self.pieces_of(element))
            self.page.statements.append(said)
        elif kind in ("line", "quote"):
            self.finish_line(element)
        elif kind == "sup":
            self.superscripts -= 1
            inside = "".join(self.sink[element.at :])
            self.sink[element.at :] = [power_text(inside)] if inside.strip() else []
        elif kind == "link":
            del self.sink[self.open[-1].at :]  # a raised link is a footnote mark, not a power
        elif kind == "screen":
            self.screen_only -= 1
        elif kind == "apart":
            self.page.apart.append((element.address, element.piece, len(self.page.pieces)))
        elif kind == "svg":
            self.pictures -= 1
            first, last = self.pieces_of(element)
            if first < last and not self.pictures:
                self.page.pictures.append((first, last))
        elif element.tag in ("title", "desc") and self.pictures and self.open:
            self.open[-1].piece = len(self.page.pieces)  # paper has what is drawn, not what is said
        elif kind == "skipped":
            self.skipped -= 1
        elif kind == "title":
            self.page.title = " ".join("".join(self.sink).split())
        if element.tag in _BLOCKS and self.marked is None:
            self.flush()

    def finish_line(self, element: _Open) -> None:
        address, text = element.address, " ".join("".join(self.sink).split())
        line, pieces = element.line, self.pieces_of(element)
        if element.kind == "quote":
            self.page.quotations.append(Quoted(address, text, line, pieces))
        else:
            figures = self.marked or []
            self.page.lines.append(MarkedLine(address, text, line, figures, pieces, element.mends))
        self.marked = None
        self.sink = self.block
        self.sink.append(BARRIER)

    def pieces_of(self, element: _Open) -> tuple[int, int]:
        """Return where a finished element stands in the page's pieces, if paper shows it."""
        on_paper = self.keep and not self.screen_only
        return (element.piece, len(self.page.pieces)) if on_paper else (0, 0)

    def flush(self) -> None:
        """End the block being read; what it says matters only if it may hold arithmetic."""
        if not self.sink:
            return
        text = "".join(self.sink)
        if "=" in text or "≈" in text:
            self.page.prose.append(Prose(text, self.block_line))
        self.sink = self.block = []
