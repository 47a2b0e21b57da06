"""The mathematics of one block: each layer's forward pass with its backward pass under it.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word (width),
k numbers of a head, h hidden numbers. Every intermediate is a field of a frozen dataclass, named
as the reader sees it; the backward passes read those fields. Nothing here knows about recording:
the arrays are whatever the kernels and + − × ÷ accept.
"""

from dataclasses import dataclass
from typing import overload

from engine.elementary import Array
from engine.errors import WorkingsError
from engine.kernels import (
    Scalar,
    blend,
    columns,
    exp,
    gelu_gate,
    gelu_inner,
    gelu_out,
    join,
    largest,
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
    tanh,
    total,
    transpose,
    weight_gradient,
)


@dataclass(frozen=True)
class Constants:
    """The chosen numbers that the arithmetic uses; they travel with the weights.

    What a layout does without is None.
    """

    width: Scalar
    head_width: Scalar
    epsilon: Scalar
    base: Scalar | None  # of the divisors
    position: Array | None  # [c, 1], 1, 2, 3, … to the longest sentence's c words
    slot_number: Array | None  # [d], the even number of each slot's pair: 0, 0, 2, 2, 4, 4, …
    cubic: Scalar | None = None  # of GELU: how much u³ adds to u
    gelu_scale: Scalar | None = None  # of GELU: √(2 ÷ π)


@overload
def chosen(constant: Array | None) -> Array: ...
@overload
def chosen(constant: Scalar | None) -> Scalar: ...
def chosen(constant: Scalar | None) -> Scalar:
    """The constant, for a layout that uses it. Raises `WorkingsError` where it was left out."""
    if constant is None:
        raise WorkingsError("the layout uses a constant that was left out")
    return constant


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


@dataclass(frozen=True)
class TopSoftmax:
    """The steps of a softmax that first takes the largest score away, so that no power is large."""

    top: Array  # [..., 1]
    shifted: Array  # [..., m]
    raised: Array  # [..., m]
    total: Array  # [..., 1]
    share: Array  # [..., m]


def softmax_forward(score: Array, *, from_top: bool = False) -> Softmax | TopSoftmax:
    """e^score ÷ the total of the row, or e^(score − top): the same shares. [..., m] → [..., m]."""
    if from_top:
        top = largest(score)  # [..., m] → [..., 1]
        shifted = score - top  # [..., m] − [..., 1] → [..., m]
        raised = exp(shifted)  # [..., m]
        whole = total(raised)  # [..., m] → [..., 1]
        return TopSoftmax(top, shifted, raised, whole, share(raised, whole))
    raised = exp(score)  # [..., m]
    whole = total(raised)  # [..., m] → [..., 1]
    return Softmax(raised, whole, share(raised, whole))  # share: [..., m]


def softmax_backward(d_share: Array, forward: Softmax | TopSoftmax) -> Array:
    """Gradient of the scores: share × (d − Σ d × share)."""
    along = total(d_share * forward.share)  # [..., m] → [..., 1]
    return forward.share * (d_share - along)  # [..., m]


@dataclass(frozen=True)
class AttentionWeights:
    """What the attention of one block has learned, all heads side by side."""

    w_query: Array  # [d, k]
    w_key: Array  # [d, k]
    w_value: Array  # [d, k]
    w_output: Array  # [k, d]


@dataclass(frozen=True)
class Head:
    """The steps of one attention head, on its own columns of query, key and value."""

    query: Array  # [..., n, k ÷ heads]
    key: Array  # [..., n, k ÷ heads]
    value: Array  # [..., n, k ÷ heads]
    product: Array  # [..., n, n]
    score: Array  # [..., n, n]
    softmax: Softmax | TopSoftmax  # [..., n, n]
    blend: Array  # [..., n, k ÷ heads]


@dataclass(frozen=True)
class Attention:
    """The steps of attention. A single head has query, key and value themselves: no columns."""

    query: Array  # [..., n, k]
    key: Array  # [..., n, k]
    value: Array  # [..., n, k]
    root: Array  # one number: √(head width)
    heads: tuple[Head, ...]
    joined: Array  # [..., n, k], the heads' blends side by side
    output: Array  # [..., n, d]


@dataclass(frozen=True)
class HeadGradient:
    """Gradients of one head's steps."""

    query: Array  # [..., n, k ÷ heads]
    key: Array  # [..., n, k ÷ heads]
    value: Array  # [..., n, k ÷ heads]
    score: Array  # [..., n, n]
    blend: Array  # [..., n, k ÷ heads]


@dataclass(frozen=True)
class AttentionGradient:
    """Gradients of attention's input, weights and steps between."""

    x: Array  # [..., n, d]
    weights: AttentionWeights
    query: Array  # [..., n, k]
    key: Array  # [..., n, k]
    value: Array  # [..., n, k]
    heads: tuple[HeadGradient, ...]
    joined: Array  # [..., n, k]


def _split(x: Array, heads: int) -> list[Array]:
    """Each head's columns; a single head has x itself: [..., n, k] → [..., n, k ÷ heads]."""
    if heads == 1:
        return [x]
    width = x.shape[-1] // heads
    return [columns(x, head * width, width) for head in range(heads)]


def _joined(parts: list[Array]) -> Array:
    """The heads' columns side by side again: [..., n, k ÷ heads] → [..., n, k]."""
    return parts[0] if len(parts) == 1 else join(*parts)


def head_forward(query: Array, key: Array, value: Array, scale: Array, *, from_top: bool) -> Head:
    """One head of masked self-attention: softmax(query·keyᵀ ÷ √width)·value.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    product = row_products(query, key)  # [..., n, k ÷ heads], the same → [..., n, n]
    score = mask_later(product / scale)  # [..., n, n]
    softmax = softmax_forward(score, from_top=from_top)  # [..., n, n]
    blended = blend(softmax.share, value)  # [..., n, n]·[..., n, k ÷ heads] → [..., n, k ÷ heads]
    return Head(query, key, value, product, score, softmax, blended)


def attention_forward(
    x: Array,
    weights: AttentionWeights,
    constants: Constants,
    *,
    heads: int = 1,
    from_top: bool = False,
) -> Attention:
    """Masked self-attention by one or several heads: [..., n, d] → [..., n, d].

    Source: Vaswani et al. 2017, section 3.2.2.
    """
    query = linear(x, weights.w_query)  # [..., n, d]·[d, k] → [..., n, k]
    key = linear(x, weights.w_key)  # [..., n, d]·[d, k] → [..., n, k]
    value = linear(x, weights.w_value)  # [..., n, d]·[d, k] → [..., n, k]
    scale = square_root(constants.head_width)  # one number
    parts = zip(_split(query, heads), _split(key, heads), _split(value, heads), strict=True)
    each = tuple(head_forward(q, k, v, scale, from_top=from_top) for q, k, v in parts)
    joined = _joined([head.blend for head in each])  # [..., n, k]
    output = linear(joined, weights.w_output)  # [..., n, k]·[k, d] → [..., n, d]
    return Attention(query, key, value, scale, each, joined, output)


def head_backward(d_blend: Array, head: Head, scale: Array) -> HeadGradient:
    """Gradients of a head; a masked score has share 0, so its gradient is 0."""
    d_share = row_products(d_blend, head.value)  # → [..., n, n]
    d_value = blend(transpose(head.softmax.share), d_blend)  # → [..., n, k ÷ heads]
    d_score = softmax_backward(d_share, head.softmax)  # [..., n, n]
    d_product = d_score / scale  # [..., n, n]
    d_query = blend(d_product, head.key)  # [..., n, n]·[..., n, k ÷ heads] → [..., n, k ÷ heads]
    d_key = blend(transpose(d_product), head.query)  # → [..., n, k ÷ heads]
    return HeadGradient(d_query, d_key, d_value, d_score, d_blend)


def attention_backward(
    d_output: Array, x: Array, forward: Attention, weights: AttentionWeights
) -> AttentionGradient:
    """Gradients of attention: down through the output, each head, and the three inputs."""
    d_w_output = weight_gradient(forward.joined, d_output)  # → [k, d]
    d_joined = row_products(d_output, weights.w_output)  # [..., n, d], [k, d] → [..., n, k]
    parts = zip(_split(d_joined, len(forward.heads)), forward.heads, strict=True)
    heads = tuple(head_backward(d_blend, head, forward.root) for d_blend, head in parts)
    d_query = _joined([head.query for head in heads])  # [..., n, k]
    d_key = _joined([head.key for head in heads])  # [..., n, k]
    d_value = _joined([head.value for head in heads])  # [..., n, k]
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
    return AttentionGradient(d_x, gradients, d_query, d_key, d_value, heads, d_joined)


@dataclass(frozen=True)
class FeedForwardWeights:
    """What a feed-forward layer has learned; a layout without biases has None for them."""

    w_stretch: Array  # [d, h]
    b_stretch: Array | None  # [h]
    w_press: Array  # [h, d]
    b_press: Array | None  # [d]


@dataclass(frozen=True)
class Gelu:
    """The steps of GELU, by the tanh formula."""

    inner: Array  # [..., n, h]
    scaled: Array  # [..., n, h]
    bent: Array  # [..., n, h]


@dataclass(frozen=True)
class FeedForward:
    """The steps of a feed-forward layer."""

    stretched: Array  # [..., n, h]
    gelu: Gelu | None  # where the activation is GELU, not ReLU
    kept: Array  # [..., n, h]
    pressed: Array  # [..., n, d]


@dataclass(frozen=True)
class FeedForwardGradient:
    """Gradients of a feed-forward layer's input, weights and steps between."""

    x: Array  # [..., n, d]
    weights: FeedForwardWeights
    stretched: Array  # [..., n, h]
    kept: Array  # [..., n, h]


def _affine(x: Array, w: Array, b: Array | None) -> Array:
    return linear(x, w) if b is None else linear_bias(x, w, b)


def feed_forward_forward(
    x: Array, weights: FeedForwardWeights, constants: Constants, *, activation: str = "relu"
) -> FeedForward:
    """Stretch, keep what is above 0 (sharply or softly), press back: [..., n, d] → [..., n, d].

    Sources: Vaswani et al. 2017, equation 2; Hendrycks, Gimpel 2016, "Gaussian error linear
    units", section 2 (the tanh formula, as GPT-2 has it).
    """
    stretched = _affine(x, weights.w_stretch, weights.b_stretch)  # [..., n, d] → [..., n, h]
    gelu = None
    if activation == "gelu":
        inner = gelu_inner(stretched, chosen(constants.cubic))  # [..., n, h]
        scaled = inner * chosen(constants.gelu_scale)  # [..., n, h]
        gelu = Gelu(inner, scaled, tanh(scaled))
        kept = gelu_out(stretched, gelu.bent)  # [..., n, h]
    else:
        kept = relu(stretched)  # [..., n, h]
    pressed = _affine(kept, weights.w_press, weights.b_press)  # [..., n, h] → [..., n, d]
    return FeedForward(stretched, gelu, kept, pressed)


def feed_forward_backward(
    d_pressed: Array,
    x: Array,
    forward: FeedForward,
    weights: FeedForwardWeights,
    constants: Constants,
) -> FeedForwardGradient:
    """Gradients of a feed-forward layer; a number that ReLU switched off passes none back."""
    d_kept = row_products(d_pressed, weights.w_press)  # [..., n, d], [h, d] → [..., n, h]
    if forward.gelu is None:
        d_stretched = relu_gate(d_kept, forward.kept)  # [..., n, h]
    else:
        cubic, scale = chosen(constants.cubic), chosen(constants.gelu_scale)
        d_stretched = gelu_gate(d_kept, forward.stretched, forward.gelu.bent, cubic, scale)
    d_x = row_products(d_stretched, weights.w_stretch)  # [..., n, h], [d, h] → [..., n, d]
    gradients = FeedForwardWeights(
        weight_gradient(x, d_stretched),  # → [d, h]
        None if weights.b_stretch is None else sum_words(d_stretched),  # → [h]
        weight_gradient(forward.kept, d_pressed),  # → [h, d]
        None if weights.b_press is None else sum_words(d_pressed),  # → [d]
    )
    return FeedForwardGradient(d_x, gradients, d_stretched, d_kept)
