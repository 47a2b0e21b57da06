"""The kernels that only gradients need: gates, targets, and sums over all words.

The same rules and letters as in `kernels` hold: a fixed order of + − × ÷, the same bits everywhere.
"""

import math

import numpy as np

from engine.dispatch import kernel
from engine.elementary import Array
from engine.kernels import (
    Ids,
    Scalar,
    blend,
    fits,
    log,
    mean,
    sentences_last,
    slots_first,
    slots_last,
    total,
)

LANES = 128  # sums over many words run in this many lanes, so that their inner loops are long


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
    """sharesᵀ·gradient: [..., n, m], [..., n, k] → [..., m, k], in the order of n."""
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
    steepness = scale * (1.0 + 3.0 * cubic * (u * u))
    return gradient * (0.5 * (1.0 + bent + u * (1.0 - bent * bent) * steepness))


@kernel
def position_gradient(gradient: Array, size: int) -> Array:
    """Each position's gradient over all sentences, 0 for positions without: → [size, d]."""
    table = np.zeros((size, gradient.shape[-1]))
    table[: gradient.shape[-2]] = _fold(sentences_last(gradient)).T
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
    one_hot = np.where(np.arange(size) == ids[..., None], 1.0, 0.0)
    return one_hot * (1.0 - smoothing) + smoothing / size


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
    return _fold(slots_first(x))


@kernel
def weight_gradient(x: Array, gradient: Array) -> Array:
    """Σ over all words of x (as a column) × gradient (as a row): [..., k], [..., m] → [k, m]."""
    left, right = _by_lanes(x), _by_lanes(gradient)
    fits("weight_gradient", "numbers of words", _words(x), _words(gradient))
    if left.shape[1] > right.shape[1]:  # the loop goes over the fewer slots
        return _fold_lanes(_lanes_of_products(right, left)).T
    return _fold_lanes(_lanes_of_products(left, right))


def _words(x: Array) -> int:
    return math.prod(x.shape[:-1])


def _by_lanes(x: Array) -> Array:
    """[..., d] → [rounds, d, 128]: word t in lane t mod 128, the last round filled up with 0."""
    words, slots = _words(x), x.shape[-1]
    rounds = -(-words // LANES)
    filled = np.zeros((slots, rounds * LANES))
    filled[:, :words] = slots_first(x)
    return np.ascontiguousarray(filled.reshape(slots, rounds, LANES).swapaxes(0, 1))


def _lanes_of_products(few: Array, many: Array) -> Array:
    """Products of every slot with every slot, the rounds of a lane added: → [k, m, 128]."""
    lanes = np.empty((few.shape[1], *many.shape[1:]))
    products = np.empty_like(many[1:])
    for slot, lane in enumerate(lanes):
        np.multiply(many[0], few[0, slot], out=lane)
        np.multiply(many[1:], few[1:, slot, None], out=products)
        for product in products:
            lane += product
    return lanes


@kernel
def embedding_gradient(gradient: Array, ids: Ids, size: int) -> Array:
    """Each word's gradient added to its row of the table, in order: [..., d], [...] → [size, d]."""
    words = ids.reshape(-1)
    columns = [np.bincount(words, slot, size) for slot in slots_first(gradient)]
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
