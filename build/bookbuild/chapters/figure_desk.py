"""What any page may show of any figures: one by one, as lines, in strips and in tables.

A desk is made for one page. Names and places are given as in an address: the figure
`query[5,1]` is `fig("query", 5, 1)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from markupsafe import Markup

from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered
from bookbuild.lines.presenter import Cell, Shown
from bookbuild.markup.roles import in_roles, role_of
from bookbuild.markup.slots import Slot, slot_of
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray

WIDE = 10  # numbers side by side, from which on a table needs the margin too
WIDEST = 16  # numbers side by side on a sheet of paper


@dataclass(frozen=True)
class Row:
    """One row of cells: a label, and the figures of an array's row; `of` is its name in roles."""

    label: str
    role: str
    address: str
    id: str | None
    cells: Sequence[Shown]
    words: Sequence[str] | None
    focus: int | None
    of: str = ""

    @property
    def head(self) -> str:
        """The label as markup: a word of the sentence carries its role."""
        slot = slot_of(self.label)
        return Markup(slot.html) if slot else self.label

    @property
    def focus_role(self) -> str:
        """The role of the cell that matters, or nothing."""
        return role_of(self.focus)


@dataclass(frozen=True)
class WeightsPiece:
    """As much of a table of weights as fits side by side on paper."""

    caption: str
    name: str
    scope: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Cell]]
    told: str = ""  # the name of the array that scripts can fill again
    roomy: bool = False  # its figures are long ones

    @property
    def wide(self) -> bool:
        """Whether it needs the margin too."""
        return self.roomy or len(self.columns) > WIDE

    @property
    def counted(self) -> bool:
        """Whether its columns are counted rather than named; a style sheet can count, too."""
        return self.columns[0].isdecimal()

    @property
    def named(self) -> bool:
        """Whether its rows have words at their heads, which need more room than numbers."""
        return not (self.rows[0].isdecimal() or self.single)

    @property
    def single(self) -> bool:
        """Whether it is one row without a head."""
        return self.rows == ("",)

    @property
    def long(self) -> bool:
        """Whether it has more rows than should be kept together on paper."""
        return len(self.rows) > WIDEST


@dataclass(frozen=True)
class TableRow:
    """One row of a worked table."""

    cells: Sequence[Any]
    share: Shown | None = None
    focus: bool = False


def block(html: str, text: str = "") -> Slot:
    """Return markup that is in a page as a block of its own."""
    return Slot(html=html, text=text, block=True)


class Figures(Protocol):
    """Figures that a page can show: those of a run with its model, or of an example."""

    def find(self, name: str) -> FigureArray:
        """Return the array of figures with this name."""

    def figure(self, name: str) -> Figure:
        """Return the figure called `name`."""

    def at(self, name: str, *labels: str) -> Figure:
        """Return the figure of an array at its place."""


class FigureDesk:
    """Shows figures of one scope on one page, and remembers which were looked at."""

    def __init__(self, shown: Figures, kit: Kit) -> None:
        self.kit = kit
        self.presenter = kit.presenter
        self.lookups = kit.lookups
        self._shown = shown
        self._parts = kit.parts
        self._step = 0

    def find_in(self, shown: Figures) -> None:
        """Find figures there from now on: what a page works itself, with what it found before."""
        self._shown = shown

    def figure(self, name: str, *place: object) -> Figure:
        """Return the figure with this name and place, and remember that it was looked at."""
        figure = self._shown.at(name, *map(str, place)) if place else self._shown.figure(name)
        self.lookups.append((figure.name, figure.text))
        return figure

    @offered
    def fig(self, name: str, *place: object) -> Shown:
        """Show one figure."""
        return self.presenter.figure(self.figure(name, *place), in_roles(name, place))

    @offered
    def value(self, name: str, *place: object) -> Any:
        """Return one figure's decimal, for claims and conditions."""
        return self.figure(name, *place).value

    @offered
    def percent(self, name: str, *place: object) -> Shown:
        """Show one share in percent."""
        return self.presenter.percent(self.figure(name, *place), in_roles(name, place))

    @offered
    def line(self, name: str, *place: object) -> Slot:
        """Write out the line that made one figure."""
        return self.line_of(self.figure(name, *place), in_roles(name, place))

    def line_of(self, figure: Figure, of: str = "") -> Slot:
        """Write out the line that made a figure; `of` is its name in roles."""
        shown = self.presenter.line(figure, of)
        return block(self._parts.line(shown), shown.text)

    @offered
    def step(self, title: str) -> Slot:
        """Begin the next numbered step."""
        self._step += 1
        at = self.presenter.id_of(f"step-{self._step}")
        return block(self._parts.step(self._step, title, at), title)

    @offered
    def row(
        self,
        label: str,
        name: str,
        *place: object,
        role: str = "",
        words: Sequence[str] | None = None,
        focus: int | None = None,
    ) -> Row:
        """Make a row of cells from the figures along the last axis at a place."""
        array = self._shown.find(name)
        index = [array.labels[axis].index(str(part)) for axis, part in enumerate(place)]
        figures = array.row(*index)
        at = f"[{','.join(map(str, place))}]" if place else ""
        address = f"{name}{at}"
        return Row(
            label, role, address, self.presenter.row_id(address),
            [self.presenter.figure(figure) for figure in figures], words, focus,
            in_roles(name, place),
        )  # fmt: skip

    @offered
    def strip(self, caption: str, *rows: Row) -> Slot:
        """Show rows of cells on one scale."""
        largest = max(abs(cell.value) for row in rows for cell in row.cells)
        return block(self._parts.strip(rows, caption, largest), caption)

    @offered
    def table(self, name: str, caption: str, *, turned: bool = False) -> Slot:
        """Show a whole array of figures as a table; a single row is shown as one.

        With `turned`, rows and columns change places. More columns than a sheet of paper has room
        for are shown in pieces, one below the other.
        """
        return self._table(name, caption, turned=turned)

    def _table(self, name: str, caption: str, *, turned: bool, refill: str = "") -> Slot:
        """Show a table; `refill` names it for scripts that fill it again."""
        array = self._shown.find(name)
        if len(array.shape) == 1:
            labels = (("",), *array.labels)
            cells = [[self.presenter.cell(array.figure(i)) for i in range(array.shape[0])]]
        else:
            labels = array.labels
            cells = [[self.presenter.cell(f) for f in array.row(i)] for i in range(array.shape[0])]
        rows, columns = labels
        if turned:
            rows, columns, cells = (
                columns,
                rows,
                [list(column) for column in zip(*cells, strict=True)],
            )
        pieces = [
            self._parts.weights_table(
                WeightsPiece(
                    _caption(caption, columns, start), name, array.scope, rows,
                    columns[start : start + WIDEST],
                    [row[start : start + WIDEST] for row in cells], refill,
                )
            )
            for start in range(0, len(columns), WIDEST)
        ]  # fmt: skip
        return block("\n".join(pieces), caption)


def _caption(caption: str, columns: Sequence[str], start: int) -> str:
    if len(columns) <= WIDEST:
        return caption
    piece = columns[start : start + WIDEST]
    return f"{caption}, columns {piece[0]} to {piece[-1]}"
