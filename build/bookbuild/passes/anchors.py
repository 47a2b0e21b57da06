"""Headings that lead to themselves, so that their address can be copied."""

import xml.etree.ElementTree as ET

from bookbuild.passes.context import Context


def link_headings(body: ET.Element, _: Context) -> None:
    """Make each heading of the second and third level that has an id a link to itself.

    One with a link inside stays as it is: this comes after all passes that link words.
    """
    for element in body.iter():
        if element.tag in ("h2", "h3") and "id" in element.attrib:
            if element.find(".//a") is not None:
                continue
            link = ET.Element("a", {"class": "here", "href": f"#{element.get('id')}"})
            link.text, element.text = element.text, None
            link[:] = element[:]
            element[:] = [link]
