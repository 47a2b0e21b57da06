"""What a Markdown or plain-text document says, in the auditor's signs, line by line.

A line that ends in an operation, or whose follower begins with one, goes on in the next. Markdown's
emphasis is taken away, its tables are cut into cells, and the commonest LaTeX signs are read.
"""

import re

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


def extract_text(source: str, file: str, *, markdown: bool) -> Document:
    """Read a text document as stretches of prose, each with its first source line."""
    document = Document(file)
    waiting: list[str] = []
    first, length = 1, 0
    for number, line in enumerate(source.split("\n"), 1):
        if markdown:
            line = _without_marks(line)
        goes_on = waiting and (_GOES_ON.search(waiting[-1]) or _CONTINUES.match(line))
        if not (goes_on and line.strip() and length < LONGEST_STRETCH):
            _keep(document, waiting, first)
            waiting, first, length = [], number, 0
        waiting.append(line)
        length += len(line)
    _keep(document, waiting, first)
    return document


def _keep(document: Document, lines: list[str], line: int) -> None:
    text = "\n".join(lines)
    if "=" in text or "≈" in text or "\\" in text:
        document.prose.append(Prose(signs(text), line))


def _without_marks(line: str) -> str:
    mark = _MARK.match(line)
    line = line[mark.end() :] if mark else line
    if line.lstrip().startswith("|") or line.count(" | ") > 1:
        line = line.replace("|", f" {BARRIER} ")
    line = line.replace(r"\*", "×") if r"\*" in line else line
    return _STAR.sub("", line).replace("__", "").replace("`", " ")
