"""What a left side could have been before its numbers were rounded for display.

A printed decimal stands for anything within half a unit of its last digit; a whole number is a
count and stands for itself. Plain floats: the answer only softens a verdict.
"""

import math
from collections.abc import Callable
from decimal import Decimal

from bookaudit.reading.tree import (
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Sum,
    Vector,
)

Interval = tuple[float, float]


def around(value: Decimal) -> Interval:
    """Return every number that prints as ``value``."""
    exponent = int(value.as_tuple().exponent)
    half = 0.5 * 10.0**exponent if exponent < 0 else 0.0
    return float(value) - half, float(value) + half


def reach(node: Node) -> Interval:
    """Return bounds of one number's worth of ``node``; raise ValueError where there are none."""
    match node:
        case Number(value):
            return around(value)
        case Constant(name):
            return (math.e, math.e) if name == "e" else (math.pi, math.pi)
        case Negative(body):
            low, high = reach(body)
            return -high, -low
        case Sum(terms, minus):
            low = high = 0.0
            for term, taken in zip(terms, minus, strict=True):
                a, b = reach(term)
                low, high = (low - b, high - a) if taken else (low + a, high + b)
            return low, high
        case Product(factors, divides):
            total = reach(factors[0])
            for place, factor in enumerate(factors[1:], 1):
                span = reach(factor)
                if divides and divides[place]:
                    span = _mapped(span, lambda x: 1.0 / x, breaks_at_zero=True)
                total = _times(total, span)
            return total
        case Power(base, exponent):
            return _power(reach(base), reach(exponent))
        case Call(name, arguments, base):
            return _call(name, [reach(argument) for argument in arguments], base)
        case Vector():
            raise ValueError("a list of numbers")


def _times(a: Interval, b: Interval) -> Interval:
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def _mapped(
    span: Interval, rule: Callable[[float], float], *, breaks_at_zero: bool = False
) -> Interval:
    if breaks_at_zero and span[0] <= 0 <= span[1]:
        raise ValueError("may be a division by zero")
    ends = rule(span[0]), rule(span[1])
    return min(ends), max(ends)


def _power(base: Interval, exponent: Interval) -> Interval:
    corners = [b**e for b in base for e in exponent]
    if any(isinstance(corner, complex) for corner in corners):
        raise ValueError("a root of a negative number")
    if base[0] < 0 < base[1]:
        corners.append(0.0)
    return min(corners), max(corners)


def _wave(span: Interval, rule: Callable[[float], float], peak: float) -> Interval:
    low, high = _mapped(span, rule)
    turn = 2 * math.pi
    if math.floor((span[1] - peak) / turn) != math.floor((span[0] - peak) / turn):
        high = 1.0
    if math.floor((span[1] - peak - math.pi) / turn) != math.floor(
        (span[0] - peak - math.pi) / turn
    ):
        low = -1.0
    return low, high


_MONOTONE: dict[str, Callable[[float], float]] = {
    "sqrt": lambda x: math.sqrt(max(0.0, x)),
    "exp": math.exp,
    "ln": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "tanh": math.tanh,
}


def _call(name: str, spans: list[Interval], base: Node | None) -> Interval:
    lows, highs = [span[0] for span in spans], [span[1] for span in spans]
    if name == "max":
        return max(lows), max(highs)
    if name == "min":
        return min(lows), min(highs)
    if name == "sum":
        return sum(lows), sum(highs)
    if name == "abs":
        low, high = lows[0], highs[0]
        return (0.0 if low < 0 < high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if name == "sin":
        return _wave(spans[0], math.sin, math.pi / 2)
    if name == "cos":
        return _wave(spans[0], math.cos, 0.0)
    span = _mapped(spans[0], _MONOTONE[name])
    if base is None:
        return span
    return _times(span, _mapped(reach(base), lambda x: 1.0 / math.log(x)))
