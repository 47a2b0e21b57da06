"""The mathematics of one block: each layer's forward pass with its backward pass under it.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word (width),
k numbers of a head, h hidden numbers. Every intermediate is a field of a frozen dataclass, named
as the reader sees it; the backward passes read those fields. Nothing here knows about recording:
the arrays are whatever the kernels and + − × ÷ accept.
"""

from dataclasses import dataclass
from typing import overload

from engine.errors import WorkingsError
from engine.layers.backkernels import (
    gelu_gate,
    mean_overlap,
    norm_slope,
    relu_gate,
    row_overlap,
    softmax_slope,
    sum_overlap,
    sum_words,
    weight_gradient,
)
from engine.numerics.elementary import Array
from engine.numerics.kernels import (
    Scalar,
    exp,
    gelu_inner,
    gelu_out,
    largest,
    linear,
    linear_bias,
    mean,
    mean_square,
    relu,
    root,
    row_products,
    scale_shift,
    share,
    tanh,
    total,
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
    """Gradients of a layer norm's weights, steps and input."""

    weights: NormWeights
    evened: Array  # [..., n, d]
    level: Array  # [..., n, 1], the mean of that
    overlap: Array  # [..., n, 1], its mean product with the evened row
    x: Array  # [..., n, d]


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
    d_scale = sum_overlap(d_out, forward.evened)  # [..., n, d] → [d]
    d_shift = sum_words(d_out)  # [..., n, d] → [d]
    d_evened = d_out * weights.scale  # [..., n, d]
    level = mean(d_evened, constants.width)  # [..., n, d] → [..., n, 1]
    overlap = mean_overlap(d_evened, forward.evened, constants.width)  # → [..., n, 1]
    d_x = norm_slope(d_evened, level, forward.evened, overlap, forward.deviation)  # [..., n, d]
    return LayerNormGradient(NormWeights(d_scale, d_shift), d_evened, level, overlap, d_x)


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


@dataclass(frozen=True)
class SoftmaxGradient:
    """Gradients through a softmax."""

    overlap: Array  # [..., 1]
    score: Array  # [..., m]


def softmax_backward(d_share: Array, forward: Softmax | TopSoftmax) -> SoftmaxGradient:
    """Gradient of the scores: share × (d − Σ share × d)."""
    overlap = row_overlap(forward.share, d_share)  # [..., m] → [..., 1]
    return SoftmaxGradient(overlap, softmax_slope(forward.share, d_share, overlap))


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
    """Gradients of a feed-forward layer's weights, steps and input."""

    weights: FeedForwardWeights
    kept: Array  # [..., n, h]
    stretched: Array  # [..., n, h]
    x: Array  # [..., n, d]


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
    return FeedForwardGradient(gradients, d_kept, d_stretched, d_x)
