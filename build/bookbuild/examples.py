"""What a chapter's template may call about the worked example that its givens are for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from bookbuild.expression import NBSP
from bookbuild.figuredesk import FigureDesk, TableRow, block
from bookbuild.slots import Slot


class ExampleDesk(FigureDesk):
    """The names that the template of a chapter with an example may use."""

    def context(self) -> dict[str, object]:
        """Return the names, as the template sees them."""
        return {
            "fig": self.fig,
            "value": self.value,
            "percent": self.percent,
            "line": self.line,
            "row": self.row,
            "strip": self.strip,
            "table": self.table,
            "worked": self.worked,
            "listed": self.listed,
            "compared": self.compared,
            "likeliest": self.likeliest,
            "_lookups": self.lookups,
        }

    def worked(
        self,
        columns: Sequence[str],
        names: Sequence[str],
        *place: object,
        of: str = "slot",
        over: Iterable[object] = (),
        share: str = "",
    ) -> Slot:
        """Show a table with a line in each cell: one row for each figure along the last axis.

        The first column says which it is `of` its kind; `share` names the figure that the last
        column shows in percent.
        """
        rows = []
        for last in over or self._shown.find(names[0]).labels[-1]:
            cells: list[Any] = [Markup(f"{escape(of)}{NBSP}{escape(str(last))}")]
            for name in names:
                figure = self.figure(name, *place, last)
                shown = self.presenter
                cells.append(shown.line(figure) if figure.worked else shown.figure(figure))
            part = self.percent(share, *place, last) if share else None
            rows.append(TableRow(cells, part))
        return block(self._parts.worked_table(columns, rows))

    def listed(self, columns: Sequence[str], titles: Mapping[str, str], of: str = "") -> Slot:
        """Show a table of single figures' lines; `titles` says what each figure is.

        `of` is what all their names begin with.
        """
        rows = [
            TableRow([Markup(escape(title)), self.presenter.line(self.figure(of + name))])
            for name, title in titles.items()
        ]
        return block(self._parts.worked_table(columns, rows, "listed"))

    def compared(self, columns: Sequence[str], rows: Mapping[str, Sequence[str]]) -> Slot:
        """Show single figures side by side: a title for each row, and the names of its figures."""
        made = [
            TableRow([Markup(escape(title)), *(self.fig(name) for name in names)])
            for title, names in rows.items()
        ]
        return block(self._parts.worked_table(columns, made, "compared"))

    def likeliest(self, name: str, *place: object) -> str:
        """Return the place of the largest figure of a row."""
        array = self._shown.find(name)
        index = [array.labels[axis].index(str(part)) for axis, part in enumerate(place)]
        figure = max(array.row(*index), key=lambda one: one.value)
        self.lookups.append((figure.name, figure.text))
        return array.labels[-1][figure.index[-1]]
