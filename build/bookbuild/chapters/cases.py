"""Prose that comes in cases: `{% when "later" %}…{% endwhen %}` holds of some sentences only.

Where scripts can tell a page of other words (see roles), every case stands in it, those that do not
hold hidden; any other page has only what holds. A name means the same in `templates/js/refill.js`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Protocol

from markupsafe import Markup

from bookbuild.chapters.tracking import NumberedTag
from engine.errors import WorkingsError
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
    """What a page is told of: words, and the place that it follows, from 1."""

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


@dataclass(frozen=True)
class Cases:
    """The cases of one page; with `all_told` it has those, too, that do not hold."""

    following: Following | None = None
    all_told: bool = False

    def hold(self, case: str) -> bool:
        """Tell whether a case holds. Raises `WorkingsError` at one that there is not."""
        word, space, figures = case.partition(" ")
        if self.following and case in CASES:
            return CASES[case](self.following)
        if self.following and space and word in CASES_OF_FIGURES:
            return CASES_OF_FIGURES[word](self.following, figures)
        known = ", ".join([*CASES, *(f"{name} FIGURES" for name in CASES_OF_FIGURES)])
        raise WorkingsError(f"there is no case “{case}”; there are {known}")


class CaseTag(NumberedTag):
    """The tag; its environment is told the case's name."""

    tags = {"when"}  # noqa: RUF012  (the library's own form)


def in_case(case: str, inside: Markup, *, holds: bool, has_blocks: bool) -> Markup:
    """Mark what stands in a case: whole blocks if its tags stand on lines of their own.

    Raises `WorkingsError` at blocks in a case that stands in a line.
    """
    marks = f'data-when="{escape(case)}"' + ("" if holds else ' hidden=""')
    if inside.startswith("\n"):
        return Markup(f"\n\n<div {marks}>\n\n{inside.strip()}\n\n</div>\n\n")
    if has_blocks or "\n\n" in inside:
        raise WorkingsError("a case of whole blocks needs lines of its own for its tags")
    return Markup(f"<span {marks}>{inside}</span>")
