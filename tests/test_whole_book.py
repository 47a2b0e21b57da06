"""The promise: an auditor that knows nothing of the engine finds every line of the book closing."""

import json
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from pypdfium2 import PdfDocument

import bookaudit
from bookaudit.documents.declared import squeezed
from bookaudit.documents.html import extract_html
from bookaudit.documents.pdf import Paper, extract_pdf
from bookaudit.documents.text import stretches
from bookaudit.reading.prose import candidates
from bookaudit.report import Report
from bookaudit.verdict.quoted_text import without_quotations
from bookaudit.verdict.recheck import CLOSES, recheck
from subjects.learning.subject import Learning
from subjects.translator.subject import Translating
from tests.bookaudit.mutation import (
    change_file,
    mutate_html,
    mutate_paper,
    page_is_faulted,
    paper_is_faulted,
    paper_places,
    read_ledgers,
)
from tests.conftest import Built
from tests.subjects.found import subject_of


def lines_in_ledger_alone(built: Built) -> dict[str, list[str]]:
    """The lines, by scope, of what the ledger has whole and the pages in part."""
    learning = subject_of(Learning, built.site.subjects)
    translating = subject_of(Translating, built.site.subjects)
    taught = [learning.lessons(name) for name in learning.listed]
    whole = [lessons.step(lessons.chosen).scope for lessons in taught]
    whole += [translating.first_translation(name).run.scope for name in translating.runs()]
    ledgers = {
        scope: json.loads((built.ledger / f"{scope}.json").read_text("utf-8")) for scope in whole
    }
    return {
        scope: [row["line"] for row in ledger["figures"] if "line" in row]
        for scope, ledger in ledgers.items()
    }


def test_every_line_that_the_ledger_alone_has_closes(built: Built) -> None:
    found = lines_in_ledger_alone(built)
    assert all(len(lines) > 5000 for lines in found.values())
    for scope, lines in found.items():
        for line in lines:
            assert recheck(line, strict=True).verdict == CLOSES, f"{scope}: {line}"


def test_every_line_of_the_site_closes(built: Built) -> None:
    pages = built.pages  # not the PDFs that the site takes along
    report = bookaudit.audit([*pages, built.ledger])
    assert report.ok, [str(finding) for finding in report][:5]
    counts = report.counts
    in_ledger_alone = sum(map(len, lines_in_ledger_alone(built).values()))
    assert counts["found"] == counts["closes"] > built.lines - in_ledger_alone
    assert sum(counts.values()) == counts["found"] * 2 + counts["quoted"], "only lines that close"
    assert counts["quoted"] == sum(map(len, built.site.contents.quotations.values())) > 20


def test_every_line_of_the_paper_closes_and_is_a_line_of_the_site(
    built: Built, printed: Path
) -> None:
    report = bookaudit.audit([printed], against=[built.html, built.ledger])
    assert report.ok, [str(finding) for finding in report][:5]
    assert report.counts["found"] == report.counts["closes"] > 100
    quotations = built.site.contents.quotations.values()
    assert report.counts["quoted"] == 2 * sum(map(len, quotations)), "in the book and a handout"


def test_the_foot_of_each_page_tells_the_rule_of_its_own_chapter(
    built: Built, printed: Path
) -> None:
    rounded = {
        "from-words-to-a-guess": "2 places", "adam": "up to 4 significant digits",
        "the-journey-of-a-sentence": "3 places", "how-good-are-its-translations": "4 places",
        "a-question-and-its-answer": "4 places",
    }  # fmt: skip
    for name, rule in rounded.items():
        handout = PdfDocument(printed / f"{name}.pdf")
        for page in handout:
            feet = page.get_textpage().get_text_bounded(top=27 / 25.4 * 72)
            assert f"half away from zero, {rule};" in " ".join(feet.split())
            assert ("slopes and moments 4 significant" in " ".join(feet.split())) == (
                name == "adam"
            )
    book = PdfDocument(printed / "book.pdf")
    feet = [page.get_textpage().get_text_bounded(top=27 / 25.4 * 72) for page in book]
    told = [foot for foot in feet if "; shares" in " ".join(foot.split())]
    assert all(any(f"zero, {rule};" in foot for foot in told) for rule in ("2 places", "4 places"))
    assert feet[-len(told) :] == told, "only the title and the contents come before"


def test_a_wrong_digit_in_a_page_is_told_as_data(built: Built, tmp_path: Path) -> None:
    text = (built.html / "from-words-to-a-guess.html").read_text(encoding="utf-8")
    mark = 'data-line="norm1.mean[5]"'
    start = text.index("</i>", text.index(mark)) - 1
    digit = text[start]
    assert digit.isdigit()
    wrong = str((int(digit) + 5) % 10)
    page = tmp_path / "page.html"
    page.write_text(text[:start] + wrong + text[start + 1 :], encoding="utf-8")
    told = StringIO()
    assert bookaudit.run([page], json=True, stdout=told) == 1
    rows = [json.loads(line) for line in told.getvalue().splitlines()]
    bad = [row for row in rows if row["verdict"] not in ("closes",)]
    assert bad
    assert {"file", "text", "verdict", "right"} <= set(bad[0])


def test_a_digit_changed_anywhere_on_the_real_pages_is_found(built: Built) -> None:
    """A smaller cut of `make sweep`."""
    rng, ledger = random.Random(1), read_ledgers(built.ledger)
    pages = sorted(path for path in built.pages if "data-f" in path.read_text("utf-8"))
    for _ in range(30):
        path = rng.choice(pages)
        told, changed = mutate_html(path.read_text("utf-8"), rng)
        assert page_is_faulted(changed, ledger), f"{path.name}: {told}"


def test_a_digit_changed_anywhere_on_the_real_paper_is_found(built: Built, printed: Path) -> None:
    rng = random.Random(1)
    site = [
        extract_html(path.read_text("utf-8"), path.name, pieces=True)
        for path in sorted(built.html.glob("*.html"))
    ]
    paper = extract_pdf(str(printed / "from-words-to-a-guess.pdf"), "chapter.pdf")
    places = paper_places(paper, site)
    assert len(places) > 1000
    for _ in range(30):
        told, changed = mutate_paper(paper, rng, places)
        assert paper_is_faulted(changed, site), told


def test_a_digit_changed_in_the_bytes_of_a_pdf_is_found_without_the_site(
    printed: Path, tmp_path: Path
) -> None:
    rng = random.Random(1)
    for name in ("attention-by-hand", "adam", "typed-arithmetic"):
        file = printed / f"{name}.pdf"
        paper = extract_pdf(str(file), file.name)
        assert not paper_is_faulted(paper)
        for _ in range(10):
            told = change_file(file, paper, rng, tmp_path / file.name)
            assert paper_is_faulted(extract_pdf(str(tmp_path / file.name), file.name)), told


def test_each_pdf_alone_has_the_lines_of_its_pages_and_all_close(
    built: Built, printed: Path
) -> None:
    whole: Counter[str] = Counter()
    for entry in built.site.contents:
        source = (built.html / f"{entry.name}.html").read_text("utf-8")
        page = extract_html(source, entry.name, pieces=True)
        lines = Counter(squeezed(line.text) for line in page.lines if line.pieces != (0, 0))
        report = bookaudit.audit([printed / f"{entry.name}.pdf"])
        assert found(report) == lines, entry.name
        assert report.counts["quoted"] == len(page.quotations)
        whole += lines
    front = extract_html((built.html / "index.html").read_text("utf-8"), "front", pieces=True)
    whole += Counter(squeezed(line.text) for line in front.lines)  # its title page opens the same
    report = bookaudit.audit([printed / "book.pdf"])
    assert found(report) == whole
    assert whole.total() > 1000


def found(report: Report) -> Counter[str]:
    """Count the lines that a report has found, if all close."""
    assert report.ok, [str(finding) for finding in report][:5]
    assert report.counts["found"] == report.counts["closes"]
    return Counter(squeezed(each.text) for each in report if each.verdict == CLOSES)


def test_text_that_any_program_takes_from_the_paper_has_its_lines(printed: Path) -> None:
    for file in sorted(printed.glob("[0-9]*.pdf")):
        page = lines_of(extract_pdf(str(file), file.name))
        for text in extracted(file):
            prose, quotations = without_quotations(text, file.name)
            lines = [
                candidate.text
                for stretch in stretches(prose)
                for candidate in candidates(stretch.text)
            ]
            assert {recheck(line).verdict for line in lines} <= {CLOSES}, file.name
            lacking = page - Counter(map(squeezed, lines))
            assert not [line for line in lacking if not EQUAL.fullmatch(line)], file.name
            assert not [each for each in quotations if each.judged.reason]


EQUAL = re.compile(r"(.*)=\1")  # 0.820 = 0.820 is no arithmetic to somebody who reads prose


def lines_of(paper: Paper) -> Counter[str]:
    pages = [extract_html(source, name) for name, source in paper.attached]
    return Counter(squeezed(line.text) for page in pages for line in page.lines)


def extracted(file: Path) -> Iterator[str]:
    """Yield a PDF's text as several programs take it out."""
    texts = [page.get_textpage() for page in PdfDocument(file)]
    yield "\n".join(text.get_text_range() for text in texts).replace("\r\n", "\n")
    yield "\n".join(text.get_text_bounded() for text in texts).replace("\r\n", "\n")
    if shutil.which("pdftotext"):
        command = ["pdftotext", "-raw", str(file), "-"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        yield done.stdout.replace("\f", "\n")


def test_the_fullest_page_of_weights_has_as_many_numbers_as_the_book_says(
    built: Built, printed: Path
) -> None:
    document = PdfDocument(printed / "the-weights-that-answer.pdf")
    found = [re.findall(r"\d\.\d+", page.get_textpage().get_text_range()) for page in document]
    said = built.site.contents.givens["what-a-large-model-takes"]["page"].figure().value
    assert max(map(len, found)) == said
