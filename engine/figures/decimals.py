"""Carried arithmetic: the rounding rules, and each kernel on arrays of `Decimal`.

A kernel here computes its result exactly (or, for roots, powers of e and waves, to
far more digits than any rule keeps); the caller rounds it once, by the figure's rule.
Rounding is half away from zero, the rule taught in school.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import cache

import numpy as np
import numpy.typing as npt

Decimals = npt.NDArray[np.object_]

# Wide enough that sums and products of written figures are exact, and a quotient is
# never within rounding of a tie that it does not really have.
EXACT = Context(prec=160, rounding=ROUND_HALF_UP)
# e^x, roots, sine and cosine: right to this many digits before a rule is applied.
FINE = Context(prec=50, rounding=ROUND_HALF_UP)
FINER = Context(prec=60, rounding=ROUND_HALF_UP)  # for the steps that lead there

SMALLEST_PLAIN = -5  # 0.00001 is still written plainly, anything smaller as a × 10^(−n)
LARGEST_PLAIN = 6  # whole numbers below a million keep all their digits
GROUPED = 4  # from ten thousand on, a comma parts the thousands

ZERO = Decimal(0)
ONE = Decimal(1)
HALF = Decimal("0.5")


@cache
def _step(places: int) -> Decimal:
    return Decimal((0, (1,), -places))


@dataclass(frozen=True)
class Places:
    """Round to so many decimal places.

    With `first_digit`, a figure too small for its places keeps its first significant
    digit instead of turning into a plain zero.
    """

    places: int
    first_digit: bool = False

    def write(self, exact: Decimal) -> Decimal:
        """Return `exact` as it is written down: rounded once, half away from zero."""
        if not exact.is_finite():  # −∞ stands for words that aren't there
            return exact
        written = exact.quantize(_step(self.places), context=EXACT)
        if written:
            return written
        if self.first_digit and exact:
            return Digits(1).write(exact)
        return written.copy_abs()  # there is no −0 on paper

    def __str__(self) -> str:
        return f"{self.places} place{'' if self.places == 1 else 's'}"


@dataclass(frozen=True)
class Digits:
    """Round to so many significant digits; a number below a million keeps all its whole part.

    `trimmed` leaves off zeros at the end of a fraction, as one does by hand: 0.25, not 0.2500.
    """

    digits: int
    trimmed: bool = False

    def write(self, exact: Decimal) -> Decimal:
        """Return `exact` as it is written down: rounded once, half away from zero."""
        if not exact:
            return ZERO
        written = exact.quantize(_step(-self._exponent(exact)), context=EXACT)
        if written.adjusted() > exact.adjusted():  # 9.9996 became 10.000: one digit too many
            written = exact.quantize(_step(-self._exponent(written)), context=EXACT)
        return _trimmed(written) if self.trimmed else written

    def _exponent(self, number: Decimal) -> int:
        exponent = number.adjusted() - self.digits + 1
        return min(exponent, 0) if number.adjusted() < LARGEST_PLAIN else exponent

    def __str__(self) -> str:
        most = "up to " if self.trimmed else ""
        return f"{most}{self.digits} significant digit{'' if self.digits == 1 else 's'}"


def _trimmed(number: Decimal) -> Decimal:
    """Leave off the zeros with which a fraction ends; a whole number keeps its own."""
    short = number.normalize(EXACT)
    exponent = short.as_tuple().exponent
    assert isinstance(exponent, int)
    return short if exponent <= 0 else short.quantize(ONE, context=EXACT)


Rule = Places | Digits


def written(exact: Decimals, rule: Rule) -> Decimals:
    """Return every element as the rule writes it."""
    if isinstance(rule, Digits):
        return each(rule.write, exact)
    step = _step(rule.places)  # most figures have places: they are written here, in less time

    def write(number: Decimal) -> Decimal:
        if number.is_finite() and (near := number.quantize(step)):
            return near
        return rule.write(number)  # −∞, or a zero that may yet keep a digit or lose its minus

    with localcontext(EXACT):
        return each(write, exact)


def printed(number: Decimal) -> str:
    """Return the one printed form of a figure: its own digits, with U+2212 for minus.

    A whole part of five digits or more is grouped, `124,439,808`; very small or large figures
    read `3.975 × 10^(−31)`; infinity reads ∞.
    """
    text = plain(number)
    if number.adjusted() < GROUPED or not number.is_finite() or "×" in text:
        return text
    return f"{'−' if number < 0 else ''}{number.copy_abs():,f}"


def plain(number: Decimal) -> str:
    """Return the printed form without groups, as programs and calculators take it."""
    if not number.is_finite():
        return "−∞" if number < 0 else "∞"
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    minus = "−" if sign else ""
    if exponent > 0 or (number and number.adjusted() < SMALLEST_PLAIN):
        mantissa = "".join(map(str, digits))
        mantissa = mantissa if len(mantissa) == 1 else f"{mantissa[0]}.{mantissa[1:]}"
        power = number.adjusted()
        raised = str(power) if power >= 0 else f"(−{-power})"
        return f"{minus}{mantissa} × 10^{raised}"
    return f"{minus}{number.copy_abs():f}"


# --- one function a kernel: arrays of Decimal in, exact array of Decimal out -----------------


def each(function: Callable[..., Decimal], *arrays: Decimals) -> Decimals:
    """Apply `function` to each element, broadcasting like any NumPy operation."""
    result: Decimals = np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), dtype=object)
    return result


def linear(x: Decimals, w: Decimals) -> Decimals:
    """Multiply rows by a table: [..., k]·[k, m] → [..., m]."""
    return np.asarray(x @ w, dtype=object)


def linear_bias(x: Decimals, w: Decimals, b: Decimals) -> Decimals:
    """Multiply rows by a table and add a row: [..., k]·[k, m] + [m] → [..., m]."""
    return np.asarray(x @ w + b, dtype=object)


def row_products(q: Decimals, k: Decimals) -> Decimals:
    """Dot product of each row of `q` with each row of `k`: [n, d], [m, d] → [n, m]."""
    return np.asarray(q @ np.swapaxes(k, -1, -2), dtype=object)


def mean(x: Decimals, width: Decimals) -> Decimals:
    """Add up the last axis and divide by its width: [..., d] → [..., 1]."""
    return each(EXACT.divide, x.sum(axis=-1, keepdims=True), width)


def mean_square(x: Decimals, width: Decimals) -> Decimals:
    """Add up the squares of the last axis and divide by its width: [..., d] → [..., 1]."""
    return mean(x * x, width)


def root(variance: Decimals, epsilon: Decimals) -> Decimals:
    """√(variance + ε), elementwise."""
    return square_root(variance + epsilon)


def square_root(x: Decimals) -> Decimals:
    """√x, elementwise."""
    return each(FINE.sqrt, x)


def exp(x: Decimals) -> Decimals:
    """Raise e to each element; e to −∞ is 0."""
    return each(power_of_e, x)


def power_of_e(x: Decimal) -> Decimal:
    """e^x: the product of e^(each digit of x, in its place), for there are few of those."""
    sign, digits, place = x.as_tuple()
    if not isinstance(place, int):  # ±∞
        return FINE.exp(x)
    power = ONE
    for digit in reversed(digits):
        if digit:
            power = FINER.multiply(power, _power_of_digit(sign, digit, place))
        place += 1
    return FINE.plus(power)


@cache
def _power_of_digit(sign: int, digit: int, place: int) -> Decimal:
    return FINER.exp(Decimal((sign, (digit,), place)))


def total(x: Decimals) -> Decimals:
    """Add up the last axis: [..., m] → [..., 1]."""
    return np.asarray(x.sum(axis=-1, keepdims=True), dtype=object)


def count_zeros(x: Decimals) -> Decimals:
    """Count the zeros along the last axis: [..., m] → [...]."""
    return total(each(lambda number: ZERO if number else ONE, x))[..., 0]


def divide(a: Decimals, b: Decimals) -> Decimals:
    """Divide, elementwise."""
    return each(EXACT.divide, a, b)


def scale_shift(x: Decimals, scale: Decimals, shift: Decimals) -> Decimals:
    """x × scale + shift, elementwise."""
    return np.asarray(x * scale + shift, dtype=object)


def relu(x: Decimals) -> Decimals:
    """max(0, x), elementwise."""
    return each(lambda element: element if element > 0 else ZERO, x)


def mask_later(score: Decimals) -> Decimals:
    """Replace the score of every later word (column > row) by −∞."""
    masked: Decimals = score.copy()
    masked[np.triu(np.ones(score.shape[-2:], dtype=bool), 1)] = Decimal("-Infinity")
    return masked


def largest(x: Decimals) -> Decimals:
    """The largest of the last axis: [..., m] → [..., 1]."""
    return np.asarray(x.max(axis=-1, keepdims=True), dtype=object)


def smaller(a: Decimals, b: Decimals) -> Decimals:
    """The smaller of two, elementwise."""
    return np.asarray(np.minimum(a, b), dtype=object)


def tanh(x: Decimals) -> Decimals:
    """Hyperbolic tangent, elementwise: (e^2x − 1) ÷ (e^2x + 1)."""

    def bend(element: Decimal) -> Decimal:
        power = power_of_e(FINE.multiply(2, element))
        return FINE.divide(FINE.subtract(power, ONE), FINE.add(power, ONE))

    return each(bend, x)


def gelu_inner(u: Decimals, cubic: Decimals) -> Decimals:
    """u + cubic × u³, elementwise."""
    return np.asarray(u + cubic * u * u * u, dtype=object)


def gelu_out(u: Decimals, bent: Decimals) -> Decimals:
    """½ × u × (1 + bent), elementwise."""
    return np.asarray(HALF * u * (ONE + bent), dtype=object)


def columns(x: Decimals, first: int, width: int) -> Decimals:
    """Take `width` columns from `first` on: [..., m] → [..., width]."""
    return np.asarray(x[..., first : first + width], dtype=object)


def select(x: Decimals, row: int, places: npt.NDArray[np.int64]) -> Decimals:
    """Take some places of one row, in the order given: [n, m] → [k]."""
    return np.asarray(x[row, places], dtype=object)


def join(*rows: Decimals) -> Decimals:
    """Put rows side by side along the last axis."""
    return np.concatenate(rows, axis=-1)


def in_a_row(*numbers: Decimals) -> Decimals:
    """Put single numbers in a row: n of them → [n]."""
    return np.array([number.item() for number in numbers], dtype=object)


def lookup(table: Decimals, ids: npt.NDArray[np.int64]) -> Decimals:
    """Take the rows of `table` that `ids` number: [V, d], [n] → [n, d]."""
    return np.asarray(table[ids], dtype=object)


def divisor(base: Decimals, exponents: Decimals, width: Decimals) -> Decimals:
    """base^(exponent ÷ width) for each slot; a power that comes out whole is whole exactly."""
    return each(_power, base, exponents, width)


def _power(base: Decimal, exponent: Decimal, width: Decimal) -> Decimal:
    power = FINE.exp(FINE.multiply(FINE.ln(base), FINE.divide(exponent, width)))
    return Context(prec=FINE.prec - 5, rounding=ROUND_HALF_UP).plus(power)


def wave(position: Decimals, divisors: Decimals) -> Decimals:
    """Sine of position ÷ divisor in the first, third, … slot, cosine in the others: [n, d]."""
    angles = divide(position, divisors)
    waves = each(sine, angles)
    waves[..., 1::2] = each(cosine, angles[..., 1::2])
    return waves


def rotate(x: Decimals, waves: Decimals) -> Decimals:
    """Turn each pair of neighbours by the angle whose sine and cosine `waves` holds."""
    sines, cosines = waves[..., 0::2], waves[..., 1::2]
    turned: Decimals = np.empty_like(x * waves)
    turned[..., 0::2] = x[..., 0::2] * cosines - x[..., 1::2] * sines
    turned[..., 1::2] = x[..., 0::2] * sines + x[..., 1::2] * cosines
    return turned


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620900")


def sine(angle: Decimal) -> Decimal:
    """Sine of an angle in radians, to at least 45 digits (Taylor's series)."""
    with localcontext(Context(prec=70)) as context:
        turn = 2 * PI
        x = angle - turn * (angle / turn).to_integral_value()
        term = result = x
        n = 1
        while term and term.adjusted() > -60:
            term = -term * x * x / ((n + 1) * (n + 2))
            result += term
            n += 2
        context.prec = 45
        return +result


def cosine(angle: Decimal) -> Decimal:
    """Cosine of an angle in radians, to at least 45 digits."""
    with localcontext(Context(prec=70)):
        quarter = angle + PI / 2
    return sine(quarter)
