"""The mathematics of one block: each layer's forward pass with its backward pass under it.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word (width),
k numbers of a head, h hidden numbers. Every intermediate is a field of a frozen dataclass, named
as the reader sees it; the backward passes read those fields. Nothing here knows about recording:
the arrays are whatever the kernels and + − × ÷ accept.
"""

from typing import overload

from engine.errors import WorkingsError
from engine.figures.descriptions import CHOSEN, LEARNED, PLACE, SIZE, figure, part, steps
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


@steps
class Constants:
    """The chosen numbers that the arithmetic uses; they travel with the weights.

    What a layout does without is None.
    """

    width: Scalar = figure("numbers a word", origin=SIZE)
    head_width: Scalar = figure("numbers of a query", origin=SIZE)
    epsilon: Scalar = figure("added under the root of a layer norm", origin=CHOSEN)
    # of the divisors
    base: Scalar | None = figure("the base of the position signal", origin=CHOSEN)
    # [c, 1], 1, 2, 3, … to the longest sentence's c words
    position: Array | None = figure("the positions", "position", origin=PLACE)
    # [d], the even number of each slot's pair: 0, 0, 2, 2, 4, 4, …
    slot_number: Array | None = figure(
        "slot numbers, the same for both of a pair", "slot", origin=PLACE
    )
    # of GELU: how much u³ adds to u
    cubic: Scalar | None = figure(
        "how much of its cube GELU adds to a number", origin=CHOSEN, default=None
    )
    # of GELU: √(2 ÷ π)
    gelu_scale: Scalar | None = figure(
        "what GELU multiplies by before tanh", origin=CHOSEN, default=None
    )


@overload
def chosen(constant: Array | None) -> Array: ...
@overload
def chosen(constant: Scalar | None) -> Scalar: ...
def chosen(constant: Scalar | None) -> Scalar:
    """The constant, for a layout that uses it. Raises `WorkingsError` where it was left out."""
    if constant is None:
        raise WorkingsError("the layout uses a constant that was left out")
    return constant


@steps
class NormWeights:
    """What a layer norm has learned."""

    scale: Array = figure("the scale of {}", "slot", origin=LEARNED)  # [d]
    shift: Array = figure("the shift of {}", "slot", origin=LEARNED)  # [d]


@steps
class LayerNorm:
    """The steps of a layer norm."""

    mean: Array = figure("The mean", "position")  # [..., n, 1]
    centred: Array = figure("Each number less the mean", "position", "slot")  # [..., n, d]
    variance: Array = figure("The variance", "position")  # [..., n, 1]
    deviation: Array = figure("The deviation", "position")  # [..., n, 1]
    evened: Array = figure("The evened row", "position", "slot")  # [..., n, d]
    out: Array = figure("The row scaled and shifted", "position", "slot")  # [..., n, d]


OF_NORM = {"scale": "The gradient of the scale", "shift": "The gradient of the shift"}


@steps
class LayerNormGradient:
    """Gradients of a layer norm's weights, steps and input."""

    weights: NormWeights = part(unnamed=True, titles=OF_NORM)
    evened: Array = figure("The gradient before scale and shift", "position", "slot")  # [..., n, d]
    level: Array = figure("Its mean", "position")  # [..., n, 1], the mean of that
    # [..., n, 1], its mean product with the evened row
    overlap: Array = figure("Its mean product with the evened numbers", "position")
    x: Array = figure("The gradient before the layer norm", "position", "slot")  # [..., n, d]


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


@steps
class Softmax:
    """Numbers turned into shares of one whole."""

    raised: Array = figure("e to each score", "position", "choice")  # [..., m]
    total: Array = figure("Their total", "position")  # [..., 1]
    share: Array = figure("The shares", "position", "choice")  # [..., m]


@steps
class TopSoftmax:
    """The steps of a softmax that first takes the largest score away, so that no power is large."""

    top: Array = figure("The largest score", "position")  # [..., 1]
    shifted: Array = figure("Each score less the largest", "position", "choice")  # [..., m]
    raised: Array = figure("e to each score", "position", "choice")  # [..., m]
    total: Array = figure("Their total", "position")  # [..., 1]
    share: Array = figure("The shares", "position", "choice")  # [..., m]


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


@steps
class SoftmaxGradient:
    """Gradients through a softmax."""

    overlap: Array = figure("Each word's shares times their gradients", "position")  # [..., 1]
    score: Array = figure("The gradient of each score", "position", "heard")  # [..., m]


def softmax_backward(d_share: Array, forward: Softmax | TopSoftmax) -> SoftmaxGradient:
    """Gradient of the scores: share × (d − Σ share × d)."""
    overlap = row_overlap(forward.share, d_share)  # [..., m] → [..., 1]
    return SoftmaxGradient(overlap, softmax_slope(forward.share, d_share, overlap))


@steps
class FeedForwardWeights:
    """What a feed-forward layer has learned; a layout without biases has None for them."""

    w_stretch: Array = figure("the stretching table", "slot", "hidden", origin=LEARNED)  # [d, h]
    # [h]
    b_stretch: Array | None = figure("the shifts of the stretching", "hidden", origin=LEARNED)
    w_press: Array = figure("the pressing table", "hidden", "slot", origin=LEARNED)  # [h, d]
    b_press: Array | None = figure("the shifts of the pressing", "slot", origin=LEARNED)  # [d]


@steps
class Gelu:
    """The steps of GELU, by the tanh formula."""

    inner: Array = figure("What GELU adds up", "position", "slot")  # [..., n, h]
    scaled: Array = figure("What tanh is taken of", "position", "slot")  # [..., n, h]
    bent: Array = figure("The tanh", "position", "slot")  # [..., n, h]


@steps
class FeedForward:
    """The steps of a feed-forward layer."""

    stretched: Array = figure("Stretched to more numbers", "position", "slot")  # [..., n, h]
    gelu: Gelu | None = part()  # where the activation is GELU, not ReLU
    kept: Array = figure("What is kept", "position", "slot")  # [..., n, h]
    pressed: Array = figure("Pressed back", "position", "slot")  # [..., n, d]


@steps
class FeedForwardGradient:
    """Gradients of a feed-forward layer's weights, steps and input."""

    weights: FeedForwardWeights = part("The gradient of {}", unnamed=True, outer=True)
    kept: Array = figure("The gradient of what was kept", "position", "slot")  # [..., n, h]
    stretched: Array = figure("The gradient before the ReLU", "position", "slot")  # [..., n, h]
    x: Array = figure("The gradient before the stretching", "position", "slot")  # [..., n, d]


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
