"""The cases of prose about words: which of them is followed, and what its figures show.

A name means the same in the table `WHEN` of `templates/js/chapters/roles.js`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from bookbuild.chapters.cases import Cases
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.runs.generation import END


class Words(Protocol):
    """The words that are read, or written, one by one, with their figures."""

    @property
    def words(self) -> tuple[str, ...]:
        """All of them."""

    def find(self, name: str) -> FigureArray:
        """Return the array of figures with this name."""

    def at(self, name: str, *labels: str) -> Figure:
        """Return the figure of an array at its place."""

    def answer(self, position: int) -> str:
        """Return the likeliest next word after a position."""


class Following(Protocol):
    """What a page shows: words, and the place that it follows, from 1."""

    @property
    def run(self) -> Words:
        """The words."""

    @property
    def here(self) -> int:
        """The place."""


CASES: Mapping[str, Callable[[Following], bool]] = {
    "book": lambda _: True,  # for scripts: the sentence is the book's own
    "first": lambda told: told.here == 1,
    "later": lambda told: told.here > 1,
    "earlier": lambda told: told.here < len(told.run.words),
    "last": lambda told: told.here == len(told.run.words),
    "stop": lambda told: told.run.words[told.here - 1] == ".",
    "ended": lambda told: _ended(told.run),
    "endless": lambda told: not _ended(told.run),
}
CASES_OF_FIGURES: Mapping[str, Callable[[Following, str], bool]] = {
    "itself": lambda told, name: told.here > 1 and _top(told, name) == told.here,
    "other": lambda told, name: _top(told, name) != told.here,
    "uneven": lambda told, name: told.run.at(name, str(told.here)).value != 1,
}


def _ended(run: Words) -> bool:
    return run.answer(len(run.words)) == END


def _top(told: Following, name: str) -> int:
    """Return the place of the largest figure in the followed word's row."""
    row = told.run.find(name).row(told.here - 1)
    return max(row, key=lambda figure: figure.value).index[1] + 1


def cases_of(following: Following, *, all_shown: bool = False) -> Cases:
    """Return the cases of a page that follows a word."""
    return Cases(
        {name: partial(holds, following) for name, holds in CASES.items()},
        {name: partial(holds, following) for name, holds in CASES_OF_FIGURES.items()},
        all_shown,
    )
