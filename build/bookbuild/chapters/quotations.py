"""What the auditor says of the lines that a chapter quotes: verdict, right line, kind of slip.

The one room of the generator that asks the auditor. Its parser and its correction give each right
line; here that is only written in the book's signs. What the author says of a line (whether it
closes, what is right, which kind of slip it is) is checked, and a word that is wrong stops the
build.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bookaudit.reading import tree
from bookaudit.reading.expression import parse_chain
from bookaudit.verdict.correction import line_put_right
from bookaudit.verdict.quotations import SAID, same_line
from bookaudit.verdict.recheck import CLOSES, UNREAD, recheck
from bookaudit.verdict.slips import SLIPS, slips
from bookbuild.chapters.typed_lines import Entry, TypedLine, TypedLines
from bookbuild.lines.expression import NBSP, HtmlStyle, TextStyle, write
from bookbuild.lines.lines import line_of
from engine.errors import UnknownName, WorkingsError
from engine.figures import decimals
from engine.figures.expressions import (
    Call,
    Constant,
    Expression,
    Negated,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
)
from engine.figures.figure import Figure
from engine.figures.ledger import unrounded

TEXT = TextStyle()
WORDS = {meaning: words for words, meaning in SAID.items()}  # whether it closes → what is said
RULE = "to the digits printed"


@dataclass(frozen=True)
class RightLine:
    """A line that the auditor has put right, in the book's signs; `name` is its address."""

    name: str
    sides: tuple[Expression, ...]

    @property
    def text(self) -> str:
        """The line as plain text."""
        return " = ".join(write(side, TEXT) for side in self.sides)

    @property
    def result(self) -> str:
        """Its last side."""
        return write(self.sides[-1], TEXT)

    def html(self) -> str:
        """The line as HTML, without the element around it."""
        style = HtmlStyle("")
        *before, last = (write(side, style) for side in self.sides)
        result = f'<b data-f="{self.name}">{last}</b>'
        return f" ={NBSP}".join([*before, result])


@dataclass(frozen=True)
class Quotation:
    """A quoted line and what the auditor says of it.

    `right` mends a line that does not close; of one that does, it is what the line would be with
    the figures that should have stood in it, where the author has named them.
    """

    entry: Entry
    text: str
    closes: bool
    right: RightLine | None

    @property
    def name(self) -> str:
        """The quotation's own address."""
        return f"found[{self.entry.name}]"

    @property
    def verdict(self) -> str:
        """What the page says of it."""
        return WORDS[self.closes]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield its rows of the ledger: the quotation, and the right line if there is one."""
        yield {
            "name": self.name, "value": self.text, "origin": "quoted", "verdict": self.verdict,
        }  # fmt: skip
        if self.right is not None:
            yield {
                "name": self.right.name, "value": self.right.result, "origin": "worked",
                "line": self.right.text, "operands": [], "rule": RULE,
            }  # fmt: skip


def judge(typed: TypedLines, figure: Callable[[str], Figure]) -> dict[str, Quotation]:
    """Ask the auditor about every line of a file; return what it says by the line's name.

    `figure` finds a figure of the chapter's example. Raises `WorkingsError` where the file is
    contradicted.
    """
    known: dict[str, Quotation] = {}
    for line in typed.lines:
        _judge_typed(line, typed, known, ())
    judged = {line.name: known[line.name] for line in typed.lines}
    for shown in typed.shown:
        text = for_show_only(figure(shown.figure))
        judged[shown.name] = _judge(shown, text, line_put_right(text, strict=True))
    return judged


def for_show_only(figure: Figure) -> str:
    """Return a figure's line as it is where nothing is rounded but for show."""
    rule = figure.array.rule
    if rule is None:
        raise WorkingsError(f"{figure.name} is not rounded at all")
    exact = rule.write(unrounded(figure.array).item(figure.flat))
    return f"{write(line_of(figure).expression, TEXT)} = {decimals.printed(exact)}"


def _judge_typed(
    line: TypedLine, typed: TypedLines, known: dict[str, Quotation], waiting: tuple[str, ...]
) -> Quotation:
    if line.name in known:
        return known[line.name]
    if line.name in waiting:
        raise WorkingsError("it comes “after” itself", where=line.where)
    text, right = line.text, None
    if not line.closes:
        right = line_put_right(text, strict=True)
        alone = recheck(text).right
        if line.right != alone:
            message = f"“right” is {line.right or 'missing'}, and the auditor says {alone}"
            raise WorkingsError(message, where=line.where)
    elif line.after:
        try:
            source = typed.line(line.after)
        except UnknownName as error:
            error.where = line.where
            raise
        before = _judge_typed(source, typed, known, (*waiting, line.name))
        right = _carried_on(line, before)
    elif line.unrounded:
        right = line_put_right(f"{line.unrounded} = {last_side(text)}", strict=True)
    known[line.name] = _judge(line, text, right)
    return known[line.name]


def _judge(entry: Entry, text: str, right: str | None) -> Quotation:
    checked = recheck(text, strict=True)
    if checked.verdict == UNREAD:
        raise WorkingsError(f"it can't be read: {checked.reason}", where=entry.where)
    if (checked.verdict == CLOSES) != entry.closes:
        message = f"“closes” is {str(entry.closes).lower()}, and the auditor finds that it"
        raise WorkingsError(f"{message} {WORDS[not entry.closes]}", where=entry.where)
    for kind in entry.kinds:
        if kind not in KINDS:
            error = UnknownName(kind, KINDS, what="kind of slip")
            error.where = entry.where
            raise error
        if (kind in CLOSING_KINDS) != entry.closes:
            message = f"a line that {WORDS[entry.closes]} is of no kind “{kind}”"
            raise WorkingsError(message, where=entry.where)
        if not KINDS[kind].holds(kind, text, right):
            message = f"this is no slip of the kind “{kind}”: it would be {KINDS[kind].test}"
            raise WorkingsError(message, where=entry.where)
    return Quotation(entry, text, entry.closes, _right_line(entry, right))


def _right_line(entry: Entry, right: str | None) -> RightLine | None:
    if right is None:
        return None
    sides = tuple(map(written, parse_chain(right).sides))
    line = RightLine(f"{'right' if entry.closes else 'mended'}[{entry.name}]", sides)
    if recheck(line.text, strict=True).verdict != CLOSES or not same_line(line.text, right):
        raise WorkingsError(f"{line.text} is not what the auditor says", where=entry.where)
    return line


def _carried_on(line: TypedLine, before: Quotation) -> str:
    """Put the right result of the line before in place of the wrong one, and work on."""
    if before.right is None:
        raise WorkingsError(f"“{line.after}” has no other result to carry on", where=line.where)
    wrong = rf"(?<![\d.]){re.escape(last_side(before.text))}(?![\d%])"
    text, count = re.subn(wrong, before.right.result, line.text)
    if not count:
        message = f"it does not use {last_side(before.text)}, the result of “{line.after}”"
        raise WorkingsError(message, where=line.where)
    return line_put_right(text, strict=True)


def last_side(text: str) -> str:
    """Return what follows a line's last sign of equality."""
    return re.split("[=≈]", text)[-1].strip()


# --- the auditor's tree in the book's signs ---------------------------------------------------


def written(node: tree.Node) -> Expression:
    """Return an expression that the auditor has read, as this book would write it."""
    match node:
        case tree.Number(value):
            digits = Constant(decimals.printed(value.copy_abs()))
            return Negated(digits) if value.is_signed() else digits
        case tree.Constant(name):
            return Constant(name)
        case tree.Negative(body):
            return Negated(written(body))
        case tree.Sum(terms, minus):
            taken = frozenset(place for place, sign in enumerate(minus) if sign)
            return Sum([written(term) for term in terms], taken)
        case tree.Product(factors, divides):
            return _product([written(factor) for factor in factors], divides)
        case tree.Power(base, exponent):
            return Power(written(base), written(exponent))
        case tree.Vector(items):
            return Call("", [written(item) for item in items])
        case tree.Call("sqrt", [only]):
            return Root(written(only))
        case tree.Call(name, arguments, None):
            return Call(name, [written(argument) for argument in arguments])
    raise WorkingsError("the book has no signs for a logarithm with a base of its own")


def _product(factors: list[Expression], divides: list[bool] | None) -> Expression:
    waiting = [factors[0]]
    for factor, over in zip(factors[1:], (divides or [False] * len(factors))[1:], strict=True):
        if over:
            waiting = [Quotient(_times(waiting), factor)]
        else:
            waiting.append(factor)
    return _times(waiting)


def _times(factors: list[Expression]) -> Expression:
    return factors[0] if len(factors) == 1 else Product(factors)


# --- kinds of slip ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of slip: its name on the page, what a computation finds, and the computation.

    `holds` is asked with the kind's own name, the line, and the right line if there is one.
    """

    title: str
    test: str
    holds: Callable[[str, str, str | None], bool] = lambda kind, text, _: kind in slips(text)


def _moved(_: str, text: str, right: str | None) -> bool:
    return right is not None and last_side(right) != last_side(text)


def _last_digit_moved(_: str, text: str, right: str | None) -> bool:
    now, before = (Decimal(last_side(line or text).replace("−", "-")) for line in (right, text))
    return abs(now - before) == Decimal((0, (1,), int(before.as_tuple().exponent)))


KINDS: Mapping[str, Kind] = {
    "power": Kind("a misread power", SLIPS["power"]),
    "point": Kind("a slipped point", SLIPS["point"]),
    "sign": Kind("a lost sign", SLIPS["sign"]),
    "dropped": Kind("a lost term", SLIPS["dropped"]),
    "cut": Kind("cut, not rounded", SLIPS["cut"]),
    "display": Kind("rounded for show only", SLIPS["display"]),
    "unexplained": Kind(
        "no slip that we can name",
        "one that no other kind explains",
        lambda _, text, right: right is not None and not slips(text),
    ),
    "hidden": Kind(
        "hides a wrong line before it",
        "one with another result once the right figure is carried on",
        _moved,
    ),
    "carried": Kind(
        "carried as printed",
        "one whose last digit is another when nothing is rounded before",
        _last_digit_moved,
    ),
}
# Kinds of a line that closes; all others are of one that does not.
CLOSING_KINDS = frozenset({"hidden", "carried"})
