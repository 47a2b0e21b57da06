"""Links inside drawings: a part leads to its arithmetic, if the page has it."""

import xml.etree.ElementTree as ET

from bookbuild.passes.context import Context


def unlink_drawings(body: ET.Element, _: Context) -> None:
    """Turn links of drawings that lead nowhere on this page into plain groups.

    A drawing is made before the rest of its page, and not every page writes every line out. This
    comes when all places of the page have their ids.
    """
    known = {element.get("id") for element in body.iter()}
    for drawing in body.iter("svg"):
        for link in drawing.iter("a"):
            href = link.get("href", "")
            if href.startswith("#") and href[1:] not in known:
                link.tag = "g"
                link.attrib.clear()
