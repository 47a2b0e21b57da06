"""A build shared out among processes: the same bytes however many, and one clear end."""

import os
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from bookbuild.core.config import read_book
from bookbuild.core.errors import ChapterError
from bookbuild.core.workers import Start, Workers
from bookbuild.site.building import write_site
from bookbuild.site.ledgers import whole_parts
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from tests import ROOT
from tests.bookbuild.small_book import SUBJECTS, SmallBook

SETTINGS = f"""
title = "Small"
subtitle = "A book"
{SUBJECTS}[follow]
signal = ["the dog", "the cat"]
[ask]
answers = ["what is the capital of france ?"]
[learn]
signal = [23, 1]
"""
HEAD = """+++
title = "A chapter"
summary = "Of a small book."
{}
+++
"""
# Figures of one run that several pages show, and in another order on each; numbers that pages work
# themselves; a step of training that two chapters tell of.
FOLLOWED = (
    HEAD.format(
        'run = "signal"\nfollow = true\n[givens]\n'
        'one = { value = "1", why = "a start" }\nthree = { value = "3", why = "a share" }'
    )
    + """
{{ line("query", here, 2) }}

{{ line("query", here, 1) }}

{{ work("third", "divide", "one", "three") }}
"""
)
ASKED = (
    HEAD.format('run = "answers"\nfollow = true')
    + """
{{ line("norm3.out", here, 2) }}

{{ line("norm3.out", here, 1) }}
"""
)
ASKED_AGAIN = (
    HEAD.format('run = "answers"')
    + """
{{ fig("norm3.out", here, 1) }}, {{ fig("norm3.out", here, 3) }}

{{ astray() }}

{{ heldout() }}
"""
)
LEARNED = (
    HEAD.format('run = "signal"\nlearn = true')
    + """
{{ learned.step.nudged("w_query", 3, 5) }}

{{ learned.step_at(1).fig("loss.mean_surprise") }}

{{ learned.after(22, "the dog").line("query", 2, 2) }}
"""
)


@dataclass(frozen=True)
class Doubling:
    """Doubles a number; ends the process at 13, and refuses what is below zero."""

    def __call__(self, number: int) -> int:
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        if number < 0:
            time.sleep(0.2 + number / 100)  # the last to be given is the first to fail
            raise WorkingsError(f"{number} is below zero")
        return 2 * number


def doubling() -> Doubling:
    return Doubling()


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    book = SmallBook(tmp_path / "small", monkeypatch)
    shutil.copytree(ROOT / "weights" / "answers", book.root / "weights" / "answers")
    book.settings(SETTINGS)
    for number, text in enumerate((FOLLOWED, ASKED, ASKED_AGAIN, LEARNED), start=1):
        name = "01-a-chapter.md" if number == 1 else f"0{number}-chapter-{number}.md"
        book.write(text.replace('"A chapter"', f'"Chapter {number}"'), name)
    return book


def site_of(book: SmallBook, folder: Path, processes: int, start: Start) -> dict[str, bytes]:
    """Build a book's site anew and return every file of it."""
    folder.mkdir()
    site = Site(read_book(book.root))
    write_site(site, folder, lambda _: None, processes=processes, start=start)
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_site_has_the_same_bytes_whatever_processes_make_it(
    book: SmallBook, tmp_path: Path
) -> None:
    alone = site_of(book, tmp_path / "alone", 1, "fork")
    assert {"ledger/book/a-chapter.json", "ledger/signal-after-22/step-23.json"} <= alone.keys()
    assert b"third" in alone["ledger/book/a-chapter.json"]
    assert b"nudged.w_query.3.5.slope" in alone["ledger/signal-after-22/step-23.json"]
    shared: tuple[tuple[int, Start], ...] = ((8, "fork"), (2, "spawn"))
    for processes, start in shared:
        made = site_of(book, tmp_path / f"{processes}-{start}", processes, start)
        assert made.keys() == alone.keys()
        assert [name for name in made if made[name] != alone[name]] == [], (processes, start)


def test_a_page_changes_nothing_that_others_share(book: SmallBook) -> None:
    site = Site(read_book(book.root))
    pages = [(entry, site.contents.own_view(entry)) for entry in site.contents]

    def shared() -> dict[str, list[str]]:
        return {part.scope: list(part.arrays) for part in whole_parts(site.contents)}

    before = shared()
    first = [site.chapter_page(*page).html for page in pages]
    again = [site.chapter_page(*page).html for page in reversed(pages)]
    assert first == again[::-1]
    assert shared() == before


def test_the_first_faulty_page_is_told_whatever_process_met_it(
    book: SmallBook, tmp_path: Path
) -> None:
    book.write(FOLLOWED + '\n{{ line("query", here, 1) }}\n')
    for processes in (1, 3):
        with pytest.raises((ChapterError, WorkingsError), match=r"word 1 of “the dog”"):
            site_of(book, tmp_path / str(processes), processes, "fork")


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_results_come_in_the_order_of_the_tasks(start: Start) -> None:
    done: list[int] = []
    with Workers(Doubling(), doubling, processes=2, start=start) as workers:
        assert workers.each(range(20, 30), done.append) == list(range(40, 60, 2))
        assert workers.each((1, 2), done.append) == [2, 4]
    assert sorted(done) == [2, 4, *range(40, 60, 2)]


@pytest.mark.parametrize("processes", [1, 3])
def test_the_foremost_error_is_raised(processes: int) -> None:
    with (
        Workers(Doubling(), doubling, processes=processes) as workers,
        pytest.raises(WorkingsError, match=r"^-1 is below zero"),
    ):
        workers.each((5, -1, -9), lambda _: None)


def test_a_worker_that_is_killed_ends_the_build_with_a_message() -> None:
    with (
        Workers(Doubling(), doubling, processes=2) as workers,
        pytest.raises(WorkingsError, match="ended before it was done"),
    ):
        workers.each((1, 13, 2), lambda _: None)
