"""One table: operation → how its line is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bookbuild.expression import (
    Call,
    Constant,
    Expression,
    HtmlStyle,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    TextStyle,
)
from engine.ledger import Figure, FigureArray

TEXT = TextStyle()


@dataclass(frozen=True)
class Line:
    """One line of arithmetic: an expression over figures = a figure."""

    figure: Figure
    expression: Expression

    @cached_property
    def text(self) -> str:
        """The line as plain text."""
        return f"{self.expression.write(TEXT)} = {self.figure.plain}"

    @cached_property
    def operands(self) -> list[Figure]:
        """The figures on the left, in the order in which they are written."""
        return list(self.expression.figures())

    def html(self, style: HtmlStyle) -> str:
        """The line as HTML, without the element around it."""
        return f"{self.expression.write(style)} =\u00a0{style.result(self.figure)}"


def line_of(figure: Figure) -> Line:
    """Return the line that made a worked figure."""
    return Line(figure, LINES[figure.array.operation](figure))


def _beside(operand: FigureArray, figure: Figure) -> Expression:
    """Return the operand's element that NumPy's broadcasting puts beside this figure."""
    if operand.shape == figure.array.shape:
        return Number(operand.at(figure.flat))
    missing = len(figure.array.shape) - len(operand.shape)
    index = figure.index[missing:]
    place = [0 if size == 1 else i for i, size in zip(index, operand.shape, strict=True)]
    return Number(operand.figure(*place))


def _numbers(figures: Sequence[Figure]) -> list[Expression]:
    return [Number(figure) for figure in figures]


def _column(table: FigureArray, column: int) -> list[Figure]:
    return [table.figure(row, column) for row in range(table.shape[0])]


def _products(left: Sequence[Figure], right: Sequence[Figure]) -> list[Expression]:
    """Multiply pairwise; the right side may be longer, as a blend's is by the later words."""
    return [Product((Number(a), Number(b))) for a, b in zip(left, right, strict=False)]


def _linear(figure: Figure) -> Expression:
    x, w = figure.array.operands
    *row, column = figure.index
    return Sum(_products(x.row(*row), _column(w, column)))


def _linear_bias(figure: Figure) -> Expression:
    x, w, b = figure.array.operands
    *row, column = figure.index
    return Sum([*_products(x.row(*row), _column(w, column)), Number(b.figure(column))])


def _row_products(figure: Figure) -> Expression:
    q, k = figure.array.operands
    *row, column = figure.index
    return Sum(_products(q.row(*row), k.row(column)))


def _mean(figure: Figure) -> Expression:
    x, width = figure.array.operands
    return Quotient(Sum(_numbers(x.row(*figure.index[:-1]))), Number(width.figure()))


def _mean_square(figure: Figure) -> Expression:
    x, width = figure.array.operands
    squares = [Power(Number(part), "2") for part in x.row(*figure.index[:-1])]
    return Quotient(Sum(squares), Number(width.figure()))


def _root(figure: Figure) -> Expression:
    variance, epsilon = figure.array.operands
    return Root(Sum([_beside(variance, figure), Number(epsilon.figure())]))


def _scale_shift(figure: Figure) -> Expression:
    x, scale, shift = (_beside(operand, figure) for operand in figure.array.operands)
    return Sum([Product((x, scale)), shift])


def _wave(figure: Figure) -> Expression:
    position, divisors = (_beside(operand, figure) for operand in figure.array.operands)
    return Call("cos" if figure.index[-1] % 2 else "sin", [Quotient(position, divisors)])


def _rotate(figure: Figure) -> Expression:
    x, wave = figure.array.operands
    *row, slot = figure.index
    first = slot - slot % 2  # of the pair
    a, b = x.row(*row)[first : first + 2]
    sine, cosine = wave.row(*row)[first : first + 2]
    if slot == first:
        return Sum(_products([a, b], [cosine, sine]), frozenset({1}))
    return Sum(_products([a, b], [sine, cosine]))


def _divisor(figure: Figure) -> Expression:
    base, exponents, width = (_beside(operand, figure) for operand in figure.array.operands)
    return Power(base, Quotient(exponents, width))


def _elementwise(write: Callable[..., Expression]) -> Callable[[Figure], Expression]:
    return lambda figure: write(*(_beside(operand, figure) for operand in figure.array.operands))


def _total(figure: Figure) -> Expression:
    return Sum(_numbers(figure.array.operands[0].row(*figure.index[:-1])))


def _add_up(figure: Figure) -> Expression:
    return Sum([Number(operand.figure()) for operand in figure.array.operands])


def _gelu_out(u: Expression, bent: Expression) -> Expression:
    return Product((Constant("0.5"), u, Sum([Constant("1"), bent])))


LINES: dict[str, Callable[[Figure], Expression]] = {
    "add": _elementwise(lambda a, b: Sum([a, b])),
    "difference": _elementwise(lambda a, b: Sum([a, b], frozenset({1}))),
    "subtract": _elementwise(lambda a, b: Sum([a, b], frozenset({1}))),
    "multiply": _elementwise(lambda a, b: Product((a, b))),
    "divide": _elementwise(Quotient),
    "linear": _linear,
    "linear_bias": _linear_bias,
    "row_products": _row_products,
    "blend": _linear,
    "mean": _mean,
    "mean_square": _mean_square,
    "root": _root,
    "square_root": _elementwise(Root),
    "scale_shift": _scale_shift,
    "relu": _elementwise(lambda x: Call("max", [Constant("0"), x])),
    "tanh": _elementwise(lambda x: Call("tanh", [x])),
    "gelu_inner": _elementwise(lambda u, cubic: Sum([u, Product((cubic, Power(u, "3")))])),
    "gelu_out": _elementwise(_gelu_out),
    "exp": _elementwise(lambda x: Power("e", x)),
    "total": _total,
    "share": _elementwise(Quotient),
    "divisor": _divisor,
    "wave": _wave,
    "rotate": _rotate,
    "sum_as_printed": _total,
    "count": _elementwise(lambda *factors: Product(factors)),
    "add_up": _add_up,
}
