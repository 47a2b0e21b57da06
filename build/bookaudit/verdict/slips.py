"""Which slips explain a line that does not close, as far as a computation can tell.

Each rule asks whether one known slip turns the right result into the printed one. Several may, and
none of them is proof of what a hand or a program did.
"""

from collections.abc import Callable, Iterator
from decimal import ROUND_DOWN, Decimal
from itertools import pairwise

from bookaudit.reading.expression import parse_chain
from bookaudit.reading.tree import Node, Power, Product, Sum
from bookaudit.verdict.evaluate import evaluate
from bookaudit.verdict.links import closes, counterparts, part_holds, printed
from bookaudit.verdict.recheck import WITHIN_ROUNDING, recheck
from bookaudit.verdict.values import Scalar, inexact, multiply, rounded

SLIPS = {
    "power": "a number that is not a power's stands where the power was",
    "point": "off by a power of ten",
    "sign": "right but for its sign",
    "dropped": "right without one of its terms",
    "cut": "what is left when the later digits are dropped",
    "display": "one off in the last digit, within what rounding for display hides",
}
_POWERS_OF_TEN = tuple(Decimal(1).scaleb(power) for power in (-3, -2, -1, 1, 2, 3))


def slips(text: str) -> frozenset[str]:
    """Return the names of the `SLIPS` that explain a link of ``text``; none if it closes.

    Raises `Unreadable` for a text that is no line of arithmetic.
    """
    sides = parse_chain(text).sides
    failing = [
        (left, right)
        for left, right in pairwise(sides)
        if not closes(left, evaluate(left), right, evaluate(right), strict=True)
    ]
    results = list(_results(failing))
    found = {name for name, rule in _OF_RESULTS.items() if any(rule(*each) for each in results)}
    if any(_has_power(part) for link in failing for part in _replaced(*link)):
        found.add("power")
    if any(_lacks_a_term(*link) for link in failing):
        found.add("dropped")
    one_off = bool(results) and all(_one_off(*each) for each in results)
    if one_off and recheck(text).verdict == WITHIN_ROUNDING:
        found.add("display")
    return frozenset(found)


def _results(failing: list[tuple[Node, Node]]) -> Iterator[tuple[Scalar, Decimal]]:
    """Yield of each link what its left side comes to, and the number that is shown for it."""
    for left, right in failing:
        value, shown = evaluate(left), printed(right)
        if isinstance(shown, Decimal) and not isinstance(value, tuple):
            yield value, shown


def _point(value: Scalar, shown: Decimal) -> bool:
    return any(rounded(multiply(value, power), shown) == shown != 0 for power in _POWERS_OF_TEN)


def _sign(value: Scalar, shown: Decimal) -> bool:
    return rounded(value, shown) == -shown != 0


def _cut(value: Scalar, shown: Decimal) -> bool:
    return inexact(value).quantize(shown, rounding=ROUND_DOWN) == shown


def _one_off(value: Scalar, shown: Decimal) -> bool:
    unit = Decimal((0, (1,), int(shown.as_tuple().exponent)))
    return abs(rounded(value, shown) - shown) == unit


_OF_RESULTS: dict[str, Callable[[Scalar, Decimal], bool]] = {
    "point": _point,
    "sign": _sign,
    "cut": _cut,
}


def _lacks_a_term(left: Node, right: Node) -> bool:
    shown = printed(right)
    if not isinstance(left, Sum) or not isinstance(shown, Decimal):
        return False
    for place in range(len(left.terms)):
        terms = left.terms[:place] + left.terms[place + 1 :]
        value = evaluate(Sum(terms, left.minus[:place] + left.minus[place + 1 :]))
        if not isinstance(value, tuple) and rounded(value, shown) == shown:
            return True
    return False


def _replaced(left: Node, right: Node) -> Iterator[Node]:
    """Yield the parts of a side in whose place the next side has a number that is not theirs."""
    shown = printed(right)
    if shown is not None:
        if not part_holds(left, shown):
            yield left
        return
    for a, b in counterparts(left, right) or ():
        yield from _replaced(a, b)


def _has_power(node: Node) -> bool:
    if isinstance(node, Product):
        return any(map(_has_power, node.factors))
    return isinstance(node, Power)
