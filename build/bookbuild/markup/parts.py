"""A chapter's parts: each heading of the second level, with all that is under it up to the next.

A browser need not lay out a part before it comes near sight. A case that begins with a heading (see
cases) is a part of its own.
"""

import re
from collections.abc import Iterator

from bookbuild.markup.trees import TAG

_HEADING = "h2"
_BLOCKS = frozenset({
    "article", "aside", "blockquote", "details", "div", "dl", "figure", "li", "ol", "section",
    "table", "ul",
})  # fmt: skip
_CASE = " data-when="
_HEADED = re.compile(rf"\s*<{_HEADING}\b")


def in_parts(html: str) -> str:
    """Put each part into an element of its own; a heading inside of another block begins none."""
    return "".join(_parted(html))


def _parted(html: str) -> Iterator[str]:
    depth, at, end = 0, 0, ""
    in_case = False  # whether the part ends where its case does
    for tag in TAG.finditer(html):
        closing, name, attributes = tag.groups()
        if name in _BLOCKS:
            depth += -1 if closing else 1
            if closing and not depth and in_case:
                yield f"{html[at : tag.start()]}</section>"
                at, in_case = tag.end(), False
            elif depth == 1 and attributes.startswith(_CASE) and _HEADED.match(html, tag.end()):
                yield f'{html[at : tag.start()]}{end}<section class="part"{attributes}>'
                at, end, in_case = tag.end(), "", True
        elif name == _HEADING and not closing and not depth:
            yield f'{html[at : tag.start()]}{end}<section class="part">\n'
            at, end = tag.start(), "</section>\n"
    yield html[at:]
    yield end
