"""What an audit does, in order: read the documents, recheck their lines, compare their figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bookaudit.comparison.paper import Found, compare
from bookaudit.documents.archive import pages
from bookaudit.documents.confined import PaperReader
from bookaudit.documents.declared import Declared, Unmarked
from bookaudit.documents.documents import Document, MarkedLine, Prose, Quoted
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.documents.paper_text import paper_text
from bookaudit.documents.pdf import Paper
from bookaudit.documents.sources import MOST, Source, read_text, sources
from bookaudit.documents.text import extract_text, stretches
from bookaudit.errors import AuditError
from bookaudit.printing import seen, turns
from bookaudit.reading.prose import Candidate, candidates
from bookaudit.report import CONTRADICTS, QUOTED, Finding, Report
from bookaudit.steps import Part, Steps, Watch
from bookaudit.verdict.chain import faults
from bookaudit.verdict.quotations import CLOSING, OPENING, Judged, judged
from bookaudit.verdict.quoted_text import InText, without_quotations
from bookaudit.verdict.recheck import CLOSES, UNREAD, recheck

DOUBTFUL = "it does not close, but where it begins or ends is in doubt"


def audit(
    paths: Iterable[str | Path],
    against: Iterable[str | Path] = (),
    watch: Watch | None = None,
) -> Report:
    """Audit files and folders; ``against`` are read as further witnesses and not reported on.

    HTML, PDF, EPUB, Markdown and text are read for lines of arithmetic; ledgers (JSON) and a site's
    pages testify to what its figures are, and a PDF is held against the site's pages if there are
    any. ``watch`` is called as the work goes on.
    Raises `AuditError` for a path that cannot be read.
    """
    named = sources(paths)
    against = list(against)
    known = {source.path.absolute() for source in named}
    others = [s for s in sources(against) if s.path.absolute() not in known] if against else []
    steps = Steps(named, others, watch)
    report = Report()
    brought: list[Document] = []  # the lines that PDFs bring with them
    with PaperReader([source for source in named if source.kind == "pdf"]) as papers:
        read = _read(named, others, steps)
        for source in named:
            part = Part(steps, source)
            if source.kind == "pdf":
                paper = papers.next()
                brought += attached_pages(paper)
                report.findings += paper_findings(paper, read.site, report.notes)
            for document in read.documents.get(source.name, ()):
                quoted = read.quoted.get(source.name, ())
                report.findings += document_findings(document, quoted, part.done)
                report.notes += turned(document)
            part.end()
    reported = [page for source in named for page in read.documents.get(source.name, ())]
    for fault in faults([*reported, *brought], read.testifying, read.ledger):
        report.findings.append(
            Finding(
                fault.file, fault.place, False, fault.text, CONTRADICTS, fault.right, fault.reason
            )
        )
    return report


@dataclass(slots=True)
class _Read:
    """What the files say: each one's documents, the pages of a site, witnesses, the ledger.

    ``quoted`` are the quotations of each text.
    """

    documents: dict[str, list[Document]] = field(default_factory=dict)
    quoted: dict[str, list[InText]] = field(default_factory=dict)
    site: list[Document] = field(default_factory=list)
    testifying: list[Document] = field(default_factory=list)
    ledger: list[Entry] = field(default_factory=list)


def _read(named: list[Source], others: list[Source], steps: Steps) -> _Read:
    read, room = _Read(), MOST
    on_paper = any(source.kind == "pdf" for source in named)
    for at, source in enumerate([*named, *others]):
        witness = at >= len(named)
        steps.done(source.size, source.name)
        if source.kind == "pdf" or (witness and source.kind in ("markdown", "text")):
            continue
        texts = pages(source) if source.kind == "epub" else [(source.name, read_text(source))]
        room -= sum(len(text) for _, text in texts)
        if room < 0:
            raise AuditError(f"more than {MOST // 2**20:,} MB of text in all: name fewer files")
        if source.kind == "ledger":
            required = len(named) == 1 and not witness
            read.ledger += read_ledger(texts[0][1], source.name, required=required) or []
            continue
        if source.kind in ("markdown", "text"):
            text, read.quoted[source.name] = without_quotations(texts[0][1], source.name)
            texts = [(source.name, text)]
        documents = [_document(source.kind, text, name, on_paper) for name, text in texts]
        if source.kind == "html":
            read.site += [page for page in documents if page.marked]
        if witness:
            read.testifying += documents
        else:
            read.documents[source.name] = documents
    return read


def _document(kind: str, text: str, name: str, on_paper: bool) -> Document:
    if kind in ("html", "epub"):
        return extract_html(text, name, pieces=on_paper and kind == "html")
    return extract_text(text, name, markdown=kind == "markdown")


def turned(document: Document) -> list[str]:
    """Say of a document that it has controls which show its signs in another order, if it has."""
    count = sum(turns(prose.text) for prose in document.prose)
    if not count:
        return []
    noun = "control that changes" if count == 1 else "controls that change"
    return [f"{document.file}: {count:,} {noun} the order of what is shown, ignored"]


def document_findings(
    document: Document,
    quoted: Iterable[InText] = (),
    done: Callable[[int], None] | None = None,
) -> Iterator[Finding]:
    """Yield a finding for each line of a document: marked ones, quoted ones, those in its prose.

    ``quoted`` are the quotations that were in its prose. ``done`` is called with the characters of
    prose that have been worked through.
    """
    file = document.file
    for line in document.lines:
        yield _marked(file, line.line, line.text, by_page=False)
    for each in judged(document):
        yield _quoted(file, each.place, each, by_page=False)
    for quotation in quoted:
        yield _quoted(file, quotation.line, quotation.judged, by_page=False)
    for prose in document.prose:
        yield from _prose_findings(file, prose)
        if done is not None:
            done(len(prose.text))


def _prose_findings(file: str, prose: Prose) -> Iterator[Finding]:
    text, place, counted = seen(prose.text), prose.place, 0
    for candidate in candidates(text):
        place += text.count("\n", counted, candidate.start)
        counted = candidate.start
        yield _in_prose(file, place, candidate)


def _in_prose(file: str, place: int, candidate: Candidate, *, by_page: bool = False) -> Finding:
    if candidate.unread:
        return Finding(file, place, by_page, candidate.text, UNREAD, "", candidate.unread)
    checked = recheck(candidate.text)
    verdict, right, reason = checked.verdict, checked.right, checked.reason
    if verdict not in (CLOSES, UNREAD) and not candidate.certain:
        verdict, right, reason = UNREAD, "", DOUBTFUL
    return Finding(file, place, by_page, candidate.text, verdict, right, reason)


def _quoted(file: str, place: int, each: Judged, *, by_page: bool) -> Finding:
    verdict = CONTRADICTS if each.reason else QUOTED
    return Finding(file, place, by_page, each.text, verdict, each.right, each.reason)


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
        for candidate in candidates(seen(stretch.text)):
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
