"""The one base of every error a person may see: where, what, and what instead."""

import difflib
from collections.abc import Iterable


class WorkingsError(Exception):
    """An error shown to a person in one line: ``where: what``."""

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def add(self, circumstance: str) -> None:
        """Add to the message under which circumstance the error arose."""
        self.message = f"{self.message} {circumstance}"

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


def nearest(name: str, valid: Iterable[str], *, count: int = 3) -> str:
    """Say which valid names are nearest to ``name``: `` Did you mean a, b?``, or nothing."""
    close = difflib.get_close_matches(name, sorted(set(valid)), n=count, cutoff=0.5)
    return f" Did you mean {', '.join(close)}?" if close else ""


class UnknownName(WorkingsError):
    """A name that nothing answers to; `valid` are the names that would."""

    def __init__(self, name: str, valid: Iterable[str], *, what: str = "name") -> None:
        self.name = name
        self.valid = tuple(valid)
        super().__init__(f"there is no {what} “{name}”.{nearest(name, self.valid)}")
