"""The parts that lines of several operations share: operands, rows, columns, products of pairs."""

from collections.abc import Callable, Sequence

from engine.figures.expressions import Constant, Expression, Number, Product, Sum
from engine.figures.figure import Figure, Figures
from engine.figures.operations.operation import Multiplications

Line = Callable[[Figure], Expression]


def aligned(operand: Figures, figure: Figure) -> Expression:
    """Return the element of an operand that NumPy's broadcasting aligns with a figure."""
    if operand.shape == figure.array.shape:
        return Number(operand.at(figure.flat))
    missing = len(figure.array.shape) - len(operand.shape)
    index = figure.index[missing:]
    place = [0 if size == 1 else i for i, size in zip(index, operand.shape, strict=True)]
    return Number(operand.figure(*place))


def elementwise(form: Callable[..., Expression]) -> Line:
    """Return the line of an elementwise operation: `form` of its aligned operands."""
    return lambda figure: form(*(aligned(operand, figure) for operand in figure.array.operands))


def numbers(figures: Sequence[Figure]) -> list[Expression]:
    """Return figures as expressions."""
    return [Number(figure) for figure in figures]


def row(figure: Figure, operand: int = 0) -> list[Figure]:
    """Return the row of an operand that a figure of the same leading places is made of."""
    source: Figures = figure.array.operands[operand]
    return source.row(*figure.index[:-1])


def total(figure: Figure) -> Sum:
    """Return the sum of the first operand's row."""
    return Sum(numbers(row(figure)))


def products(left: Sequence[Figure], right: Sequence[Figure]) -> list[Expression]:
    """Multiply pairwise; the right side may be longer, as a blend's is by the later words."""
    return [Product((Number(a), Number(b))) for a, b in zip(left, right, strict=False)]


def less(a: Expression, b: Expression) -> Sum:
    """Return a − b."""
    return Sum([a, b], frozenset({1}))


def one_less(part: Expression) -> Sum:
    """Return 1 − part."""
    return less(Constant("1"), part)


def in_each(count: int) -> Multiplications:
    """Return the multiplications of a row whose figures multiply so often each."""
    return lambda array, heard: count * array.shape[-1]


def over_row(array: Figures, heard: int | None) -> int:
    """Count the multiplications of a row whose figures each take the first operand's row."""
    width: int = array.operands[0].shape[-1]
    return array.shape[-1] * width
