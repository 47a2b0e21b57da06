"""How a tree is worked out: exactly in rationals, and where no rational will do to 60 digits.

A value is a `Decimal` (exact), a `Fraction` (exact, after a division), an `Approx` (within 1e-60 of
its size), or a tuple of them. Roots and powers that come out even stay exact. What has no value
(1 ÷ 0, 0⁰, √−1, log 0), or none of a size worth printing, is `Unreadable`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, Inexact, InvalidOperation, Overflow
from fractions import Fraction

from bookaudit import transcendental as real
from bookaudit.errors import Unreadable
from bookaudit.expression import Call, Constant, Negative, Node, Number, Power, Product, Sum, Vector

MOST_DIGITS = 6000  # of an exact value: more is a trap, not arithmetic
_EXACT = Context(prec=MOST_DIGITS, traps=[Inexact, InvalidOperation, Overflow])
_ROUND = Context(
    prec=2 * MOST_DIGITS,
    rounding=ROUND_HALF_UP,
    traps=[InvalidOperation],
    Emin=-999999,
    Emax=999999,
)
_TOO_LARGE = f"a value of more than {MOST_DIGITS:,} digits"
_TIE = Decimal("1e-20")  # an inexact value this near a tie, in units of its last digit, is one


@dataclass(slots=True, frozen=True)
class Approx:
    """A value no rational gives, to 60 digits."""

    value: Decimal


Scalar = Decimal | Fraction | Approx
Value = Scalar | tuple[Scalar, ...]


def evaluate(node: Node) -> Value:
    """Work out ``node``; raise `Unreadable` with the reason if it has no value."""
    try:
        return _RULES[type(node)](node)
    except (Inexact, Overflow, InvalidOperation) as error:
        raise Unreadable(_TOO_LARGE) from error


def scalar(node: Node) -> Scalar:
    """Work out ``node``, which must be one number and not a list."""
    value = node.value if type(node) is Number else evaluate(node)
    if isinstance(value, tuple):
        raise Unreadable("a list of numbers where one number should stand")
    return value


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
        whole += 1
    return _ROUND.copy_sign(_ROUND.scaleb(whole, exponent), value)


def _bounded(value: Fraction) -> Fraction:
    if value.numerator.bit_length() + value.denominator.bit_length() > 4 * MOST_DIGITS:
        raise Unreadable(_TOO_LARGE)
    return value


def _add(a: Scalar, b: Scalar) -> Scalar:
    if type(a) is Decimal and type(b) is Decimal:
        return _EXACT.add(a, b)
    if isinstance(a, Approx) or isinstance(b, Approx):
        return Approx(real.WORK.add(inexact(a), inexact(b)))
    return _bounded(Fraction(a) + Fraction(b))


def _multiply(a: Scalar, b: Scalar) -> Scalar:
    if type(a) is Decimal and type(b) is Decimal:
        return _EXACT.multiply(a, b)
    if isinstance(a, Approx) or isinstance(b, Approx):
        return Approx(real.WORK.multiply(inexact(a), inexact(b)))
    return _bounded(Fraction(a) * Fraction(b))


def _divide(a: Scalar, b: Scalar) -> Scalar:
    if not (b.value if isinstance(b, Approx) else b):
        raise Unreadable("division by zero")
    if isinstance(a, Approx) or isinstance(b, Approx):
        return Approx(real.WORK.divide(inexact(a), inexact(b)))
    return _bounded(Fraction(a) / Fraction(b))


def _negate(a: Scalar) -> Scalar:
    if isinstance(a, Approx):
        return Approx(a.value.copy_negate())
    return a.copy_negate() if isinstance(a, Decimal) else -a


def _sum(node: Sum) -> Value:
    total = _value(node.terms[0])
    for term, minus in zip(node.terms[1:], node.minus[1:], strict=True):
        value = _value(term)
        if type(total) is Decimal and type(value) is Decimal:
            total = _EXACT.subtract(total, value) if minus else _EXACT.add(total, value)
            continue
        if minus:
            value = _each(_negate, value)
        if isinstance(total, tuple) or isinstance(value, tuple):
            if not (isinstance(total, tuple) and isinstance(value, tuple)) or len(total) != len(
                value
            ):
                raise Unreadable("a sum of lists that differ in length")
            total = tuple(map(_add, total, value))
        else:
            total = _add(total, value)
    return total


def _product(node: Product) -> Value:
    total = _value(node.factors[0])
    if node.divides is None:
        for factor in node.factors[1:]:
            value = _value(factor)
            if type(total) is Decimal and type(value) is Decimal:
                total = _EXACT.multiply(total, value)
            else:
                total = _scaled(total, value)
        return total
    for factor, over in zip(node.factors[1:], node.divides[1:], strict=True):
        value = _value(factor)
        if not over:
            total = _scaled(total, value)
        elif isinstance(value, tuple):
            raise Unreadable("division by a list of numbers")
        elif isinstance(total, tuple):
            total = tuple(_divide(item, value) for item in total)
        else:
            total = _divide(total, value)
    return total


def _scaled(a: Value, b: Value) -> Value:
    if isinstance(a, tuple):
        if isinstance(b, tuple):
            raise Unreadable("a product of two lists reads more than one way")
        return tuple(_multiply(item, b) for item in a)
    if isinstance(b, tuple):
        return tuple(_multiply(a, item) for item in b)
    return _multiply(a, b)


def _value(node: Node) -> Value:
    return node.value if type(node) is Number else _RULES[type(node)](node)


def _each(rule: Callable[[Scalar], Scalar], value: Value) -> Value:
    return tuple(map(rule, value)) if isinstance(value, tuple) else rule(value)


def _power(node: Power) -> Value:
    exponent = scalar(node.exponent)
    if isinstance(node.base, Constant) and node.base.name == "e":
        return _exp(exponent)
    return power(scalar(node.base), exponent)


def power(base: Scalar, exponent: Scalar) -> Scalar:
    """Raise ``base`` to ``exponent``, exactly wherever the answer is rational and not too long."""
    if not isinstance(exponent, Approx):
        exact = _exact_power(base, Fraction(exponent))
        if exact is not None:
            return exact
    positive = base.value > 0 if isinstance(base, Approx) else base > 0
    if not positive:
        raise Unreadable("a power of a negative number that is not whole")
    return _exp(_multiply(exponent, Approx(real.ln(inexact(base)))))


def _exact_power(base: Scalar, exponent: Fraction) -> Scalar | None:
    if isinstance(base, Approx):
        if exponent.denominator != 1 or abs(exponent) > 64:
            return None
        result = Approx(real.WORK.power(base.value, abs(exponent.numerator)))
        return result if exponent >= 0 else _divide(Decimal(1), result)
    if not base:
        if exponent <= 0:
            raise Unreadable("zero to a power that is not above zero")
        return Decimal(0)
    whole, root = exponent.numerator, exponent.denominator
    if type(base) is Decimal and base == 10 and root == 1 and abs(whole) <= MOST_DIGITS:
        return Decimal(1).scaleb(whole)
    fraction = Fraction(base)
    if root != 1:
        if base < 0:
            raise Unreadable("a root of a negative number")
        rooted = real.exact_root(fraction, root)
        if rooted is None:
            return None
        fraction = rooted
    size = fraction.numerator.bit_length() + fraction.denominator.bit_length() - 2
    if size * abs(whole) > MOST_DIGITS:
        if base < 0:
            raise Unreadable(_TOO_LARGE)
        return None
    return _bounded(Fraction(fraction**whole))


def _exp(exponent: Scalar) -> Scalar:
    return Approx(real.exp(inexact(exponent))) if _inexact_or_true(exponent) else Decimal(1)


def _inexact_or_true(value: Scalar) -> bool:
    return isinstance(value, Approx) or bool(value)


def square_root(value: Scalar) -> Scalar:
    """Return √value, exactly where it comes out even."""
    if (value.value if isinstance(value, Approx) else value) < 0:
        raise Unreadable("the root of a negative number")
    if not isinstance(value, Approx):
        exact = real.exact_root(Fraction(value), 2)
        if exact is not None:
            return exact
    return Approx(real.WORK.sqrt(inexact(value)))


def _log(value: Scalar) -> Scalar:
    if (value.value if isinstance(value, Approx) else value) <= 0:
        raise Unreadable("the logarithm of a number that is not above zero")
    return Decimal(0) if value == 1 else Approx(real.ln(inexact(value)))


def _log_to(base: Scalar) -> Callable[[Scalar], Scalar]:
    return lambda value: _divide(_log(value), _log(base))


def _absolute(value: Scalar) -> Scalar:
    if isinstance(value, Approx):
        return Approx(value.value.copy_abs())
    return value.copy_abs() if isinstance(value, Decimal) else abs(value)


def _at_zero(rule: Callable[[Decimal], Decimal], at_zero: Decimal) -> Callable[[Scalar], Scalar]:
    def of(value: Scalar) -> Scalar:
        return Approx(rule(inexact(value))) if _inexact_or_true(value) else at_zero

    return of


_OF_ONE: dict[str, Callable[[Scalar], Scalar]] = {
    "sqrt": square_root,
    "exp": _exp,
    "ln": _log,
    "log2": _log_to(Decimal(2)),
    "log10": _log_to(Decimal(10)),
    "sin": _at_zero(real.sin, Decimal(0)),
    "cos": _at_zero(real.cos, Decimal(1)),
    "tanh": _at_zero(real.tanh, Decimal(0)),
    "abs": _absolute,
}


def _total(values: list[Scalar]) -> Scalar:
    total: Scalar = values[0]
    for value in values[1:]:
        total = _add(total, value)
    return total


def _comparable(value: Scalar) -> Fraction:
    return Fraction(value.value if isinstance(value, Approx) else value)


def _largest(values: list[Scalar]) -> Scalar:
    return max(values, key=_comparable)


def _smallest(values: list[Scalar]) -> Scalar:
    return min(values, key=_comparable)


_OF_MANY: dict[str, Callable[[list[Scalar]], Scalar]] = {
    "max": _largest,
    "min": _smallest,
    "sum": _total,
}


def _call(node: Call) -> Value:
    values = [_value(argument) for argument in node.arguments]
    if node.name in _OF_MANY:
        flat: list[Scalar] = []
        for value in values:
            flat.extend(value if isinstance(value, tuple) else (value,))
        return _OF_MANY[node.name](flat)
    if len(values) != 1:
        raise Unreadable(f"{node.name} of more than one number")
    rule = _log_to(scalar(node.base)) if node.base is not None else _OF_ONE[node.name]
    return _each(rule, values[0])


def _constant(node: Constant) -> Value:
    return Approx(real.exp(Decimal(1)) if node.name == "e" else real.pi())


_RULES: dict[type, Callable[..., Value]] = {
    Number: lambda node: node.value,
    Constant: _constant,
    Negative: lambda node: _each(_negate, _value(node.body)),
    Sum: _sum,
    Product: _product,
    Power: _power,
    Call: _call,
    Vector: lambda node: tuple(scalar(item) for item in node.items),
}
