"""The kernels of loss, gradients, Adam and the rate, on arrays of `Decimal`: each exact.

One function a kernel, as in `decimals`; who records a call rounds each result once. Sums over
words run over the first axis: a run has one sentence.
"""

from decimal import Decimal

import numpy as np
import numpy.typing as npt

from engine.figures.decimals import EXACT, FINE, ONE, ZERO, Decimals, divide, each

Ids = npt.NDArray[np.int64]


def log(x: Decimals) -> Decimals:
    """Natural logarithm, elementwise."""
    return each(FINE.ln, x)


def minus_log(x: Decimals) -> Decimals:
    """−ln of each element."""
    return np.asarray(-log(x), dtype=object)


def smoothed(smoothing: Decimals, ids: Ids, size: int) -> Decimals:
    """(1 − ε) × one-hot + ε ÷ size: [n] → [n, size]."""
    epsilon: Decimal = smoothing.item()
    spread = EXACT.divide(epsilon, Decimal(size))
    y = np.full((len(ids), size), spread, dtype=object)
    y[np.arange(len(ids)), ids] = ONE - epsilon + spread
    return y


def surprise(y: Decimals, logarithm: Decimals) -> Decimals:
    """−Σ y × ln p of each row: [n, v], [n, v] → [n, 1]."""
    return np.asarray(-(y * logarithm).sum(axis=-1, keepdims=True), dtype=object)


def surprise_at(chance: Decimals, ids: Ids) -> Decimals:
    """−ln of one chance of each row: [n, v], [n] → [n, 1]."""
    return np.asarray(-log(chance[np.arange(len(ids)), ids][:, None]), dtype=object)


def loss_slope(chance: Decimals, y: Decimals, count: Decimals) -> Decimals:
    """(chance − y) ÷ count, elementwise."""
    return divide(chance - y, count)


def mean_words(x: Decimals, count: Decimals) -> Decimals:
    """Add up over all words and divide by their count: [n, d] → [d]."""
    return divide(x.sum(axis=0), count)


def sum_words(x: Decimals) -> Decimals:
    """Add up over all words: [n, d] → [d]."""
    return np.asarray(x.sum(axis=0), dtype=object)


def sum_overlap(a: Decimals, b: Decimals) -> Decimals:
    """Add up products over all words: [n, d], [n, d] → [d]."""
    return sum_words(a * b)


def weight_gradient(x: Decimals, gradient: Decimals) -> Decimals:
    """Σ over all words of column × row: [n, k], [n, m] → [k, m]."""
    return np.asarray(x.T @ gradient, dtype=object)


def embedding_gradient(gradient: Decimals, ids: Ids, size: int) -> Decimals:
    """Add each word's gradient to its row of the table: [n, d], [n] → [size, d]."""
    table = np.full((size, gradient.shape[-1]), ZERO, dtype=object)
    for row, word in zip(gradient, ids, strict=True):
        table[word] = table[word] + row
    return table


def add_all(*parts: Decimals) -> Decimals:
    """Add arrays of one shape."""
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return np.asarray(whole, dtype=object)


def row_overlap(a: Decimals, b: Decimals) -> Decimals:
    """Σ a × b of each row: [..., m], [..., m] → [..., 1]."""
    return np.asarray((a * b).sum(axis=-1, keepdims=True), dtype=object)


def mean_overlap(a: Decimals, b: Decimals, width: Decimals) -> Decimals:
    """Σ a × b ÷ width of each row: [..., d], [..., d] → [..., 1]."""
    return divide(row_overlap(a, b), width)


def norm_slope(
    gradient: Decimals, level: Decimals, evened: Decimals, overlap: Decimals, deviation: Decimals
) -> Decimals:
    """(gradient − level − evened × overlap) ÷ deviation, elementwise."""
    return divide(gradient - level - evened * overlap, deviation)


def softmax_slope(share: Decimals, gradient: Decimals, overlap: Decimals) -> Decimals:
    """share × (gradient − overlap), elementwise."""
    return np.asarray(share * (gradient - overlap), dtype=object)


def blend_back(shares: Decimals, gradient: Decimals) -> Decimals:
    """shares.T·gradient: [n, m], [n, k] → [m, k]."""
    return np.asarray(shares.T @ gradient, dtype=object)


def relu_gate(gradient: Decimals, kept: Decimals) -> Decimals:
    """The gradient where ReLU let its input through, 0 elsewhere."""
    return each(lambda part, out: part if out > 0 else ZERO, gradient, kept)


def slope(above: Decimals, below: Decimals, step: Decimals) -> Decimals:
    """(above − below) ÷ (2 × step): how steeply something rises, from a step up and one down."""
    return divide(above - below, 2 * step)


def step_down(weight: Decimals, gradient: Decimals, rate: Decimals) -> Decimals:
    """weight − rate × gradient, elementwise."""
    return np.asarray(weight - rate * gradient, dtype=object)


def running_mean(mean: Decimals, gradient: Decimals, beta: Decimals) -> Decimals:
    """mean × β + gradient × (1 − β), elementwise."""
    return np.asarray(mean * beta + gradient * (ONE - beta), dtype=object)


def running_square(mean: Decimals, gradient: Decimals, beta: Decimals) -> Decimals:
    """mean × β + gradient² × (1 − β), elementwise."""
    return np.asarray(mean * beta + gradient * gradient * (ONE - beta), dtype=object)


def unbiased(mean: Decimals, power: Decimals) -> Decimals:
    """mean ÷ (1 − power), elementwise."""
    return divide(mean, ONE - power)


def adam_change(mean: Decimals, deviation: Decimals, epsilon: Decimals, rate: Decimals) -> Decimals:
    """mean ÷ (deviation + ε) × rate, elementwise."""
    return divide(mean * rate, deviation + epsilon)


def weight_decay(weight: Decimals, rate: Decimals, decay: Decimals) -> Decimals:
    """weight × rate × decay, elementwise."""
    return np.asarray(weight * rate * decay, dtype=object)


def moved(weight: Decimals, *taken: Decimals) -> Decimals:
    """The weight less all that is taken from it, elementwise."""
    for part in taken:
        weight = weight - part
    return np.asarray(weight, dtype=object)


def beta_power(beta: Decimals, step: int) -> Decimals:
    """β^step."""
    return each(lambda base: EXACT.power(base, step), beta)


def inverse_root(x: Decimals) -> Decimals:
    """x^(−0.5), elementwise."""
    return each(lambda number: FINE.divide(ONE, FINE.sqrt(number)), x)


def climb(step: Decimals, warm_up: Decimals) -> Decimals:
    """step × warm_up^(−1.5), elementwise."""
    return each(lambda one, up: FINE.divide(one, FINE.multiply(up, FINE.sqrt(up))), step, warm_up)


def scaled_smaller(scale: Decimals, one: Decimals, other: Decimals) -> Decimals:
    """scale × the smaller of two, elementwise."""
    return np.asarray(scale * np.minimum(one, other), dtype=object)
