"""Measures of speed, and of how each grows: `make bench`.

Every figure is taken in this one run on this one machine; read the ratios.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import bookaudit
from bookbuild.config import find_root, read_book
from bookbuild.library import Library
from bookbuild.lines import line_of
from bookbuild.workings import workings_html
from engine.ledger import Figure
from engine.runs import Run

ROOT = find_root(Path(__file__).parent)
GROWTH = (1, 10, 100)


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def command(*arguments: str) -> float:
    """Return the seconds of one cold start of the command line."""
    call = [str(ROOT / ".venv" / "bin" / "workings"), *arguments]
    return seconds(lambda: subprocess.run(call, check=True, capture_output=True, cwd=ROOT))


def fresh_runs(count: int) -> Iterator[Run]:
    """Yield runs that have worked no line yet."""
    library = Library(read_book(ROOT))
    followed = next(iter(library.book.followed))
    for words in islice(cycle(followed.sentences), count):
        yield Run(library.figures(followed.model), words)


def worked(run: Run) -> list[Figure]:
    """Return the figures of a run that have a line."""
    return [figure for figure in run.figures() if figure.worked]


def produce(runs: list[Run]) -> int:
    """Work and write every line of some runs."""
    return sum(len(line_of(figure).text) > 0 for run in runs for figure in worked(run))


def main() -> None:
    """Print all measures."""
    with tempfile.TemporaryDirectory() as made:
        print("cold starts")
        print(f"  HTML and ledger      {command('html', '--out', made):8.2f} s")
        print(f"  PDF                  {command('pdf', '--out', made):8.2f} s")
        print(f"  audit of all of it   {command('audit', made):8.2f} s")
        print(f"  training             {command('train', 'signal'):8.2f} s")

    print("growth: lines produced, and their pages audited")
    print("       times      lines    seconds    a second    audit s    a second")
    for times in GROWTH:
        runs = list(fresh_runs(times))
        lines = 0

        def work(runs: list[Run] = runs) -> None:
            nonlocal lines
            lines = produce(runs)

        taken = seconds(work)
        with tempfile.TemporaryDirectory() as folder:
            marked = 0
            for number, run in enumerate(runs):
                for position in range(1, len(run.words) + 1):
                    html = f'<main data-run="{run.scope}">{workings_html(run, position)}</main>'
                    Path(folder, f"{number}-{position}.html").write_text(html, encoding="utf-8")
                    marked += html.count("data-line=")
            with Path(os.devnull).open("w") as nowhere:
                audit = seconds(partial(bookaudit.run, [folder], stdout=nowhere))
        print(
            f"  {times:10} {lines:10} {taken:10.2f} {lines / taken:11.0f} "
            f"{audit:10.2f} {marked / audit:11.0f}"
        )


if __name__ == "__main__":
    main()
