"""What an audit does, in order: read the documents, recheck their lines, compare their figures."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bookaudit.comparison.paper import Found, compare
from bookaudit.documents.archive import pages
from bookaudit.documents.declared import Declared, Unmarked
from bookaudit.documents.documents import Document, MarkedLine, Quoted
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.documents.paper_text import paper_text
from bookaudit.documents.pdf import Paper, extract_pdf
from bookaudit.documents.sources import LARGEST, Source, read_text, sources
from bookaudit.documents.text import extract_text, stretches
from bookaudit.errors import AuditError
from bookaudit.reading.prose import Candidate, candidates
from bookaudit.report import CONTRADICTS, QUOTED, Finding, Report
from bookaudit.verdict.chain import faults
from bookaudit.verdict.quotations import CLOSING, OPENING, Judged, judged
from bookaudit.verdict.quoted_text import InText, without_quotations
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
    quoted: dict[str, list[InText]] = {}  # in each text
    papers: list[Document] = []  # the lines that PDFs bring with them
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
            text, quoted[source.name] = without_quotations(read_text(source), source.name)
            markdown = source.kind == "markdown"
            read[source.name] = extract_text(text, source.name, markdown=markdown)
    site = [page for page in read.values() if page.marked]
    report = Report()
    for source in named:
        if source.kind == "pdf":
            paper = read_paper(source)
            papers += attached_pages(paper)
            report.findings += paper_findings(paper, site, report.notes)
        elif source.name in read:
            report.findings += document_findings(read[source.name], quoted.get(source.name, ()))
        for page in inside.get(source.name, ()):
            report.findings += document_findings(page)
    reported = [read[source.name] for source in named if source.name in read]
    reported += [page for source in named for page in inside.get(source.name, ())]
    for fault in faults([*reported, *papers], testifying, ledger):
        report.findings.append(
            Finding(
                fault.file, fault.place, False, fault.text, CONTRADICTS, fault.right, fault.reason
            )
        )
    return report


def document_findings(document: Document, quoted: Iterable[InText] = ()) -> Iterator[Finding]:
    """Yield a finding for each line of a document: marked ones, quoted ones, those in its prose.

    ``quoted`` are the quotations that were in its prose.
    """
    file = document.file
    for line in document.lines:
        yield _marked(file, line.line, line.text, by_page=False)
    for each in judged(document):
        yield _quoted(file, each.place, each, by_page=False)
    for quotation in quoted:
        yield _quoted(file, quotation.line, quotation.judged, by_page=False)
    for prose in document.prose:
        for candidate in candidates(prose.text):
            place = prose.place + prose.text.count("\n", 0, candidate.start)
            yield _in_prose(file, place, candidate)


def _in_prose(file: str, place: int, candidate: Candidate, *, by_page: bool = False) -> Finding:
    checked = recheck(candidate.text)
    verdict, right, reason = checked.verdict, checked.right, checked.reason
    if verdict not in (CLOSES, UNREAD) and not candidate.certain:
        verdict, right, reason = UNREAD, "", DOUBTFUL
    return Finding(file, place, by_page, candidate.text, verdict, right, reason)


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
    declared = Declared(attached_pages(paper)) if not site else None
    yield from _read_findings(paper, covered, declared)


def attached_pages(paper: Paper) -> list[Document]:
    """Return the pages that a PDF brings with it, if they say of anything what it is."""
    pages = [extract_html(text, f"{paper.file}/{name}") for name, text in paper.attached]
    return [page for page in pages if page.marked]


def _read_findings(paper: Paper, skip: bytearray, declared: Declared | None) -> Iterator[Finding]:
    """Yield what is found in a PDF's running text, which has to have what is ``declared``."""
    file, whole = paper.file, paper_text(paper, skip)
    text, quotations = without_quotations(whole.text, file)
    for each in quotations:
        yield _quoted(file, whole.page_at(each.start), each.judged, by_page=True)
    lines = []
    for stretch in stretches(text):
        for candidate in candidates(stretch.text):
            page = whole.page_at(stretch.start + candidate.start)
            if declared is not None and candidate.text in declared:
                yield _marked(file, page, candidate.text, by_page=True)
            else:
                yield _in_prose(file, page, candidate, by_page=True)
            lines.append((candidate.text, page))
    if declared is None:
        return
    said = [
        (f"{OPENING}{each.judged.text}{CLOSING} {each.said}", whole.page_at(each.start))
        for each in quotations
    ]
    for lack in declared.compared(lines, said, whole.by_page()):
        if isinstance(lack, Unmarked):
            yield _marked(file, lack.page, lack.text, by_page=True)
        else:
            reason = f"{lack.name} is not printed as in the lines that the file brings with it"
            yield Finding(file, lack.page, True, lack.shown, CONTRADICTS, lack.right, reason)


def _on_paper(file: str, found: Found, known: Mapping[str, Judged]) -> Finding | None:
    item = found.item
    if found.shows is not None:
        reason = f"{item.address}: {found.shows or 'nothing'} where the site has {item.text}"
        return Finding(file, found.page, True, found.shows, CONTRADICTS, item.text, reason)
    if isinstance(item, Quoted):  # paper has the site's words about it, or contradicts there
        return _quoted(file, found.page, known[item.address], by_page=True)
    if not isinstance(item, MarkedLine):
        return None
    return _marked(file, found.page, item.text, by_page=True)


def _marked(file: str, place: int, text: str, *, by_page: bool) -> Finding:
    checked = recheck(text, strict=True)
    return Finding(file, place, by_page, text, checked.verdict, checked.right, checked.reason, True)
