"""How text reaches a stream: what a terminal would act on is escaped, what it lacks too.

A document, a file's name or a figure's name may hold anything: the sequence that clears a screen, a
control that turns the order of signs around, half of a pair of surrogates.
"""

import re
import unicodedata
from typing import TextIO

# What shows nothing by itself: controls, directions, joiners, soft hyphens, variation selectors.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]"
)
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def seen(text: str) -> str:
    """Return ``text`` without the signs that show nothing: no arithmetic is hidden by them."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub("", text)


def turns(text: str) -> int:
    """Count the controls in ``text`` that change the order in which signs are shown."""
    return 0 if text.isascii() else len(_DIRECTIONS.findall(text))


def printable(text: str, *, json: bool = False) -> str:
    r"""Return ``text`` on one line, all that is not printed escaped: ``\x1b``, ``\u202e``.

    ``json`` writes the escapes as JSON does, two of four digits for what needs more than four.
    """
    if text.isprintable():
        return text
    escaped = _as_json if json else _as_python
    return "".join(char if _prints(char) else escaped(char) for char in text)


def write_line(stream: TextIO, text: str, *, json: bool = False) -> None:
    """Write one line, what is not printed and what the stream's encoding lacks escaped."""
    text = printable(text, json=json)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        if json:
            text = "".join(char if char.isascii() else _as_json(char) for char in text)
        text = text.encode(encoding, "backslashreplace").decode(encoding)
    stream.write(text + "\n")


def _prints(char: str) -> bool:
    return char.isprintable() or unicodedata.category(char) == "Zs"


def _as_python(char: str) -> str:
    return (
        char.encode("ascii", "backslashreplace").decode() if ord(char) > 127 else repr(char)[1:-1]
    )


def _as_json(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
