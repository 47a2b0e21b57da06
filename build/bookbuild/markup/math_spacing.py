"""How far apart the signs of a formula are: as in TeX (D. Knuth, The TeXbook, chapter 18).

MathML Core leaves no space around the name of a function and knows no widths by name; what draws
for paper does both by itself. Neither sees that a sign belongs to the value after it.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise

_THIN = "0.167em"
_WIDTHS = {
    "thinmathspace": _THIN,
    "mediummathspace": "0.222em",
    "thickmathspace": "0.278em",
    "negativethinmathspace": "-0.167em",
    "negativemediummathspace": "-0.222em",
    "negativethickmathspace": "-0.278em",
}
_ROWS = ("math", "mrow", "msqrt", "mtd", "mstyle")  # what they hold is side by side
_SCRIPTED = ("msub", "msup", "msubsup", "munder", "mover", "munderover")
_SIGNS = ("+", "−", "±")
_VALUES = ("∞", "∂", "∇", "∅")  # written as operators, and none


def join_signs(math: ET.Element) -> None:
    """Set a sign that belongs to one value close to it, in place."""
    for row in _rows(math):
        for left, right in _neighbours(row):
            if right.text in _SIGNS and left.tag == "mo" and not _ends_value(left):
                right.attrib |= {"form": "prefix", "lspace": "0", "rspace": "0"}


def set_apart(math: ET.Element) -> None:
    """Set functions apart from their neighbours, and write every width in em, in place."""
    for space in math.iter("mspace"):
        if named := _WIDTHS.get(space.get("width", "")):
            space.set("width", named)
    for row in list(_rows(math)):
        for left, right in _neighbours(row):
            if _apart(left, right):
                at = list(row).index(left) + 1
                if row[at].get("width") == f"-{_THIN}":
                    row.remove(row[at])  # the author takes it back
                else:
                    row.insert(at, ET.Element("mspace", {"width": _THIN}))
    for sign in math.iter("mo"):
        if _is_function(sign) or sign.text in _VALUES:
            sign.attrib |= {"lspace": "0", "rspace": "0"}


def _rows(math: ET.Element) -> Iterator[ET.Element]:
    return (element for element in math.iter() if element.tag in _ROWS)


def _neighbours(row: ET.Element) -> list[tuple[ET.Element, ET.Element]]:
    shown = [child for child in row if child.tag != "mspace"]
    return list(pairwise(shown))


def _apart(left: ET.Element, right: ET.Element) -> bool:
    """Whether a thin space is between two neighbours."""
    if _is_function(left):
        return right.tag != "mo" or _is_function(right)
    return _is_function(right) and (left.tag != "mo" or _ends_value(left))


def _ends_value(sign: ET.Element) -> bool:
    """Whether what is before the next sign is a value, though its last part is a sign."""
    return sign.text in (*_VALUES, ")", "]", "}", "!") or sign.get("form") == "postfix"


def _is_function(element: ET.Element) -> bool:
    if element.tag in _SCRIPTED:
        return _is_function(element[0])
    text = element.text or ""
    upright = element.tag == "mi" and element.get("mathvariant") is None
    named = upright or (element.tag == "mo" and text != "mod")
    return named and len(text) > 1 and text.isalpha()
