"""Operations on each number by itself: sums and products, roots, powers, activations, angles."""

import numpy as np

from engine.figures import decimals
from engine.figures.expressions import (
    Call,
    Constant,
    Expression,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
)
from engine.figures.figure import Figure
from engine.figures.operations.operation import Operation
from engine.figures.operations.parts import aligned, elementwise, in_each, less, products, row


def _scale_shift(x: Expression, scale: Expression, shift: Expression) -> Expression:
    return Sum([Product((x, scale)), shift])


def _gelu_inner(u: Expression, cubic: Expression) -> Expression:
    return Sum([u, Product((cubic, Power(u, "3")))])


def _gelu_out(u: Expression, bent: Expression) -> Expression:
    return Product((Constant("0.5"), u, Sum([Constant("1"), bent])))


def _wave(figure: Figure) -> Expression:
    position, divisors = (aligned(operand, figure) for operand in figure.array.operands)
    return Call("cos" if figure.index[-1] % 2 else "sin", [Quotient(position, divisors)])


def _rotate(figure: Figure) -> Expression:
    slot = figure.index[-1]
    first = slot - slot % 2  # of the pair
    a, b = row(figure)[first : first + 2]
    sine, cosine = row(figure, 1)[first : first + 2]
    if slot == first:
        return Sum(products([a, b], [cosine, sine]), frozenset({1}))
    return Sum(products([a, b], [sine, cosine]))


ELEMENTWISE = {
    "add": Operation(
        lambda a, b: np.asarray(a + b, dtype=object),
        kind="rows",
        line=elementwise(lambda a, b: Sum([a, b])),
        browser=True,
    ),
    "subtract": Operation(
        lambda a, b: np.asarray(a - b, dtype=object),
        kind="rows",
        line=elementwise(less),
        browser=True,
    ),
    "difference": Operation(lambda a, b: np.asarray(a - b, dtype=object), line=elementwise(less)),
    "multiply": Operation(
        lambda a, b: np.asarray(a * b, dtype=object),
        kind="rows",
        line=elementwise(lambda a, b: Product((a, b))),
        multiplications=in_each(1),
        browser=True,
    ),
    "square": Operation(
        lambda x: np.asarray(x * x, dtype=object),
        kind="rows",
        line=elementwise(lambda x: Power(x, "2")),
    ),
    "divide": Operation(decimals.divide, kind="rows", line=elementwise(Quotient), browser=True),
    "whole_quotient": Operation(decimals.divide, kind="counts", line=elementwise(Quotient)),
    "share": Operation(decimals.divide, kind="shares", line=elementwise(Quotient), browser=True),
    "smaller": Operation(decimals.smaller, line=elementwise(lambda a, b: Call("min", [a, b]))),
    "scale_shift": Operation(
        decimals.scale_shift,
        kind="rows",
        line=elementwise(_scale_shift),
        multiplications=in_each(1),
        browser=True,
    ),
    "root": Operation(
        decimals.root,
        kind="rows",
        line=elementwise(lambda variance, epsilon: Root(Sum([variance, epsilon]))),
        browser=True,
    ),
    "square_root": Operation(
        decimals.square_root, kind="rows", line=elementwise(Root), browser=True
    ),
    "exp": Operation(
        decimals.exp, kind="powers", line=elementwise(lambda x: Power("e", x)), browser=True
    ),
    "relu": Operation(
        decimals.relu,
        kind="rows",
        line=elementwise(lambda x: Call("max", [Constant("0"), x])),
        browser=True,
    ),
    "tanh": Operation(
        decimals.tanh, kind="rows", line=elementwise(lambda x: Call("tanh", [x])), browser=True
    ),
    "gelu_inner": Operation(
        decimals.gelu_inner,
        kind="rows",
        line=elementwise(_gelu_inner),
        multiplications=in_each(3),
        browser=True,
    ),
    "gelu_out": Operation(
        decimals.gelu_out,
        kind="rows",
        line=elementwise(_gelu_out),
        multiplications=in_each(2),
        browser=True,
    ),
    "divisor": Operation(
        decimals.divisor,
        kind="divisors",
        line=elementwise(lambda base, exponent, width: Power(base, Quotient(exponent, width))),
        browser=True,
    ),
    "wave": Operation(decimals.wave, kind="rows", line=_wave, browser=True),
    "rotate": Operation(decimals.rotate, kind="rows", line=_rotate),
}
