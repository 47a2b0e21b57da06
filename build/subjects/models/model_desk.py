"""What pages about a run of any kind of model share: places and words that carry their roles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from markupsafe import Markup

from bookbuild.chapters.cases import Cases
from bookbuild.chapters.figure_desk import FigureDesk, Figures, TableRow, block
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered
from bookbuild.markup.roles import EACH, Over, Place, Word, in_roles, role_of
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName, WorkingsError
from engine.runs.cuts import CutFigures, Look
from engine.runs.model_run import ModelRun
from subjects.models.cases import cases_of

LOOK = ("from", "to", "in", "head")  # what a look that is cut may say

WorkedRun = TypeVar("WorkedRun", bound=ModelRun[Any])


class ModelDesk(FigureDesk, Generic[WorkedRun]):
    """Shows the figures of a run, whose word at position `here` a page follows.

    With `roles`, places that follow from the sentence carry their roles into the page, and all
    cases of its prose are in it.
    """

    def __init__(
        self, run: WorkedRun, here: int, kit: Kit, shown: Figures | None = None, *, roles: bool
    ) -> None:
        super().__init__(shown or run, kit)
        self.run = run
        self.here = here
        self._roles = roles

    @property
    @offered
    def this(self) -> Self:
        """The desk itself, to be handed to what compares several."""
        return self

    @property
    def cases(self) -> Cases:
        """The cases of this page's prose."""
        return cases_of(self, all_shown=self._roles)

    @offered
    def cut(
        self,
        *looks: Mapping[str, object],
        at: int | None = None,
    ) -> "CutDesk":
        """Return the desk of the chances with some looks cut, after the word at a position.

        A look is `{"from": 5, "to": 3}`, and may name a `head` (1) and an attention (`in`).
        """
        cut = tuple(_look(look) for look in looks)
        position = self.here if at is None else at
        return CutDesk(CutFigures(self.run, int(str(position)), cut), self.kit)

    def _place(self, position: int, role: str) -> int:
        return Place(position, role) if self._roles else position

    def _word(self, word: str, role: str) -> str:
        return Word(word, role) if self._roles else word

    def _over(self, places: Iterable[object], role: str) -> list[object]:
        return Over(places, role) if self._roles else list(places)

    def _worked_table(
        self,
        columns: Sequence[str],
        names: Sequence[str],
        row: int,
        places: Iterable[object],
        head: Callable[[object], str],
        *,
        share: str,
        top: object,
    ) -> Slot:
        """Show a table with a line in each cell: one row for each place, with a head of its own.

        The figures are those of a row of the arrays; `share` names the one that the last column
        shows in percent; the place `top` is marked.
        """
        rows: list[TableRow] = []
        shown = self.presenter
        for each in places:
            # the first row stands for all others when the table is filled again
            place = Word(str(each), EACH) if role_of(places) and not rows else each
            cells: list[Any] = [Markup(head(each))]
            for name in names:
                figure, of = self.figure(name, row, place), _in_row(name, row, place)
                cells.append(shown.line(figure, of) if figure.worked else shown.figure(figure, of))
            part = None
            if share:
                part = shown.percent(self.figure(share, row, place), _in_row(share, row, place))
            rows.append(TableRow(cells, part, str(each) == str(top)))
        return block(
            self._parts.worked_table(columns, rows, over=role_of(places), top=role_of(top))
        )


class CutDesk(FigureDesk):
    """Shows the chances of the next word with some looks cut: the figures `share[word]`."""

    def __init__(self, figures: CutFigures, kit: Kit) -> None:
        super().__init__(figures, kit)
        self._figures = figures

    @property
    @offered
    def answer(self) -> str:
        """The likeliest word."""
        self.figure("share", self._figures.answer)
        return self._figures.answer


def _look(given: Mapping[str, object]) -> Look:
    unknown = [key for key in given if key not in LOOK]
    if unknown:
        raise UnknownName(unknown[0], LOOK, what="part of a look")
    if "from" not in given or "to" not in given:
        raise WorkingsError('a look needs its two positions: {"from": 5, "to": 3}')
    head = given.get("head")
    return Look(
        int(str(given["from"])),
        int(str(given["to"])),
        str(given.get("in", "")),
        None if head is None else int(str(head)),
    )


def _in_row(name: str, row: int, place: object) -> str:
    """Return a cell's name in roles, in the table's row that stands for all."""
    return in_roles(name, (row, place)) if role_of(place) else ""
