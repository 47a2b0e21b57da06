"""Operations of loss and gradients. Sums over words run down the columns."""

from engine.figures import backdecimals
from engine.figures.expressions import (
    Call,
    Constant,
    Expression,
    Negated,
    Number,
    Product,
    Quotient,
    Sum,
)
from engine.figures.figure import Figure, Figures
from engine.figures.operations.operation import Operation
from engine.figures.operations.parts import elementwise, less, numbers, one_less, products, row


def _smoothed(figure: Figure) -> Expression:
    smoothing, ids, size = figure.array.operands
    place, word = figure.index
    epsilon = Number(smoothing.figure())
    one_hot = Constant("1" if ids[place] == word else "0")
    kept, spread = Product((one_less(epsilon), one_hot)), Quotient(epsilon, Constant(str(size)))
    return Sum([kept, spread])


def _surprise(figure: Figure) -> Expression:
    return Negated(Sum(products(row(figure), row(figure, 1))))


def _surprise_at(figure: Figure) -> Expression:
    chance, ids = figure.array.operands
    place = figure.index[0]
    return Negated(Call("ln", [Number(chance.figure(place, int(ids[place])))]))


def _sum_words(figure: Figure) -> Sum:
    return Sum(numbers(figure.array.operands[0].column(figure.index[-1])))


def _mean_words(figure: Figure) -> Expression:
    return Quotient(_sum_words(figure), Number(figure.array.operands[1].figure()))


def _sum_overlap(figure: Figure) -> Expression:
    a, b = figure.array.operands
    slot = figure.index[-1]
    return Sum(products(a.column(slot), b.column(slot)))


def _weight_gradient(figure: Figure) -> Expression:
    x, gradient = figure.array.operands
    place, column = figure.index
    return Sum(products(x.column(place), gradient.column(column)))


def _embedding_gradient(figure: Figure) -> Expression:
    gradient, ids, _ = figure.array.operands
    word, slot = figure.index
    return Sum([Number(gradient.figure(at, slot)) for at, id_ in enumerate(ids) if id_ == word])


def _word_did_not_occur(array: Figures, index: tuple[int, ...]) -> bool:
    return index[0] not in array.operands[1]


def _overlap(figure: Figure) -> Sum:
    return Sum(products(row(figure), row(figure, 1)))


def _mean_overlap(figure: Figure) -> Expression:
    return Quotient(_overlap(figure), Number(figure.array.operands[2].figure()))


def _norm_slope(
    gradient: Expression,
    level: Expression,
    evened: Expression,
    overlap: Expression,
    deviation: Expression,
) -> Expression:
    above = Sum([gradient, level, Product((evened, overlap))], frozenset({1, 2}))
    return Quotient(above, deviation)


def _softmax_slope(share: Expression, gradient: Expression, overlap: Expression) -> Expression:
    return Product((share, less(gradient, overlap)))


def _blend_back(figure: Figure) -> Expression:
    shares, gradient = figure.array.operands
    heard, slot = figure.index
    listening = [at for at in range(shares.shape[0]) if at >= heard or not shares.causal]
    return Sum(
        products(
            [shares.figure(at, heard) for at in listening],
            [gradient.figure(at, slot) for at in listening],
        )
    )


def _relu_gate(figure: Figure) -> Expression:
    gradient, kept = figure.array.operands
    passes = Constant("1" if kept.at(figure.flat).value > 0 else "0")
    return Product((passes, Number(gradient.at(figure.flat))))


def _slope(above: Expression, below: Expression, step: Expression) -> Expression:
    return Quotient(less(above, below), Product((Constant("2"), step)))


LEARNING = {
    "log": Operation(backdecimals.log, kind="rows", line=elementwise(lambda x: Call("ln", [x]))),
    "minus_log": Operation(
        backdecimals.minus_log, kind="rows", line=elementwise(lambda x: Negated(Call("ln", [x])))
    ),
    "smoothed": Operation(backdecimals.smoothed, kind="rows", line=_smoothed),
    "surprise": Operation(backdecimals.surprise, kind="rows", line=_surprise),
    "surprise_at": Operation(backdecimals.surprise_at, kind="rows", line=_surprise_at),
    "loss_slope": Operation(
        backdecimals.loss_slope,
        kind="rows",
        line=elementwise(lambda chance, y, count: Quotient(less(chance, y), count)),
    ),
    "mean_words": Operation(backdecimals.mean_words, kind="rows", line=_mean_words),
    "sum_words": Operation(backdecimals.sum_words, kind="rows", line=_sum_words),
    "sum_overlap": Operation(backdecimals.sum_overlap, kind="rows", line=_sum_overlap),
    "weight_gradient": Operation(backdecimals.weight_gradient, kind="rows", line=_weight_gradient),
    "embedding_gradient": Operation(
        backdecimals.embedding_gradient,
        kind="rows",
        line=_embedding_gradient,
        bare=_word_did_not_occur,
    ),
    "add_all": Operation(
        backdecimals.add_all, kind="rows", line=elementwise(lambda *parts: Sum(parts))
    ),
    "row_overlap": Operation(backdecimals.row_overlap, kind="rows", line=_overlap),
    "mean_overlap": Operation(backdecimals.mean_overlap, kind="rows", line=_mean_overlap),
    "norm_slope": Operation(backdecimals.norm_slope, kind="rows", line=elementwise(_norm_slope)),
    "softmax_slope": Operation(
        backdecimals.softmax_slope, kind="rows", line=elementwise(_softmax_slope)
    ),
    "blend_back": Operation(backdecimals.blend_back, kind="rows", line=_blend_back),
    "relu_gate": Operation(backdecimals.relu_gate, kind="rows", line=_relu_gate),
    "slope": Operation(backdecimals.slope, kind="slopes", line=elementwise(_slope)),
}
