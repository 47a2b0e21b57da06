"""What an audit does, in order: read the documents, recheck their lines, compare their figures."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bookaudit.comparison.paper import Found, compare
from bookaudit.documents.archive import pages
from bookaudit.documents.documents import Document, MarkedLine, Prose, Quoted
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.documents.pdf import Paper, extract_pdf, page_texts
from bookaudit.documents.sources import LARGEST, Source, read_text, sources
from bookaudit.documents.text import extract_text
from bookaudit.errors import AuditError
from bookaudit.reading.prose import candidates
from bookaudit.report import CONTRADICTS, QUOTED, Finding, Report
from bookaudit.verdict.chain import faults
from bookaudit.verdict.quotations import Judged, judged
from bookaudit.verdict.recheck import CLOSES, UNREAD, recheck

DOUBTFUL = "it does not close, but where it begins or ends is in doubt"


def audit(paths: Iterable[str | Path], against: Iterable[str | Path] = ()) -> Report:
    """Audit files and folders; ``against`` are read as further witnesses and not reported on.

    HTML, PDF, EPUB, Markdown and text are read for lines of arithmetic; ledgers (JSON) and a site's
    pages testify to what its figures are, and a PDF is held against the site's pages if there are
    any.
    Raises `AuditError` for a path that cannot be read.
    """
    named = sources(paths)
    against = list(against)
    known = {source.path.absolute() for source in named}
    others = [s for s in sources(against) if s.path.absolute() not in known] if against else []
    on_paper = any(source.kind == "pdf" for source in named)
    read: dict[str, Document] = {}
    inside: dict[str, list[Document]] = {}  # the pages of each EPUB
    ledger: list[Entry] = []
    testifying: list[Document] = []
    for source in [*named, *others]:
        if source.kind == "ledger":
            explicit = len(named) == 1 and source in named
            ledger += read_ledger(read_text(source), source.name, required=explicit) or []
        elif source.kind == "html":
            read[source.name] = extract_html(read_text(source), source.name, pieces=on_paper)
            if source in others:
                testifying.append(read[source.name])
        elif source.kind == "epub":
            inside[source.name] = [extract_html(text, name) for name, text in pages(source)]
            if source in others:
                testifying += inside[source.name]
        elif source in named and source.kind != "pdf":
            markdown = source.kind == "markdown"
            read[source.name] = extract_text(read_text(source), source.name, markdown=markdown)
    site = [page for page in read.values() if page.marked]
    report = Report()
    for source in named:
        if source.kind == "pdf":
            paper = read_paper(source)
            report.findings += paper_findings(paper, site, report.notes)
        elif source.name in read:
            report.findings += document_findings(read[source.name])
        for page in inside.get(source.name, ()):
            report.findings += document_findings(page)
    reported = [read[source.name] for source in named if source.name in read]
    reported += [page for source in named for page in inside.get(source.name, ())]
    for fault in faults(reported, testifying, ledger):
        report.findings.append(
            Finding(
                fault.file, fault.place, False, fault.text, CONTRADICTS, fault.right, fault.reason
            )
        )
    return report


def document_findings(document: Document) -> Iterator[Finding]:
    """Yield a finding for each line of a document: marked ones, quoted ones, those in its prose."""
    file, by_page = document.file, document.by_page
    for line in document.lines:
        checked = recheck(line.text, strict=True)
        yield Finding(
            file,
            line.line,
            by_page,
            line.text,
            checked.verdict,
            checked.right,
            checked.reason,
            True,
        )
    for each in judged(document):
        yield _quoted(file, each.place, each, by_page=by_page)
    for prose in document.prose:
        for candidate in candidates(prose.text):
            checked = recheck(candidate.text)
            place = prose.place
            if not by_page:
                place += prose.text.count("\n", 0, candidate.start)
            verdict, right, reason = checked.verdict, checked.right, checked.reason
            if verdict not in (CLOSES, UNREAD) and not candidate.certain:
                verdict, right, reason = UNREAD, "", DOUBTFUL
            yield Finding(file, place, by_page, candidate.text, verdict, right, reason)


def _quoted(file: str, place: int, each: Judged, *, by_page: bool) -> Finding:
    verdict = CONTRADICTS if each.reason else QUOTED
    return Finding(file, place, by_page, each.text, verdict, each.right, each.reason)


def read_paper(source: Source) -> Paper:
    """Read a PDF's characters; raise `AuditError` if it cannot be."""
    try:
        size = source.path.stat().st_size
    except OSError as error:
        raise AuditError(error.strerror or "cannot be read", where=source.name) from None
    if size > LARGEST:
        raise AuditError(f"too large to audit ({size // 2**20:,} MB)", where=source.name)
    return extract_pdf(str(source.path), source.name)


def paper_findings(paper: Paper, site: list[Document], notes: list[str]) -> Iterator[Finding]:
    """Yield a PDF's findings: held against ``site``, and what only the PDF has as prose."""
    pairings, covered = compare(paper, site) if site else ([], bytearray())
    if site and not pairings:
        reason = "no chapter of the site is in this PDF; audit other documents by themselves"
        yield Finding(paper.file, 1, True, "", CONTRADICTS, "", reason)
    for pairing in pairings:
        notes.append(f"{paper.file}: held against {pairing.document.file}")
        known = {each.address: each for each in judged(pairing.document)}
        for found in pairing.found:
            finding = _on_paper(paper.file, found, known)
            if finding is not None:
                yield finding
    rest = Document(paper.file, by_page=True)
    for page, text in page_texts(paper, skip=covered):
        prose = extract_text(text, paper.file, markdown=False).prose
        rest.prose += [Prose(stretch.text, page) for stretch in prose]
    yield from document_findings(rest)


def _on_paper(file: str, found: Found, known: Mapping[str, Judged]) -> Finding | None:
    item = found.item
    if found.shows is not None:
        reason = f"{item.address}: {found.shows or 'nothing'} where the site has {item.text}"
        return Finding(file, found.page, True, found.shows, CONTRADICTS, item.text, reason)
    if isinstance(item, Quoted):  # paper has the site's words about it, or contradicts there
        return _quoted(file, found.page, known[item.address], by_page=True)
    if not isinstance(item, MarkedLine):
        return None
    checked = recheck(item.text, strict=True)
    return Finding(
        file, found.page, True, item.text, checked.verdict, checked.right, checked.reason, True
    )
