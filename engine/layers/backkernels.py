"""The kernels that only gradients need: gates, targets, and sums over all words.

The same rules and letters as in `kernels` hold: a fixed order of + − × ÷, the same bits everywhere.
"""

import math
from collections.abc import Iterator

import numpy as np

from engine.numerics.dispatch import kernel
from engine.numerics.elementary import Array
from engine.numerics.kernels import (
    Ids,
    Scalar,
    blend,
    fits,
    log,
    mean,
    slots_first,
    slots_last,
    total,
    words_first,
)

LANES = 128  # sums over many words run in this many lanes


@kernel
def add_all(*parts: Array) -> Array:
    """The sum of arrays of one shape, in order."""
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return whole


@kernel
def row_overlap(a: Array, b: Array) -> Array:
    """Σ a × b of each row: [..., m], [..., m] → [..., 1]."""
    return total(a * b)


@kernel
def mean_overlap(a: Array, b: Array, width: Scalar) -> Array:
    """Σ a × b ÷ width of each row: [..., d], [..., d] → [..., 1]."""
    return mean(a * b, width)


@kernel
def norm_slope(
    gradient: Array, level: Array, evened: Array, overlap: Array, deviation: Array
) -> Array:
    """(gradient − level − evened × overlap) ÷ deviation: [..., d] and [..., 1] → [..., d].

    What a layer norm passes down of the gradient of its evened row; ``level`` is that gradient's
    mean and ``overlap`` its mean product with the evened row.
    """
    return (gradient - level - evened * overlap) / deviation


@kernel
def softmax_slope(share: Array, gradient: Array, overlap: Array) -> Array:
    """share × (gradient − overlap): [..., m], [..., m], [..., 1] → [..., m].

    What a softmax passes down of the gradient of its shares; ``overlap`` is Σ share × gradient.
    """
    return share * (gradient - overlap)


@kernel
def blend_back(shares: Array, gradient: Array) -> Array:
    """shares.T·gradient: [..., n, m], [..., n, k] → [..., m, k], in the order of n."""
    return blend(shares.swapaxes(-1, -2), gradient)


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
def smoothed(smoothing: Scalar, ids: Ids, size: int) -> Array:
    """The targets (1 − ε) × one-hot + ε ÷ size: [...] → [..., size]."""
    one_hot = (np.arange(size)[:, None] == ids.reshape(-1)).astype(np.float64)
    return slots_last(one_hot * (1.0 - smoothing) + smoothing / size, ids.shape)


@kernel
def surprise(y: Array, logarithm: Array) -> Array:
    """−Σ y × ln p of each row: [..., v], [..., v] → [..., 1]."""
    return -total(y * logarithm)


@kernel
def surprise_at(chance: Array, ids: Ids) -> Array:
    """−ln of one chance of each row, by its place in the row: [..., v], [...] → [..., 1]."""
    return -log(np.take_along_axis(chance, ids[..., None], axis=-1))


@kernel
def loss_slope(chance: Array, y: Array, count: Scalar) -> Array:
    """(chance − y) ÷ count: the gradient of the mean surprise by each logit, [..., v]."""
    return (chance - y) / count


@kernel
def mean_words(x: Array, count: Scalar) -> Array:
    """The sum over all words ÷ their count: [..., d] → [d]."""
    return sum_words(x) / count


@kernel
def sum_overlap(a: Array, b: Array) -> Array:
    """Σ a × b over all words: [..., d], [..., d] → [d]."""
    return sum_words(a * b)


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
