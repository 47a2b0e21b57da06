"""The bits of e^x, tanh, ln, sine and cosine on float64: made from + − × ÷ and exponent bits alone.

The C library and NumPy give different last bits on different processors; these do not, because
every step is an elementwise operation that IEEE 754 defines to the last bit.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

LOG2_E = float.fromhex("0x1.71547652b82fep+0")
# ln 2 in two parts: k × LN2_HIGH is exact for every k an exponent can be (fdlibm, e_log.c).
LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
# π/2 in three parts of 33, 33 and 53 bits (fdlibm, e_rem_pio2.c): k × the first two is exact.
HALF_PI = (
    float.fromhex("0x1.921fb54400000p+0"),
    float.fromhex("0x1.0b4611a600000p-34"),
    float.fromhex("0x1.3198a2e037073p-69"),
)
TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
EXPONENT_LOWEST = float((1 << 52) + 1023)
ROOT_HALF = float.fromhex("0x1.6a09e667f3bcdp-1")


def _inverse_factorials(first: int, last: int, step: int, *, alternating: bool) -> list[float]:
    """1 ÷ n! for n = first, first + step, … last; every other one negative if alternating."""
    factorial = 1
    terms: list[float] = []
    for n in range(1, last + 1):
        factorial *= n
        if n >= first and (n - first) % step == 0:
            negative = alternating and len(terms) % 2 == 1
            terms.append(-1 / factorial if negative else 1 / factorial)
    return terms


EXP_TERMS = _inverse_factorials(2, 13, 1, alternating=False)  # x²/2! + … + x¹³/13!
SIN_TERMS = _inverse_factorials(3, 17, 2, alternating=True)  # subtracted: x³/3! − x⁵/5! + …
COS_TERMS = _inverse_factorials(4, 18, 2, alternating=True)  # added: x⁴/4! − x⁶/6! + …
LOG_TERMS = [2 / n for n in range(3, 27, 2)]


def _horner(x: Array, terms: list[float]) -> Array:
    """terms[0] + x × (terms[1] + x × (…)), from the inside out."""
    value = x * terms[-1]
    value += terms[-2]
    for term in terms[-3::-1]:
        value *= x
        value += term
    return value


def _power_of_two(k: Array) -> Array:
    """2^k for a whole k from −1022 to 1023, made from exponent bits.

    k + 1023 + 2^52 has k + 1023 as its lowest bits; the shift makes those the exponent.
    """
    bits = (k + EXPONENT_LOWEST).view(np.int64) << 52
    power: Array = bits.view(np.float64)
    return power


def _power_less_one(x: Array) -> tuple[Array, Array]:
    """The whole k nearest to x ÷ ln 2, and e^r − 1 for the r = x − k × ln 2 that is left over."""
    k = np.rint(x * LOG2_E)
    tail = x - k * LN2_HIGH
    low = k * LN2_LOW
    r = tail - low
    tail -= r
    tail -= low  # what rounding took from r
    less_one = _horner(r, EXP_TERMS)
    less_one *= r * r
    less_one += tail
    less_one += r
    return k, less_one


def exp(x: Array) -> Array:
    """e^x, within 1 unit in the last place; e^−∞ is 0 and too large an x gives ∞."""
    x = np.minimum(np.maximum(x, -746.0), 710.0)  # beyond these the answer is 0 or ∞ already
    k, power = _power_less_one(x)
    power += 1.0
    half = np.rint(0.5 * k)
    power *= _power_of_two(half)  # in two steps, as 2^k alone may be too small or too large
    with np.errstate(over="ignore"):
        power *= _power_of_two(k - half)
    return power


def tanh(x: Array) -> Array:
    """The hyperbolic tangent, within 2 units in the last place, and exactly odd.

    (e^2|x| − 1) ÷ (e^2|x| + 1), with the 1 taken away before rounding can lose what is left.
    """
    size = np.minimum(np.abs(x), 22.0)  # beyond this the answer is 1 already
    k, less_one = _power_less_one(size + size)
    whole = _power_of_two(k)
    less_one *= whole
    whole -= 1.0
    less_one += whole
    return np.copysign(less_one / (less_one + 2.0), x)


def log(x: Array) -> Array:
    """The natural logarithm (fdlibm's arrangement): ln 0 is −∞, of a negative number NaN."""
    usual = (x > 0.0) & (x < np.inf)
    fraction, exponent = np.frexp(x if usual.all() else np.where(usual, x, 1.0))
    low = (fraction < ROOT_HALF).astype(np.float64)
    f = fraction + fraction * low - 1.0  # in √½ − 1 … √2 − 1
    k = exponent - low
    s = f / (2.0 + f)
    z = s * s
    half_square = 0.5 * f * f
    inner = _horner(z, LOG_TERMS)
    inner *= z
    inner += half_square
    inner *= s
    inner += k * LN2_LOW
    value = k * LN2_HIGH - ((half_square - inner) - f)
    if usual.all():
        return value
    value = np.where(x == np.inf, np.inf, value)
    return np.where(x > 0.0, value, np.where(x == 0.0, -np.inf, np.nan))


def _quarter_turns(x: Array) -> tuple[npt.NDArray[np.int64], Array, Array]:
    """The whole quarter turns nearest to ``x``, and sine and cosine of what is left over."""
    k = np.rint(x * TWO_OVER_PI)
    high, low = x - k * HALF_PI[0], k * HALF_PI[1]
    near = high - low
    rest = ((high - near) - low) - k * HALF_PI[2]
    r = near + rest
    tail = (near - r) + rest  # what rounding took from r
    z = r * r
    half = 0.5 * z
    most = 1.0 - half
    sine = r + (tail * most - r * (z * _horner(z, SIN_TERMS)))
    cosine = most + (((1.0 - most) - half) + (z * (z * _horner(z, COS_TERMS)) - r * tail))
    return k.astype(np.int64) & 3, sine, cosine


def sin(x: Array) -> Array:
    """The sine of ``x`` radians, for |x| up to about a hundred thousand."""
    turns, sine, cosine = _quarter_turns(x)
    value = np.where(turns & 1, cosine, sine)
    return np.where(turns & 2, -value, value)


def cos(x: Array) -> Array:
    """The cosine of ``x`` radians, for |x| up to about a hundred thousand."""
    turns, sine, cosine = _quarter_turns(x)
    value = np.where(turns & 1, sine, cosine)
    return np.where((turns + 1) & 2, -value, value)
