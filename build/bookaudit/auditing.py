"""What an audit does, in order: read the documents, recheck their lines, compare their figures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bookaudit.comparison.paper import Found, compare
from bookaudit.documents.archive import pages
from bookaudit.documents.confined import PaperReader
from bookaudit.documents.documents import Document, MarkedLine, Prose, Quoted
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.documents.pdf import Paper, page_texts
from bookaudit.documents.sources import MOST, Source, read_text, sources
from bookaudit.documents.text import extract_text
from bookaudit.errors import AuditError
from bookaudit.printing import seen, turns
from bookaudit.reading.prose import candidates
from bookaudit.report import CONTRADICTS, QUOTED, Finding, Report
from bookaudit.steps import Part, Steps, Watch
from bookaudit.verdict.chain import faults
from bookaudit.verdict.quotations import Judged, judged
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
    with PaperReader([source for source in named if source.kind == "pdf"]) as papers:
        read = _read(named, others, steps)
        for source in named:
            part = Part(steps, source)
            if source.kind == "pdf":
                report.findings += paper_findings(papers.next(), read.site, report.notes)
            for document in read.documents.get(source.name, ()):
                report.findings += document_findings(document, part.done)
                report.notes += turned(document)
            part.end()
    reported = [page for source in named for page in read.documents.get(source.name, ())]
    for fault in faults(reported, read.testifying, read.ledger):
        report.findings.append(
            Finding(
                fault.file, fault.place, False, fault.text, CONTRADICTS, fault.right, fault.reason
            )
        )
    return report


@dataclass(slots=True)
class _Read:
    """What the files say: each one's documents, the pages of a site, witnesses, the ledger."""

    documents: dict[str, list[Document]] = field(default_factory=dict)
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
    document: Document, done: Callable[[int], None] | None = None
) -> Iterator[Finding]:
    """Yield a finding for each line of a document: marked ones, quoted ones, those in its prose.

    ``done`` is called with the characters of prose that have been worked through.
    """
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
        yield from _prose_findings(file, prose, by_page=by_page)
        if done is not None:
            done(len(prose.text))


def _prose_findings(file: str, prose: Prose, *, by_page: bool) -> Iterator[Finding]:
    text, place, counted = seen(prose.text), prose.place, 0
    for candidate in candidates(text):
        if not by_page:
            place += text.count("\n", counted, candidate.start)
            counted = candidate.start
        if candidate.unread:
            yield Finding(file, place, by_page, candidate.text, UNREAD, "", candidate.unread)
            continue
        checked = recheck(candidate.text)
        verdict, right, reason = checked.verdict, checked.right, checked.reason
        if verdict not in (CLOSES, UNREAD) and not candidate.certain:
            verdict, right, reason = UNREAD, "", DOUBTFUL
        yield Finding(file, place, by_page, candidate.text, verdict, right, reason)


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
