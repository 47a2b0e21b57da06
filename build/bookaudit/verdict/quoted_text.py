"""Which lines running text quotes from others, saying of each whether it closes.

Such a line stands in quotation marks, and directly after them the words of `SAID`; where it does
not close, the next line is the one that puts it right. It is judged as a marked quotation is.
"""

import re
from dataclasses import dataclass

from bookaudit.documents.documents import BARRIER, Document, MarkedLine, Quoted, Shown
from bookaudit.documents.text import stretches
from bookaudit.reading.prose import candidates
from bookaudit.verdict.quotations import CLOSING, OPENING, SAID, Judged, judged

_QUOTATION = re.compile(
    rf"{OPENING}[^{OPENING}{CLOSING}]*[=≈][^{OPENING}{CLOSING}]*{CLOSING}"
    rf"(?=\s*({'|'.join(SAID)})\b)"
)


@dataclass(slots=True, frozen=True)
class InText:
    """A quotation in running text: where it starts, what is said of it, how that is judged."""

    start: int
    line: int
    said: str
    judged: Judged


def without_quotations(text: str, file: str) -> tuple[str, list[InText]]:
    """Return a text of the same length without its quotations, and them."""
    document, found = Document(file), list(_QUOTATION.finditer(text))
    for number, match in enumerate(found, 1):
        name = f"quotation {number}"
        shown, said = " ".join(match[0].split()), match[1]
        document.quotations.append(Quoted(name, shown, 0))
        document.statements.append(Shown(name, said, 0))
        if not SAID[said]:
            line = _first_line(text[match.end() :].partition(OPENING)[0])
            if line:
                document.lines.append(MarkedLine(name, line, 0, [], mends=name))
    blank = _QUOTATION.sub(lambda match: _hidden(match[0]), text)
    verdicts = zip(found, judged(document), strict=True)
    return blank, [
        InText(match.start(), 1 + text.count("\n", 0, match.start()), match[1], each)
        for match, each in verdicts
    ]


def _first_line(text: str) -> str:
    for stretch in stretches(text):
        for candidate in candidates(stretch.text):
            return candidate.text
    return ""


def _hidden(quotation: str) -> str:
    """Return as many characters that say nothing, on as many lines."""
    return "".join(char if char == "\n" else BARRIER for char in quotation)
