"""How irrational values are got: to more than 60 digits, from `decimal` and exact integer roots.

`Decimal.exp`, `.ln` and `.sqrt` are correctly rounded by their specification; sine and cosine are
Taylor series after taking away whole turns, tanh is made from exp.
"""

import math
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache

from bookaudit.errors import Unreadable

WORK = Context(prec=80, Emin=-999999, Emax=999999)
_WIDE = Context(prec=140, Emin=-999999, Emax=999999)
LARGEST_POWER = 20_000  # of e
LARGEST_ANGLE = 10**12
_HIGHEST_ROOT = 64


def exp(x: Decimal) -> Decimal:
    """Return e to the ``x``."""
    if abs(x) > LARGEST_POWER:
        raise Unreadable(f"a power beyond e^{LARGEST_POWER:,}")
    return WORK.exp(x)


def ln(x: Decimal) -> Decimal:
    """Return the natural logarithm of ``x`` > 0."""
    return WORK.ln(x)


def tanh(x: Decimal) -> Decimal:
    """Return (e^2x − 1) ÷ (e^2x + 1), with digits to spare for the difference near 0."""
    if abs(x) > 200:
        return Decimal(1).copy_sign(x)  # 1 − 2e-174: no printed digit shows it
    context = Context(prec=100 + max(0, -x.adjusted()), Emin=-999999, Emax=999999)
    raised = context.exp(context.multiply(x, Decimal(2)))
    return WORK.divide(context.subtract(raised, Decimal(1)), context.add(raised, Decimal(1)))


def sin(x: Decimal) -> Decimal:
    """Return the sine of ``x`` radians."""
    return _series(_within_a_turn(x), 1)


def cos(x: Decimal) -> Decimal:
    """Return the cosine of ``x`` radians."""
    return _series(_within_a_turn(x), 0)


@cache
def pi() -> Decimal:
    """Return π by Machin's formula, 16 arctan(1/5) − 4 arctan(1/239), in whole numbers."""
    unit = 10**150

    def arctan_of_one_over(n: int) -> int:
        power = total = unit // n
        k = 1
        while power:
            power //= -n * n
            k += 2
            total += power // k
        return total

    return _WIDE.scaleb(Decimal(16 * arctan_of_one_over(5) - 4 * arctan_of_one_over(239)), -150)


def _within_a_turn(x: Decimal) -> Decimal:
    if abs(x) > LARGEST_ANGLE:
        raise Unreadable("an angle too large to check")
    turn = _WIDE.multiply(pi(), Decimal(2))
    turns = _WIDE.divide(x, turn).to_integral_value()
    return _WIDE.subtract(x, _WIDE.multiply(turns, turn))


def _series(x: Decimal, first: int) -> Decimal:
    """Add up x^first/first! − x^(first+2)/(first+2)! + …"""
    term = x if first else Decimal(1)
    square = _WIDE.multiply(x, x)
    total, n = term, first
    smallest = Decimal("1e-130")
    while abs(term) > smallest * abs(x):
        n += 2
        term = _WIDE.divide(_WIDE.multiply(term, -square), Decimal(n * (n - 1)))
        total = _WIDE.add(total, term)
    return WORK.plus(total)


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """Return the whole-degree root of ``value`` ≥ 0 if it is a fraction, else None."""
    if degree > _HIGHEST_ROOT:
        return None
    top, bottom = _whole_root(value.numerator, degree), _whole_root(value.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def _whole_root(n: int, degree: int) -> int | None:
    while degree % 2 == 0:  # a square root of a square root, as far as it goes
        root = math.isqrt(n)
        if root * root != n:
            return None
        n, degree = root, degree // 2
    if degree == 1 or n < 2:
        return n
    low, high = 1, 1 << (n.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < n:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == n else None
