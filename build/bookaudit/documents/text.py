"""What a Markdown or plain-text document says, in the auditor's signs, line by line.

A line that ends in an operation, or whose follower begins with one, goes on in the next. Markdown's
emphasis is taken away, its tables are cut into cells, and the commonest LaTeX signs are read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookaudit.documents.documents import BARRIER, Document, Prose

LONGEST_STRETCH = 200_000  # characters in lines that go on in the next

_TEX_SIGNS = {
    r"\times": "×",
    r"\cdot": "·",
    r"\div": "÷",
    r"\approx": "≈",
    r"\simeq": "≈",
    r"\sqrt": "√",
    r"\pi": "π",
    r"\sum": "Σ",
    r"\left": "",
    r"\right": "",
    r"\,": " ",
    r"\;": " ",
    r"\:": " ",
    r"\!": "",
    r"\quad": "  ",
    r"\%": "%",
    r"\*": "*",
    r"\{": "{",
    r"\}": "}",
    **{rf"\{name}": name for name in ("sin", "cos", "tanh", "exp", "ln", "log", "max", "min")},
}
_TEX = re.compile(r"\\(?:[A-Za-z]+|[,;:!%*{}])")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_STAR = re.compile(r"(?<![\w)\]*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w(\[*])")
_MARK = re.compile(r"\s*(?:>\s*)*(?:[-*+]\s+(?=\S)|\#{1,6}\s+)?")
_GOES_ON = re.compile(r"[=≈+×·*÷/(]\s*\Z")
_TAKES_AWAY = re.compile(r"\s*[−–-]\s*[\d(]")  # or marks an item of a list
_CONTINUES = re.compile(r"\s*[=≈+×·÷*/]\s*\S")


def signs(text: str) -> str:
    """Read LaTeX's commonest signs; what is left of LaTeX stays and stops the reader."""
    text = text.replace("$", "")
    if "\\" not in text:
        return text
    for _ in range(4):  # a fraction in a fraction
        text, count = _FRACTION.subn(r"((\1)/(\2))", text)
        if not count:
            break
    return _TEX.sub(lambda match: _TEX_SIGNS.get(match[0], match[0]), text)


@dataclass(slots=True, frozen=True)
class Stretch:
    """Lines of a document that go on in one another: where they start, and on which line."""

    text: str
    start: int
    line: int


def extract_text(source: str, file: str, *, markdown: bool) -> Document:
    """Read a text document as stretches of prose, each with its first source line."""
    document = Document(file)
    for stretch in stretches(source, markdown=markdown):
        document.prose.append(Prose(stretch.text, stretch.line))
    return document


def stretches(source: str, *, markdown: bool = False) -> Iterator[Stretch]:
    """Yield the stretches of a text that may hold arithmetic."""
    waiting: list[str] = []
    first, start, length, at = 1, 0, 0, 0
    for number, whole in enumerate(source.split("\n"), 1):
        line = _without_marks(whole) if markdown else whole
        goes_on = waiting and (
            _GOES_ON.search(waiting[-1])
            or _CONTINUES.match(line)
            or (_TAKES_AWAY.match(line) and _open_brackets(waiting) > 0)
        )
        if not (goes_on and line.strip() and length < LONGEST_STRETCH):
            yield from _stretch(waiting, start, first)
            waiting, first, start, length = [], number, at, 0
        waiting.append(line)
        length += len(line)
        at += len(whole) + 1
    yield from _stretch(waiting, start, first)


def _open_brackets(lines: list[str]) -> int:
    return sum(line.count("(") - line.count(")") for line in lines)


def _stretch(lines: list[str], start: int, first: int) -> Iterator[Stretch]:
    text = "\n".join(lines)
    if "=" in text or "≈" in text or "\\" in text:
        yield Stretch(signs(text), start, first)


def _without_marks(line: str) -> str:
    mark = _MARK.match(line)
    line = line[mark.end() :] if mark else line
    if line.lstrip().startswith("|") or line.count(" | ") > 1:
        line = line.replace("|", f" {BARRIER} ")
    line = line.replace(r"\*", "×") if r"\*" in line else line
    return _STAR.sub("", line).replace("__", "").replace("`", " ")
