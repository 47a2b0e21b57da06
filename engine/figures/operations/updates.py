"""Operations that change weights: the steps of Adam, and those of the learning rate."""

from engine.figures import backdecimals
from engine.figures.expressions import (
    Call,
    Constant,
    Expression,
    Negated,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)
from engine.figures.figure import Figure
from engine.figures.operations.operation import Operation
from engine.figures.operations.parts import elementwise, less, one_less


def _running(mean: Expression, part: Expression, beta: Expression) -> Expression:
    return Sum([Product((beta, mean)), Product((one_less(beta), part))])


def _running_square(mean: Expression, gradient: Expression, beta: Expression) -> Expression:
    return _running(mean, Power(gradient, "2"), beta)


def _beta_power(figure: Figure) -> Expression:
    beta, step = figure.array.operands
    return Power(Number(beta.figure()), str(step))


def _adam_change(
    mean: Expression, deviation: Expression, epsilon: Expression, rate: Expression
) -> Expression:
    return Quotient(Product((rate, mean)), Sum([deviation, epsilon]))


def _climb(step: Expression, warm_up: Expression) -> Expression:
    return Product((step, Power(warm_up, Negated(Constant("1.5")))))


def _step_down(weight: Expression, gradient: Expression, rate: Expression) -> Expression:
    return less(weight, Product((rate, gradient)))


UPDATES = {
    "step_down": Operation(backdecimals.step_down, kind="weights", line=elementwise(_step_down)),
    "running_mean": Operation(backdecimals.running_mean, kind="rows", line=elementwise(_running)),
    "running_square": Operation(
        backdecimals.running_square, kind="rows", line=elementwise(_running_square)
    ),
    "unbiased": Operation(
        backdecimals.unbiased,
        kind="rows",
        line=elementwise(lambda mean, power: Quotient(mean, one_less(power))),
    ),
    "adam_change": Operation(backdecimals.adam_change, kind="rows", line=elementwise(_adam_change)),
    "weight_decay": Operation(
        backdecimals.weight_decay,
        kind="rows",
        line=elementwise(lambda weight, rate, decay: Product((rate, decay, weight))),
    ),
    "moved": Operation(
        backdecimals.moved,
        kind="weights",
        line=elementwise(lambda weight, *taken: Sum((weight, *taken), frozenset({1, 2}))),
    ),
    "beta_power": Operation(backdecimals.beta_power, kind="rows", line=_beta_power),
    "inverse_root": Operation(
        backdecimals.inverse_root,
        kind="rows",
        line=elementwise(lambda x: Power(x, Negated(Constant("0.5")))),
    ),
    "climb": Operation(backdecimals.climb, kind="rows", line=elementwise(_climb)),
    "scaled_smaller": Operation(
        backdecimals.scaled_smaller,
        kind="rows",
        line=elementwise(lambda scale, *two: Product((scale, Call("min", two)))),
    ),
}
