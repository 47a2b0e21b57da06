"""Functions of figures, as `book/figures.py` calls them: each is recorded as one line a number."""

from engine.errors import WorkingsError
from workings.numbers import Numbers


def mean(x: Numbers, axis: int | None = None) -> Numbers:
    """Return the mean of all numbers, or of each column (axis 0) or row (axis 1)."""
    return _figures(x).mean(axis)


def sum(x: Numbers, axis: int | None = None) -> Numbers:  # noqa: A001 (as in NumPy)
    """Add up all numbers, or those of each column (axis 0) or row (axis 1)."""
    return _figures(x).sum(axis)


def dot(a: Numbers, b: Numbers) -> Numbers:
    """Add up the products of two rows' numbers; of two tables, row by row."""
    if _figures(a).shape != _figures(b).shape or not a.shape:
        raise WorkingsError(f"dot takes rows of the same length, not {a.shape} and {b.shape}")
    return a.record("row_overlap", "{}_dot_{}", b)


def mean_square(x: Numbers) -> Numbers:
    """Return the mean of a row's squares; of a table, that of each row."""
    if not _figures(x).shape:
        raise WorkingsError("mean_square takes a row, or a table")
    count = Numbers(x.recording.count(x.shape[-1]), x.recording)
    return x.record("mean_square", "mean_square_{0}", count)


def sqrt(x: Numbers) -> Numbers:
    """√ of each number."""
    return _figures(x).record("square_root", "root_{}")


def exp(x: Numbers) -> Numbers:
    """e to the power of each number."""
    return _figures(x).record("exp", "exp_{}")


def log(x: Numbers) -> Numbers:
    """The natural logarithm of each number."""
    return _figures(x).record("log", "ln_{}")


def tanh(x: Numbers) -> Numbers:
    """The hyperbolic tangent of each number."""
    return _figures(x).record("tanh", "tanh_{}")


def relu(x: Numbers) -> Numbers:
    """Each number where it is above zero, else zero."""
    return _figures(x).record("relu", "relu_{}")


def relu_gate(slope: Numbers, kept: Numbers) -> Numbers:
    """Each slope where relu kept a number above zero, else zero: relu's way back."""
    return _figures(slope).record("relu_gate", "{}_let_through", _figures(kept))


def softmax(x: Numbers) -> Numbers:
    """The shares of a row, or of each row of a table: e to the power of each, over their total."""
    raised = exp(x)
    return raised.record("share", "share_{0}", raised.record("total", "total_{}"))


def _figures(x: object) -> Numbers:
    if not isinstance(x, Numbers):
        raise WorkingsError(f"this is of figures, not of {type(x).__name__}")
    return x
