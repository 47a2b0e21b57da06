"""A figure as the ledger has it: all that its files say of it, free of the run it was worked in.

So it can be handed from one process to another, and two that were made apart are the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bookbuild.lines.expression import write
from bookbuild.lines.lines import line_of
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures

InFull = Callable[[Figure], float | None]


class SeatStyle:
    """Writes a line with a seat in place of each figure."""

    gap = " "

    def figure(self, figure: Figure) -> str:
        """Write a seat."""
        return "#"

    def raised(self, base: str, exponent: str, *, simple: bool) -> str:
        """Write a power with its exponent in braces."""
        return f"{base}^{{{exponent}}}"


SEATS = SeatStyle()


class Operand(NamedTuple):
    """A figure on the left of a line."""

    address: str
    scope: str
    name: str
    text: str

    def seen_from(self, scope: str) -> str:
        """Return its name in a scope: that of a figure elsewhere is its address."""
        return self.name if self.scope == scope else self.address


class LedgerLine(NamedTuple):
    """The line that made a figure: as it is read, and its left side with a seat for each operand.

    `left` has `#` for a seat, and braces around what is raised.
    """

    text: str
    left: str
    operands: tuple[Operand, ...]
    rule: str | None


class LedgerFigure(NamedTuple):
    """One figure: given, and then of an origin, or worked by a line.

    `order` puts the figures of a scope in the order in which they were worked; `full` is its value
    when nothing is rounded on the way, where that is known.
    """

    address: str
    name: str
    array: str
    text: str
    plain: str
    order: tuple[int, int]
    origin: str
    line: LedgerLine | None
    full: float | None


def ledger_figure(figure: Figure) -> LedgerFigure:
    """Return one figure as the ledger has it."""
    return ledger_figures([figure], {})[0]


def ledger_figures(
    figures: Iterable[Figure], arrays: Mapping[str, FigureArray], in_full: InFull | None = None
) -> list[LedgerFigure]:
    """Return figures of one scope as the ledger has them; `arrays` are its own, in order.

    What is of none of these arrays comes after all that is.
    """
    places = {name: place for place, name in enumerate(arrays)}
    seen: dict[Figure, Operand] = {}  # one object for each, so that they take less room

    def operand(figure: Figure) -> Operand:
        if figure not in seen:
            seen[figure] = Operand(figure.address, figure.scope, figure.name, figure.text)
        return seen[figure]

    def made(figure: Figure) -> LedgerFigure:
        line, origin, full = None, "", None
        if figure.worked:
            written = line_of(figure)
            rule = None if figure.array.rule is None else str(figure.array.rule)
            operands = tuple(map(operand, written.operands))
            line = LedgerLine(written.text, write(written.expression, SEATS), operands, rule)
            full = None if in_full is None else in_full(figure)
        else:
            origin = figure.array.origin
        order = places.get(figure.array.name, len(places)), figure.flat
        return LedgerFigure(
            figure.address, figure.name, figure.array.name, figure.text, figure.plain, order,
            origin, line, full,
        )  # fmt: skip

    return [made(figure) for figure in figures]


def chain(figures: Sequence[Figure]) -> list[Figure]:
    """Return figures and all of the same scope that they are made of, down to the given ones."""
    found: dict[str, Figure] = {}
    waiting = list(figures)
    while waiting:
        figure = waiting.pop()
        if figure.address not in found:
            found[figure.address] = figure
            if figure.worked:
                operands = line_of(figure).operands
                waiting += [operand for operand in operands if operand.scope == figure.scope]
    return list(found.values())


@dataclass(frozen=True)
class Part:
    """What was worked under one scope: its arrays in order, its full-precision values.

    If it is not whole, with `chained` the script of its ledger leads on from what pages show to
    what that is made of.
    """

    scope: str
    arrays: Mapping[str, FigureArray]
    in_full: InFull | None = None
    whole: bool = False
    chained: bool = False

    def figures(self) -> list[LedgerFigure]:
        """Return all its figures as the ledger has them."""
        every = NamedFigures(self.scope, dict(self.arrays)).figures()
        return ledger_figures(every, self.arrays, self.in_full)


class Run(Protocol):
    """What was worked under one scope, with what full precision makes of it."""

    @property
    def scope(self) -> str:
        """The scope of its figures."""

    @property
    def arrays(self) -> Mapping[str, FigureArray]:
        """Its figures, in the order in which they were worked."""

    def in_full(self, figure: Figure) -> float | None:
        """Return a figure's value with nothing rounded on the way, where that is known."""


def whole(scope: str, arrays: Mapping[str, FigureArray]) -> Part:
    """Return a part whose figures are all published."""
    return Part(scope, arrays, whole=True)


def whole_run(run: Run) -> Part:
    """Return a run all of whose figures are published."""
    return Part(run.scope, run.arrays, run.in_full, whole=True)
