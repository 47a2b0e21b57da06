"""What is written on the terminal: all that a terminal would act on, or lacks, is escaped."""

import os
import sys
import unicodedata
from typing import Any

from rich.console import Console


def printable(text: str) -> str:
    r"""Return ``text`` with what is not printed escaped, as ``\x1b``; its lines stay apart."""
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or char == "\n" or unicodedata.category(char) == "Zs"
        else char.encode("unicode-escape").decode()
        for char in text
    )


class _Escaping(Console):
    """A console that prints text as text: no markup is read in it, and it moves no cursor."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as `Console.print` does, texts escaped."""
        shown = [printable(each) if isinstance(each, str) else each for each in objects]
        super().print(*shown, **{"markup": False, "emoji": False, **options})


console = _Escaping(highlight=False, soft_wrap=True)
notices = _Escaping(stderr=True, highlight=False, soft_wrap=True)


def steady_streams() -> None:
    """Make standard output and errors such that writing to them can't break a command.

    What their encoding lacks is escaped. A stream that was closed from the start leads nowhere:
    otherwise the next file that is opened would take its place.
    """
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
        elif name != "stdin" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def end_output() -> None:
    """Write out what waits to be written; raises `OSError` if it can't be."""
    try:
        sys.stdout.flush()
    except OSError:
        lead_nowhere(1)
        raise


def lead_nowhere(number: int) -> None:
    """Let a standard stream lead nowhere: the interpreter flushes it once more when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
