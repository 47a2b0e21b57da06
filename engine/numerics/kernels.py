"""The bits: every sum, product and function the mathematics uses, the same on every machine.

Only elementwise + − × ÷ and √ in a fixed order: no BLAS, no pairwise sums, no C-library functions.
Every kernel goes through ``dispatch.kernel``, so an array that records may answer in its place.

Letters of the shapes: ``...`` any leading axes, n and m words, d and k numbers a word, v words of
the vocabulary. A reduction keeps its axis with length 1. In memory a row's numbers lie far apart
and the words side by side, so that the inner loops run over many words; elementwise operations
keep that, and no shape shows it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from engine.errors import WorkingsError
from engine.numerics import elementary
from engine.numerics.dispatch import kernel
from engine.numerics.elementary import Array
from engine.numerics.powers import real_power

Ids = npt.NDArray[np.int64]
Scalar = float | Array

PIECE = 1 << 15  # numbers that are worked on at once: few enough to stay in a processor's cache


class ShapeError(WorkingsError):
    """Arrays whose shapes don't fit each other."""


def fits(name: str, what: str, left: int, right: int) -> None:
    """Raise `ShapeError`, naming the kernel, unless two sizes agree."""
    if left != right:
        raise ShapeError(f"{name}: {what} must agree, got {left} and {right}")


def slots_first(x: Array) -> Array:
    """[..., d] → [d, words], each slot's numbers side by side in the order of the words."""
    axes = (x.ndim - 1, *range(x.ndim - 1))
    return np.ascontiguousarray(x.transpose(axes)).reshape(x.shape[-1], -1)


def slots_last(y: Array, leading: tuple[int, ...]) -> Array:
    """[d, words] → [..., d], without moving a number in memory."""
    return y.reshape(y.shape[0], *leading).transpose(*range(1, len(leading) + 1), 0)


def words_first(x: Array) -> Array:
    """[..., d] → [words, d], each word's numbers side by side."""
    return np.ascontiguousarray(x.reshape(-1, x.shape[-1]))


def sentences_last(x: Array) -> Array:
    """[..., n, d] → [d, n, sentences], the sentences side by side."""
    return np.ascontiguousarray(x.reshape(-1, *x.shape[-2:]).transpose(2, 1, 0))


def _ordered_products(left: Array, right: Array) -> Array:
    """left[0] × right[0] + left[1] × right[1] + …, in that order; each pair is broadcast."""
    y: Array = left[0] * right[0]
    step = max(1, PIECE // max(1, y.size))  # products made at once; each is added alone
    products = np.empty((min(step, len(left)), *y.shape))
    for start in range(1, len(left), step):
        some = products[: len(left) - start]
        np.multiply(left[start : start + step], right[start : start + step], out=some)
        for product in some:
            y += product
    return y


@contextmanager
def short_buffers() -> Iterator[None]:
    """Let NumPy work through arrays in short pieces: no bit changes, outer products gain most.

    With its usual buffers, those of rows of a few hundred numbers take twice as long.
    """
    before = np.setbufsize(512)
    try:
        yield
    finally:
        np.setbufsize(before)


@kernel
def linear(x: Array, w: Array) -> Array:
    """x·w: [..., k]·[k, m] → [..., m], adding the products in the order of k."""
    fits("linear", "numbers of x and rows of w", x.shape[-1], w.shape[0])
    y = _ordered_products(slots_first(x)[:, None, :], w[:, :, None])
    return slots_last(y, x.shape[:-1])


@kernel
def linear_bias(x: Array, w: Array, b: Array) -> Array:
    """x·w + b: [..., k]·[k, m] + [m] → [..., m], the bias added last."""
    fits("linear_bias", "columns of w and numbers of b", w.shape[-1], b.shape[-1])
    return linear(x, w) + b


@kernel
def row_products(q: Array, k: Array) -> Array:
    """The dot product of every row with every row: [..., n, d], [..., m, d] → [..., n, m]."""
    fits("row_products", "numbers in a row", q.shape[-1], k.shape[-1])
    if k.ndim == 2:
        y = _ordered_products(slots_first(q)[:, None, :], k.T[:, :, None])
        return slots_last(y, q.shape[:-1])
    y = _ordered_products(sentences_last(q)[:, None], sentences_last(k)[:, :, None])
    return y.transpose(2, 1, 0).reshape(*q.shape[:-1], k.shape[-2])


@kernel
def blend(shares: Array, v: Array) -> Array:
    """Rows mixed by their shares: [..., n, m]·[..., m, d] → [..., n, d], in the order of m."""
    fits("blend", "shares and rows", shares.shape[-1], v.shape[-2])
    heard = sentences_last(v).swapaxes(0, 1)  # [m, d, sentences]
    y = _ordered_products(sentences_last(shares)[:, None], heard[:, :, None])
    return y.transpose(2, 1, 0).reshape(*shares.shape[:-1], v.shape[-1])


@kernel
def total(x: Array) -> Array:
    """The sum of each row, left to right: [..., d] → [..., 1]."""
    slots = x.transpose(x.ndim - 1, *range(x.ndim - 1))
    y: Array = slots[0, ...].copy(order="K")
    for slot in slots[1:]:
        y += slot
    return y[..., None]


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
    rows, columns = np.arange(score.shape[-2]), np.arange(score.shape[-1])
    masked = score.copy(order="K")
    masked[..., columns > rows[:, None]] = -np.inf
    return masked


@kernel
def mask_places(score: Array, places: Sequence[tuple[int, int]]) -> Array:
    """−∞ at these places, (row, column) from 0: [..., n, m] → [..., n, m].

    Raises `ShapeError` if a row has nothing else left.
    """
    masked = score.copy(order="K")
    for row, column in places:
        masked[..., row, column] = -np.inf
    if not np.isfinite(masked).any(axis=-1).all():
        raise ShapeError("every look of a word is cut: it has nothing left to listen to")
    return masked


@kernel
def mask_filling(score: Array, lengths: Ids) -> Array:
    """−∞ where the column is filling after a sentence's end: [..., n, m], [...] → [..., n, m]."""
    return np.where(np.arange(score.shape[-1]) >= lengths[..., None, None], -np.inf, score)


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
    return slots_last(slots_first(rows), rows.shape[:-1])


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


@kernel
def rotate(x: Array, wave: Array) -> Array:
    """Each pair of neighbours turned by an angle: [..., d], [..., d] → [..., d].

    ``wave`` holds the sine and then the cosine of each pair's angle, so that (a, b) becomes
    (a × cos − b × sin, a × sin + b × cos). Source: Su et al. 2021, "RoFormer", section 3.4.2.
    """
    fits("rotate", "numbers of x and of the wave", x.shape[-1], wave.shape[-1])
    sine, cosine = wave[..., 0::2], wave[..., 1::2]
    first, second = x[..., 0::2], x[..., 1::2]
    turned = np.stack([first * cosine - second * sine, first * sine + second * cosine], axis=-1)
    return turned.reshape(*turned.shape[:-2], x.shape[-1])
