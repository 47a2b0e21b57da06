"""The table of operations that may be recorded, and the rounding rule of each kind of figure."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import mul

import numpy as np

from engine import decimals
from engine.decimals import Decimals, Digits, Places, Rule


@dataclass(frozen=True)
class Policy:
    """The rounding rule of each kind of figure in a run: one place for all of them."""

    rows: Places  # rows of numbers: everything not named below
    shares: Places  # parts of a whole: attention shares and chances
    powers: Digits  # e^x and their totals
    divisors: Rule  # of the position signal
    counts: Places


@dataclass(frozen=True)
class Operation:
    """How a kernel is carried: its function on decimals, and the kind of figure it makes."""

    compute: Callable[..., Decimals]
    kind: str  # a field of Policy, or "" where figures are passed on unchanged


def _add_up(*terms: Decimals) -> Decimals:
    return np.asarray(sum(terms, start=np.asarray(decimals.ZERO, dtype=object)), dtype=object)


def _multiply_up(*factors: Decimals) -> Decimals:
    return np.asarray(reduce(mul, factors), dtype=object)


# One row for each operation that may be recorded. How its line is written stands in the
# generator's table of lines; a test holds the two tables to the same keys.
OPERATIONS: dict[str, Operation] = {
    "add": Operation(lambda a, b: np.asarray(a + b, dtype=object), "rows"),
    "subtract": Operation(lambda a, b: np.asarray(a - b, dtype=object), "rows"),
    "multiply": Operation(lambda a, b: np.asarray(a * b, dtype=object), "rows"),
    "divide": Operation(decimals.divide, "rows"),
    "linear": Operation(decimals.linear, "rows"),
    "linear_bias": Operation(decimals.linear_bias, "rows"),
    "row_products": Operation(decimals.row_products, "rows"),
    "blend": Operation(decimals.linear, "rows"),
    "mean": Operation(decimals.mean, "rows"),
    "mean_square": Operation(decimals.mean_square, "rows"),
    "root": Operation(decimals.root, "rows"),
    "square_root": Operation(decimals.square_root, "rows"),
    "scale_shift": Operation(decimals.scale_shift, "rows"),
    "relu": Operation(decimals.relu, "rows"),
    "tanh": Operation(decimals.tanh, "rows"),
    "gelu_inner": Operation(decimals.gelu_inner, "rows"),
    "gelu_out": Operation(decimals.gelu_out, "rows"),
    "largest": Operation(decimals.largest, ""),
    "columns": Operation(decimals.columns, ""),
    "join": Operation(decimals.join, ""),
    "select": Operation(decimals.select, ""),
    "exp": Operation(decimals.exp, "powers"),
    "total": Operation(decimals.total, "powers"),
    "share": Operation(decimals.divide, "shares"),
    "divisor": Operation(decimals.divisor, "divisors"),
    "wave": Operation(decimals.wave, "rows"),
    "rotate": Operation(decimals.rotate, "rows"),
    "lookup": Operation(decimals.lookup, ""),
    "mask_later": Operation(decimals.mask_later, ""),
    "difference": Operation(lambda a, b: np.asarray(a - b, dtype=object), ""),
    "sum_as_printed": Operation(decimals.total, ""),
    "count": Operation(_multiply_up, "counts"),
    "add_up": Operation(_add_up, "counts"),
}

# Operations that pass figures on unchanged, so that no line is theirs.
PASSED_ON = {"lookup", "mask_later", "columns", "join", "largest", "select"}

UFUNCS = {np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.divide: "divide"}
