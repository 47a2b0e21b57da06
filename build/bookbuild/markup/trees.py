"""A chapter's HTML as a tree of elements, and back: as HTML, or as XHTML."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.entities import html5
from xml.sax.saxutils import quoteattr

from engine.errors import WorkingsError

SVG, MATHML = "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})
"""Elements that have no end and hold nothing."""
_EMPTY = {"svg": "/>", "math": " />"}  # how a tag ends in which nothing is, in either
_VOID = "|".join(sorted(VOID))
_OPEN_VOID = re.compile(rf"""<({_VOID})\b((?:"[^"]*"|'[^']*'|[^"'>])*?)\s*/?>""")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*;)")


def parsed(html: str, *, where: str) -> ET.Element:
    """Read HTML that is well-formed but for elements without an end, into one element.

    Raises `WorkingsError` where it is not, as at an element that stays open.
    """
    text = _OPEN_VOID.sub(r"<\1\2/>", str(html).replace(f' xmlns="{SVG}"', ""))
    text = _ENTITY.sub(_character, text)
    whole = f"<div>{text}</div>"
    try:
        return ET.fromstring(whole)
    except ET.ParseError as error:
        line, column = error.position
        at = sum(len(before) + 1 for before in whole.split("\n")[: line - 1]) + column
        around = " ".join(whole[max(0, at - 40) : at + 10].split())
        raise WorkingsError(f"its HTML is not well-formed near “{around}”", where=where) from error


def _character(match: re.Match[str]) -> str:
    known = match[1] in ("amp;", "lt;", "gt;", "quot;")
    return match[0] if known else html5.get(match[1], match[0])


def written_html(body: ET.Element) -> str:
    """Write what an element holds as HTML."""
    parts = [_text(body.text)]
    for child in body:
        _write(child, parts.append, None)
    return "".join(parts)


def _write(element: ET.Element, put: Callable[[str], None], empty: str | None) -> None:
    """Write an element and its tail; in drawings and formulas `empty` ends tags with nothing in."""
    tag = element.tag
    put(f"<{tag}")
    if empty is None and tag in _EMPTY:
        empty = _EMPTY[tag]
        if tag == "svg":
            put(f' xmlns="{SVG}"')
    for name, value in element.items():
        put(f' {name}="{_attribute(value)}"')
    if empty is not None and not element.text and not len(element):
        put(empty)
    elif tag in VOID:
        put(">")
    else:
        put(f">{_text(element.text)}")
        for child in element:
            _write(child, put, empty)
        put(f"</{tag}>")
    if element.tail:
        put(_text(element.tail))


def _text(text: str | None) -> str:
    if not text:
        return ""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _attribute(value: str) -> str:
    return _text(value).replace('"', "&quot;")


def written_xhtml(body: ET.Element) -> str:
    """Write what an element holds as XML that an HTML parser reads the same way."""
    for name, space in (("svg", SVG), ("math", MATHML)):
        for element in body.iter(name):
            element.set("xmlns", space)
    parts = (ET.tostring(child, encoding="unicode", short_empty_elements=False) for child in body)
    return (body.text or "") + re.sub(rf"(<(?:{_VOID})\b[^>]*)></\w+>", r"\1/>", "".join(parts))


def in_scope(scope: str, html: str) -> str:
    """Say of a piece of HTML which scope the figures in it have that name no other."""
    return f"<div data-run={quoteattr(scope)}>{html}</div>"
