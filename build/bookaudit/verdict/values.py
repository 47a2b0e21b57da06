"""What a number is while a line is worked out: exact wherever it can be, else to 60 digits.

A value is a `Decimal` (exact), a `Fraction` (exact, after a division), an `Approx` (within 1e-60 of
its size), or a tuple of them. Rounding is half away from zero.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from fractions import Fraction

from bookaudit.errors import Unreadable
from bookaudit.reading.tree import EXACT, MOST_DIGITS
from bookaudit.verdict import transcendental as real

_ROUND = Context(
    prec=2 * MOST_DIGITS,
    rounding=ROUND_HALF_UP,
    traps=[InvalidOperation],
    Emin=-999999,
    Emax=999999,
)
TOO_LARGE = f"a value of more than {MOST_DIGITS:,} digits"
_TIE = Decimal("1e-20")  # an inexact value this near a tie, in units of its last digit, is one


@dataclass(slots=True, frozen=True)
class Approx:
    """A value no rational gives, to 60 digits."""

    value: Decimal


Scalar = Decimal | Fraction | Approx
Value = Scalar | tuple[Scalar, ...]


def rounded(value: Scalar, like: Decimal) -> Decimal:
    """Round half away from zero to the last printed digit of ``like``; zero loses its sign."""
    if isinstance(value, Decimal):
        result = value.quantize(like, context=_ROUND)
    elif isinstance(value, Fraction):
        result = _rounded_fraction(value, int(like.as_tuple().exponent))
    else:
        result = _rounded_approx(value.value, like)
    return result if result else result.copy_abs()


def equal(left: Value, right: Value) -> bool:
    """Whether two values are the same number (inexact ones: to 50 digits)."""
    if isinstance(left, tuple) or isinstance(right, tuple):
        if not (isinstance(left, tuple) and isinstance(right, tuple)) or len(left) != len(right):
            return False
        return all(map(equal, left, right))
    if isinstance(left, Approx) or isinstance(right, Approx):
        a, b = inexact(left), inexact(right)
        return abs(a - b) <= max(abs(a), abs(b)).scaleb(-50)
    return left == right if type(left) is type(right) else Fraction(left) == Fraction(right)


def inexact(value: Scalar) -> Decimal:
    """Return ``value`` as a decimal of working precision."""
    if isinstance(value, Approx):
        return value.value
    if isinstance(value, Fraction):
        return real.WORK.divide(Decimal(value.numerator), Decimal(value.denominator))
    return value


def _rounded_fraction(value: Fraction, exponent: int) -> Decimal:
    numerator, denominator = abs(value.numerator), value.denominator
    if exponent < 0:
        numerator *= 10**-exponent
    else:
        denominator *= 10**exponent
    units = (2 * numerator + denominator) // (2 * denominator)
    result = _ROUND.scaleb(_ROUND.create_decimal(units), exponent)
    return result.copy_negate() if value < 0 else result


def _rounded_approx(value: Decimal, like: Decimal) -> Decimal:
    exponent = int(like.as_tuple().exponent)
    if value.adjusted() - exponent > 40:
        raise Unreadable("more digits than can be checked")
    units = real.WORK.scaleb(value.copy_abs(), -exponent)
    whole = units.to_integral_value(rounding="ROUND_FLOOR")
    if real.WORK.subtract(units, whole) >= Decimal("0.5") - _TIE:
        whole = real.WORK.add(whole, Decimal(1))  # a plain + has 28 digits
    return _ROUND.copy_sign(_ROUND.scaleb(whole, exponent), value)


def bounded(value: Fraction) -> Fraction:
    """Return ``value``, or refuse it if its terms have grown past any printing."""
    if value.numerator.bit_length() + value.denominator.bit_length() > 4 * MOST_DIGITS:
        raise Unreadable(TOO_LARGE)
    return value


def add(a: Scalar, b: Scalar) -> Scalar:
    """Return a + b."""
    if type(a) is Decimal and type(b) is Decimal:
        return EXACT.add(a, b)
    if isinstance(a, Approx) or isinstance(b, Approx):
        return Approx(real.WORK.add(inexact(a), inexact(b)))
    return bounded(Fraction(a) + Fraction(b))


def multiply(a: Scalar, b: Scalar) -> Scalar:
    """Return a × b."""
    if type(a) is Decimal and type(b) is Decimal:
        return EXACT.multiply(a, b)
    if isinstance(a, Approx) or isinstance(b, Approx):
        return Approx(real.WORK.multiply(inexact(a), inexact(b)))
    return bounded(Fraction(a) * Fraction(b))


def divide(a: Scalar, b: Scalar) -> Scalar:
    """Return a ÷ b."""
    if not (b.value if isinstance(b, Approx) else b):
        raise Unreadable("division by zero")
    if isinstance(a, Approx) or isinstance(b, Approx):
        return Approx(real.WORK.divide(inexact(a), inexact(b)))
    return bounded(Fraction(a) / Fraction(b))


def negate(a: Scalar) -> Scalar:
    """Return −a."""
    if isinstance(a, Approx):
        return Approx(a.value.copy_negate())
    return a.copy_negate() if isinstance(a, Decimal) else -a


def absolute(value: Scalar) -> Scalar:
    """Return |a|."""
    if isinstance(value, Approx):
        return Approx(value.value.copy_abs())
    return value.copy_abs() if isinstance(value, Decimal) else abs(value)
