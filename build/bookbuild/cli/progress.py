"""How long work shows that it moves: a bar on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from bookbuild.cli.terminal import printable

LATE, EVERY, SOON = 2.0, 10.0, 0.1  # seconds to the first sign, between lines, between bars


@contextmanager
def progress(title: str, total: int | None, *, console: Console | None = None) -> Iterator[
    Callable[[str], None]
]:  # fmt: skip
    """Yield a function to call after each piece of work, with a word about it."""
    console = console or Console(stderr=True, highlight=False)
    if not console.is_terminal:
        console.print(f"{title} …")
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[about]}", style="dim", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(title, total=total, about="")
        yield lambda about: shown.update(task, advance=1, about=printable(about))


@contextmanager
def shares(
    title: str, *, console: Console, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[int, int, str], None]]:
    """Yield a function to call, often, with what is done, what there is to do, and the file.

    It shows nothing before `LATE`, and no more when all is done.
    """
    due = clock() + LATE
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TextColumn("{task.fields[about]}", style="dim", markup=False),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(title, about="")
    started = False

    def show(done: int, total: int, about: str) -> None:
        nonlocal due, started
        if done >= total:
            end()
            due = float("inf")
        if (now := clock()) < due:
            return
        if console.is_terminal:
            if not started:
                bar.start()
                started = True
            bar.update(task, completed=done, total=total, about=printable(about))
            due = now + SOON
        else:
            console.print(f"{title}: {100 * done // total}%, {printable(about)} …")
            due = now + EVERY

    def end() -> None:
        nonlocal started
        if started:
            bar.stop()
            started = False

    try:
        yield show
    finally:
        end()
