"""Whether what a page says of the lines that it quotes from others is true.

A quotation is an element marked ``data-quote``, shown in quotation marks. The page has to say of it
(``data-verdict``, with the same name) whether it closes, in the words of `SAID`, and beside one
that does not close stands a line of its own that puts it right (``data-mends``). Anything else is a
contradiction: a page may quote a line that does not close, but never without saying so.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from bookaudit.documents.documents import Document, MarkedLine, Quoted
from bookaudit.errors import Unreadable
from bookaudit.reading.expression import parse_chain
from bookaudit.reading.tree import Call, Negative, Node, Number, Power, Product, Sum, Vector
from bookaudit.verdict.correction import line_put_right
from bookaudit.verdict.evaluate import evaluate
from bookaudit.verdict.recheck import CLOSES, UNREAD, recheck
from bookaudit.verdict.values import equal

SAID = {"closes": True, "does not close": False}  # what a statement may say → whether it closes
OPENING, CLOSING = "“", "”"


@dataclass(slots=True, frozen=True)
class Judged:
    """A quotation, or a word about one: what the page has, what is right, and what is wrong."""

    address: str
    place: int
    text: str
    right: str
    reason: str  # "" where the page says what is so


def judged(document: Document) -> Iterator[Judged]:
    """Judge each quotation of a page, and each word that is about none."""
    said: defaultdict[str, list[str]] = defaultdict(list)
    for statement in document.statements:
        said[statement.address].append(statement.text)
    mends: defaultdict[str, list[MarkedLine]] = defaultdict(list)
    for line in document.lines:
        if line.mends:
            mends[line.mends].append(line)
    known = set()
    for quoted in document.quotations:
        known.add(quoted.address)
        yield _judge(quoted, said[quoted.address], mends[quoted.address])
    for statement in document.statements:
        if statement.address not in known:
            reason = f"it is about {statement.address}, which is quoted nowhere on this page"
            yield Judged(statement.address, statement.line, statement.text, "", reason)
    for address in mends.keys() - known:
        for line in mends[address]:
            reason = f"it puts {address} right, which is quoted nowhere on this page"
            yield Judged(address, line.line, line.text, "", reason)


def unmarked(text: str) -> str:
    """Return a quotation without its marks, or nothing if it has none."""
    if not (text.startswith(OPENING) and text.endswith(CLOSING)):
        return ""
    return text[len(OPENING) : -len(CLOSING)].strip()


def _judge(quoted: Quoted, said: list[str], mends: list[MarkedLine]) -> Judged:
    text = unmarked(quoted.text)
    right, reason = "", ""
    if not text:
        reason = "a quotation without quotation marks"
    else:
        checked = recheck(text, strict=True)
        closes = checked.verdict == CLOSES
        if checked.verdict == UNREAD:
            reason = f"a quotation that cannot be read: {checked.reason}"
        else:
            right = checked.right if closes else line_put_right(text, strict=True)
            reason = _statement_fault(said, closes=closes) or _mend_fault(
                [line.text for line in mends], right, closes=closes
            )
    return Judged(quoted.address, quoted.line, text or quoted.text, right, reason)


def _statement_fault(said: list[str], *, closes: bool) -> str:
    if not said:
        return "a quotation of which the page does not say whether it closes"
    for statement in said:
        if statement not in SAID:
            return f"“{statement}” says neither of a quotation: {' nor '.join(SAID)}"
        if SAID[statement] != closes:
            return f"the page says that it “{statement}”, and it {_outcome(closes=closes)}"
    return ""


def _mend_fault(mends: list[str], right: str, *, closes: bool) -> str:
    if closes:
        return "it closes, and yet the page puts it right" if mends else ""
    if not mends:
        return "a quotation that does not close, and no line beside it that does"
    for line in mends:
        if not same_line(line, right):
            return f"the page puts it right by {line}"
    return ""


def _outcome(*, closes: bool) -> str:
    return next(words for words, meaning in SAID.items() if meaning == closes)


def same_line(one: str, other: str) -> bool:
    """Whether two lines say the same: side for side the same numbers and the same value."""
    try:
        a, b = parse_chain(one).sides, parse_chain(other).sides
        return len(a) == len(b) and all(
            list(numbers(x)) == list(numbers(y)) and equal(evaluate(x), evaluate(y))
            for x, y in zip(a, b, strict=True)
        )
    except (Unreadable, ArithmeticError, ValueError, RecursionError):
        return False


def numbers(node: Node) -> Iterator[tuple[tuple[int, ...], int | str]]:
    """Yield the digits and the last place of each number, in the order of reading."""
    match node:
        case Number(value):
            yield _digits(value)
        case Negative(body):
            yield from numbers(body)
        case Sum(parts) | Product(parts) | Vector(parts):
            yield from _all(parts)
        case Power(base, exponent):
            yield from _all([base, exponent])
        case Call(_, parts, base):
            yield from _all([*([base] if base is not None else []), *parts])


def _all(parts: Iterable[Node]) -> Iterator[tuple[tuple[int, ...], int | str]]:
    for part in parts:
        yield from numbers(part)


def _digits(value: Decimal) -> tuple[tuple[int, ...], int | str]:
    _, digits, exponent = value.as_tuple()
    return digits, exponent
