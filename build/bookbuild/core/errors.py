"""Where in an author's file a fault is, and the errors that carry such a place."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import WorkingsError


@dataclass(frozen=True, order=True)
class Where:
    """A place in a file as an editor shows it; lines and columns count from 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class ChapterError(WorkingsError):
    """A fault in a chapter, at its place."""

    def __init__(self, message: str, place: Where) -> None:
        super().__init__(message, where=str(place))
        self.place = place


class Faults(WorkingsError):
    """All faults of one kind found in a chapter, to be reported one a line."""

    def __init__(self, faults: Sequence[ChapterError]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.place))
        super().__init__("\n".join(str(fault) for fault in self.faults))
