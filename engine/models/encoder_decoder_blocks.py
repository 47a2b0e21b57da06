"""The blocks of an encoder and of a decoder, forward and backward.

Letters of the shapes: ``...`` any leading axes (sentences), m words read, n words written, d
numbers a word. Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.1.
"""

from engine.figures.descriptions import part, steps
from engine.layers.attention import (
    EARLIER_ONLY,
    Attention,
    AttentionGradient,
    AttentionWeights,
    Hearing,
    attention_backward,
    attention_forward,
)
from engine.layers.layers import (
    Constants,
    FeedForward,
    FeedForwardGradient,
    FeedForwardWeights,
    feed_forward_backward,
    feed_forward_forward,
)
from engine.layers.residual import Part, PartGradient, part_backward, part_forward
from engine.layers.variants import Variant
from engine.models.encoder_decoder_parameters import (
    DecoderBlockWeights,
    EncoderBlockWeights,
    PartWeights,
)
from engine.numerics.elementary import Array


def _attend(
    x: Array,
    weights: PartWeights[AttentionWeights],
    constants: Constants,
    variant: Variant,
    hearing: Hearing,
    heard: Array | None = None,
) -> Part[Attention]:
    """Attention with what is around it: [..., n, d] → [..., n, d]."""

    def layer(read: Array) -> tuple[Attention, Array]:
        attention = attention_forward(
            read,
            weights.layer,
            constants,
            heads=variant.heads,
            from_top=variant.softmax_from_top,
            heard=heard,
            hearing=hearing,
        )
        return attention, attention.output

    return part_forward(x, weights.norm, constants, variant, layer)


def _attend_backward(
    d_out: Array,
    x: Array,
    forward: Part[Attention],
    weights: PartWeights[AttentionWeights],
    constants: Constants,
    heard: Array | None = None,
) -> PartGradient[AttentionGradient]:
    def layer(d_output: Array, read: Array, steps: Attention) -> tuple[AttentionGradient, Array]:
        gradient = attention_backward(d_output, read, steps, weights.layer, heard)
        return gradient, gradient.x

    return part_backward(d_out, x, forward, weights.norm, constants, layer)


def _feed(
    x: Array, weights: PartWeights[FeedForwardWeights], constants: Constants, variant: Variant
) -> Part[FeedForward]:
    """The feed-forward layer with what is around it: [..., n, d] → [..., n, d]."""

    def layer(read: Array) -> tuple[FeedForward, Array]:
        steps = feed_forward_forward(read, weights.layer, constants, activation=variant.activation)
        return steps, steps.pressed

    return part_forward(x, weights.norm, constants, variant, layer)


def _feed_backward(
    d_out: Array,
    x: Array,
    forward: Part[FeedForward],
    weights: PartWeights[FeedForwardWeights],
    constants: Constants,
) -> PartGradient[FeedForwardGradient]:
    def layer(
        d_pressed: Array, read: Array, steps: FeedForward
    ) -> tuple[FeedForwardGradient, Array]:
        gradient = feed_forward_backward(d_pressed, read, steps, weights.layer, constants)
        return gradient, gradient.x

    return part_backward(d_out, x, forward, weights.norm, constants, layer)


@steps
class EncoderBlock:
    """The steps of one block of the encoder."""

    self_attention: Part[Attention] = part(heard="position")
    feed_forward: Part[FeedForward] = part()

    @property
    def out(self) -> Array:
        """The block's rows: [..., m, d]."""
        return self.feed_forward.out


@steps
class EncoderBlockGradient:
    """Gradients of one block of the encoder, from the last step to the first."""

    feed_forward: PartGradient[FeedForwardGradient] = part()
    self_attention: PartGradient[AttentionGradient] = part(heard="position")

    @property
    def x(self) -> Array:
        """The gradient of the block's input: [..., m, d]."""
        return self.self_attention.x

    @property
    def weights(self) -> EncoderBlockWeights:
        """The gradients of the block's weights, in the weights' own layout."""
        return EncoderBlockWeights(
            PartWeights(self.self_attention.layer.weights, self.self_attention.norm.weights),
            PartWeights(self.feed_forward.layer.weights, self.feed_forward.norm.weights),
        )


def encoder_block_forward(
    x: Array,
    weights: EncoderBlockWeights,
    constants: Constants,
    variant: Variant,
    hearing: Hearing,
) -> EncoderBlock:
    """Every word read hears every word read: [..., m, d] → [..., m, d]."""
    listened = _attend(x, weights.self_attention, constants, variant, hearing)
    fed = _feed(listened.out, weights.feed_forward, constants, variant)
    return EncoderBlock(listened, fed)


def encoder_block_backward(
    d_out: Array,
    x: Array,
    forward: EncoderBlock,
    weights: EncoderBlockWeights,
    constants: Constants,
) -> EncoderBlockGradient:
    """Gradients of a block of the encoder, whose input was ``x``."""
    listened = forward.self_attention
    fed = _feed_backward(d_out, listened.out, forward.feed_forward, weights.feed_forward, constants)
    own = _attend_backward(fed.x, x, listened, weights.self_attention, constants)
    return EncoderBlockGradient(fed, own)


@steps
class DecoderBlock:
    """The steps of one block of the decoder."""

    self_attention: Part[Attention] = part(causal=True, heard="position")
    cross_attention: Part[Attention] = part(heard="read")
    feed_forward: Part[FeedForward] = part()

    @property
    def out(self) -> Array:
        """The block's rows: [..., n, d]."""
        return self.feed_forward.out


@steps
class DecoderBlockGradient:
    """Gradients of one block of the decoder, from the last step to the first."""

    feed_forward: PartGradient[FeedForwardGradient] = part()
    cross_attention: PartGradient[AttentionGradient] = part(heard="read")
    self_attention: PartGradient[AttentionGradient] = part(causal=True, heard="position")

    @property
    def x(self) -> Array:
        """The gradient of the block's input: [..., n, d]."""
        return self.self_attention.x

    @property
    def heard(self) -> Array:
        """What this block adds to the gradient of the encoder's rows: [..., m, d]."""
        heard = self.cross_attention.layer.heard
        assert heard is not None  # cross-attention hears other rows than its own
        return heard

    @property
    def weights(self) -> DecoderBlockWeights:
        """The gradients of the block's weights, in the weights' own layout."""
        return DecoderBlockWeights(
            PartWeights(self.self_attention.layer.weights, self.self_attention.norm.weights),
            PartWeights(self.cross_attention.layer.weights, self.cross_attention.norm.weights),
            PartWeights(self.feed_forward.layer.weights, self.feed_forward.norm.weights),
        )


def decoder_block_forward(
    x: Array,
    heard: Array,
    weights: DecoderBlockWeights,
    constants: Constants,
    variant: Variant,
    hearing: Hearing,
    own_hearing: Hearing = EARLIER_ONLY,
) -> DecoderBlock:
    """Every word written hears those before it, then every word read: [..., n, d] → [..., n, d].

    In the second attention the queries come from the decoder's rows, keys and values from
    ``heard``, the encoder's last rows: [..., m, d]. `hearing` is of that second attention.
    """
    own = _attend(x, weights.self_attention, constants, variant, own_hearing)
    cross = _attend(own.out, weights.cross_attention, constants, variant, hearing, heard)
    fed = _feed(cross.out, weights.feed_forward, constants, variant)
    return DecoderBlock(own, cross, fed)


def decoder_block_backward(
    d_out: Array,
    x: Array,
    heard: Array,
    forward: DecoderBlock,
    weights: DecoderBlockWeights,
    constants: Constants,
) -> DecoderBlockGradient:
    """Gradients of a block of the decoder, whose input was ``x``."""
    own, cross = forward.self_attention, forward.cross_attention
    fed = _feed_backward(d_out, cross.out, forward.feed_forward, weights.feed_forward, constants)
    crossed = _attend_backward(fed.x, own.out, cross, weights.cross_attention, constants, heard)
    listened = _attend_backward(crossed.x, x, own, weights.self_attention, constants)
    return DecoderBlockGradient(fed, crossed, listened)
