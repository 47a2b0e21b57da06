"""The table of operations that may be recorded, and the rounding rule of each kind of figure."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import mul

import numpy as np

from engine.figures import backdecimals, decimals
from engine.figures.decimals import Decimals, Digits, Places, Rule


@dataclass(frozen=True)
class Policy:
    """The rounding rule of each kind of figure in a run: one place for all of them."""

    rows: Rule  # rows of numbers: everything not named below
    shares: Rule  # parts of a whole: attention shares and chances
    powers: Rule  # e^x and their totals
    divisors: Rule  # of the position signal
    counts: Places
    weights: Places  # learned weights, where a step of training makes new ones
    slopes: Digits  # of a difference of two close numbers, whose last digits tell nothing
    order: int = 0  # where figures of several policies meet, the highest order rounds the result


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
    "log": Operation(backdecimals.log, "rows"),
    "smoothed": Operation(backdecimals.smoothed, "rows"),
    "surprise": Operation(backdecimals.surprise, "rows"),
    "surprise_at": Operation(backdecimals.surprise_at, "rows"),
    "loss_slope": Operation(backdecimals.loss_slope, "rows"),
    "mean_words": Operation(backdecimals.mean_words, "rows"),
    "sum_words": Operation(backdecimals.sum_words, "rows"),
    "sum_overlap": Operation(backdecimals.sum_overlap, "rows"),
    "weight_gradient": Operation(backdecimals.weight_gradient, "rows"),
    "embedding_gradient": Operation(backdecimals.embedding_gradient, "rows"),
    "add_all": Operation(backdecimals.add_all, "rows"),
    "row_overlap": Operation(backdecimals.row_overlap, "rows"),
    "mean_overlap": Operation(backdecimals.mean_overlap, "rows"),
    "norm_slope": Operation(backdecimals.norm_slope, "rows"),
    "softmax_slope": Operation(backdecimals.softmax_slope, "rows"),
    "blend_back": Operation(backdecimals.blend_back, "rows"),
    "relu_gate": Operation(backdecimals.relu_gate, "rows"),
    "running_mean": Operation(backdecimals.running_mean, "rows"),
    "running_square": Operation(backdecimals.running_square, "rows"),
    "unbiased": Operation(backdecimals.unbiased, "rows"),
    "adam_change": Operation(backdecimals.adam_change, "rows"),
    "weight_decay": Operation(backdecimals.weight_decay, "rows"),
    "moved": Operation(backdecimals.moved, "weights"),
    "beta_power": Operation(backdecimals.beta_power, "rows"),
    "inverse_root": Operation(backdecimals.inverse_root, "rows"),
    "climb": Operation(backdecimals.climb, "rows"),
    "scaled_smaller": Operation(backdecimals.scaled_smaller, "rows"),
    "slope": Operation(backdecimals.slope, "slopes"),
    "smaller": Operation(decimals.smaller, ""),
    "count": Operation(_multiply_up, "counts"),
    "add_up": Operation(_add_up, "counts"),
}

# Operations that pass figures on unchanged, so that no line is theirs.
PASSED_ON = {"lookup", "mask_later", "columns", "join", "largest", "select"}

UFUNCS = {np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.divide: "divide"}
