"""Whether a line closes: every left side, worked out and rounded as its right side is printed.

The four verdicts:

``closes``
    Each link ``left = right`` holds: the left side, evaluated exactly and rounded half away from
    zero to the digits printed on the right, is the right side, digit for digit. A right side that
    is itself an expression closes when it has the same value, or when it is the left side with
    parts replaced by what they come to, each rounded to its own printed digits. ``≈`` is checked
    like ``=``.
``within-rounding``
    The printed digits do not give the right side, but the numbers that the writer rounded for
    display may have: some numbers that print as the left side's do would give it. It is said only
    where the right side has no more decimal places than the roughest decimal on its left: a result
    with more places than its operands was worked out from the operands as printed, and is wrong.
    Whole numbers are counts and stand for themselves. Never said of a line that is marked as
    arithmetic (``strict``), where digits are the promise.
``does-not-close``
    Neither. A sign, a digit or an operand is wrong somewhere.
``unread``
    The text is not an expression with a value; the reason says what stopped the reader.

``right`` is what the line should show: the value alone where a line has one ``=`` and a number
after it; otherwise the whole line put right from left to right, with ``= value`` added where a
corrected last side is not a number. For a line that closes it is the last side as printed.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from bookaudit import intervals
from bookaudit.errors import Unreadable
from bookaudit.evaluate import Value, equal, evaluate, rounded
from bookaudit.expression import (
    Call,
    Chain,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Sum,
    Vector,
    parse_chain,
)

CLOSES = "closes"
WITHIN_ROUNDING = "within-rounding"
DOES_NOT_CLOSE = "does-not-close"
UNREAD = "unread"


@dataclass(slots=True, frozen=True)
class Checked:
    """A line's verdict, what its right side should be ("" if unread), and why it is unread."""

    verdict: str
    right: str
    reason: str = ""


@lru_cache(maxsize=1 << 17)
def recheck(text: str, *, strict: bool = False) -> Checked:
    """Judge one line of arithmetic from its characters alone; never raises.

    ``strict`` is for lines marked as arithmetic: no `WITHIN_ROUNDING`, and no ``−0.00``.
    """
    try:
        chain = parse_chain(text)
        if len(chain.sides) < 2:
            return Checked(UNREAD, "", "no “=”")
        failing = _failing_links(chain, strict=strict)
        if not failing:
            return Checked(CLOSES, _last_side(text))
        from bookaudit.correction import corrected  # it works with this module's rules

        right = corrected(text, strict=strict)
        softened = not strict and all(
            _within_rounding(chain.sides[link], chain.sides[link + 1]) for link in failing
        )
        return Checked(WITHIN_ROUNDING if softened else DOES_NOT_CLOSE, right)
    except Unreadable as error:
        return Checked(UNREAD, "", str(error))
    except (ArithmeticError, ValueError, RecursionError):
        return Checked(UNREAD, "", "no value that can be checked")


def _last_side(text: str) -> str:
    at = max(text.rfind(sign) for sign in "=≈≃≅")
    return text[at + 1 :].strip()


def _failing_links(chain: Chain, *, strict: bool) -> list[int]:
    failing = []
    left, left_value = chain.sides[0], evaluate(chain.sides[0])
    for link, right in enumerate(chain.sides[1:]):
        right_value = evaluate(right)
        if not closes(left, left_value, right, right_value, strict=strict):
            failing.append(link)
        left, left_value = right, right_value
    return failing


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
                return mantissa.scaleb(int(exponent))
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


def _within_rounding(left: Node, right: Node) -> bool:
    lefts = left.items if isinstance(left, Vector) else [left]
    rights = right.items if isinstance(right, Vector) else [right]
    if len(lefts) != len(rights):
        return False
    return all(_one_within(a, b) for a, b in zip(lefts, rights, strict=True))


def _one_within(left: Node, right: Node) -> bool:
    shown = printed(right)
    places = [int(value.as_tuple().exponent) for value in decimals(left)]
    if isinstance(shown, Decimal) and (not places or int(shown.as_tuple().exponent) < max(places)):
        return False
    try:
        low, high = intervals.reach(left)
        bottom, top = (
            intervals.around(shown) if isinstance(shown, Decimal) else intervals.reach(right)
        )
    except (ArithmeticError, ValueError):
        return False
    return low <= top and bottom <= high
