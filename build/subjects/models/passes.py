"""The passes that wrote words, as a table for a terminal."""

from typing import Any

from rich.table import Table

from bookbuild.lines.presenter import percent_text
from engine.runs.generation import Writing


def passes_table(written: Writing[Any], read: str) -> Table:
    """Return the passes as a table: what was read, what came next, and with which chance.

    `read` is the head of the column with the words read.
    """
    table = Table("pass", read, "it writes", "chance", box=None, pad_edge=False)
    for number, each in enumerate(written.passes, start=1):
        words = " ".join(written.run.words[: each.here])
        table.add_row(str(number), words, each.word, percent_text(each.chance))
    return table
