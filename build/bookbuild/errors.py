"""Where in an author's file a fault stands, and the errors that carry such a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import WorkingsError, nearest

_FEW = 8  # so many names are told whole


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


class UnknownName(WorkingsError):
    """A name that nothing answers to; raised without a place, which rendering a chapter adds."""

    def __init__(self, name: str, valid: Iterable[str], *, what: str = "name") -> None:
        self.name = name
        self.valid = tuple(valid)
        hint = nearest(name, self.valid)
        if not hint and 0 < len(self.valid) <= _FEW:
            hint = f" There is {', '.join(sorted(self.valid))}."
        super().__init__(f"there is no {what} “{name}”.{hint}")


class Faults(WorkingsError):
    """All faults of one kind found in a chapter, to be told one a line."""

    def __init__(self, faults: Sequence[ChapterError]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.place))
        super().__init__("\n".join(str(fault) for fault in self.faults))
