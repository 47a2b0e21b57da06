"""What `book/figures.py` of a book imports: how to declare examples, and arithmetic on figures.

    from workings import example, mean

    @example("fit", places=3)
    def fit(g):
        dx, dy = g.x - mean(g.x), g.y - mean(g.y)
        return {"slope": (dx * dy).sum() / (dx * dx).sum()}

Each operation is recorded and rounded once, so that pages show its line. `+ - * /`, a leading
minus, `** 2`, `@`, `.T`, `[…]`, `.sum()` and `.mean()` mean what they mean in NumPy.
"""

from workings.examples import Givens, example
from workings.functions import (
    dot,
    exp,
    log,
    mean,
    mean_square,
    relu,
    relu_gate,
    softmax,
    sqrt,
    sum,  # noqa: A004 (as in NumPy)
    tanh,
)
from workings.numbers import Numbers

__all__ = [
    "Givens",
    "Numbers",
    "dot",
    "example",
    "exp",
    "log",
    "mean",
    "mean_square",
    "relu",
    "relu_gate",
    "softmax",
    "sqrt",
    "sum",
    "tanh",
]
