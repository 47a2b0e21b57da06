"""Arithmetic over figures as a tree: what a line says, before anybody writes it.

An expression knows its parts and its figures. Signs, brackets and styles belong to whoever writes
it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.figures.figure import Figure


class Expression:
    """A form of arithmetic over figures."""

    __slots__ = ()

    def figures(self) -> Iterator[Figure]:
        """Yield the figures, in the order in which they are written."""
        for part in self.parts():
            yield from part.figures()

    def parts(self) -> Sequence["Expression"]:
        """Return the expressions directly inside."""
        return ()


class Number(Expression):
    """One figure. There are millions: a plain class is made faster than a frozen dataclass."""

    __slots__ = ("figure",)

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    def figures(self) -> Iterator[Figure]:
        """Yield the figure."""
        yield self.figure


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A number that belongs to the formula itself, as the ½ of a GELU."""

    digits: str


@dataclass(frozen=True, slots=True)
class Sum(Expression):
    """Terms added up, those in `minus` (by place) taken away."""

    terms: Sequence[Expression]
    minus: frozenset[int] = frozenset()

    def parts(self) -> Sequence[Expression]:
        """Return the terms."""
        return self.terms


@dataclass(frozen=True, slots=True)
class Product(Expression):
    """Factors multiplied."""

    factors: Sequence[Expression]

    def parts(self) -> Sequence[Expression]:
        """Return the factors."""
        return self.factors


@dataclass(frozen=True, slots=True)
class Quotient(Expression):
    """One expression divided by another."""

    above: Expression
    below: Expression

    def parts(self) -> Sequence[Expression]:
        """Return dividend and divisor."""
        return (self.above, self.below)


@dataclass(frozen=True, slots=True)
class Negated(Expression):
    """A minus sign before an expression."""

    of: Expression

    def parts(self) -> Sequence[Expression]:
        """Return the expression negated."""
        return (self.of,)


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """A base raised to an exponent; a base or exponent that is text belongs to the formula."""

    base: Expression | str  # e is written as a letter
    exponent: Expression | str

    def parts(self) -> Sequence[Expression]:
        """Return base and exponent, where they are expressions."""
        return [part for part in (self.base, self.exponent) if isinstance(part, Expression)]


@dataclass(frozen=True, slots=True)
class Root(Expression):
    """The square root of an expression."""

    of: Expression

    def parts(self) -> Sequence[Expression]:
        """Return the expression under the root."""
        return (self.of,)


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """A function by its name: sin, cos, max, …"""

    name: str
    of: Sequence[Expression]

    def parts(self) -> Sequence[Expression]:
        """Return the arguments."""
        return self.of
