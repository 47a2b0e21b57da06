"""A chapter's parts: each heading of the second level, with what stands under it up to the next.

A browser need not lay out a part before it comes near sight. When a heading holds (see roles),
so does its part.
"""

import re
from collections.abc import Iterator

from bookbuild.trees import TAG

_HEADING = "h2"
_BLOCKS = frozenset({
    "article", "aside", "blockquote", "details", "div", "dl", "figure", "li", "ol", "section",
    "table", "ul",
})  # fmt: skip
_WHEN = re.compile(r' data-when="[^"]*"')


def in_parts(html: str) -> str:
    """Put each part into an element of its own; a heading inside of another block begins none."""
    return "".join(_parted(html))


def _parted(html: str) -> Iterator[str]:
    depth, at, end = 0, 0, ""
    for tag in TAG.finditer(html):
        closing, name, attributes = tag.groups()
        if name in _BLOCKS:
            depth += -1 if closing else 1
        elif name == _HEADING and not closing and not depth:
            when = _WHEN.search(attributes)
            yield html[at : tag.start()]
            yield f'{end}<section class="part"{when[0] if when else ""}>\n'
            yield f"<h2{_WHEN.sub('', attributes)}>"
            at, end = tag.end(), "</section>\n"
    yield html[at:]
    yield end
