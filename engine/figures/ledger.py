"""Recording: arrays of figures that remember the operation and the operands that made them.

The mathematics in `layers` and `models` knows nothing of this. A kernel hands its call to
any argument that has a `record` method; `+ − × ÷` arrive through `__array_ufunc__`. Recording
happens a whole array at a time; the operands of one figure are found only when its line is
asked for. What the recording array can't explain, it refuses.
"""

from collections.abc import Iterator
from decimal import Decimal, localcontext
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from engine.errors import WorkingsError
from engine.figures import decimals
from engine.figures.decimals import Decimals, Rule, printed
from engine.figures.operations import OPERATIONS, PASSED_ON, UFUNCS, Operation, Policy


class FigureArray(NDArrayOperatorsMixin):
    """An array of figures: their decimals, and how they were made.

    `values` holds `Decimal`s as written. A *given* array has no operation; a *worked* one has
    an operation and its operands: other figure arrays, or whole numbers where a lookup took them.
    `publish` gives it a name, a scope, and a label for each place along each axis.
    """

    def __init__(
        self,
        values: Decimals,
        policy: Policy,
        *,
        operation: str = "",
        operands: tuple[Any, ...] = (),
        rule: Rule | None = None,
    ) -> None:
        self.values = values
        self.policy = policy
        self.operation = operation
        self.operands = operands
        self.rule = rule
        self.scope = ""
        self.name = ""
        self.labels: tuple[tuple[str, ...], ...] = ()
        self.causal = False
        self._figures: list[Figure | None] = [None] * values.size

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array, as NumPy would say it."""
        return self.values.shape

    def record(self, operation: str, operands: tuple[Any, ...]) -> "FigureArray":
        """Carry out a kernel on decimals, round each result once, and remember the call."""
        row = OPERATIONS.get(operation)
        if row is None:
            raise WorkingsError(f"the ledger has no operation “{operation}”")
        for operand in operands:
            if not isinstance(operand, FigureArray) and not _is_whole_numbers(operand):
                raise WorkingsError(f"“{operation}” met a number without a name: {operand!r}")
        values = [o.values if isinstance(o, FigureArray) else o for o in operands]
        with localcontext(decimals.EXACT):
            exact = row.compute(*values)
            policy = self._policy_of(row, operands)
            rule = getattr(policy, row.kind) if row.kind else None
            written = decimals.written(exact, rule) if rule else exact
        return FigureArray(written, policy, operation=operation, operands=operands, rule=rule)

    def _policy_of(self, row: Operation, operands: tuple[Any, ...]) -> Policy:
        """Return the policy of a result: a gradient times a weight is a gradient.

        A new weight alone is a weight again, whatever was taken from it.
        """
        if row.kind == "weights":
            return self.policy
        policies = [o.policy for o in operands if isinstance(o, FigureArray)]
        return max(policies, key=lambda policy: policy.order)

    def unrounded(self) -> Decimals:
        """Work the values again from what is given, with nothing rounded on the way."""
        if not self.operation:
            return self.values
        operands = [o.unrounded() if isinstance(o, FigureArray) else o for o in self.operands]
        with localcontext(decimals.EXACT):
            return OPERATIONS[self.operation].compute(*operands)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any
    ) -> "FigureArray":
        if method != "__call__" or options or ufunc not in UFUNCS:
            raise WorkingsError(f"the ledger can't explain {ufunc.__name__}.{method} on figures")
        return self.record(UFUNCS[ufunc], inputs)

    def __array__(self, *_: object, **__: object) -> NoReturn:
        raise WorkingsError("an array of figures can't become an ordinary array unseen")

    def publish(
        self,
        scope: str,
        name: str,
        labels: tuple[tuple[str, ...], ...],
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
        self.scope, self.name, self.labels, self.causal = scope, name, labels, causal

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
            figure = self._figures[flat] = self._make(flat)
        return figure

    def _make(self, flat: int) -> "Figure":
        if self.operation in PASSED_ON:
            return self._passed_on(self.index(flat))
        if not self.name:
            raise WorkingsError(f"a figure made by “{self.operation}” has no name")
        return Figure(self, flat)

    def _passed_on(self, index: tuple[int, ...]) -> "Figure":
        """Return the figure that stands here unchanged: it keeps its own name."""
        source: FigureArray = self.operands[0]
        *rows, column = index
        if self.operation == "lookup":
            return source.figure(int(self.operands[1][rows[0]]), column)
        if self.operation == "columns":
            return source.figure(*rows, self.operands[1] + column)
        if self.operation == "select":
            return source.figure(self.operands[1], int(self.operands[2][column]))
        if self.operation == "join":
            for source in self.operands:
                if column < source.shape[-1]:
                    return source.figure(*rows, column)
                column -= source.shape[-1]
        if self.operation == "largest":
            row = source.row(*rows)
            return max(row, key=lambda figure: figure.value)
        if not source.name:  # a score before the mask is the score itself
            source.publish(self.scope, self.name, self.labels, causal=self.causal)
        return source.figure(*index)

    def exists(self, flat: int) -> bool:
        """Tell whether there is a figure here: a score for a later word is none."""
        if not self.causal:
            return True
        row, column = divmod(flat, self.shape[-1])
        return column <= row

    def is_bare(self, flat: int) -> bool:
        """Tell whether no line made the figure here: the gradient of a word that didn't occur."""
        if self.operation != "embedding_gradient":
            return False
        return self.index(flat)[0] not in self.operands[1]

    def row(self, *index: int) -> list["Figure"]:
        """Return the figures along the last axis at `index` of the others."""
        width = self.shape[-1]
        start = 0
        for place, size in zip(index, self.shape[:-1], strict=True):
            start = start * size + place
        start *= width
        return [self.at(i) for i in range(start, start + width) if self.exists(i)]

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

    def __init__(self, array: FigureArray, flat: int) -> None:
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


def given(
    value: Decimals | Decimal | int | str,
    policy: Policy,
    scope: str,
    name: str,
    labels: tuple[tuple[str, ...], ...] = (),
) -> FigureArray:
    """Make an array of given figures, which no rule ever rounds."""
    values = value if isinstance(value, np.ndarray) else np.asarray(Decimal(value), dtype=object)
    array = FigureArray(values, policy)
    array.publish(scope, name, labels)
    return array


def _is_whole_numbers(operand: object) -> bool:
    return isinstance(operand, int) or (
        isinstance(operand, np.ndarray) and operand.dtype.kind == "i"
    )
