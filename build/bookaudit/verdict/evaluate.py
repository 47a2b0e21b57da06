"""How a tree is worked out.

Roots and powers that come out even stay exact. What has no value (1 ÷ 0, 0⁰, √−1, log 0), or none
of a size worth printing, is `Unreadable`.
"""

from collections.abc import Callable
from decimal import Decimal, Inexact, InvalidOperation, Overflow
from fractions import Fraction

from bookaudit.errors import Unreadable
from bookaudit.reading.tree import (
    EXACT,
    MOST_DIGITS,
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
from bookaudit.verdict import transcendental as real
from bookaudit.verdict.values import (
    TOO_LARGE,
    Approx,
    Scalar,
    Value,
    absolute,
    add,
    bounded,
    divide,
    inexact,
    multiply,
    negate,
)


def evaluate(node: Node) -> Value:
    """Work out ``node``; raise `Unreadable` with the reason if it has no value."""
    try:
        return _RULES[type(node)](node)
    except (Inexact, Overflow, InvalidOperation) as error:
        raise Unreadable(TOO_LARGE) from error


def scalar(node: Node) -> Scalar:
    """Work out ``node``, which must be one number and not a list."""
    value = node.value if type(node) is Number else evaluate(node)
    if isinstance(value, tuple):
        raise Unreadable("a list of numbers where one number should stand")
    return value


def _sum(node: Sum) -> Value:
    total = _value(node.terms[0])
    for term, minus in zip(node.terms[1:], node.minus[1:], strict=True):
        value = _value(term)
        if type(total) is Decimal and type(value) is Decimal:
            total = EXACT.subtract(total, value) if minus else EXACT.add(total, value)
            continue
        if minus:
            value = _each(negate, value)
        if isinstance(total, tuple) or isinstance(value, tuple):
            if not (isinstance(total, tuple) and isinstance(value, tuple)) or len(total) != len(
                value
            ):
                raise Unreadable("a sum of lists that differ in length")
            total = tuple(map(add, total, value))
        else:
            total = add(total, value)
    return total


def _product(node: Product) -> Value:
    total = _value(node.factors[0])
    if node.divides is None:
        for factor in node.factors[1:]:
            value = _value(factor)
            if type(total) is Decimal and type(value) is Decimal:
                total = EXACT.multiply(total, value)
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
            total = tuple(divide(item, value) for item in total)
        else:
            total = divide(total, value)
    return total


def _scaled(a: Value, b: Value) -> Value:
    if isinstance(a, tuple):
        if isinstance(b, tuple):
            raise Unreadable("a product of two lists reads more than one way")
        return tuple(multiply(item, b) for item in a)
    if isinstance(b, tuple):
        return tuple(multiply(a, item) for item in b)
    return multiply(a, b)


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
    return _exp(multiply(exponent, Approx(real.ln(inexact(base)))))


def _exact_power(base: Scalar, exponent: Fraction) -> Scalar | None:
    if isinstance(base, Approx):
        if exponent.denominator != 1 or abs(exponent) > 64:
            return None
        result = Approx(real.WORK.power(base.value, abs(exponent.numerator)))
        return result if exponent >= 0 else divide(Decimal(1), result)
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
            raise Unreadable(TOO_LARGE)
        return None
    return bounded(Fraction(fraction**whole))


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
    return lambda value: divide(_log(value), _log(base))


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
    "abs": absolute,
}


def _total(values: list[Scalar]) -> Scalar:
    total: Scalar = values[0]
    for value in values[1:]:
        total = add(total, value)
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
    Negative: lambda node: _each(negate, _value(node.body)),
    Sum: _sum,
    Product: _product,
    Power: _power,
    Call: _call,
    Vector: lambda node: tuple(scalar(item) for item in node.items),
}
