"""A line of arithmetic as a paragraph of its own, with its address in the margin."""

from html import escape

from bookbuild.lines.expression import HtmlStyle
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import element_id
from engine.figures.ledger import Figure

MARGIN = 26  # letters of an address that fit next to its line without a break


def line_html(figure: Figure, style: HtmlStyle) -> str:
    """Return the line that made a figure, with its address in the margin."""
    name = escape(figure.name)
    here = escape(element_id(figure.name))
    line = line_of(figure).html(style)
    return (
        f'<p class="line" id="{here}"><a class="addr" href="#{here}">{_breakable(name)}</a> '
        f'<span class="sum" data-line="{name}">{line}</span></p>'
    )


def _breakable(name: str) -> str:
    """Let a name that is longer than the margin break behind its last point."""
    if len(name) <= MARGIN:
        return name
    stem, bracket, place = name.partition("[")
    start, point, last = stem.rpartition(".")
    return f"{start}{point}<wbr>{last}{bracket}{place}" if start else name
