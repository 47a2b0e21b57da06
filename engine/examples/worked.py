"""What the worked examples share: the givens that they take, and what they hand back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.errors import UnknownName

Labels = Mapping[str, tuple[tuple[str, ...], ...]]


class Givens(dict[str, Any]):
    """Given arrays by name; the error for a missing one says the nearest name."""

    group = ""  # what the names began with

    def __missing__(self, name: str) -> NoReturn:
        raise UnknownName(self.group + name, [self.group + key for key in self], what="given")

    def under(self, group: str) -> "Givens":
        """Return the givens whose names begin with `group` and a point, without these."""
        start = f"{group}."
        part = Givens({k.removeprefix(start): v for k, v in self.items() if k.startswith(start)})
        part.group = start
        return part


@dataclass(frozen=True)
class Worked:
    """What an example has worked: its parts by name; labels where places aren't just counted."""

    parts: Mapping[str, Any]
    labels: Labels
    causal: frozenset[str] = frozenset()  # names of arrays without figures for later words
