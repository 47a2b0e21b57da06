"""How arithmetic is written: expressions over figures, brackets just where a reader needs them.

An expression is written in a style: as HTML, where each figure is an element that names it and
a power is a real superscript, or as plain text, where a power stands behind a caret.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from engine.figures.ledger import Figure

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


class Expression:
    """A form of arithmetic over figures."""

    __slots__ = ()
    hold = ATOM

    def write(self, style: Style) -> str:
        """Write the expression in `style`."""
        raise NotImplementedError

    def figures(self) -> Iterator[Figure]:
        """Yield the figures, in the order in which they are written."""
        for part in self.parts():
            yield from part.figures()

    def parts(self) -> Sequence["Expression"]:
        """Return the expressions directly inside."""
        return ()

    def starts_negative(self) -> bool:
        """Whether the written form begins with a minus sign."""
        return False

    def inside(self, style: Style, hold: int, *, leading: bool = False) -> str:
        """Write the expression as part of another: in brackets if it holds less than `hold`."""
        written = self.write(style)
        bare = self.hold >= hold and (leading or not self.starts_negative())
        return written if bare else f"({written})"


class Number(Expression):
    """One figure."""

    __slots__ = ("figure",)

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    def write(self, style: Style) -> str:
        """Write the figure."""
        return style.figure(self.figure)

    def figures(self) -> Iterator[Figure]:
        """Yield the figure."""
        yield self.figure

    def inside(self, style: Style, hold: int, *, leading: bool = False) -> str:
        """Write the figure, in brackets if its sign or its power of ten asks for them."""
        text = self.figure.text
        if text[0] != "−" and "×" not in text:
            return style.figure(self.figure)
        return super().inside(style, hold, leading=leading)

    def starts_negative(self) -> bool:
        """Whether the figure is negative."""
        return self.figure.text.startswith("−")

    @property
    def hold(self) -> int:  # type: ignore[override]
        """A figure written with a power of ten is itself a product."""
        return PRODUCT if "×" in self.figure.text else ATOM


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A number that belongs to the formula itself, as the ½ of a GELU."""

    digits: str

    def write(self, style: Style) -> str:
        """Write the digits."""
        return self.digits


@dataclass(frozen=True, slots=True)
class Sum(Expression):
    """Terms added up, those in `minus` (by place) taken away."""

    terms: Sequence[Expression]
    minus: frozenset[int] = frozenset()
    hold = SUM

    def parts(self) -> Sequence[Expression]:
        """Return the terms."""
        return self.terms

    def starts_negative(self) -> bool:
        """Whether the first term begins with a minus sign."""
        return self.terms[0].starts_negative()

    def write(self, style: Style) -> str:
        """Write the terms; only before a sign may the line break."""
        written = [self.terms[0].inside(style, SUM, leading=True)]
        for place, term in enumerate(self.terms[1:], start=1):
            taken = place in self.minus
            sign = "−" if taken else "+"
            written.append(f"{sign}{style.gap}{term.inside(style, PRODUCT if taken else SUM + 1)}")
        return " ".join(written)


@dataclass(frozen=True, slots=True)
class Product(Expression):
    """Factors multiplied; negative ones in brackets, the first too."""

    factors: Sequence[Expression]
    hold = PRODUCT

    def parts(self) -> Sequence[Expression]:
        """Return the factors."""
        return self.factors

    def write(self, style: Style) -> str:
        """Write the factors around ×."""
        return "×".join([factor.inside(style, POWER) for factor in self.factors])


@dataclass(frozen=True, slots=True)
class Quotient(Expression):
    """One expression divided by another."""

    above: Expression
    below: Expression
    hold = PRODUCT

    def parts(self) -> Sequence[Expression]:
        """Return dividend and divisor."""
        return (self.above, self.below)

    def starts_negative(self) -> bool:
        """Whether the dividend begins with a minus sign."""
        return self.above.hold >= POWER and self.above.starts_negative()

    def write(self, style: Style) -> str:
        """Write the two around ÷."""
        above = self.above.inside(style, POWER, leading=True)
        return f"{above}{style.gap}÷{style.gap}{self.below.inside(style, POWER)}"


@dataclass(frozen=True, slots=True)
class Negated(Expression):
    """A minus sign before an expression."""

    of: Expression
    hold = SUM

    def parts(self) -> Sequence[Expression]:
        """Return the expression negated."""
        return (self.of,)

    def starts_negative(self) -> bool:
        """Say that it begins with a minus sign."""
        return True

    def write(self, style: Style) -> str:
        """Write the sign and the expression."""
        return f"−{self.of.inside(style, PRODUCT)}"


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """A base raised to an exponent; `square` writes the exponent 2 itself."""

    base: Expression | str  # e is written as a letter
    exponent: Expression | str
    hold = POWER

    def parts(self) -> Sequence[Expression]:
        """Return base and exponent, where they are expressions."""
        return [part for part in (self.base, self.exponent) if isinstance(part, Expression)]

    def write(self, style: Style) -> str:
        """Write base and exponent."""
        base = self.base if isinstance(self.base, str) else self.base.inside(style, ATOM)
        if isinstance(self.exponent, str):
            return style.raised(base, self.exponent, simple=True)
        simple = self.exponent.hold == ATOM and not self.exponent.starts_negative()
        return style.raised(base, self.exponent.write(style), simple=simple)


@dataclass(frozen=True, slots=True)
class Root(Expression):
    """The square root of an expression."""

    of: Expression

    def parts(self) -> Sequence[Expression]:
        """Return the expression under the root."""
        return (self.of,)

    def write(self, style: Style) -> str:
        """Write the sign, with brackets around anything but one plain figure."""
        return f"√{self.of.inside(style, ATOM)}"


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A function by its name: sin, cos, max, …"""

    name: str
    of: Sequence[Expression]

    def parts(self) -> Sequence[Expression]:
        """Return the arguments."""
        return self.of

    def write(self, style: Style) -> str:
        """Write the function with its arguments in brackets."""
        written = [argument.write(style) for argument in self.of]
        return f"{self.name}({f',{style.gap}'.join(written)})"
