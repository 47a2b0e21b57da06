"""What an audit found, as counts, as one JSON object a line, and as lines for a person."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

from bookaudit.printing import write_line
from bookaudit.verdict.recheck import CLOSES, DOES_NOT_CLOSE, UNREAD, WITHIN_ROUNDING

CONTRADICTS = "contradicts"
QUOTED = "quoted"  # somebody else's line, of which the page says rightly whether it closes
_LONGEST_SHOWN = 240


@dataclass(slots=True, frozen=True)
class Finding:
    """One line of arithmetic, or one contradiction between places that should agree.

    ``place`` is a source line, a page (``by_page``), or an entry's number in a ledger. ``marked``
    says that the document itself calls this arithmetic, so that it has to be read.
    """

    file: str
    place: int
    by_page: bool
    text: str
    verdict: str
    right: str
    reason: str = ""
    marked: bool = False


@dataclass(slots=True)
class Report:
    """All findings, in the order of the files and of the places in them."""

    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    @property
    def counts(self) -> dict[str, int]:
        """Lines ``found`` and how many of each verdict.

        ``quoted`` and ``contradicts`` count no lines of the documents' own.
        """
        verdicts = (CLOSES, WITHIN_ROUNDING, DOES_NOT_CLOSE, UNREAD, CONTRADICTS, QUOTED)
        counts = dict.fromkeys(verdicts, 0)
        for finding in self.findings:
            counts[finding.verdict] += 1
        named = {verdict.replace("-", "_"): count for verdict, count in counts.items()}
        return {"found": len(self.findings) - counts[CONTRADICTS] - counts[QUOTED], **named}

    @property
    def ok(self) -> bool:
        """Whether every line read closes, every marked line is read, and nothing contradicts."""
        return not any(map(fails, self.findings))

    def write_json(self, stream: TextIO) -> None:
        """Write an object a line: file, line or page, text, verdict, right."""
        for finding in self.findings:
            place = "page" if finding.by_page else "line"
            row = {
                "file": finding.file,
                place: finding.place,
                "text": finding.text,
                "verdict": finding.verdict,
                "right": finding.right,
            }
            write_line(stream, json.dumps(row, ensure_ascii=False), json=True)

    def write_text(self, stream: TextIO) -> None:
        """Write a line for each finding that a person should look at, then the counts."""
        for finding in self.findings:
            if finding.verdict not in (CLOSES, QUOTED):
                write_line(stream, _line(finding))
        for note in self.notes:
            write_line(stream, note)
        counts = self.counts
        summary = (
            f"{_many(counts['found'], 'line')} found: {counts['closes']:,} close, "
            f"{counts['within_rounding']:,} within rounding, "
            f"{counts['does_not_close']:,} do not close, {counts['unread']:,} unread; "
            f"{_many(counts['contradicts'], 'contradiction')}"
        )
        if counts["quoted"]:
            summary += f"; {_many(counts['quoted'], 'quotation')}, as stated"
        write_line(stream, summary)


def fails(finding: Finding) -> bool:
    """Whether a finding alone makes an audit fail."""
    if finding.verdict == UNREAD:
        return finding.marked
    return finding.verdict not in (CLOSES, QUOTED)


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _line(finding: Finding) -> str:
    place = f"page {finding.place}" if finding.by_page else f"{finding.place}"
    text, right = _short(finding.text), _short(finding.right)
    line = f"{finding.file}:{place}: {finding.verdict.replace('-', ' ')}: {text}"
    if right:
        line += f" → {right}"
    return f"{line} ({finding.reason})" if finding.reason else line


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + " …"
