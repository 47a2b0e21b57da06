"""How layers make a block on a residual stream, forward and backward; its norms before or after.

``Variant.norm`` says where the norms are. "before": x + layer(norm(x)); "after", the original
order: norm(x + layer(x)). Sources: Vaswani et al. 2017, "Attention Is All You Need", section 5.4;
Xiong et al. 2020, "On layer normalization in the transformer architecture", figure 1.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word; r words
that are asked for.
"""

from engine.figures.descriptions import figure, part, steps
from engine.layers.attention import (
    EARLIER_ONLY,
    Attention,
    AttentionGradient,
    Hearing,
    attention_backward,
    attention_forward,
)
from engine.layers.backkernels import pick_rows, put_rows
from engine.layers.layers import (
    Constants,
    FeedForward,
    FeedForwardGradient,
    LayerNorm,
    LayerNormGradient,
    feed_forward_backward,
    feed_forward_forward,
    layer_norm_backward,
    layer_norm_forward,
)
from engine.layers.variants import Variant
from engine.models.parameters import BlockWeights
from engine.numerics.elementary import Array
from engine.numerics.kernels import Ids


@steps
class Block:
    """The steps of one block with its norms before the layers."""

    norm1: LayerNorm = part("The first layer norm")  # [..., n, d]
    attention: Attention = part(unnamed=True, causal=True, heard="position")
    after_attention: Array = figure("The row after attention", "position", "slot")  # [..., n, d]
    norm2: LayerNorm = part("The second layer norm")  # [..., n, d]
    feed_forward: FeedForward = part(unnamed=True)
    # [..., n, d]
    after_feed_forward: Array = figure("The row after the feed-forward layer", "position", "slot")

    @property
    def out(self) -> Array:
        """What the block passes on: [..., n, d]."""
        return self.after_feed_forward


@steps
class NormAfterBlock:
    """The steps of one block with its norms after the layers."""

    attention: Attention = part(unnamed=True, causal=True, heard="position")
    after_attention: Array = figure("The row after attention", "position", "slot")  # [..., n, d]
    norm1: LayerNorm = part("The first layer norm")  # [..., n, d]
    feed_forward: FeedForward = part(unnamed=True)
    # [..., n, d]
    after_feed_forward: Array = figure("The row after the feed-forward layer", "position", "slot")
    norm2: LayerNorm = part("The second layer norm")  # [..., n, d]

    @property
    def out(self) -> Array:
        """What the block passes on: [..., n, d]."""
        return self.norm2.out


@steps
class BlockGradient:
    """Gradients of a `Block`'s layers and input, from the last to the first."""

    feed_forward: FeedForwardGradient = part()
    norm2: LayerNormGradient = part()
    # [..., n, d]
    after_attention: Array = figure(
        "Both paths together: the row after attention", "position", "slot"
    )
    attention: AttentionGradient = part(causal=True, heard="position")
    norm1: LayerNormGradient = part()
    # [..., n, d]
    x: Array = figure("Both paths together: the word with its position", "position", "slot")


@steps
class NormAfterBlockGradient:
    """Gradients of a `NormAfterBlock`'s layers and input, from the last to the first."""

    norm2: LayerNormGradient = part()
    feed_forward: FeedForwardGradient = part()
    # [..., n, d], of the first norm's result
    between: Array = figure(
        "Both paths together: the row after the first layer norm", "position", "slot"
    )
    norm1: LayerNormGradient = part()
    attention: AttentionGradient = part(causal=True, heard="position")
    # [..., n, d]
    x: Array = figure("Both paths together: the word with its position", "position", "slot")


def weights_gradient(block: BlockGradient | NormAfterBlockGradient) -> BlockWeights:
    """The gradients of a block's weights, in the weights' own layout."""
    return BlockWeights(
        block.norm1.weights,
        block.attention.weights,
        block.norm2.weights,
        block.feed_forward.weights,
    )


def block_forward(
    x: Array,
    weights: BlockWeights,
    constants: Constants,
    variant: Variant,
    asked: Ids | None = None,
    hearing: Hearing = EARLIER_ONLY,
) -> Block | NormAfterBlock:
    """Add attention, then the feed-forward layer, to the residual: [..., n, d] → [..., n, d].

    With ``asked``, only the words at these places go on after attention: → [r, d].
    """
    before = variant.norm == "before"
    norm1 = layer_norm_forward(x, weights.norm1, constants) if before else None  # [..., n, d]
    attention = attention_forward(
        x if norm1 is None else norm1.out,
        weights.attention,
        constants,
        heads=variant.heads,
        from_top=variant.softmax_from_top,
        hearing=hearing,
    )
    after_attention = x + attention.output  # [..., n, d]
    if asked is not None:
        after_attention = pick_rows(after_attention, asked)  # [..., n, d] → [r, d]
    between = layer_norm_forward(  # the second norm before, or the first after: [..., n, d]
        after_attention, weights.norm2 if before else weights.norm1, constants
    )
    feed_forward = feed_forward_forward(
        between.out, weights.feed_forward, constants, activation=variant.activation
    )
    if norm1 is not None:
        after_feed_forward = after_attention + feed_forward.pressed  # [..., n, d]
        return Block(norm1, attention, after_attention, between, feed_forward, after_feed_forward)
    after_feed_forward = between.out + feed_forward.pressed  # [..., n, d]
    norm2 = layer_norm_forward(after_feed_forward, weights.norm2, constants)  # [..., n, d]
    return NormAfterBlock(
        attention, after_attention, between, feed_forward, after_feed_forward, norm2
    )


def block_backward(
    d_out: Array,
    x: Array,
    forward: Block | NormAfterBlock,
    weights: BlockWeights,
    constants: Constants,
    asked: Ids | None = None,
) -> BlockGradient | NormAfterBlockGradient:
    """Gradients of a block: each residual addition passes its gradient down both ways."""
    if isinstance(forward, NormAfterBlock):
        return _norm_after_backward(d_out, x, forward, weights, constants, asked)
    feed_forward = feed_forward_backward(
        d_out, forward.norm2.out, forward.feed_forward, weights.feed_forward, constants
    )
    norm2 = layer_norm_backward(feed_forward.x, forward.norm2, weights.norm2, constants)
    d_after_attention = d_out + norm2.x  # [..., n, d], or [r, d]
    if asked is not None:
        d_after_attention = put_rows(d_after_attention, asked, forward.attention.output)
    attention = attention_backward(
        d_after_attention, forward.norm1.out, forward.attention, weights.attention
    )
    norm1 = layer_norm_backward(attention.x, forward.norm1, weights.norm1, constants)
    d_x = d_after_attention + norm1.x  # [..., n, d]
    return BlockGradient(feed_forward, norm2, d_after_attention, attention, norm1, d_x)


def _norm_after_backward(
    d_out: Array,
    x: Array,
    forward: NormAfterBlock,
    weights: BlockWeights,
    constants: Constants,
    asked: Ids | None,
) -> NormAfterBlockGradient:
    norm2 = layer_norm_backward(d_out, forward.norm2, weights.norm2, constants)
    feed_forward = feed_forward_backward(
        norm2.x, forward.norm1.out, forward.feed_forward, weights.feed_forward, constants
    )
    d_between = norm2.x + feed_forward.x  # [..., n, d], or [r, d]
    norm1 = layer_norm_backward(d_between, forward.norm1, weights.norm1, constants)
    d_after_attention = norm1.x  # [..., n, d], or [r, d]
    if asked is not None:
        d_after_attention = put_rows(d_after_attention, asked, forward.attention.output)
    attention = attention_backward(d_after_attention, x, forward.attention, weights.attention)
    d_x = d_after_attention + attention.x  # [..., n, d]
    return NormAfterBlockGradient(norm2, feed_forward, d_between, norm1, attention, d_x)
