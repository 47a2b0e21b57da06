"""The mathematics of one block: each layer's forward pass with its backward pass under it.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word (width),
k numbers of a head, h hidden numbers. Every intermediate is a field of a frozen dataclass, named
as the reader sees it; the backward passes read those fields. Nothing here knows about recording:
the arrays are whatever the kernels and + − × ÷ accept.
"""

from dataclasses import dataclass

from engine.elementary import Array
from engine.kernels import (
    Scalar,
    blend,
    exp,
    linear,
    linear_bias,
    mask_later,
    mean,
    mean_square,
    relu,
    relu_gate,
    root,
    row_products,
    scale_shift,
    share,
    square_root,
    sum_words,
    total,
    transpose,
    weight_gradient,
)


@dataclass(frozen=True)
class Constants:
    """The chosen numbers that the arithmetic uses; they travel with the weights."""

    width: Scalar
    head_width: Scalar
    epsilon: Scalar
    base: Scalar  # of the divisors
    position: Array  # [c, 1], 1, 2, 3, … to the longest sentence's c words
    slot_number: Array  # [d], the even number of each slot's pair: 0, 0, 2, 2, 4, 4, …


@dataclass(frozen=True)
class NormWeights:
    """What a layer norm has learned."""

    scale: Array  # [d]
    shift: Array  # [d]


@dataclass(frozen=True)
class LayerNorm:
    """The steps of a layer norm."""

    mean: Array  # [..., n, 1]
    centred: Array  # [..., n, d]
    variance: Array  # [..., n, 1]
    deviation: Array  # [..., n, 1]
    evened: Array  # [..., n, d]
    out: Array  # [..., n, d]


@dataclass(frozen=True)
class LayerNormGradient:
    """Gradients of a layer norm's input and weights."""

    x: Array  # [..., n, d]
    weights: NormWeights


def layer_norm_forward(x: Array, weights: NormWeights, constants: Constants) -> LayerNorm:
    """Even out each word's row, then scale and shift it: [..., n, d] → [..., n, d].

    The variance divides by the width. Source: Ba, Kiros, Hinton 2016, "Layer Normalization".
    """
    middle = mean(x, constants.width)  # [..., n, d] → [..., n, 1]
    centred = x - middle  # [..., n, d] − [..., n, 1] → [..., n, d]
    variance = mean_square(centred, constants.width)  # [..., n, d] → [..., n, 1]
    deviation = root(variance, constants.epsilon)  # [..., n, 1]
    evened = centred / deviation  # [..., n, d] ÷ [..., n, 1] → [..., n, d]
    out = scale_shift(evened, weights.scale, weights.shift)  # [..., n, d]
    return LayerNorm(middle, centred, variance, deviation, evened, out)


def layer_norm_backward(
    d_out: Array, forward: LayerNorm, weights: NormWeights, constants: Constants
) -> LayerNormGradient:
    """Gradient of the input: (g − mean(g) − evened × mean(g × evened)) ÷ deviation."""
    d_scale = sum_words(d_out * forward.evened)  # [..., n, d] → [d]
    d_shift = sum_words(d_out)  # [..., n, d] → [d]
    d_evened = d_out * weights.scale  # [..., n, d]
    along_ones = mean(d_evened, constants.width)  # [..., n, d] → [..., n, 1]
    along_evened = mean(d_evened * forward.evened, constants.width)  # [..., n, d] → [..., n, 1]
    d_x = (d_evened - along_ones - forward.evened * along_evened) / forward.deviation  # [..., n, d]
    return LayerNormGradient(d_x, NormWeights(d_scale, d_shift))


@dataclass(frozen=True)
class Softmax:
    """Numbers turned into shares of one whole."""

    raised: Array  # [..., m]
    total: Array  # [..., 1]
    share: Array  # [..., m]


def softmax_forward(score: Array) -> Softmax:
    """e^score ÷ the total of the row: [..., m] → [..., m]."""
    raised = exp(score)  # [..., m]
    whole = total(raised)  # [..., m] → [..., 1]
    return Softmax(raised, whole, share(raised, whole))  # share: [..., m]


def softmax_backward(d_share: Array, forward: Softmax) -> Array:
    """Gradient of the scores: share × (d − Σ d × share)."""
    along = total(d_share * forward.share)  # [..., m] → [..., 1]
    return forward.share * (d_share - along)  # [..., m]


@dataclass(frozen=True)
class AttentionWeights:
    """What one attention head has learned."""

    w_query: Array  # [d, k]
    w_key: Array  # [d, k]
    w_value: Array  # [d, k]
    w_output: Array  # [k, d]


@dataclass(frozen=True)
class Attention:
    """The steps of attention."""

    query: Array  # [..., n, k]
    key: Array  # [..., n, k]
    value: Array  # [..., n, k]
    root: Array  # one number: √(head width)
    product: Array  # [..., n, n]
    score: Array  # [..., n, n]
    softmax: Softmax  # [..., n, n]
    blend: Array  # [..., n, k]
    output: Array  # [..., n, d]


@dataclass(frozen=True)
class AttentionGradient:
    """Gradients of attention's input, weights and steps between."""

    x: Array  # [..., n, d]
    weights: AttentionWeights
    query: Array  # [..., n, k]
    key: Array  # [..., n, k]
    value: Array  # [..., n, k]
    score: Array  # [..., n, n]
    blend: Array  # [..., n, k]


def attention_forward(x: Array, weights: AttentionWeights, constants: Constants) -> Attention:
    """One head of masked self-attention: [..., n, d] → [..., n, d].

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    query = linear(x, weights.w_query)  # [..., n, d]·[d, k] → [..., n, k]
    key = linear(x, weights.w_key)  # [..., n, d]·[d, k] → [..., n, k]
    value = linear(x, weights.w_value)  # [..., n, d]·[d, k] → [..., n, k]
    scale = square_root(constants.head_width)  # one number
    product = row_products(query, key)  # [..., n, k], [..., n, k] → [..., n, n]
    score = mask_later(product / scale)  # [..., n, n]
    softmax = softmax_forward(score)  # [..., n, n]
    blended = blend(softmax.share, value)  # [..., n, n]·[..., n, k] → [..., n, k]
    output = linear(blended, weights.w_output)  # [..., n, k]·[k, d] → [..., n, d]
    return Attention(query, key, value, scale, product, score, softmax, blended, output)


def attention_backward(
    d_output: Array, x: Array, forward: Attention, weights: AttentionWeights
) -> AttentionGradient:
    """Gradients of attention; a masked score has share 0, so its gradient is 0."""
    d_w_output = weight_gradient(forward.blend, d_output)  # → [k, d]
    d_blend = row_products(d_output, weights.w_output)  # [..., n, d], [k, d] → [..., n, k]
    d_share = row_products(d_blend, forward.value)  # [..., n, k], [..., n, k] → [..., n, n]
    d_value = blend(transpose(forward.softmax.share), d_blend)  # → [..., n, k]
    d_score = softmax_backward(d_share, forward.softmax)  # [..., n, n]
    d_product = d_score / forward.root  # [..., n, n]
    d_query = blend(d_product, forward.key)  # [..., n, n]·[..., n, k] → [..., n, k]
    d_key = blend(transpose(d_product), forward.query)  # → [..., n, k]
    d_x = (
        row_products(d_query, weights.w_query)  # [..., n, k], [d, k] → [..., n, d]
        + row_products(d_key, weights.w_key)
        + row_products(d_value, weights.w_value)
    )
    gradients = AttentionWeights(
        weight_gradient(x, d_query),  # → [d, k]
        weight_gradient(x, d_key),  # → [d, k]
        weight_gradient(x, d_value),  # → [d, k]
        d_w_output,
    )
    return AttentionGradient(d_x, gradients, d_query, d_key, d_value, d_score, d_blend)


@dataclass(frozen=True)
class FeedForwardWeights:
    """What a feed-forward layer has learned."""

    w_stretch: Array  # [d, h]
    b_stretch: Array  # [h]
    w_press: Array  # [h, d]
    b_press: Array  # [d]


@dataclass(frozen=True)
class FeedForward:
    """The steps of a feed-forward layer."""

    stretched: Array  # [..., n, h]
    kept: Array  # [..., n, h]
    pressed: Array  # [..., n, d]


@dataclass(frozen=True)
class FeedForwardGradient:
    """Gradients of a feed-forward layer's input, weights and steps between."""

    x: Array  # [..., n, d]
    weights: FeedForwardWeights
    stretched: Array  # [..., n, h]
    kept: Array  # [..., n, h]


def feed_forward_forward(x: Array, weights: FeedForwardWeights) -> FeedForward:
    """Stretch, keep what is above 0, press back: [..., n, d] → [..., n, d].

    Source: Vaswani et al. 2017, equation 2.
    """
    stretched = linear_bias(x, weights.w_stretch, weights.b_stretch)  # [..., n, d] → [..., n, h]
    kept = relu(stretched)  # [..., n, h]
    pressed = linear_bias(kept, weights.w_press, weights.b_press)  # [..., n, h] → [..., n, d]
    return FeedForward(stretched, kept, pressed)


def feed_forward_backward(
    d_pressed: Array, x: Array, forward: FeedForward, weights: FeedForwardWeights
) -> FeedForwardGradient:
    """Gradients of a feed-forward layer; a switched-off number passes none back."""
    d_kept = row_products(d_pressed, weights.w_press)  # [..., n, d], [h, d] → [..., n, h]
    d_stretched = relu_gate(d_kept, forward.kept)  # [..., n, h]
    d_x = row_products(d_stretched, weights.w_stretch)  # [..., n, h], [d, h] → [..., n, d]
    gradients = FeedForwardWeights(
        weight_gradient(x, d_stretched),  # → [d, h]
        sum_words(d_stretched),  # → [h]
        weight_gradient(forward.kept, d_pressed),  # → [h, d]
        sum_words(d_pressed),  # → [d]
    )
    return FeedForwardGradient(d_x, gradients, d_stretched, d_kept)
