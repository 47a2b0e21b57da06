"""What a template may call about a chapter's own figures: their tables, rows and pictures."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from markupsafe import Markup, escape

from bookbuild.chapters.figure_desk import FigureDesk, TableRow, block
from bookbuild.chapters.offered import offered
from bookbuild.chapters.sketches import Sketches
from bookbuild.lines.expression import NBSP
from bookbuild.lines.presenter import Shown, ShownLine
from bookbuild.markup.slots import Slot
from engine.errors import WorkingsError
from engine.figures.ledger import FigureArray


class ExampleDesk(FigureDesk):
    """The names by which a template shows what its chapter gives and works."""

    @property
    def _sketches(self) -> Sketches:
        return Sketches(self.presenter)

    @offered
    def worked(
        self,
        columns: Sequence[str],
        names: Sequence[str],
        *place: object,
        of: str = "slot",
        over: Iterable[object] = (),
        share: str = "",
        heads: str = "",
        kind: str = "",
    ) -> Slot:
        """Show a table with a line in each cell: one row for each figure along the last axis.

        The first column says which it is `of` its kind, or is the figure of the row that `heads`
        names; `share` names the figure that the last column shows in percent.
        """
        rows = []
        leading = iter(self._shown.find(heads)) if heads else None
        for last in over or self._shown.find(names[0]).labels[-1]:
            cells: list[Any] = [
                self.presenter.figure(next(leading))
                if leading
                else Markup(escape(f"{of}{NBSP}{last}".strip()))
            ]
            for name in names:
                figure = self.figure(name, *place, last)
                shown = self.presenter
                cells.append(shown.line(figure) if figure.worked else shown.figure(figure))
            part = self.percent(share, *place, last) if share else None
            rows.append(TableRow(cells, part))
        return block(self._parts.worked_table(columns, rows, kind))

    @offered
    def listed(self, columns: Sequence[str], titles: Mapping[str, str], of: str = "") -> Slot:
        """Show a table of single figures, those that are worked by their lines.

        `titles` says what each figure is; `of` is what all their names begin with.
        """
        rows = []
        for name, title in titles.items():
            rows.append(TableRow([Markup(escape(title)), self._line_or_figure(of + name)]))
        return block(self._parts.worked_table(columns, rows, "listed"))

    @offered
    def compared(
        self, columns: Sequence[str], rows: Mapping[str, Sequence[str]], *, lines: bool = False
    ) -> Slot:
        """Show single figures side by side: a title for each row, and the names of its figures.

        With `lines`, those that are worked are shown by their lines.
        """
        made = [
            TableRow([
                Markup(escape(title)),
                *(self._line_or_figure(name) if lines else self.fig(name) for name in names),
            ])
            for title, names in rows.items()
        ]  # fmt: skip
        return block(self._parts.worked_table(columns, made, "compared"))

    def _line_or_figure(self, name: str) -> Shown | ShownLine:
        figure = self.figure(name)
        return (self.presenter.line if figure.worked else self.presenter.figure)(figure)

    @offered
    def arcs(self, name: str, word: str, caption: str) -> Slot:
        """Draw whom a word listens to, by its row of shares."""
        return self._picture(self._sketches.arcs(*self._row(name, word)), caption)

    @offered
    def angles(
        self,
        query: Sequence[str],
        keys: str,
        products: Sequence[str],
        caption: str,
        *,
        axes: Sequence[str],
    ) -> Slot:
        """Draw a query and keys of two numbers as arrows, with their dot products.

        `query` says what it is called, its table and its row, `products` its row of the products;
        the words beside that row name the keys.
        """
        called, table, row = query
        asking = self._shown.find(table)
        found = [
            (
                word,
                list(self._shown.find(keys).row(at)),
                self.figure(products[0], products[1], word),
            )
            for at, word in enumerate(self._shown.find(products[0]).labels[-1])
        ]
        numbers = list(asking.row(asking.labels[0].index(str(row))))
        if any(len(each) != 2 for each in (numbers, *(row for _, row, _ in found))):
            raise WorkingsError("arrows need rows of two numbers")
        across, up = axes
        drawn = self._sketches.angles((called, numbers), found, (across, up))
        return self._picture(drawn, caption)

    @offered
    def pattern(self, name: str, word: str, caption: str) -> Slot:
        """Draw who listens to whom, by a table of shares; the row of a word is outlined."""
        return self._picture(self._sketches.pattern(*self._row(name, word)), caption)

    @offered
    def points(
        self,
        x: str,
        y: str,
        caption: str,
        *,
        title: str,
        across: str,
        up: str,
        lines: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> Slot:
        """Draw a dot for each number of a row `x` at the height that `y` has in the same place.

        `lines` maps what a straight line is called to the names of its slope and its start.
        """
        rows = [list(self._shown.find(name)) for name in (x, y)]
        if len(rows[0]) != len(rows[1]):
            raise WorkingsError(f"{x} has {len(rows[0])} numbers, and {y} has {len(rows[1])}")
        straight = {}
        for called, names in lines.items():
            if isinstance(names, str) or len(names) != 2:
                raise WorkingsError(f"the line “{called}” needs two names: [slope, start]")
            straight[called] = (self.figure(names[0]), self.figure(names[1]))
        pairs = list(zip(*rows, strict=True))
        return self._picture(self._sketches.points(title, across, up, pairs, straight), caption)

    @offered
    def course(
        self,
        names: Sequence[str] | Mapping[str, Sequence[str]],
        caption: str,
        *,
        title: str,
        across: str,
        up: str,
    ) -> Slot:
        """Draw single figures one after the other as a curve, or as several that have names."""
        curves = names if isinstance(names, Mapping) else {up: names}
        figures = {called: [self.figure(one) for one in each] for called, each in curves.items()}
        return self._picture(self._sketches.course(title, across, up, figures), caption)

    @offered
    def turning(
        self, panels: Mapping[str, Mapping[str, Sequence[object]]], caption: str, *, title: str
    ) -> Slot:
        """Draw arrows side by side in panels, to see by how much they have turned.

        An arrow is `{"query": ["rotary.query", 3]}`: the first two figures of that row.
        """
        arrows = {
            panel: {
                called: (self.figure(str(name), *place, 1), self.figure(str(name), *place, 2))
                for called, (name, *place) in rows.items()
            }
            for panel, rows in panels.items()
        }
        return self._picture(self._sketches.turning(title, arrows), caption)

    @offered
    def squares(self, names: Mapping[str, str], caption: str, *, title: str) -> Slot:
        """Draw single counts as squares of such areas; `names` maps what each is to its name."""
        named = {called: self.figure(name) for called, name in names.items()}
        return self._picture(self._sketches.squares(title, named), caption)

    @offered
    def numbered(
        self, columns: Sequence[str], names: Sequence[str], numbers: Iterable[int], of: str = "step"
    ) -> Slot:
        """Show a table with a row for each number, which stands in `names` where they have {}.

        Figures that are worked are shown by their lines.
        """
        rows = [
            TableRow([
                Markup(escape(f"{of}{NBSP}{number}")),
                *(self._line_or_figure(name.format(number)) for name in names),
            ])
            for number in numbers
        ]  # fmt: skip
        return block(self._parts.worked_table(columns, rows))

    @offered
    def chain(
        self,
        inputs: Mapping[str, Sequence[str]],
        operations: Sequence[Sequence[str]],
        began: str,
        caption: str,
        *,
        title: str,
        loss: str = "loss",
    ) -> Slot:
        """Draw operations one below the other, with what they give and what comes back.

        `inputs` maps two names to that of a value and, where wanted, of its slope; an operation
        is its name, a note on its local slope, and the names of its value, local slope and slope.
        `began` is the slope of the loss for itself.
        """
        given = {called: [self.figure(name) for name in names] for called, names in inputs.items()}
        rows = [
            (name, note, [self.figure(each) for each in figures])
            for name, note, *figures in operations
        ]
        drawn = self._sketches.chain(title, given, rows, loss, self.figure(began))
        return self._picture(drawn, caption)

    @offered
    def valley(
        self,
        ground: Sequence[str],
        caption: str,
        *,
        title: str,
        across: str = "weight",
        up: str = "loss",
        walks: Mapping[str, Sequence[Sequence[Any]]] = MappingProxyType({}),
        slopes: Sequence[Sequence[str]] = (),
    ) -> Slot:
        """Draw the losses along a row of weights, and walks from weight to weight on it.

        `ground` names the row of weights and that of losses, a stop its weight and its loss. With
        a count after them, they name as many stops: {} is where each one's number stands. `slopes`
        are drawn as straight lines, each by a weight, a loss and a slope.
        """
        weights, losses = map(self._shown.find, ground)
        stops = {
            called: [
                (self.figure(weight.format(number)), self.figure(loss.format(number)))
                for weight, loss, *count in spots
                for number in range(1, (count[0] if count else 1) + 1)
            ]
            for called, spots in walks.items()
        }
        tangents = [
            (self.figure(weight), self.figure(loss), self.figure(slope))
            for weight, loss, slope in slopes
        ]
        spots = list(zip(weights, losses, strict=True))
        drawn = self._sketches.valley(title, (across, up), spots, stops, tangents)
        return self._picture(drawn, caption)

    @offered
    def growth(
        self,
        lengths: str,
        rows: Mapping[str, str],
        caption: str,
        *,
        title: str,
        across: str,
        up: str,
        read: Sequence[int],
    ) -> Slot:
        """Draw rows of counts over lengths; `rows` says what the row of each name is."""
        named = {title: self._shown.find(name) for title, name in rows.items()}
        drawn = self._sketches.growth(title, across, up, self._shown.find(lengths), named, read)
        return self._picture(drawn, caption)

    def _row(self, name: str, word: str) -> tuple[FigureArray, int]:
        array = self._shown.find(name)
        figure = self.figure(name, word, array.labels[1][0])
        return array, figure.index[0] + 1

    def _picture(self, drawn: str, caption: str) -> Slot:
        return block(self._parts.picture(Markup(drawn), caption), caption)

    @offered
    def likeliest(self, name: str, *place: object) -> str:
        """Return the place of the largest figure of a row."""
        array = self._shown.find(name)
        index = [array.labels[axis].index(str(part)) for axis, part in enumerate(place)]
        figure = max(array.row(*index), key=lambda one: one.value)
        self.lookups.append((figure.name, figure.text))
        return array.labels[-1][figure.index[-1]]
