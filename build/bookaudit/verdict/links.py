"""When one side of a line follows from the side before it."""

from decimal import Decimal

from bookaudit.errors import Unreadable
from bookaudit.reading.tree import EXACT, Call, Negative, Node, Number, Power, Product, Sum, Vector
from bookaudit.verdict.evaluate import evaluate
from bookaudit.verdict.values import Value, equal, rounded


def closes(left: Node, left_value: Value, right: Node, right_value: Value, *, strict: bool) -> bool:
    """Whether the link ``left = right`` holds."""
    shown = printed(right)
    if shown is not None:
        return shows(left_value, shown, strict=strict)
    shown = printed(left)
    if shown is not None and shows(right_value, shown, strict=strict):
        return True
    return equal(left_value, right_value) or _follows(left, right)


def shows(value: Value, shown: Decimal | tuple[Decimal, ...], *, strict: bool) -> bool:
    """Whether ``shown`` is ``value`` rounded to its digits."""
    if isinstance(shown, tuple):
        return (
            isinstance(value, tuple)
            and len(value) == len(shown)
            and all(shows(a, b, strict=strict) for a, b in zip(value, shown, strict=True))
        )
    if isinstance(value, tuple):
        raise Unreadable("a list of numbers against one number")
    if strict and not shown and shown.is_signed():
        return False
    return rounded(value, shown) == shown


def printed(node: Node) -> Decimal | tuple[Decimal, ...] | None:
    """Return the number (or list of numbers) that ``node`` simply prints, its last place kept.

    ``3.975 × 10^(−31)`` is one number, whose last place is 10^(−34).
    """
    if type(node) is Number:
        return node.value
    if isinstance(node, Negative):
        inside = printed(node.body)
        return inside.copy_negate() if isinstance(inside, Decimal) else None
    if isinstance(node, Vector):
        items = [printed(item) for item in node.items]
        numbers = [item for item in items if isinstance(item, Decimal)]
        return tuple(numbers) if len(numbers) == len(items) else None
    if isinstance(node, Product) and len(node.factors) == 2 and not node.divides:
        mantissa, scale = printed(node.factors[0]), node.factors[1]
        if isinstance(mantissa, Decimal) and isinstance(scale, Power):
            base, exponent = printed(scale.base), printed(scale.exponent)
            if base == 10 and isinstance(exponent, Decimal) and exponent == int(exponent):
                return EXACT.scaleb(mantissa, int(exponent))
    return None


def counterparts(left: Node, right: Node) -> list[tuple[Node, Node]] | None:
    """Pair the parts of two trees of the same shape, or return None."""
    match left, right:
        case Sum(), Sum() if len(left.terms) == len(right.terms):
            return list(zip(signed_terms(left), signed_terms(right), strict=True))
        case Product(), Product() if len(left.factors) == len(right.factors) and (
            left.divides or [False] * len(left.factors)
        ) == (right.divides or [False] * len(right.factors)):
            return list(zip(left.factors, right.factors, strict=True))
        case Power(), Power():
            return [(left.base, right.base), (left.exponent, right.exponent)]
        case Negative(), Negative():
            return [(left.body, right.body)]
        case Call(), Call() if left.name == right.name and left.base == right.base:
            if len(left.arguments) == len(right.arguments):
                return list(zip(left.arguments, right.arguments, strict=True))
        case Vector(), Vector() if len(left.items) == len(right.items):
            return list(zip(left.items, right.items, strict=True))
    return None


def signed_terms(node: Sum) -> list[Node]:
    """Return a sum's terms, each with the sign before it."""
    terms: list[Node] = []
    for term, minus in zip(node.terms, node.minus, strict=True):
        if minus and isinstance(term, Number):
            terms.append(Number(term.value.copy_negate(), term.span))
        else:
            terms.append(Negative(term) if minus else term)
    return terms


def part_holds(left: Node, shown: Decimal | tuple[Decimal, ...]) -> bool:
    """Whether a number on the right stands rightly where ``left`` stood."""
    before = printed(left)
    if before is not None:  # a number is copied, not rounded again
        return before == shown
    return shows(evaluate(left), shown, strict=False)


def _follows(left: Node, right: Node) -> bool:
    shown = printed(right)
    if shown is not None:
        return part_holds(left, shown)
    pairs = counterparts(left, right)
    if pairs is None:
        return equal(evaluate(left), evaluate(right))
    return all(_follows(a, b) for a, b in pairs)


def decimals(node: Node) -> list[Decimal]:
    """Return the numbers printed in ``node`` that are not whole."""
    found: list[Decimal] = []
    waiting: list[Node | None] = [node]
    while waiting:
        match waiting.pop():
            case Number(value):
                if int(value.as_tuple().exponent) < 0:
                    found.append(value)
            case Negative(body):
                waiting.append(body)
            case Sum(parts) | Product(parts) | Vector(parts):
                waiting.extend(parts)
            case Power(base, exponent):
                waiting += [base, exponent]
            case Call(_, parts, base):
                waiting += [*parts, base]
    return found
