"""Arithmetic on figures, written as in NumPy: each operation is recorded, what has no line refused.

Numbers are a single one (shape `[]` or `[1]`), a row `[d]`, or a table `[n, d]`.
"""

from collections.abc import Iterator
from typing import NoReturn

import numpy as np

from engine.errors import WorkingsError
from engine.figures.ledger import FigureArray
from workings.recording import Recording


class Numbers:
    """Figures that an example works with."""

    __slots__ = ("array", "recording")
    __array_ufunc__ = None  # NumPy's arrays have no names: with one, arithmetic is refused here

    def __init__(self, array: FigureArray, recording: Recording) -> None:
        self.array = array
        self.recording = recording

    @property
    def shape(self) -> tuple[int, ...]:
        """How many numbers there are along each axis."""
        return self.array.shape

    def __len__(self) -> int:
        return self.shape[0] if self.shape else 1

    def __repr__(self) -> str:
        return (
            f"<figures{f' {self.array.name}' if self.array.name else ''}, shape {list(self.shape)}>"
        )

    def record(self, operation: str, words: str, *others: object) -> "Numbers":
        """Work an operation of these and other operands.

        `words` names the result by its operands' names, such as `{}_times_{}`. Whole numbers and
        arrays of them are passed to the operation as they are.
        """
        return _record(operation, words, self, *others)

    # Arithmetic

    def __add__(self, other: object) -> "Numbers":
        return _record("add", "{}_plus_{}", self, self._operand("+", other))

    def __radd__(self, other: object) -> "Numbers":
        return _record("add", "{}_plus_{}", self._operand("+", other), self)

    def __sub__(self, other: object) -> "Numbers":
        return _record("subtract", "{}_minus_{}", self, self._operand("-", other))

    def __rsub__(self, other: object) -> "Numbers":
        return _record("subtract", "{}_minus_{}", self._operand("-", other), self)

    def __mul__(self, other: object) -> "Numbers":
        return _record("multiply", "{}_times_{}", self, self._operand("*", other))

    def __rmul__(self, other: object) -> "Numbers":
        return _record("multiply", "{}_times_{}", self._operand("*", other), self)

    def __truediv__(self, other: object) -> "Numbers":
        return _record("divide", "{}_over_{}", self, self._operand("/", other))

    def __rtruediv__(self, other: object) -> "Numbers":
        return _record("divide", "{}_over_{}", self._operand("/", other), self)

    def __pos__(self) -> "Numbers":
        return self

    def __neg__(self) -> "Numbers":
        return _record("subtract", "minus_{1}", self._operand("-", 0), self)

    def __pow__(self, power: object) -> "Numbers":
        if power != 2 or isinstance(power, Numbers):
            raise WorkingsError(
                "the one power that has a line is ** 2; write others as products, or by sqrt or exp"
            )
        return _record("multiply", "{}_squared", self, self)

    def _operand(self, sign: str, other: object) -> "Numbers":
        if isinstance(other, Numbers):
            return other
        if isinstance(other, int) and not isinstance(other, bool):
            return Numbers(self.recording.whole(other), self.recording)
        if isinstance(other, float):
            raise WorkingsError(
                f"{other} has no name: declare it in the head of the chapter, under [givens]"
            )
        kind = type(other).__name__
        raise WorkingsError(f"“{sign}” takes figures and whole numbers, not {kind}")

    # Products of rows and tables

    @property
    def T(self) -> "Transposed":  # noqa: N802 (as in NumPy)
        """A table with rows and columns exchanged, to be multiplied by `@`."""
        if len(self.shape) != 2:
            raise WorkingsError(f".T is of a table, not of shape {list(self.shape)}")
        return Transposed(self)

    def __matmul__(self, other: object) -> "Numbers":
        if isinstance(other, Transposed):
            return _record("row_products", "{}_at_{}", self, other.table)
        if isinstance(other, Numbers) and self.shape and other.shape:
            if len(self.shape) == len(other.shape) == 1 and self.shape == other.shape:
                return _record("row_overlap", "{}_dot_{}", self, other)
            if len(other.shape) == 2 and self.shape[-1] == other.shape[0]:
                return _record("linear", "{}_at_{}", self, other)
        shape = list(other.shape) if isinstance(other, Numbers) else type(other).__name__
        raise WorkingsError(
            f"“@” of shape {list(self.shape)} and {shape} has no line: it takes two rows of the "
            "same length, or rows and a table with as many rows as they have numbers"
        )

    def sum(self, axis: int | None = None) -> "Numbers":
        """Add up all numbers, or those of each column (axis 0) or row (axis 1)."""
        if self._single:
            return self
        if len(self.shape) == 1:
            self._check_axis(axis, (None, 0, -1))
            return _record("sum_as_printed", "sum_{}", self)
        self._check_axis(axis, (None, 0, 1, -1))
        if axis == 0:
            return _record("sum_words", "sum_{}", self)
        if axis is None:
            return self.sum(0).sum()
        return _record("sum_as_printed", "sum_{}", self)

    def mean(self, axis: int | None = None) -> "Numbers":
        """Return the mean of all numbers, or of each column (axis 0) or row (axis 1)."""
        if self._single:
            return self
        if len(self.shape) == 1:
            self._check_axis(axis, (None, 0, -1))
            return self._mean("mean", self.shape[0])
        self._check_axis(axis, (None, 0, 1, -1))
        if axis is None:
            count = Numbers(self.recording.count(self.array.values.size), self.recording)
            return _record("divide", "mean_{0}", self.sum(), count)
        return (
            self._mean("mean", self.shape[1]) if axis else self._mean("mean_words", self.shape[0])
        )

    def _mean(self, operation: str, count: int) -> "Numbers":
        return _record(
            operation, "mean_{0}", self, Numbers(self.recording.count(count), self.recording)
        )

    @property
    def _single(self) -> bool:
        return self.array.values.size == 1

    def _check_axis(self, axis: int | None, valid: tuple[int | None, ...]) -> None:
        if axis not in valid:
            raise WorkingsError(f"there is no axis {axis} in shape {list(self.shape)}")

    # Parts

    def __getitem__(self, place: object) -> "Numbers":
        """Return a row, a column `[:, j]`, a number, or a stretch; places count from 0, as ever."""
        parts = place if isinstance(place, tuple) else (place,)
        if not self.shape or len(parts) > len(self.shape):
            raise WorkingsError(f"there is no place {place} in shape {list(self.shape)}")
        row, *rest = parts
        if len(self.shape) == 1:
            return self._columns(row)
        found = self._rows(row)
        if not rest:
            return found
        return found._columns(rest[0])

    def __iter__(self) -> Iterator["Numbers"]:
        return (self[place] for place in range(len(self)))

    def _rows(self, place: object) -> "Numbers":
        if isinstance(place, slice):
            rows = range(*place.indices(self.shape[0]))
            if len(rows) == self.shape[0] and rows.step == 1:
                return self
            return _record("lookup", "rows_{}", self, np.array(rows, dtype=np.int64))
        row = self._place(place, self.shape[0])
        every = np.arange(self.shape[1])
        return _record("select", f"{{}}_{row + 1}", self, row, every)

    def _columns(self, place: object) -> "Numbers":
        if isinstance(place, slice):
            columns = range(*place.indices(self.shape[-1]))
            if columns.step != 1 or not columns:
                raise WorkingsError("a stretch of columns has no steps in it, and at least one")
            if len(columns) == self.shape[-1]:
                return self
            return _record("columns", "columns_{}", self, columns.start, len(columns))
        column = self._place(place, self.shape[-1])
        return _record("columns", f"{{}}_{column + 1}", self, column, 1)

    def _place(self, place: object, size: int) -> int:
        if not isinstance(place, int) or isinstance(place, bool):
            raise WorkingsError(f"a place is a whole number or a stretch, not {place!r}")
        if not -size <= place < size:
            raise WorkingsError(f"there is no place {place}: they are 0 to {size - 1}")
        return place % size

    # What would make the steps of an example depend on its digits

    def _refuse(self, *_: object) -> NoReturn:
        raise WorkingsError(
            "figures can't be compared or made plain numbers in an example; compare them in the "
            "chapter, by a claim"
        )

    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __float__ = __int__ = __abs__ = _refuse

    def __eq__(self, other: object) -> bool:
        self._refuse()

    def __ne__(self, other: object) -> bool:
        self._refuse()

    __hash__ = object.__hash__


class Transposed:
    """A table with its rows and columns exchanged: one side of `@`."""

    __array_ufunc__ = None

    def __init__(self, table: Numbers) -> None:
        self.table = table

    def __matmul__(self, other: object) -> Numbers:
        if not isinstance(other, Numbers) or len(other.shape) != 2:
            raise WorkingsError("“.T @” takes a table on its right")
        return _record("weight_gradient", "{}_at_{}", self.table, other)


def _record(operation: str, words: str, *operands: object) -> Numbers:
    """Record an operation; figures among the operands name the result."""
    numbers = [operand for operand in operands if isinstance(operand, Numbers)]
    recording = numbers[0].recording
    if any(each.recording is not recording for each in numbers):
        raise WorkingsError("figures of two examples can't be used together")
    arrays = [each.array if isinstance(each, Numbers) else each for each in operands]
    made = Numbers(recording.record(operation, *arrays), recording)
    recording.describe(made.array, words, [each.array for each in numbers])
    return made
