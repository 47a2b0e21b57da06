"""What an operation is: one declaration of how it is worked, rounded, counted and written."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from engine.errors import UnknownName, WorkingsError
from engine.figures.decimals import Decimals, Digits, Places, Rule
from engine.figures.expressions import Expression
from engine.figures.figure import Figure, Figures


@dataclass(frozen=True)
class Policy:
    """The rounding rule of each kind of figure in a run: one place for all of them."""

    rows: Rule  # rows of numbers: everything not named below
    shares: Rule  # parts of a whole: attention shares and chances
    powers: Rule  # e^x and their totals
    divisors: Rule  # of the position signal
    counts: Places
    weights: Rule  # learned weights, where a step of training makes new ones
    slopes: Digits  # of a difference of two close numbers, whose last digits mean nothing
    order: int = 0  # where figures of several policies meet, the highest order rounds the result


KINDS = tuple(field.name for field in fields(Policy) if field.name != "order")


# How often a row of an array multiplies, for a word that hears so many words (None: as many as in
# the array).
Multiplications = Callable[[Figures, int | None], int]


@dataclass(frozen=True)
class Operation:
    """A kernel of the mathematics as figures carry it.

    Its figures have a line, or they are passed on (figures of an operand that are here unchanged),
    or they are bare: no line shows how they were counted.
    """

    compute: Callable[..., Decimals]  # the kernel on arrays of decimals, exact
    kind: str = ""  # of figure: a field of `Policy`; "" where nothing is rounded
    line: Callable[[Figure], Expression] | None = None  # the left side of a figure's line
    passes_on: Callable[[Figures, tuple[int, ...]], Figure] | None = None  # whose figure is here
    multiplications: Multiplications | None = None  # none where counts leave the operation out
    # Whether no line made the figure at a place, as the gradient of a word that didn't occur.
    bare: Callable[[Figures, tuple[int, ...]], bool] | None = None
    browser: bool = False  # whether programs for a browser use it: it has a row in JavaScript, too

    def check(self, name: str) -> None:
        """Raise `WorkingsError`, naming what is missing or wrong, for half a declaration."""
        if self.line is not None and self.passes_on is not None:
            both = f"the operation “{name}” has a line and “passes_on”: declare one of the two"
            raise WorkingsError(both)
        if self.line is None and self.passes_on is None and self.bare is None:
            raise WorkingsError(
                f"the operation “{name}” has no line: declare “line”, or “passes_on” if its "
                "figures are those of an operand, or “bare” if no line made them"
            )
        if self.kind and self.kind not in KINDS:
            raise UnknownName(self.kind, KINDS, what=f"kind of figure (operation “{name}”)")
        if self.kind and self.passes_on is not None:
            raise WorkingsError(f"the operation “{name}” passes figures on, so it rounds nothing")
