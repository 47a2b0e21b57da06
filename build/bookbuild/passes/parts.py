"""A chapter's parts: each heading of the second level, with all that is under it up to the next.

A browser need not lay out a part before it comes near sight. A case that begins with a heading (see
cases) is a part of its own.
"""

import xml.etree.ElementTree as ET

from bookbuild.passes.context import Context

_HEADING = "h2"


def put_in_parts(body: ET.Element, _: Context) -> None:
    """Put each part into an element of its own; a heading inside of another block begins none."""
    children = list(body)
    body[:] = []
    part = None
    for child in children:
        if child.tag == _HEADING:
            part = ET.SubElement(body, "section", {"class": "part"})
            part.text = part.tail = "\n"
            part.append(child)
        elif _is_headed_case(child):
            child.tag, child.attrib = "section", {"class": "part", **child.attrib}
            body.append(child)
            part = None
        elif part is not None:
            part.append(child)
        else:
            body.append(child)


def _is_headed_case(block: ET.Element) -> bool:
    begins = len(block) > 0 and block[0].tag == _HEADING and not (block.text or "").strip()
    return begins and "data-when" in block.attrib
