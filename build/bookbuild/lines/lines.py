"""One table: operation → how its line is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bookbuild.lines.expression import (
    Call,
    Constant,
    Expression,
    HtmlStyle,
    Negated,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    TextStyle,
)
from engine.figures.ledger import Figure, FigureArray

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


# The lines of loss, gradients, Adam and the rate. Sums over words run down the columns.


def _less_one_part(share: Expression) -> Expression:
    return Sum([Constant("1"), share], frozenset({1}))


def _smoothed(figure: Figure) -> Expression:
    smoothing, ids, size = figure.array.operands
    row, word = figure.index
    epsilon = Number(smoothing.figure())
    one_hot = Constant("1" if ids[row] == word else "0")
    return Sum([
        Product((_less_one_part(epsilon), one_hot)), Quotient(epsilon, Constant(str(size))),
    ])  # fmt: skip


def _surprise(figure: Figure) -> Expression:
    y, logarithm = figure.array.operands
    row = figure.index[0]
    return Negated(Sum(_products(y.row(row), logarithm.row(row))))


def _surprise_at(figure: Figure) -> Expression:
    chance, ids = figure.array.operands
    row = figure.index[0]
    return Negated(Call("ln", [Number(chance.figure(row, int(ids[row])))]))


def _sum_words(figure: Figure) -> Expression:
    return Sum(_numbers(_column(figure.array.operands[0], figure.index[-1])))


def _mean_words(figure: Figure) -> Expression:
    x, count = figure.array.operands
    return Quotient(Sum(_numbers(_column(x, figure.index[-1]))), Number(count.figure()))


def _sum_overlap(figure: Figure) -> Expression:
    a, b = figure.array.operands
    slot = figure.index[-1]
    return Sum(_products(_column(a, slot), _column(b, slot)))


def _weight_gradient(figure: Figure) -> Expression:
    x, gradient = figure.array.operands
    row, column = figure.index
    return Sum(_products(_column(x, row), _column(gradient, column)))


def _embedding_gradient(figure: Figure) -> Expression:
    gradient, ids, _ = figure.array.operands
    word, slot = figure.index
    return Sum([Number(gradient.figure(at, slot)) for at, id_ in enumerate(ids) if id_ == word])


def _overlap(figure: Figure) -> Sum:
    a, b = figure.array.operands[:2]
    row = figure.index[:-1]
    return Sum(_products(a.row(*row), b.row(*row)))


def _mean_overlap(figure: Figure) -> Expression:
    return Quotient(_overlap(figure), Number(figure.array.operands[2].figure()))


def _norm_slope(figure: Figure) -> Expression:
    gradient, level, evened, overlap, deviation = (
        _beside(operand, figure) for operand in figure.array.operands
    )
    above = Sum([gradient, level, Product((evened, overlap))], frozenset({1, 2}))
    return Quotient(above, deviation)


def _softmax_slope(share: Expression, gradient: Expression, overlap: Expression) -> Expression:
    return Product((share, Sum([gradient, overlap], frozenset({1}))))


def _blend_back(figure: Figure) -> Expression:
    shares, gradient = figure.array.operands
    heard, slot = figure.index
    listening = [at for at in range(shares.shape[0]) if at >= heard or not shares.causal]
    return Sum(_products(
        [shares.figure(at, heard) for at in listening],
        [gradient.figure(at, slot) for at in listening],
    ))  # fmt: skip


def _relu_gate(figure: Figure) -> Expression:
    gradient, kept = figure.array.operands
    passes = Constant("1" if kept.at(figure.flat).value > 0 else "0")
    return Product((passes, Number(gradient.at(figure.flat))))


def _running(mean: Expression, part: Expression, beta: Expression) -> Expression:
    return Sum([Product((beta, mean)), Product((_less_one_part(beta), part))])


def _beta_power(figure: Figure) -> Expression:
    beta, step = figure.array.operands
    return Power(Number(beta.figure()), str(step))


def _adam_change(
    mean: Expression, deviation: Expression, epsilon: Expression, rate: Expression
) -> Expression:
    return Quotient(Product((rate, mean)), Sum([deviation, epsilon]))


def _slope(above: Expression, below: Expression, step: Expression) -> Expression:
    return Quotient(Sum([above, below], frozenset({1})), Product((Constant("2"), step)))


def _climb(step: Expression, warm_up: Expression) -> Expression:
    return Product((step, Power(warm_up, Negated(Constant("1.5")))))


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
    "log": _elementwise(lambda x: Call("ln", [x])),
    "smoothed": _smoothed,
    "surprise": _surprise,
    "surprise_at": _surprise_at,
    "loss_slope": _elementwise(lambda p, y, n: Quotient(Sum([p, y], frozenset({1})), n)),
    "mean_words": _mean_words,
    "sum_words": _sum_words,
    "sum_overlap": _sum_overlap,
    "weight_gradient": _weight_gradient,
    "embedding_gradient": _embedding_gradient,
    "add_all": _elementwise(lambda *parts: Sum(parts)),
    "row_overlap": _overlap,
    "mean_overlap": _mean_overlap,
    "norm_slope": _norm_slope,
    "softmax_slope": _elementwise(_softmax_slope),
    "blend_back": _blend_back,
    "relu_gate": _relu_gate,
    "running_mean": _elementwise(_running),
    "running_square": _elementwise(lambda mean, g, beta: _running(mean, Power(g, "2"), beta)),
    "unbiased": _elementwise(lambda mean, power: Quotient(mean, _less_one_part(power))),
    "adam_change": _elementwise(_adam_change),
    "weight_decay": _elementwise(lambda w, rate, decay: Product((rate, decay, w))),
    "moved": _elementwise(lambda w, *taken: Sum((w, *taken), frozenset({1, 2}))),
    "beta_power": _beta_power,
    "inverse_root": _elementwise(lambda x: Power(x, Negated(Constant("0.5")))),
    "climb": _elementwise(_climb),
    "scaled_smaller": _elementwise(lambda scale, *two: Product((scale, Call("min", list(two))))),
    "slope": _elementwise(_slope),
    "smaller": _elementwise(lambda a, b: Call("min", [a, b])),
    "count": _elementwise(lambda *factors: Product(factors)),
    "add_up": _add_up,
}
