"""The bits: every sum, product and function the mathematics uses, the same on every machine.

Only elementwise + − × ÷ and √ in a fixed order: no BLAS, no pairwise sums, no C-library functions.
Every kernel goes through ``dispatch.kernel``, so an array that records may answer in its place.

Letters of the shapes: ``...`` any leading axes, n and m words, d and k numbers a word, v words of
the vocabulary. A reduction keeps its axis with length 1. In memory a row's numbers lie far apart
and the words side by side, so that the inner loops run over many words; elementwise operations
keep that, and no shape shows it.
"""

import math

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


def _slots_first(x: Array) -> Array:
    """[..., d] → [d, words], each slot's numbers side by side in the order of the words."""
    axes = (x.ndim - 1, *range(x.ndim - 1))
    return np.ascontiguousarray(x.transpose(axes)).reshape(x.shape[-1], -1)


def _slots_last(y: Array, leading: tuple[int, ...]) -> Array:
    """[d, words] → [..., d], without moving a number in memory."""
    return y.reshape(y.shape[0], *leading).transpose(*range(1, len(leading) + 1), 0)


def _sentences_last(x: Array) -> Array:
    """[..., n, d] → [d, n, sentences], the sentences side by side."""
    return np.ascontiguousarray(x.reshape(-1, *x.shape[-2:]).transpose(2, 1, 0))


def _ordered_products(left: Array, right: Array) -> Array:
    """left[0] × right[0] + left[1] × right[1] + …, in that order; each pair is broadcast."""
    y: Array = left[0] * right[0]
    term = np.empty_like(y)
    for slot in range(1, len(left)):
        np.multiply(left[slot], right[slot], out=term)
        y += term
    return y


@kernel
def linear(x: Array, w: Array) -> Array:
    """x·w: [..., k]·[k, m] → [..., m], adding the products in the order of k."""
    _fits("linear", "numbers of x and rows of w", x.shape[-1], w.shape[0])
    y = _ordered_products(_slots_first(x)[:, None, :], w[:, :, None])
    return _slots_last(y, x.shape[:-1])


@kernel
def linear_bias(x: Array, w: Array, b: Array) -> Array:
    """x·w + b: [..., k]·[k, m] + [m] → [..., m], the bias added last."""
    _fits("linear_bias", "columns of w and numbers of b", w.shape[-1], b.shape[-1])
    return linear(x, w) + b


@kernel
def row_products(q: Array, k: Array) -> Array:
    """The dot product of every row with every row: [..., n, d], [..., m, d] → [..., n, m]."""
    _fits("row_products", "numbers in a row", q.shape[-1], k.shape[-1])
    if k.ndim == 2:
        y = _ordered_products(_slots_first(q)[:, None, :], k.T[:, :, None])
        return _slots_last(y, q.shape[:-1])
    y = _ordered_products(_sentences_last(q)[:, :, None], _sentences_last(k)[:, None, :])
    return y.transpose(2, 0, 1).reshape(*q.shape[:-1], k.shape[-2])


@kernel
def blend(shares: Array, v: Array) -> Array:
    """Rows mixed by their shares: [..., n, m]·[..., m, d] → [..., n, d], in the order of m."""
    _fits("blend", "shares and rows", shares.shape[-1], v.shape[-2])
    heard = _sentences_last(v).swapaxes(0, 1)  # [m, d, sentences]
    y = _ordered_products(_sentences_last(shares)[:, None], heard[:, :, None])
    return y.transpose(2, 1, 0).reshape(*shares.shape[:-1], v.shape[-1])


@kernel
def total(x: Array) -> Array:
    """The sum of each row, left to right: [..., d] → [..., 1]."""
    y = x[..., 0:1].copy(order="K")
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
def gelu_inner(u: Array, cubic: Scalar) -> Array:
    """u + cubic × u³, element by element: what GELU's tanh is taken of, but for a factor.

    Source: Hendrycks, Gimpel 2016, "Gaussian error linear units", section 2.
    """
    return u + cubic * (u * u * u)


@kernel
def tanh(x: Array) -> Array:
    """The hyperbolic tangent, element by element."""
    return elementary.tanh(x)


@kernel
def gelu_out(u: Array, bent: Array) -> Array:
    """0.5 × u × (1 + bent), element by element."""
    return 0.5 * u * (1.0 + bent)


@kernel
def largest(x: Array) -> Array:
    """The largest number of each row: [..., d] → [..., 1]."""
    biggest: Array = x.max(axis=-1, keepdims=True)
    return biggest


@kernel
def columns(x: Array, first: int, width: int) -> Array:
    """So many columns of x from ``first`` (from 0) on, unchanged: [..., d] → [..., width]."""
    if not 0 <= first <= first + width <= x.shape[-1]:
        raise ShapeError(f"columns: {first} to {first + width} are not among {x.shape[-1]}")
    return x[..., first : first + width]


@kernel
def join(*parts: Array) -> Array:
    """Rows put side by side, unchanged: [..., d], [..., e], … → [..., d + e + …]."""
    return np.concatenate(parts, axis=-1)


@kernel
def lookup(table: Array, ids: Ids) -> Array:
    """The table's rows with these numbers: [v, d], [...] → [..., d]."""
    rows = table[ids]
    return _slots_last(_slots_first(rows), rows.shape[:-1])


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
def gelu_gate(gradient: Array, u: Array, bent: Array, cubic: Scalar, scale: Scalar) -> Array:
    """The gradient times GELU's slope at u: [...], [...], [...] → [...].

    With b = tanh(scale × (u + cubic × u³)), the slope of 0.5 × u × (1 + b) is
    0.5 × (1 + b) + 0.5 × u × (1 − b²) × scale × (1 + 3 × cubic × u²).
    """
    steepness = scale * (1.0 + 3.0 * cubic * (u * u))
    return gradient * (0.5 * (1.0 + bent + u * (1.0 - bent * bent) * steepness))


@kernel
def position_gradient(gradient: Array, size: int) -> Array:
    """Each position's gradient over all sentences, 0 for positions without: → [size, d]."""
    table = np.zeros((size, gradient.shape[-1]))
    table[: gradient.shape[-2]] = _fold(_sentences_last(gradient)).T
    return table


@kernel
def pick(x: Array, ids: Ids) -> Array:
    """One number of each row, by its place in the row: [..., v], [...] → [..., 1]."""
    return np.take_along_axis(x, ids[..., None], axis=-1)


@kernel
def pick_rows(x: Array, places: Ids) -> Array:
    """The rows at these places, counted through all sentences: [..., n, d], [r] → [r, d]."""
    return _slots_last(_slots_first(x)[:, places], places.shape)


@kernel
def put_rows(rows: Array, places: Ids, like: Array) -> Array:
    """The rows back at their places, and 0 elsewhere: [r, d], [r], [..., n, d] → [..., n, d]."""
    slots = np.zeros((like.shape[-1], math.prod(like.shape[:-1])))
    slots[:, places] = _slots_first(rows)
    return _slots_last(slots, like.shape[:-1])


@kernel
def smoothed(ids: Ids, size: int, smoothing: Scalar) -> Array:
    """The targets (1 − ε) × one-hot + ε ÷ size: [...] → [..., size]."""
    one_hot = np.where(np.arange(size) == ids[..., None], 1.0, 0.0)
    return one_hot * (1.0 - smoothing) + smoothing / size


@kernel
def sum_words(x: Array) -> Array:
    """The sum over all words: [..., d] → [d]. Word t goes into lane t mod 128; lanes then fold."""
    return _fold(_slots_first(x))


@kernel
def weight_gradient(x: Array, gradient: Array) -> Array:
    """Σ over all words of x (as a column) × gradient (as a row): [..., k], [..., m] → [k, m]."""
    left, right = _slots_first(x), _slots_first(gradient)
    _fits("weight_gradient", "numbers of words", left.shape[1], right.shape[1])
    if len(left) > len(right):  # the loop goes over the fewer slots
        return _fold_lanes(_lanes_of_products(right, left)).T
    return _fold_lanes(_lanes_of_products(left, right))


def _lanes_of_products(few: Array, many: Array) -> Array:
    """Products of every slot with every slot, summed over the words of a lane."""
    words = many.shape[1]
    lanes = np.empty((len(few), len(many), min(words, LANES)))
    product = np.empty((len(many), max(words - LANES, 0)))
    for lane, row in zip(lanes, few, strict=True):
        np.multiply(many[:, :LANES], row[:LANES], out=lane)
        np.multiply(many[:, LANES:], row[LANES:], out=product)
        for start in range(0, product.shape[1], LANES):
            chunk = product[:, start : start + LANES]
            lane[:, : chunk.shape[1]] += chunk
    return lanes


@kernel
def embedding_gradient(gradient: Array, ids: Ids, size: int) -> Array:
    """Each word's gradient added to its row of the table, in order: [..., d], [...] → [size, d]."""
    words = ids.reshape(-1)
    columns = [np.bincount(words, slot, size) for slot in _slots_first(gradient)]
    return np.stack(columns, axis=-1)


def _fold(rows: Array) -> Array:
    """The sum over the last axis, by lanes and then by halves: [..., t] → [...]."""
    lanes = rows[..., :LANES].copy()
    for start in range(LANES, rows.shape[-1], LANES):
        chunk = rows[..., start : start + LANES]
        lanes[..., : chunk.shape[-1]] += chunk
    return _fold_lanes(lanes)


def _fold_lanes(lanes: Array) -> Array:
    """The sum over at most 128 lanes, by halves, in their own memory: [..., 128] → [...]."""
    half = LANES // 2
    while half >= 16:
        upper = lanes[..., half:]
        lanes = lanes[..., :half]
        lanes[..., : upper.shape[-1]] += upper
        half //= 2
    rows = np.ascontiguousarray(np.moveaxis(lanes, -1, 0))  # few lanes: the rows side by side now
    while half:
        upper = rows[half:]
        rows = rows[:half]
        rows[: len(upper)] += upper
        half //= 2
    folded: Array = rows[0]
    return folded
