"""Figures outside the site: each leads to its line where that goes with it."""

import xml.etree.ElementTree as ET

from bookbuild.passes.context import Context

FIGURE = "figure:"  # begins a link to a figure's line until it is known where that is


def lead_figures(body: ET.Element, context: Context) -> None:
    """Let each figure lead where the page has its line; one that leads nowhere is no link."""
    for link in body.iter("a"):
        href = link.get("href", "")
        if href.startswith(FIGURE):
            found = context.href_of(href.removeprefix(FIGURE))
            if found is None:
                link.tag = "span"
                del link.attrib["href"]
            else:
                link.set("href", found)
