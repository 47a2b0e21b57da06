"""Change one digit of a finished page or PDF, and see whether the auditor finds it.

Also runs on a real ``dist``: ``python -m tests.bookaudit.mutation dist 1000``.
"""

import copy
import random
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

from bookaudit.auditing import paper_findings
from bookaudit.comparison.paper import compare, stream
from bookaudit.documents.documents import Document
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.documents.pdf import RAISED, Paper, extract_pdf
from bookaudit.report import fails
from bookaudit.verdict.chain import faults
from bookaudit.verdict.quotations import judged
from bookaudit.verdict.recheck import CLOSES, recheck
from tests.bookaudit.paper_mutation import repaint

Change = tuple[str, str]  # (what was changed, for a person; the text after)


class _Digits(HTMLParser):
    """Finds the digits of figures, lines and quotations, with the standard library's parser."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.places: list[int] = []
        self.open: list[tuple[str, bool]] = []
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marked = any(name in ("data-f", "data-line", "data-quote") for name, _ in attrs)
        if tag not in ("br", "col", "hr", "img", "input", "link", "meta", "wbr"):
            self.open.append((tag, marked))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(marked for _, marked in self.open):
            line, column = self.getpos()
            start = self.starts[line - 1] + column
            self.places += [start + at for at, char in enumerate(data) if char in "0123456789"]


def digit_places(source: str) -> list[int]:
    """Return where the digits of a page's figures and lines stand."""
    return _Digits(source).places


def other_digit(digit: str, rng: random.Random) -> str:
    return rng.choice([other for other in "0123456789" if other != digit])


def mutate_html(source: str, rng: random.Random, places: list[int] | None = None) -> Change:
    """Change one digit of a page's figures and lines."""
    at = rng.choice(digit_places(source) if places is None else places)
    new = other_digit(source[at], rng)
    told = f"…{source[max(0, at - 60) : at]}[{source[at]}→{new}]{source[at + 1 : at + 30]}…"
    return told, source[:at] + new + source[at + 1 :]


def paper_places(paper: Paper, site: list[Document]) -> list[int]:
    """Return where the digits of the site's figures and lines stand in a PDF."""
    pairings, _ = compare(paper, site)
    return sorted(
        {
            place
            for pairing in pairings
            for found in pairing.found
            for place in found.places
            if place >= 0 and _lowered(paper.chars[place]) in "0123456789"
        }
    )


def own_places(paper: Paper) -> list[int]:
    """Return where a PDF has the digits of the lines and quotations that it brings with it."""
    text, places = "".join(paper.chars), set[int]()
    for name, source in paper.attached:
        page = extract_html(source, name, pieces=True)
        letters, starts = stream(page)
        marked = [item.pieces for item in page.lines]
        for pieces in [*marked, *(item.pieces for item in page.quotations)]:
            first, last = (starts[piece] for piece in pieces)
            for match in re.finditer(re.escape(letters[first:last]), text):
                places.update(range(*match.span()))
    return sorted(place for place in places if _lowered(text[place]) in "0123456789")


def _lowered(char: str) -> str:
    return chr(ord(char) - RAISED) if ord(char) >= RAISED else char


def mutate_paper(paper: Paper, rng: random.Random, places: list[int]) -> tuple[str, Paper]:
    """Change one digit among the characters that a PDF shows."""
    at = rng.choice(places)
    digit = _lowered(paper.chars[at])
    new = other_digit(digit, rng)
    changed = copy.copy(paper)
    changed.chars = list(paper.chars)
    raised = paper.chars[at] != digit
    changed.chars[at] = chr(ord(new) + RAISED) if raised else new
    around = "".join(map(_lowered, paper.chars[max(0, at - 40) : at + 20]))
    return f"page {paper.page[at]}: …{around}…: {digit} → {new}", changed


def page_is_faulted(source: str, ledger: list[Entry]) -> bool:
    """Whether a page alone, beside the ledger, makes an audit fail."""
    page = extract_html(source, "page.html")
    if any(recheck(line.text, strict=True).verdict != CLOSES for line in page.lines):
        return True
    if any(judgement.reason for judgement in judged(page)):
        return True
    return any(True for _ in faults([page], [], ledger))


def paper_is_faulted(paper: Paper, site: Sequence[Document] = ()) -> bool:
    """Whether a PDF, beside the site or by itself, makes an audit fail."""
    return any(fails(finding) for finding in paper_findings(paper, list(site), []))


def change_file(file: Path, paper: Paper, rng: random.Random, out: Path) -> str:
    """Write a PDF with one digit of its own lines changed; return what was changed."""
    places = own_places(paper)
    while True:
        at = rng.choice(places)
        digit = _lowered(paper.chars[at])
        new = other_digit(digit, rng)
        if repaint(file, paper, at, new, out):
            around = "".join(map(_lowered, paper.chars[max(0, at - 40) : at + 20]))
            return f"page {paper.page[at]}: …{around}…: {digit} → {new}"


def read_ledgers(folder: Path) -> list[Entry]:
    entries: list[Entry] = []
    for file in sorted(folder.rglob("*.json")):
        entries += read_ledger(file.read_text("utf-8"), file.name, required=False) or []
    return entries


def main(dist: str, times: str) -> int:
    """Change so many digits of a finished book, and count those that no audit notices.

    Eight in ten are on its pages, one in ten in PDFs that are held to them, and one in ten in the
    bytes of PDFs that are audited alone.
    """
    rng, folder, tenth = random.Random(1), Path(dist), int(times) // 10
    pages = {file: file.read_text("utf-8") for file in sorted((folder / "html").rglob("*.html"))}
    pages = {file: source for file, source in pages.items() if digit_places(source)}
    files = sorted((folder / "pdf").glob("*.pdf"))
    papers = {file: extract_pdf(str(file), file.name) for file in files}
    site = [extract_html(source, file.name, pieces=True) for file, source in pages.items()]
    unseen = [*_missed_on_pages(pages, read_ledgers(folder), 8 * tenth, rng)]
    unseen += _missed_beside_site(list(papers.values()), site, tenth, rng)
    unseen += _missed_alone(papers, tenth, rng)
    sys.stdout.write("".join(f"missed: {told}\n" for told in unseen))
    sys.stdout.write(f"{10 * tenth} digits changed, {len(unseen)} missed\n")
    return 1 if unseen else 0


def _missed_on_pages(
    pages: dict[Path, str], ledger: list[Entry], times: int, rng: random.Random
) -> Iterator[str]:
    for _ in range(times):
        file = rng.choice(list(pages))
        told, changed = mutate_html(pages[file], rng)
        if not page_is_faulted(changed, ledger):
            yield f"{file}: {told}"


def _missed_beside_site(
    papers: list[Paper], site: list[Document], times: int, rng: random.Random
) -> Iterator[str]:
    places = [paper_places(paper, site) for paper in papers]
    for number in range(times):
        paper = papers[number % len(papers)]
        told, altered = mutate_paper(paper, rng, places[number % len(papers)])
        if not paper_is_faulted(altered, site):
            yield f"{paper.file}: {told}"


def _missed_alone(papers: dict[Path, Paper], times: int, rng: random.Random) -> Iterator[str]:
    with_lines = [(file, paper) for file, paper in papers.items() if own_places(paper)]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "changed.pdf"
        for number in range(times):
            file, paper = with_lines[number % len(with_lines)]
            told = change_file(file, paper, rng, out)
            if not paper_is_faulted(extract_pdf(str(out), file.name)):
                yield f"{file.name} alone: {told}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
