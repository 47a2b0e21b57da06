"""What a line that does not close should say: its sides put right one after another."""

from decimal import Decimal

from bookaudit.errors import Unreadable
from bookaudit.reading.expression import parse, parse_chain
from bookaudit.reading.signs import MINUS
from bookaudit.reading.tree import EXACT, Node, Number
from bookaudit.verdict.evaluate import evaluate
from bookaudit.verdict.links import closes, counterparts, decimals, part_holds, printed, shows
from bookaudit.verdict.values import Approx, Scalar, Value, equal, negate, rounded

Edit = tuple[tuple[int, int], str]


def corrected(text: str, *, strict: bool = False) -> str:
    """Return the value that the right side of ``text`` should be, or the whole line put right.

    Raises `Unreadable` where a side has no value.
    """
    line, value = _put_right_through(text, strict=strict)
    return line if value is None else value


def line_put_right(text: str, *, strict: bool = False) -> str:
    """Return the whole line put right; raise `Unreadable` where a side has no value."""
    return _put_right_through(text, strict=strict)[0]


def _put_right_through(text: str, *, strict: bool) -> tuple[str, str | None]:
    """Return the whole line put right, and its right side alone where it is one of two."""
    chain = parse_chain(text, spans=True)
    minus = "−" if "−" in text else "-"
    edits: list[Edit] = []
    left = chain.sides[0]
    side_edits: list[Edit] = []
    for right, (start, end) in zip(chain.sides[1:], chain.spans[1:], strict=True):
        value = evaluate(left)
        shown = printed(right)
        side_edits = []
        if not closes(left, value, right, evaluate(right), strict=strict):
            side_edits = _put_right(left, value, right, (start, end), text, minus)
        edits += side_edits
        now = _edited(
            text[start:end], [((a - start, b - start), new) for (a, b), new in side_edits]
        )
        left = parse(now)
    line = _edited(text, edits)
    if len(chain.sides) == 2 and shown is not None:
        return line, side_edits[0][1] if side_edits else text[start:end]
    if side_edits and printed(left) is None:
        line += f" = {_value_for(evaluate(left), [left, chain.sides[-1]], minus)}"
    return line, None


def written(value: Decimal, like: str, minus: str = "-") -> str:
    """Write ``value`` with all its digits, in the manner of ``like``: percent, powers of ten."""
    sign = minus if value.is_signed() and value else ""
    value = value.copy_abs()
    if like.rstrip(") ").endswith("%"):
        return f"{sign}{EXACT.scaleb(value, Decimal(2)):f}%"
    if "10^" in like.replace(" ", "") or "10⁻" in like or "e" in like.lower():
        digits = "".join(map(str, value.as_tuple().digits))
        power = value.adjusted()
        mantissa = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
        if "e" in like.lower():
            return f"{sign}{mantissa}e{power}".replace("-", minus)
        raised = f"({minus}{-power})" if power < 0 else str(power)
        return f"{sign}{mantissa} × 10^{raised}"
    return f"{sign}{value:,f}" if "," in like else f"{sign}{value:f}"


def _put_right(
    left: Node, value: Value, right: Node, span: tuple[int, int], text: str, minus: str
) -> list[Edit]:
    """Return the edits that make ``right`` follow from ``left``."""
    shown = printed(right)
    like = text[span[0] : span[1]]
    if isinstance(shown, tuple):
        if not isinstance(value, tuple) or len(value) != len(shown):
            raise Unreadable("lists of numbers that differ in length")
        pairs = zip(value, shown, strict=True)
        return [(span, "[" + ", ".join(written(rounded(a, b), "", minus) for a, b in pairs) + "]")]
    if shown is not None:
        if isinstance(value, tuple):
            raise Unreadable("a list of numbers against one number")
        return [(span, written(rounded(value, shown), like, minus))]
    edits = _parts_put_right(left, right, text, minus)
    return [(span, _value_for(value, [right], minus))] if edits is None else edits


def _parts_put_right(left: Node, right: Node, text: str, minus: str) -> list[Edit] | None:
    """Return edits to single numbers of ``right``, or None if its shape is not that of ``left``."""
    shown = printed(right)
    if isinstance(shown, Decimal):
        if part_holds(left, shown):
            return []
        copied = printed(left)
        if isinstance(copied, Decimal) and isinstance(right, Number) and right.span[0] >= 0:
            copied = copied.copy_negate() if _sign_outside(right, text) else copied
            return [(right.span, _bracketed(written(copied, "", minus), text, right))]
        value = evaluate(left)
        if isinstance(value, tuple) or not isinstance(right, Number) or right.span[0] < 0:
            return None
        value = negate(value) if _sign_outside(right, text) else value
        part = _part(value, shown, text[slice(*right.span)], minus)
        return [(right.span, _bracketed(part, text, right))]
    pairs = counterparts(left, right)
    if pairs is None:
        return [] if equal(evaluate(left), evaluate(right)) else None
    edits: list[Edit] = []
    for a, b in pairs:
        inner = _parts_put_right(a, b, text, minus)
        if inner is None:
            return None
        edits += inner
    return edits


def _part(value: Scalar, shown: Decimal, like: str, minus: str) -> str:
    """Write a number inside a side: rounded as printed, or whole where it comes out even."""
    result = rounded(value, shown)
    if not isinstance(value, Approx) and shows(value, result, strict=False) and result == value:
        short = EXACT.normalize(result)
        result = short if int(short.as_tuple().exponent) < 0 else EXACT.quantize(short, Decimal(1))
    return written(result, like, minus)


def _sign_outside(number: Number, text: str) -> bool:
    """Whether a number of a sum has its sign from a minus before it, outside its own span."""
    own = text[number.span[0] : number.span[1]].lstrip("( ")[:1] in MINUS
    return number.value.is_signed() != own


def _bracketed(number: str, text: str, at: Number) -> str:
    bracketed = text[at.span[0]] == "(" or (number[0] in MINUS and _sign_outside(at, text))
    return f"({number})" if bracketed else number


def _value_for(value: Value, sides: list[Node], minus: str) -> str:
    """Write ``value`` with as many places as the finest number printed in ``sides``."""
    numbers = [number for side in sides for number in decimals(side)]
    places = min((int(number.as_tuple().exponent) for number in numbers), default=0)
    like = Decimal((0, (0,), places))
    if isinstance(value, tuple):
        return "[" + ", ".join(written(rounded(item, like), "", minus) for item in value) + "]"
    return written(rounded(value, like), "", minus)


def _edited(text: str, edits: list[Edit]) -> str:
    for (start, end), new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
