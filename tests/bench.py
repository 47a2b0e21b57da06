"""Measures of speed, and of how each grows: `make bench`.

Every figure is taken in this one run on this one machine; read the ratios.
"""

import gzip
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from pypdfium2 import PdfDocument

import bookaudit
from bookbuild.core.config import find_root, read_book
from bookbuild.lines.lines import line_of
from engine.figures.figure import Figure
from engine.runs.generation import BEGIN, answer
from engine.runs.run import Run
from engine.runs.training_step import TrainingStep
from subjects.learning.lessons import figures_after
from subjects.learning.step_document import StepDocument
from subjects.learning.subject import Learning
from subjects.models.library import Library
from subjects.models.tables import sentences_of
from subjects.signal.workings import workings_html
from tests.site.refilling import refills
from tests.site.samedigits import CHROMIUM, chromium

ROOT = find_root(Path(__file__).parent)
GROWTH = (1, 10, 100)
LEARNED, LENGTHS = "signal", (3, 5, 7)  # of a training step: its model, words of its sentence


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def command(*arguments: str) -> float:
    """Return the seconds of one cold start of the command line."""
    call = [str(ROOT / ".venv" / "bin" / "workings"), *arguments]
    return seconds(lambda: subprocess.run(call, check=True, capture_output=True, cwd=ROOT))


def chapter() -> float:
    """Return the seconds of a cold start that renders the followed chapter for every word."""
    script = """
from bookbuild.core.config import read_book
from bookbuild.site.pages import Site
from pathlib import Path
site = Site(read_book(Path(".").resolve()))
for entry in site.contents:
    if entry.name == "from-words-to-a-guess":
        for view in site.contents.topic(entry).views():
            site.chapter_page(entry, view)
"""
    call = [str(ROOT / ".venv" / "bin" / "python"), "-c", script]
    return seconds(lambda: subprocess.run(call, check=True, capture_output=True, cwd=ROOT))


def fresh_runs(count: int) -> Iterator[Run]:
    """Yield runs that have worked no line yet."""
    library = Library(read_book(ROOT))
    name, sentences = next(iter(sentences_of(library.book, "follow").items()))
    for words in islice(cycle(sentences), count):
        yield Run(library.figures(name), words)


def worked(run: Run) -> list[Figure]:
    """Return the figures of a run that have a line."""
    return [figure for figure in run.figures() if figure.worked]


def produce(times: int) -> int:
    """Work so many runs, one after the other, and write every line of each."""
    return sum(len(line_of(figure).text) > 0 for run in fresh_runs(times) for figure in worked(run))


def pages_of_lines(times: int, folder: Path) -> int:
    """Write the pages of workings of so many runs; return how many lines they hold."""
    lines = 0
    for number, run in enumerate(fresh_runs(times)):
        for position in range(1, len(run.words) + 1):
            html = f'<main data-run="{run.scope}">{workings_html(run, position)}</main>'
            Path(folder, f"{number}-{position}.html").write_text(html, encoding="utf-8")
            lines += html.count("data-line=")
    return lines


def training_step(length: int) -> TrainingStep:
    """Work the training step that the book tells about, on so many words of its sentence."""
    learning = Learning(read_book(ROOT), ())
    library, lessons = learning.library, learning.lessons(LEARNED)
    config = library.model(LEARNED).config
    point = lessons.point(lessons.chosen - 1)
    words = lessons.sentence(lessons.chosen)[:length]
    return TrainingStep(
        figures_after(library.figures(LEARNED), point, config.snapshot_places),
        point, words, config.training, config.snapshot_places,
    )  # fmt: skip


def step_document(length: int, *, on_paper: bool) -> str:
    """Write every line of a training step on so many words; return a row of measures."""
    start = time.perf_counter()
    step = training_step(length)
    document = StepDocument(read_book(ROOT), step, LEARNED, lambda _: None)
    with tempfile.TemporaryDirectory() as folder:
        document.write_pages(Path(folder))
        pages = time.perf_counter() - start
        data = Path(folder) / "ledger"
        data.mkdir()
        ledger = seconds(lambda: document.write_ledger(data, Path(folder)))
        row = f"  {length:10} {document.lines:10} {pages:10.2f} {ledger:10.2f}"
        if on_paper:
            taken = seconds(lambda: document.write_pdfs(Path(folder), "a4", lambda _: None))
            sheets = sum(len(PdfDocument(path)) for path in Path(folder).glob("*.pdf"))
            row += f" {taken:10.1f} {sheets:10}"
    return row


PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
    const first = list.getEntriesByName("first-contentful-paint")[0];
    if (first) done(first.startTime);
}).observe({type: "paint", buffered: true}))"""


def first_paint(page: Path, times: int = 5) -> float:
    """Return the median milliseconds until a page shows something, opened from the disk."""
    taken = []
    with chromium() as browser:
        for _ in range(times):
            opened = browser.new_page(viewport={"width": 390, "height": 800})
            opened.goto(page.as_uri())
            taken.append(float(opened.evaluate(PAINTED)))
            opened.close()
    return median(taken)


def told_anew(html: Path) -> None:
    """Print how long pages take to be told of a reader's own words."""
    print("a page told of own words  first ms  in sight ms   whole ms")
    with chromium() as browser:
        for page, first, seen, whole in refills(browser, html):
            print(f"  {page:25} {first:6.0f} {seen:11.0f} {whole:10.0f}")


def weights(html: Path) -> None:
    """Print what a reader loads: the largest page, its first paint, and all scripts."""
    largest = max(html.rglob("*.html"), key=lambda path: path.stat().st_size)
    page = largest.read_bytes()
    packed = [
        max(len(gzip.compress(path.read_bytes(), mtime=0)) for path in folder.glob("*.js"))
        for folder in (html / "js", html / "js" / "vendor")
    ]
    print("what a reader loads")
    print(f"  the largest page     {len(page) / 1000:8.1f} kB, {largest.relative_to(html)}")
    print(f"  the same, compressed {len(gzip.compress(page, mtime=0)) / 1000:8.1f} kB")
    print(f"  a page's scripts     {packed[0] / 1000:8.1f} kB at most, compressed")
    print(f"  to search, as well   {packed[1] / 1000:8.1f} kB")
    if CHROMIUM:
        print(f"  its first paint      {first_paint(largest):8.0f} ms, on a phone's screen")
        told_anew(html)


def main() -> None:
    """Print all measures."""
    with tempfile.TemporaryDirectory() as made:
        print("cold starts")
        print(f"  HTML of the chapter  {chapter():8.2f} s, for every word of every sentence")
        print(f"  all HTML and ledger  {command('html', '--out', made):8.2f} s")
        print(f"  PDF                  {command('pdf', '--out', made):8.2f} s")
        print(f"  audit of all of it   {command('audit', made):8.2f} s")
        weights(Path(made) / "html")
        print("training")
        print(f"  training signal      {command('train', 'signal'):8.2f} s")
        print(f"  training answers     {command('train', 'answers'):8.2f} s")

    print("the answering model")
    figures = Library(read_book(ROOT)).figures("answers")
    words = "what is the capital of france ?".split()
    run = Run(figures, [BEGIN, *words], temperatures=())
    once = seconds(lambda: Run(figures, [BEGIN, *words], temperatures=()))
    print(f"  one pass, carried    {1000 * once:8.0f} ms, {len(run.words)} words")
    lines = 0
    start = time.perf_counter()
    for figure in worked(answer(figures, words).run):
        lines += len(line_of(figure).text) > 0
    print(f"  a whole answer       {time.perf_counter() - start:8.2f} s, all its {lines} lines")

    print("growth: every line of a training step, by the words of its sentence")
    print("       words      lines     HTML s   ledger s      PDF s     sheets")
    for length in LENGTHS:
        print(step_document(length, on_paper=length == LENGTHS[-1]))

    print("growth: lines produced, and their pages audited")
    print("       times      lines    seconds    a second    audit s    a second")
    for times in GROWTH:
        start = time.perf_counter()
        lines = produce(times)
        taken = time.perf_counter() - start
        with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
            marked = pages_of_lines(times, Path(folder))
            audit = seconds(partial(bookaudit.run, [folder], stdout=nowhere))
        print(
            f"  {times:10} {lines:10} {taken:10.2f} {lines / taken:11.0f} "
            f"{audit:10.2f} {marked / audit:11.0f}"
        )


if __name__ == "__main__":
    main()
