"""The bits: every sum, product and function the mathematics uses, the same on every machine.

Only elementwise + − × ÷ and √ in a fixed order: no BLAS, no pairwise sums, no C-library functions.
Every kernel goes through ``dispatch.kernel``, so an array that records may answer in its place.

Letters of the shapes: ``...`` any leading axes, n and m words, d and k numbers a word, v words of
the vocabulary. A reduction keeps its axis with length 1.
"""

import numpy as np
import numpy.typing as npt

from engine import elementary
from engine.dispatch import kernel
from engine.elementary import Array
from engine.errors import WorkingsError
from engine.powers import real_power

Ids = npt.NDArray[np.int64]
Scalar = float | Array

LANES = 128  # sums over many words run in this many lanes, so that their inner loops are long


class ShapeError(WorkingsError):
    """Arrays whose shapes don't fit each other."""


def _fits(name: str, what: str, left: int, right: int) -> None:
    if left != right:
        raise ShapeError(f"{name}: {what} must agree, got {left} and {right}")


@kernel
def linear(x: Array, w: Array) -> Array:
    """x·w: [..., k]·[k, m] → [..., m], adding the products in the order of k."""
    _fits("linear", "numbers of x and rows of w", x.shape[-1], w.shape[0])
    y: Array = x[..., 0:1] * w[0]
    for k in range(1, w.shape[0]):
        y += x[..., k : k + 1] * w[k]
    return y


@kernel
def linear_bias(x: Array, w: Array, b: Array) -> Array:
    """x·w + b: [..., k]·[k, m] + [m] → [..., m], the bias added last."""
    _fits("linear_bias", "columns of w and numbers of b", w.shape[-1], b.shape[-1])
    return linear(x, w) + b


@kernel
def row_products(q: Array, k: Array) -> Array:
    """The dot product of every row with every row: [..., n, d], [..., m, d] → [..., n, m]."""
    _fits("row_products", "numbers in a row", q.shape[-1], k.shape[-1])
    y = q[..., :, None, 0] * k[..., None, :, 0]
    for slot in range(1, q.shape[-1]):
        y += q[..., :, None, slot] * k[..., None, :, slot]
    return y


@kernel
def blend(shares: Array, v: Array) -> Array:
    """Rows mixed by their shares: [..., n, m]·[..., m, d] → [..., n, d], in the order of m."""
    _fits("blend", "shares and rows", shares.shape[-1], v.shape[-2])
    y = shares[..., 0:1] * v[..., 0:1, :]
    for word in range(1, v.shape[-2]):
        y += shares[..., word : word + 1] * v[..., word : word + 1, :]
    return y


@kernel
def total(x: Array) -> Array:
    """The sum of each row, left to right: [..., d] → [..., 1]."""
    y = x[..., 0:1].copy()
    for slot in range(1, x.shape[-1]):
        y += x[..., slot : slot + 1]
    return y


@kernel
def mean(x: Array, width: Scalar) -> Array:
    """Σx ÷ width of each row: [..., d] → [..., 1]."""
    return total(x) / width


@kernel
def mean_square(x: Array, width: Scalar) -> Array:
    """Σx² ÷ width of each row: [..., d] → [..., 1]."""
    return total(x * x) / width


@kernel
def root(variance: Array, epsilon: Scalar) -> Array:
    """√(variance + ε), element by element."""
    return np.sqrt(variance + epsilon)


@kernel
def square_root(x: Scalar) -> Array:
    """√x, element by element."""
    return np.asarray(np.sqrt(x))


@kernel
def exp(x: Array) -> Array:
    """e^x, element by element."""
    return elementary.exp(x)


@kernel
def log(x: Array) -> Array:
    """ln x, element by element."""
    return elementary.log(x)


@kernel
def share(raised: Array, whole: Array) -> Array:
    """Each part ÷ the whole: [..., d], [..., 1] → [..., d]."""
    return raised / whole


@kernel
def mask_later(score: Array) -> Array:
    """−∞ where the column is a later word than the row: [..., n, n] → [..., n, n]."""
    rows, columns = np.ogrid[: score.shape[-2], : score.shape[-1]]
    return np.where(columns > rows, -np.inf, score)


@kernel
def scale_shift(x: Array, scale: Array, shift: Array) -> Array:
    """x × scale + shift: [..., d], [d], [d] → [..., d]."""
    return x * scale + shift


@kernel
def relu(x: Array) -> Array:
    """max(0, x), element by element."""
    return np.where(x > 0.0, x, 0.0)


@kernel
def lookup(table: Array, ids: Ids) -> Array:
    """The table's rows with these numbers: [v, d], [...] → [..., d]."""
    return table[ids]


@kernel
def divisor(base: Scalar, exponents: Array, width: Scalar) -> Array:
    """base^(exponent ÷ width) for each slot: [d] → [d]; exact powers come out exact.

    Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
    """
    powers = [real_power(float(base), int(exponent), float(width)) for exponent in exponents]
    return np.array(powers, dtype=np.float64)


@kernel
def wave(position: Array, length: Array) -> Array:
    """Sine (1st, 3rd, … slot) or cosine (2nd, 4th, …) of position ÷ divisor.

    [n, 1], [d] → [n, d], in radians. Source: Vaswani et al. 2017, section 3.5.
    """
    angle = position / length
    slot = np.arange(angle.shape[-1])
    return np.where(slot % 2 == 0, elementary.sin(angle), elementary.cos(angle))


# What the gradients need besides.


@kernel
def transpose(x: Array) -> Array:
    """Rows become columns: [..., n, m] → [..., m, n]."""
    return x.swapaxes(-1, -2)


@kernel
def relu_gate(gradient: Array, kept: Array) -> Array:
    """The gradient where ReLU let its input through, 0 elsewhere."""
    return np.where(kept > 0.0, gradient, 0.0)


@kernel
def pick(x: Array, ids: Ids) -> Array:
    """One number of each row, by its place in the row: [..., v], [...] → [..., 1]."""
    return np.take_along_axis(x, ids[..., None], axis=-1)


@kernel
def smoothed(ids: Ids, size: int, smoothing: Scalar) -> Array:
    """The targets (1 − ε) × one-hot + ε ÷ size: [...] → [..., size]."""
    one_hot = np.where(np.arange(size) == ids[..., None], 1.0, 0.0)
    return one_hot * (1.0 - smoothing) + smoothing / size


@kernel
def sum_words(x: Array) -> Array:
    """The sum over all words: [..., d] → [d]. Word t goes into lane t mod 128; lanes then fold."""
    rows = x.reshape(-1, *x.shape[-1:])
    return _fold(rows)


@kernel
def weight_gradient(x: Array, gradient: Array) -> Array:
    """Σ over all words of x (as a column) × gradient (as a row): [..., k], [..., m] → [k, m]."""
    column = x.reshape(-1, x.shape[-1], 1)
    row = gradient.reshape(-1, 1, gradient.shape[-1])
    _fits("weight_gradient", "numbers of words", column.shape[0], row.shape[0])
    return _fold(column * row)


@kernel
def embedding_gradient(gradient: Array, ids: Ids, size: int) -> Array:
    """Each word's gradient added to its row of the table, in order: [..., d], [...] → [size, d]."""
    table = np.zeros((size, gradient.shape[-1]))
    rows = gradient.reshape(-1, gradient.shape[-1])
    for word, row in zip(ids.reshape(-1).tolist(), rows, strict=True):
        table[word] += row
    return table


def _fold(rows: Array) -> Array:
    """The sum over the first axis, by lanes and then by halves: [t, ...] → [...]."""
    lanes = rows[:LANES].copy()
    for start in range(LANES, len(rows), LANES):
        chunk = rows[start : start + LANES]
        lanes[: len(chunk)] += chunk
    half = LANES // 2
    while half:
        upper = lanes[half:]
        lanes = lanes[:half]
        lanes[: len(upper)] += upper
        half //= 2
    folded: Array = lanes[0]
    return folded
