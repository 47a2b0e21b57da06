"""What today's models changed: each newer piece, written like the classic ones in `layers`.

Letters of the shapes: n words, m words heard, d numbers a word, k numbers of a head, h hidden
numbers, e experts. As in `layers`, every intermediate is a field, and nothing here knows about
recording: the arrays are whatever the kernels and + − × ÷ accept.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.figures.descriptions import part, steps
from engine.layers.layers import Softmax, TopSoftmax, softmax_forward
from engine.numerics.elementary import Array
from engine.numerics.kernels import (
    Scalar,
    blend,
    columns,
    exp,
    join,
    linear,
    lookup,
    mean_square,
    root,
    row_products,
    share,
)


@dataclass(frozen=True)
class RmsNorm:
    """The steps of a norm by the root of the mean square."""

    mean_square: Array  # [..., 1]
    size: Array  # [..., 1]
    evened: Array  # [..., d]
    out: Array  # [..., d]


def rms_norm(x: Array, scale: Array, width: Scalar, epsilon: Scalar) -> RmsNorm:
    """Bring a row to size 1, taking no mean away; then scale each slot: [..., d] → [..., d].

    Source: Zhang, Sennrich 2019, "Root Mean Square Layer Normalization", equation 4, with
    an ε under the root as in a layer norm.
    """
    square = mean_square(x, width)  # [..., d] → [..., 1]
    size = root(square, epsilon)  # [..., 1]
    evened = x / size  # [..., d] ÷ [..., 1] → [..., d]
    return RmsNorm(square, size, evened, evened * scale)  # out: [..., d]


@dataclass(frozen=True)
class GatedFeedForward:
    """The steps of a feed-forward layer with SwiGLU."""

    gate: Array  # [..., h]
    raised: Array  # [..., h]
    and_one: Array  # [..., h]
    opened: Array  # [..., h]
    swished: Array  # [..., h]
    up: Array  # [..., h]
    gated: Array  # [..., h]
    pressed: Array  # [..., d]


def gated_feed_forward(
    x: Array, w_gate: Array, w_up: Array, w_press: Array, one: Scalar
) -> GatedFeedForward:
    """Stretch twice, let one stretch gate the other, press back: [..., d] → [..., d].

    The gate is Swish, g × e^g ÷ (e^g + 1); written so, e^g must not overflow (g below 700).
    Source: Shazeer 2020, "GLU Variants Improve Transformer", equation 6.
    """
    gate = linear(x, w_gate)  # [..., d]·[d, h] → [..., h]
    raised = exp(gate)  # [..., h]
    and_one = raised + one  # [..., h]
    opened = share(raised, and_one)  # [..., h]
    swished = gate * opened  # [..., h]
    up = linear(x, w_up)  # [..., d]·[d, h] → [..., h]
    gated = swished * up  # [..., h]
    pressed = linear(gated, w_press)  # [..., h]·[h, d] → [..., d]
    return GatedFeedForward(gate, raised, and_one, opened, swished, up, gated, pressed)


@steps
class Listening:
    """The steps of one head of attention, from query, key and value on."""

    product: Array  # [n, m]
    score: Array  # [n, m]
    softmax: Softmax | TopSoftmax = part(unnamed=True)  # [n, m]
    blend: Array  # [n, k]


def listen(query: Array, key: Array, value: Array, scale: Scalar) -> Listening:
    """Attention of words to all the words heard: [n, k], [m, k], [m, k] → [n, k]."""
    product = row_products(query, key)  # [n, k], [m, k] → [n, m]
    score = product / scale  # [n, m]
    softmax = softmax_forward(score)  # [n, m]
    return Listening(product, score, softmax, blend(softmax.share, value))  # blend: [n, k]


@steps
class Windowed:
    """The steps of attention that go on where a window has cut the scores."""

    softmax: Softmax | TopSoftmax = part(unnamed=True)  # [n, w]
    blend: Array  # [n, k]


def listen_within(score: Array, value: Array, window: int) -> Windowed:
    """Attention to the last `window` words only: [n, m], [m, k] → [n, k].

    Source: Beltagy, Peters, Cohan 2020, "Longformer", section 3.1.
    """
    first = score.shape[-1] - window
    softmax = softmax_forward(columns(score, first, window))  # [n, m] → [n, w]
    near = lookup(value, np.arange(first, first + window))  # [m, k] → [w, k]
    return Windowed(softmax, blend(softmax.share, near))  # blend: [n, k]


@dataclass(frozen=True)
class Pooled:
    """The mean of two heads' rows."""

    added: Array  # [m, k]
    halved: Array  # [m, k]


def pool(first: Array, second: Array, two: Scalar) -> Pooled:
    """The mean of two heads' keys, or values, for both to share: [m, k], [m, k] → [m, k].

    Source: Ainslie et al. 2023, "GQA", section 2.1.
    """
    added = first + second  # [m, k]
    return Pooled(added, added / two)  # halved: [m, k]


@dataclass(frozen=True)
class Expert:
    """What one chosen expert adds."""

    pressed: Array  # [d]
    weighted: Array  # [d]


@steps
class Mixture:
    """The steps of a mixture of experts for one word."""

    score: Array  # [e]
    softmax: Softmax | TopSoftmax = part(unnamed=True)  # [top]
    chosen: tuple[Expert, ...]
    out: Array  # [d]


def mixture(x: Array, kept: Array, w_router: Array, w_press: Array, top: int) -> Mixture:
    """Let the best-scored experts press the word back, each by its share: [d] → [d].

    An expert is a slice of the hidden numbers `kept` [h] and of the rows of `w_press` [h, d];
    `w_router` is [d, e]. The softmax is over the chosen scores only.
    Source: Shazeer et al. 2017, "Outrageously Large Neural Networks", equations 3 and 5;
    Jiang et al. 2024, "Mixtral of Experts", section 2.1.
    """
    score = linear(x, w_router)  # [d]·[d, e] → [e]
    size = kept.shape[-1] // score.shape[-1]  # hidden numbers of an expert
    chosen = largest_places(score, top)
    softmax = softmax_forward(join(*(columns(score, place, 1) for place in chosen)))  # [top]
    experts = []
    for number, place in enumerate(chosen):
        own = lookup(w_press, np.arange(place * size, (place + 1) * size))  # [h, d] → [h ÷ e, d]
        pressed = linear(columns(kept, place * size, size), own)  # [h ÷ e]·[h ÷ e, d] → [d]
        experts.append(Expert(pressed, pressed * columns(softmax.share, number, 1)))  # [d]
    out = experts[0].weighted  # [d]
    for expert in experts[1:]:
        out = out + expert.weighted  # [d]
    return Mixture(score, softmax, tuple(experts), out)


def largest_places(score: Any, count: int) -> list[int]:
    """The places (from 0, in order) of the largest numbers of a row, the first of equal ones.

    A choice makes no figure, so a row of figures is looked at by its decimals.
    """
    numbers = list(getattr(score, "values", score))
    ranked = sorted(range(len(numbers)), key=lambda place: (-numbers[place], place))
    return sorted(ranked[:count])
