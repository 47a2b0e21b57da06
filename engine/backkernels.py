"""The kernels that only gradients need: gates, targets, and sums over all words.

The same rules and letters as in `kernels` hold: a fixed order of + − × ÷, the same bits everywhere.
"""

import math
from collections.abc import Iterator

import numpy as np

from engine.dispatch import kernel
from engine.elementary import Array
from engine.kernels import Ids, Scalar, fits, slots_first, slots_last, words_first

LANES = 128  # sums over many words run in this many lanes


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
    slope = u * u
    slope *= 3.0 * cubic
    slope += 1.0
    slope *= scale
    slope *= u * (1.0 - bent * bent)
    slope += 1.0 + bent
    slope *= 0.5
    slope *= gradient
    return slope


@kernel
def position_gradient(gradient: Array, size: int) -> Array:
    """Each position's gradient over all sentences, 0 for positions without: → [size, d]."""
    table = np.zeros((size, gradient.shape[-1]))
    sentences = np.array(gradient.reshape(-1, *gradient.shape[-2:]), order="C")
    table[: gradient.shape[-2]] = _fold(sentences[some] for some in _rounds(len(sentences)))
    return table


@kernel
def pick(x: Array, ids: Ids) -> Array:
    """One number of each row, by its place in the row: [..., v], [...] → [..., 1]."""
    return np.take_along_axis(x, ids[..., None], axis=-1)


@kernel
def pick_rows(x: Array, places: Ids) -> Array:
    """The rows at these places, counted through all sentences: [..., n, d], [r] → [r, d]."""
    return slots_last(slots_first(x)[:, places], places.shape)


@kernel
def put_rows(rows: Array, places: Ids, like: Array) -> Array:
    """The rows back at their places, and 0 elsewhere: [r, d], [r], [..., n, d] → [..., n, d]."""
    slots = np.zeros((like.shape[-1], _words(like)))
    slots[:, places] = slots_first(rows)
    return slots_last(slots, like.shape[:-1])


@kernel
def smoothed(ids: Ids, size: int, smoothing: Scalar) -> Array:
    """The targets (1 − ε) × one-hot + ε ÷ size: [...] → [..., size]."""
    one_hot = (np.arange(size)[:, None] == ids.reshape(-1)).astype(np.float64)
    return slots_last(one_hot * (1.0 - smoothing) + smoothing / size, ids.shape)


@kernel
def sum_words(x: Array) -> Array:
    """The sum over all words: [..., d] → [d]. Word t goes into lane t mod 128; lanes then fold."""
    rows = np.array(x.reshape(-1, x.shape[-1]), order="C")
    return _fold(rows[some] for some in _rounds(len(rows)))


@kernel
def weight_gradient(x: Array, gradient: Array) -> Array:
    """Σ over all words of x (as a column) × gradient (as a row): [..., k], [..., m] → [k, m]."""
    fits("weight_gradient", "numbers of words", _words(x), _words(gradient))
    if x.shape[-1] > gradient.shape[-1]:  # the inner loop goes over the more slots
        return weight_gradient(gradient, x).T
    left, right = words_first(x)[:, :, None], words_first(gradient)[:, None]
    sums = _fold(left[some] * right[some] for some in _rounds(len(left)))
    if len(left) % LANES:
        sums += 0.0  # as if the last round were filled up with 0
    return sums


def _words(x: Array) -> int:
    return math.prod(x.shape[:-1])


@kernel
def embedding_gradient(gradient: Array, ids: Ids, size: int) -> Array:
    """Each word's gradient added to its row of the table, in order: [..., d], [...] → [size, d]."""
    words = ids.reshape(-1)
    columns = [np.bincount(words, slot, size) for slot in slots_first(gradient)]
    return np.array(columns, dtype=np.float64).T


def _rounds(words: int) -> list[slice]:
    """The words of each round: one word a lane, so at most 128."""
    return [slice(start, start + LANES) for start in range(0, words, LANES)]


def _fold(rounds: Iterator[Array]) -> Array:
    """The sum over all words, by lanes and then by halves; the first round's memory is used up.

    Rounds of [t, ...] with at most 128 words each → [...].
    """
    lanes = next(rounds)
    for products in rounds:
        lanes[: len(products)] += products
    half = LANES // 2
    while half:
        upper = lanes[half:]
        lanes = lanes[:half]
        lanes[: len(upper)] += upper
        half //= 2
    folded: Array = lanes[0]
    return folded
