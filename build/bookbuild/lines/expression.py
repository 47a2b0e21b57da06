"""How arithmetic is written: expressions over figures, brackets just where a reader needs them.

An expression is written in a style: as HTML, where each figure is an element that names it and
a power is a real superscript, or as plain text, where a power stands behind a caret.
"""

from collections.abc import Callable
from html import escape
from typing import Any, Protocol

from engine.figures.expressions import (
    Call,
    Constant,
    Expression,
    Negated,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
)
from engine.figures.figure import Figure

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4  # how tightly a form holds together
NBSP = "\u00a0"  # a line breaks only before its signs


class Style(Protocol):
    """A way of writing: what differs between HTML and plain text."""

    gap: str  # a space at which a line must not break

    def figure(self, figure: Figure) -> str:
        """Write one figure."""

    def raised(self, base: str, exponent: str, *, simple: bool) -> str:
        """Write a power; `simple` when the exponent is one plain number that isn't negative."""


class TextStyle:
    """Plain text, for the terminal and the ledger: a line of it can go into a calculator."""

    gap = " "

    def figure(self, figure: Figure) -> str:
        """Write the figure's digits."""
        return figure.plain

    def raised(self, base: str, exponent: str, *, simple: bool) -> str:
        """Write a power behind a caret."""
        return f"{base}^{exponent}" if simple else f"{base}^({exponent})"


class HtmlStyle:
    """HTML: figures are elements that name their address, seen from one page's scope.

    A style remembers what it has written, so a page should use one for all its lines.
    """

    gap = NBSP

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self._written: dict[Figure, str] = {}

    def figure(self, figure: Figure) -> str:
        """Write the figure as an operand element."""
        written = self._written.get(figure)
        if written is None:
            written = self._written[figure] = self._element("i", figure)
        return written

    def result(self, figure: Figure) -> str:
        """Write the figure as the result of its line."""
        return self._element("b", figure)

    def _element(self, tag: str, figure: Figure) -> str:
        name = escape(reference(figure, self.scope))
        return f'<{tag} data-f="{name}">{figure_html(figure)}</{tag}>'

    def raised(self, base: str, exponent: str, *, simple: bool) -> str:
        """Write a power as a superscript."""
        return f"{base}<sup>{exponent}</sup>"


def reference(figure: Figure, scope: str) -> str:
    """Return the figure's name as seen from `scope`, with its own scope where that differs."""
    return figure.name if figure.scope == scope else figure.address


def figure_html(figure: Figure) -> str:
    """Return the figure's printed form as HTML (a power of ten gets a real superscript)."""
    return number_html(figure.text)


def number_html(text: str) -> str:
    """Return a printed number as HTML."""
    mantissa, ten, power = text.partition(" × 10^")
    if not ten:
        return text
    return f"{mantissa}{NBSP}×{NBSP}10<sup>{power.strip('()')}</sup>"


def write(expression: Expression, style: Style) -> str:
    """Write an expression in `style`."""
    return WRITERS[type(expression)](expression, style)


def _inside(part: Expression, style: Style, hold: int, *, leading: bool = False) -> str:
    """Write the part of an expression: in brackets if it holds less than `hold`.

    Only a `leading` part begins with a bare minus sign.
    """
    if isinstance(part, Number) and part.figure.text[0] != "−" and "×" not in part.figure.text:
        return style.figure(part.figure)  # most parts: nothing can ask for brackets
    written = write(part, style)
    bare = _hold(part) >= hold and (leading or not _starts_negative(part))
    return written if bare else f"({written})"


def _hold(expression: Expression) -> int:
    """Return how tightly a written expression holds together."""
    if isinstance(expression, Number):  # one written with a power of ten is itself a product
        return PRODUCT if "×" in expression.figure.text else ATOM
    return HOLDS[type(expression)]


def _starts_negative(expression: Expression) -> bool:
    """Tell whether the written form begins with a minus sign."""
    match expression:
        case Number():
            return expression.figure.text.startswith("−")
        case Sum():
            return _starts_negative(expression.terms[0])
        case Quotient():
            return _hold(expression.above) >= POWER and _starts_negative(expression.above)
    return isinstance(expression, Negated)


def _number(number: Number, style: Style) -> str:
    return style.figure(number.figure)


def _constant(constant: Constant, style: Style) -> str:
    return constant.digits


def _sum(whole: Sum, style: Style) -> str:
    """Write the terms; only before a sign may the line break."""
    written = [_inside(whole.terms[0], style, SUM, leading=True)]
    for place, term in enumerate(whole.terms[1:], start=1):
        taken = place in whole.minus
        sign = "−" if taken else "+"
        written.append(f"{sign}{style.gap}{_inside(term, style, PRODUCT if taken else SUM + 1)}")
    return " ".join(written)


def _product(product: Product, style: Style) -> str:
    """Write the factors around ×; negative ones in brackets, the first too."""
    return "×".join([_inside(factor, style, POWER) for factor in product.factors])


def _quotient(quotient: Quotient, style: Style) -> str:
    above = _inside(quotient.above, style, POWER, leading=True)
    return f"{above}{style.gap}÷{style.gap}{_inside(quotient.below, style, POWER)}"


def _negated(negated: Negated, style: Style) -> str:
    return f"−{_inside(negated.of, style, PRODUCT)}"


def _power(power: Power, style: Style) -> str:
    base = power.base if isinstance(power.base, str) else _inside(power.base, style, ATOM)
    exponent = power.exponent
    if isinstance(exponent, str):
        return style.raised(base, exponent, simple=True)
    simple = _hold(exponent) == ATOM and not _starts_negative(exponent)
    return style.raised(base, write(exponent, style), simple=simple)


def _root(root: Root, style: Style) -> str:
    """Write the sign, with brackets around anything but one plain figure."""
    return f"√{_inside(root.of, style, ATOM)}"


def _call(call: Call, style: Style) -> str:
    written = [write(argument, style) for argument in call.of]
    return f"{call.name}({f',{style.gap}'.join(written)})"


# One row for each form of expression: how tightly it holds together, and how it is written.
FORMS: dict[type[Expression], tuple[int, Callable[[Any, Style], str]]] = {
    Number: (ATOM, _number),
    Constant: (ATOM, _constant),
    Sum: (SUM, _sum),
    Product: (PRODUCT, _product),
    Quotient: (PRODUCT, _quotient),
    Negated: (SUM, _negated),
    Power: (POWER, _power),
    Root: (ATOM, _root),
    Call: (ATOM, _call),
}
HOLDS = {form: hold for form, (hold, _) in FORMS.items()}
WRITERS = {form: writer for form, (_, writer) in FORMS.items()}
