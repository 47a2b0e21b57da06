"""How long work shows that it moves: a bar on a terminal, plain lines elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


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
        TextColumn("{task.fields[about]}", style="dim"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(title, total=total, about="")
        yield lambda about: shown.update(task, advance=1, about=about)
