"""What a chapter may call about the gradients of a training step, and what they did to weights."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from bookbuild import pictures
from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.figure_desk import TableRow, block
from bookbuild.lines.presenter import Shown
from bookbuild.markup.slots import Slot
from bookbuild.pictures import Entry, Number, Stage
from engine.figures.figure import Figure
from engine.runs.training_step import TrainingStep

# The path of a gradient, from the last row to the first: its title, its figures, how it came.
BACKWARD_PATH = (
    ("behind the last norm", "gradient.out", Entry.START, ""),
    ("before it", "gradient.norm3.x", Entry.THROUGH, "last layer norm"),
    ("behind attention", "gradient.after_attention", Entry.TAPPED, "feed-forward layer, its norm"),
    ("at the bottom", "gradient.x", Entry.TAPPED, "attention, its norm"),
)


class SlopeDesk(ExampleDesk):
    """Shows the gradients of a step of training, and how far its weights moved."""

    trained: TrainingStep

    def _figures(self, name: str, place: tuple[object, ...]) -> list[Figure]:
        array = self._shown.find(name)
        index = [array.labels[axis].index(str(part)) for axis, part in enumerate(place)]
        return array.row(*index)

    def sum_of(self, name: str, *place: object) -> Any:
        """Return the sum of a row's figures, for claims."""
        self.lookups.append((f"the sum of {name}{list(place)}", ""))
        return sum(figure.value for figure in self._figures(name, place))

    def below_zero(self, name: str, *place: object) -> list[str]:
        """Return the labels of a row's figures below zero, for claims."""
        return [
            figure.array.labels[-1][figure.index[-1]]
            for figure in self._figures(name, place)
            if figure.value < 0
        ]

    def lowest(self, name: str, *place: object) -> str:
        """Return the label of the lowest figure of a row, for claims."""
        figure = min(self._figures(name, place), key=lambda one: one.value)
        self.lookups.append((figure.name, figure.text))
        return figure.array.labels[-1][figure.index[-1]]

    def all_zero(self, name: str, *place: object, column: int = 0) -> bool:
        """Tell whether a row, or a column, has nothing but zeros, for claims."""
        self.lookups.append((name, ""))
        if column:
            return not self._shown.find(name).values[:, column - 1].any()
        return not any(figure.value for figure in self._figures(name, place))

    def largest(self, name: str) -> Shown:
        """Show the figure of an array that is furthest from zero."""
        figure = max(self._shown.find(name), key=lambda one: abs(one.value))
        self.lookups.append((figure.name, figure.text))
        return self.presenter.figure(figure)

    def way_back(self, position: int, caption: str) -> Slot:
        """Draw how the gradient of one word's row comes back down the residual connection."""
        stages = tuple(
            Stage(
                title,
                tuple(self._number(f) for f in self._figures(name, (position,))),
                entry,
                through,
            )
            for title, name, entry, through in BACKWARD_PATH
        )
        word = self.trained.words[position - 1]
        begin = "The gradient of {word} in position {position} on its way back"
        drawn = pictures.stream(pictures.Stream(word, position, stages, begin, across=4))
        return block(self._parts.picture(Markup(drawn), caption), caption)

    def moved(self, table: str, caption: str) -> Slot:
        """Draw a whole table of weights before the step, after it, and the difference."""
        arrays = (
            ("before the step", self.trained.find(table)),
            ("after it", self.trained.find(f"adam.{table}.weight")),
            ("moved by", self.trained.find(f"adam.{table}.moved")),
        )
        rows, columns = arrays[0][1].labels
        grids = tuple(
            pictures.Grid(
                title,
                tuple(
                    tuple(map(self._number, array.row(place))) for place in range(array.shape[0])
                ),
            )
            for title, array in arrays
        )
        drawn = pictures.grids(pictures.Grids(table, rows, columns, grids))
        return block(self._parts.picture(Markup(drawn), caption), caption)

    def outcome(self) -> Slot:
        """Show for each word read what came next, and its chance before the step and after it."""
        rows = [
            TableRow([
                f"{word} {place}", right,
                self.percent("loss.share", place, right),
                self.percent("after.loss.share", place, right),
            ])
            for place, (word, right) in enumerate(
                zip(self.trained.words, self.trained.right, strict=True), start=1
            )
        ]  # fmt: skip
        columns = ["after", "came", "its chance before", "and after the step"]
        return block(self._parts.worked_table(columns, rows, "compared"))

    def risen(self) -> list[str]:
        """Return the right words whose chance is higher after the step, for claims."""
        return [
            right
            for place, right in enumerate(self.trained.right, start=1)
            if self.value("after.loss.share", place, right) > self.value("loss.share", place, right)
        ]

    def foretold(self, titles: Mapping[str, str]) -> Slot:
        """Show what the slopes of each table foretold of the loss; `titles` says what each is."""
        rows = [
            TableRow([Markup(escape(title)), self.presenter.line(self.figure(f"foretold.{name}"))])
            for name, title in titles.items()
        ]
        return block(self._parts.worked_table(["table", "foretold"], rows, "listed"))

    def _number(self, figure: Figure) -> Number:
        return Number(figure.text, float(figure.value), self.presenter.name(figure))
