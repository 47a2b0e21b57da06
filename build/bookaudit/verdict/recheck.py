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

from bookaudit.errors import Unreadable
from bookaudit.reading.expression import parse_chain
from bookaudit.reading.tree import Chain, Node, Vector
from bookaudit.verdict import intervals
from bookaudit.verdict.correction import corrected
from bookaudit.verdict.evaluate import evaluate
from bookaudit.verdict.links import closes, decimals, printed

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
