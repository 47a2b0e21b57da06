"""A line of arithmetic as HTML: the element that names it, and its paragraph with its address."""

from markupsafe import Markup, escape

from bookbuild.lines.expression import HtmlStyle
from bookbuild.lines.lines import line_of
from engine.figures.figure import Figure

MARGIN = 26  # letters of an address that fit next to its line without a break

# A place in brackets becomes a part of the id; an address can't hold the marks of `<bos>`.
ID_SIGNS = str.maketrans({"[": "-", ",": "-", "]": "", "<": "", ">": ""})


def element_id(name: str) -> str:
    """Return the id of a figure's line on a page: `query[5,1]` stands at `query-5-1`."""
    return name.translate(ID_SIGNS)


def line_span(address: str, html: str, attributes: str = "") -> str:
    """Return a line's HTML as the element that names it."""
    return f'<span class="sum" data-line="{escape(address)}"{attributes}>{html}</span>'


def line_paragraph(id_: str, label: Markup, line: str) -> str:
    """Return a line's element as a paragraph, with its address in the margin."""
    here = escape(id_)
    return f'<p class="line" id="{here}"><a class="addr" href="#{here}">{label}</a> {line}</p>'


def line_html(figure: Figure, style: HtmlStyle) -> str:
    """Return the line that made a figure as a paragraph; a long address may break once."""
    line = line_span(figure.name, line_of(figure).html(style))
    return line_paragraph(element_id(figure.name), _breakable_once(figure.name), line)


def breakable(name: str) -> Markup:
    """Let a name break behind each of its points."""
    return Markup(".<wbr>").join(name.split("."))


def _breakable_once(name: str) -> Markup:
    """Let a name that is longer than the margin break behind its last point."""
    if len(name) <= MARGIN:
        return Markup(escape(name))
    stem, bracket, place = name.partition("[")
    start, point, last = stem.rpartition(".")
    behind = Markup("<wbr>") if start else ""
    return Markup("").join([start, point, behind, last, bracket, place])
