"""Operations that add up: tables of weights, dot products, blends, means, totals and counts."""

from functools import reduce
from operator import mul

import numpy as np

from engine.figures import decimals
from engine.figures.decimals import Decimals
from engine.figures.expressions import Expression, Number, Power, Product, Quotient, Sum
from engine.figures.figure import Figure, Figures
from engine.figures.operations.operation import Operation
from engine.figures.operations.parts import elementwise, numbers, over_row, products, row, total


def _products_of_columns(figure: Figure) -> list[Expression]:
    return products(row(figure), figure.array.operands[1].column(figure.index[-1]))


def _linear_bias(figure: Figure) -> Expression:
    bias = figure.array.operands[2].figure(figure.index[-1])
    return Sum([*_products_of_columns(figure), Number(bias)])


def _row_products(figure: Figure) -> Expression:
    return Sum(products(row(figure), figure.array.operands[1].row(figure.index[-1])))


def _of_pairs(array: Figures, heard: int | None) -> int:
    width: int = array.operands[0].shape[-1]
    return width * (array.shape[-1] if heard is None else heard)


def _of_blend(array: Figures, heard: int | None) -> int:
    words: int = array.operands[0].shape[-1] if heard is None else heard
    return array.shape[-1] * words


def _mean(figure: Figure) -> Expression:
    return Quotient(total(figure), Number(figure.array.operands[1].figure()))


def _mean_square(figure: Figure) -> Expression:
    squares = [Power(Number(part), "2") for part in row(figure)]
    return Quotient(Sum(squares), Number(figure.array.operands[1].figure()))


def _all_added(*terms: Decimals) -> Decimals:
    return np.asarray(sum(terms, start=np.asarray(decimals.ZERO, dtype=object)), dtype=object)


SUMS = {
    "linear": Operation(
        decimals.linear,
        kind="rows",
        line=lambda figure: Sum(_products_of_columns(figure)),
        multiplications=over_row,
        browser=True,
    ),
    "linear_bias": Operation(
        decimals.linear_bias, kind="rows", line=_linear_bias, multiplications=over_row, browser=True
    ),
    "row_products": Operation(
        decimals.row_products,
        kind="rows",
        line=_row_products,
        multiplications=_of_pairs,
        browser=True,
    ),
    "blend": Operation(
        decimals.linear,
        kind="rows",
        line=lambda figure: Sum(_products_of_columns(figure)),
        multiplications=_of_blend,
        browser=True,
    ),
    "mean": Operation(decimals.mean, kind="rows", line=_mean, browser=True),
    "mean_square": Operation(
        decimals.mean_square, kind="rows", line=_mean_square, multiplications=over_row, browser=True
    ),
    "total": Operation(decimals.total, kind="powers", line=total, browser=True),
    "sum_as_printed": Operation(decimals.total, line=total, browser=True),
    "count_zeros": Operation(decimals.count_zeros, bare=lambda array, index: True, browser=True),
    "count": Operation(
        lambda *factors: np.asarray(reduce(mul, factors), dtype=object),
        kind="counts",
        line=elementwise(lambda *factors: Product(factors)),
    ),
    "add_up": Operation(
        _all_added,
        kind="counts",
        line=lambda figure: Sum(numbers([part.figure() for part in figure.array.operands])),
    ),
}
