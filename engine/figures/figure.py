"""What a figure is: one number with its name, in a named array of figures.

How an array of figures comes to be (recording, rounding) is decided in `ledger`; here are only its
numbers, its names and its places.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from engine.errors import WorkingsError
from engine.figures.decimals import Decimals, Rule, printed
from engine.figures.descriptions import UNDESCRIBED, UNKNOWN, Description


class Figures:
    """An array of figures: their decimals, and how they were made.

    `values` holds `Decimal`s as written. A *given* array has no operation; a *worked* one has
    an operation and its operands: other arrays of figures, or whole numbers where a lookup took
    them. `publish` gives it a name, a scope, a label for each place along each axis,
    and a description.
    """

    def __init__(
        self,
        values: Decimals,
        *,
        operation: str = "",
        operands: tuple[Any, ...] = (),
        rule: Rule | None = None,
    ) -> None:
        self.values = values
        self.operation = operation
        self.operands = operands
        self.rule = rule
        self.scope = ""
        self.name = ""
        self.labels: tuple[tuple[str, ...], ...] = ()
        self.causal = False
        self.description = UNDESCRIBED
        self._figures: list[Figure | None] = [None] * values.size

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array, as NumPy would say it."""
        return self.values.shape

    @property
    def title(self) -> str:
        """What the figures are, or what their lines work out; empty where nobody has said it."""
        return self.description.title

    @property
    def axes(self) -> tuple[str, ...]:
        """What the places along each axis are: "position", "slot", "word" and the like."""
        return self.description.axes

    @property
    def origin(self) -> str:
        """Where those of the figures come from that no line made."""
        return self.description.origin or UNKNOWN

    def publish(
        self,
        scope: str,
        name: str,
        labels: tuple[tuple[str, ...], ...],
        description: Description = UNDESCRIBED,
        *,
        causal: bool = False,
    ) -> None:
        """Name the figures of this array; `causal` leaves out those of later words.

        Labels are for the leading axes; those left without must be of length 1.
        """
        if self.name:
            raise WorkingsError(f"figures {self.scope}:{self.name} are named again as {name}")
        if tuple(map(len, labels)) + (1,) * (len(self.shape) - len(labels)) != self.shape:
            raise WorkingsError(f"the labels of {name} don't fit its shape {self.shape}")
        self.scope, self.name, self.labels, self.description = scope, name, labels, description
        self.causal = causal or description.causal

    def figure(self, *index: int) -> "Figure":
        """Return the figure at `index` (from 0); a looked-up figure is the one in its table."""
        flat = 0
        for place, size in zip(index, self.shape, strict=True):
            flat = flat * size + place
        return self.at(flat)

    def at(self, flat: int) -> "Figure":
        """Return the figure at a flat position."""
        figure = self._figures[flat]
        if figure is None:
            figure = self._figures[flat] = self.passed_on(flat) or self._make(flat)
        return figure

    def _make(self, flat: int) -> "Figure":
        if not self.name:
            raise WorkingsError(f"a figure made by “{self.operation}” has no name")
        return Figure(self, flat)

    def passed_on(self, flat: int) -> "Figure | None":
        """Return the figure of another array that is here unchanged, if this one makes none."""
        return None

    def is_bare(self, flat: int) -> bool:
        """Tell whether no line made the figure here, though an operation made the array."""
        return False

    def exists(self, flat: int) -> bool:
        """Tell whether there is a figure here: a score for a later word is none."""
        if not self.causal:
            return True
        row, column = divmod(flat, self.shape[-1])
        return column <= row

    def row(self, *index: int) -> list["Figure"]:
        """Return the figures along the last axis at `index` of the others."""
        width = self.shape[-1]
        start = 0
        for place, size in zip(index, self.shape[:-1], strict=True):
            start = start * size + place
        start *= width
        return [self.at(i) for i in range(start, start + width) if self.exists(i)]

    def column(self, index: int) -> list["Figure"]:
        """Return the figures of one column, down a table's rows."""
        return [self.figure(row, index) for row in range(self.shape[0])]

    def __iter__(self) -> Iterator["Figure"]:
        return (self.at(flat) for flat in range(self.values.size) if self.exists(flat))

    def index(self, flat: int) -> tuple[int, ...]:
        """Return the place of a flat position along each axis, from 0."""
        index: list[int] = []
        for size in reversed(self.shape):
            flat, place = divmod(flat, size)
            index.append(place)
        return tuple(reversed(index))


class Figure:
    """One number of a worked example: its decimal as written, its name and its origin."""

    __slots__ = ("array", "flat", "index", "name", "text", "value")

    def __init__(self, array: Figures, flat: int) -> None:
        self.array = array
        self.flat = flat
        self.value: Decimal = array.values.item(flat)
        self.text = printed(self.value)
        self.index = array.index(flat)
        places = [names[i] for names, i in zip(array.labels, self.index, strict=False)]
        self.name = f"{array.name}[{','.join(places)}]" if places else array.name

    @property
    def scope(self) -> str:
        """The run, model or chapter this figure belongs to."""
        return self.array.scope

    @property
    def address(self) -> str:
        """The one address of this figure in the whole book: `scope:name`."""
        return f"{self.array.scope}:{self.name}"

    @property
    def plain(self) -> str:
        """The printed form without groups of digits, for data and the terminal."""
        return self.text.replace(",", "")

    @property
    def worked(self) -> bool:
        """Whether a line made this figure (else it is given)."""
        return bool(self.array.operation) and not self.array.is_bare(self.flat)

    def __repr__(self) -> str:
        return f"<{self.address} = {self.text}>"
