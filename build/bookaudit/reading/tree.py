"""The operations that a line of arithmetic is read into."""

from dataclasses import dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow

MOST_DIGITS = 6000  # of an exact value: more is a trap, not arithmetic
EXACT = Context(prec=MOST_DIGITS, traps=[Inexact, InvalidOperation, Overflow])


@dataclass(slots=True)
class Number:
    """A number as printed; its exponent is its last digit's place. ``span`` is where it stands."""

    value: Decimal
    span: tuple[int, int] = (-1, -1)


@dataclass(slots=True)
class Constant:
    """e or π."""

    name: str


@dataclass(slots=True)
class Negative:
    """The opposite of ``body``."""

    body: "Node"


@dataclass(slots=True)
class Sum:
    """Terms added from the left, or taken away where ``minus`` is true."""

    terms: "list[Node]"
    minus: list[bool]


@dataclass(slots=True)
class Product:
    """Factors multiplied from the left, or divided by where ``divides`` is true (first: never)."""

    factors: "list[Node]"
    divides: list[bool] | None


@dataclass(slots=True)
class Power:
    """``base`` raised to ``exponent``."""

    base: "Node"
    exponent: "Node"


@dataclass(slots=True)
class Call:
    """A function of FUNCTIONS over its arguments; ``base`` is a logarithm's, where written."""

    name: str
    arguments: "list[Node]"
    base: "Node | None" = None


@dataclass(slots=True)
class Vector:
    """A list of two or more numbers in brackets."""

    items: "list[Node]"


Node = Number | Constant | Negative | Sum | Product | Power | Call | Vector


@dataclass(slots=True)
class Chain:
    """A line: its sides in order, and where each stands (empty unless asked for)."""

    sides: list[Node]
    spans: list[tuple[int, int]]
