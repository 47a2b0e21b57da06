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
    "first": lambda followed: followed.here == 1,
    "later": lambda followed: followed.here > 1,
    "earlier": lambda followed: followed.here < len(followed.run.words),
    "last": lambda followed: followed.here == len(followed.run.words),
    "stop": lambda followed: followed.run.words[followed.here - 1] == ".",
    "ended": lambda followed: _ended(followed.run),
    "endless": lambda followed: not _ended(followed.run),
}
CASES_OF_FIGURES: Mapping[str, Callable[[Following, str], bool]] = {
    "itself": lambda followed, name: followed.here > 1 and _top(followed, name) == followed.here,
    "other": lambda followed, name: _top(followed, name) != followed.here,
    "uneven": lambda followed, name: followed.run.at(name, str(followed.here)).value != 1,
}


def _ended(run: Words) -> bool:
    return run.answer(len(run.words)) == END


def _top(followed: Following, name: str) -> int:
    """Return the place of the largest figure in the followed word's row."""
    row = followed.run.find(name).row(followed.here - 1)
    return max(row, key=lambda figure: figure.value).index[1] + 1


def cases_of(following: Following, *, all_shown: bool = False) -> Cases:
    """Return the cases of a page that follows a word."""
    return Cases(
        {name: partial(holds, following) for name, holds in CASES.items()},
        {name: partial(holds, following) for name, holds in CASES_OF_FIGURES.items()},
        all_shown,
    )
