"""Drawings that a style sheet paints."""

import xml.etree.ElementTree as ET

from bookbuild.passes.context import Context
from bookbuild.pictures.svg import ROLES


def unpaint(body: ET.Element, _: Context) -> None:
    """Leave the painting of drawings to a style sheet: their marks keep the roles alone."""
    for drawn in body.iter("svg"):
        for mark in drawn.iter():
            for name, value in ROLES.get(mark.get("class", ""), {}).items():
                if mark.get(name) == value:
                    del mark.attrib[name]
