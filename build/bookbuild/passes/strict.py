"""What an EPUB asks for that a browser doesn't."""

import re
import xml.etree.ElementTree as ET

from bookbuild.passes.context import Context

_NOT_IN_NAMES = re.compile(r"[^\w.-]")


def make_strict(body: ET.Element, _: Context) -> None:
    """Make ids XML names, name links in drawings, and leave out what only scripts ask for.

    This comes last, when all ids and links are there.
    """
    for element in body.iter():
        for name in ("data-said", "data-say"):
            element.attrib.pop(name, None)
        if "id" in element.attrib:
            element.set("id", _xml_id(element.attrib["id"]))
        page, hash_, fragment = element.get("href", "").partition("#")
        if hash_:
            element.set("href", f"{page}#{_xml_id(fragment)}")
    for drawn in [*body.iter("math"), *body.iter("svg")]:
        for element in drawn.iter():
            element.attrib.pop("data-f", None)
        if drawn.get("role") == "group":  # of links; the standard's SVG has no such role
            del drawn.attrib["role"]
        for link in drawn.iter("a"):
            title = ET.Element("title")
            title.text = link.get("aria-label")
            link.insert(0, title)


def _xml_id(name: str) -> str:
    return re.sub(r"^(?=[\d.-])", "_", _NOT_IN_NAMES.sub("_", name))
