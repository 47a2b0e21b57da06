"""The passes that a page's tree goes through, in order, and which of them each medium takes.

A page is parsed once, goes through its medium's passes, and is written once. A pass changes the
tree in place; what it needs besides is in the context. Its docstring says what it changes, and why
it is where it is.
"""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bookbuild.passes.anchors import link_headings
from bookbuild.passes.context import Context
from bookbuild.passes.drawings import unlink_drawings
from bookbuild.passes.figures import lead_figures
from bookbuild.passes.paint import unpaint
from bookbuild.passes.parts import put_in_parts
from bookbuild.passes.strict import make_strict
from bookbuild.passes.words import lead_back, link_words, list_words_met, name_words

Target = Literal["site", "other page", "file", "epub", "paper"]
"""A chapter's page of the site, or another page; a chapter as one file, in an EPUB, in a PDF."""


@dataclass(frozen=True)
class Pass:
    """A change to a page's tree, and the targets whose pages it changes."""

    change: Callable[[ET.Element, Context], None]
    targets: frozenset[Target]


PASSES = (
    Pass(unpaint, frozenset({"site", "file"})),
    Pass(put_in_parts, frozenset({"site", "file", "epub"})),
    Pass(name_words, frozenset({"site", "other page", "file", "epub"})),
    Pass(lead_back, frozenset({"site", "file", "epub", "paper"})),
    Pass(link_words, frozenset({"site", "file", "epub"})),
    Pass(list_words_met, frozenset({"site", "file", "epub", "paper"})),
    Pass(lead_figures, frozenset({"file", "epub"})),
    Pass(link_headings, frozenset({"site", "other page"})),
    Pass(unlink_drawings, frozenset({"site", "file", "epub"})),
    Pass(make_strict, frozenset({"epub"})),
)


def change(body: ET.Element, target: Target, context: Context) -> ET.Element:
    """Let a page's tree go through the passes of its target; return it."""
    for one in PASSES:
        if target in one.targets:
            one.change(body, context)
    return body
