"""How layers make a model: pre-norm blocks on a residual stream, forward and backward.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word, h hidden
numbers, v words of the vocabulary.
"""

import numpy as np

from engine.figures.descriptions import NEVER_READ, figure, part, steps
from engine.layers.attention import (
    Attention,
    AttentionGradient,
    attention_backward,
    attention_forward,
)
from engine.layers.backkernels import (
    embedding_gradient,
    pick_rows,
    position_gradient,
    put_rows,
    weight_gradient,
)
from engine.layers.layers import (
    Constants,
    FeedForward,
    FeedForwardGradient,
    LayerNorm,
    LayerNormGradient,
    Softmax,
    TopSoftmax,
    chosen,
    feed_forward_backward,
    feed_forward_forward,
    layer_norm_backward,
    layer_norm_forward,
    softmax_forward,
)
from engine.layers.variants import Variant
from engine.models.parameters import BlockWeights, Weights
from engine.numerics.elementary import Array
from engine.numerics.kernels import (
    Ids,
    Scalar,
    divisor,
    linear,
    lookup,
    row_products,
    wave,
)

GELU_CUBIC = 0.044715
GELU_SCALE = float(np.sqrt(2.0 / np.pi))  # a book carries it with 6 places: 0.797885


@steps
class Block:
    """The steps of one block."""

    norm1: LayerNorm = part("The first layer norm")  # [..., n, d]
    attention: Attention = part(unnamed=True, causal=True, heard="position")
    after_attention: Array = figure("The row after attention", "position", "slot")  # [..., n, d]
    norm2: LayerNorm = part("The second layer norm")  # [..., n, d]
    feed_forward: FeedForward = part(unnamed=True)
    # [..., n, d]
    after_feed_forward: Array = figure("The row after the feed-forward layer", "position", "slot")


@steps
class BlockGradient:
    """Gradients of one block's layers and input, from the last to the first."""

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

    @property
    def weights(self) -> BlockWeights:
        """The gradients of the block's weights, in the weights' own layout."""
        return BlockWeights(
            self.norm1.weights,
            self.attention.weights,
            self.norm2.weights,
            self.feed_forward.weights,
        )


def block_forward(
    x: Array,
    weights: BlockWeights,
    constants: Constants,
    variant: Variant,
    asked: Ids | None = None,
) -> Block:
    """Add attention, then the feed-forward layer, to the residual: [..., n, d] → [..., n, d].

    With ``asked``, only the words at these places go on after attention: → [r, d].
    """
    norm1 = layer_norm_forward(x, weights.norm1, constants)  # [..., n, d]
    attention = attention_forward(
        norm1.out,
        weights.attention,
        constants,
        heads=variant.heads,
        from_top=variant.softmax_from_top,
    )
    after_attention = x + attention.output  # [..., n, d]
    if asked is not None:
        after_attention = pick_rows(after_attention, asked)  # [..., n, d] → [r, d]
    norm2 = layer_norm_forward(after_attention, weights.norm2, constants)  # [..., n, d]
    feed_forward = feed_forward_forward(
        norm2.out, weights.feed_forward, constants, activation=variant.activation
    )
    after_feed_forward = after_attention + feed_forward.pressed  # [..., n, d]
    return Block(norm1, attention, after_attention, norm2, feed_forward, after_feed_forward)


def block_backward(
    d_out: Array,
    forward: Block,
    weights: BlockWeights,
    constants: Constants,
    asked: Ids | None = None,
) -> BlockGradient:
    """Gradients of a block: each residual addition passes its gradient down both ways."""
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


@steps
class Forward:
    """The steps from word numbers to logits."""

    embedded: Array = figure("The word's own row", "position", "slot")  # [..., n, d]
    # [d], where positions are waves
    divisor: Array | None = figure("How slowly each pair of slots turns", "slot", compared=False)
    # [n, d], where positions are waves
    wave: Array | None = figure("The position signal", "position", "slot")
    # [n, d], where positions are learned
    placed: Array | None = figure("The position's own row", "position", "slot")
    x: Array = figure("The word with its position", "position", "slot")  # [..., n, d]
    blocks: tuple[Block, ...] = part()
    norm3: LayerNorm = part("The last layer norm")  # [..., n, d]
    logit: Array = figure("The logits", "position", "word")  # [..., n, v]


def forward(
    weights: Weights,
    constants: Constants,
    ids: Ids,
    variant: Variant,
    asked: Ids | None = None,
) -> Forward:
    """Logits for every word from the words up to it: [..., n] → [..., n, v].

    Positions count from 1. With ``asked``, logits for the words at these places alone, counted
    through all sentences: [r] → [r, v].
    """
    embedded = lookup(weights.embedding, ids)  # [v, d], [..., n] → [..., n, d]
    places = np.arange(ids.shape[-1])
    length = signal = placed = None
    if weights.position_embedding is not None:
        placed = lookup(weights.position_embedding, places)  # [c, d], [n] → [n, d]
        x = embedded + placed  # [..., n, d]
    else:
        length = divisor(chosen(constants.base), chosen(constants.slot_number), constants.width)
        positions = lookup(chosen(constants.position), places)  # [c, 1], [n] → [n, 1]
        signal = wave(positions, length)  # [n, 1], [d] → [n, d]
        x = embedded + signal  # [..., n, d]
    blocks: list[Block] = []
    stream = x
    last = len(weights.blocks)
    for number, block_weights in enumerate(weights.blocks, start=1):
        told = asked if number == last else None  # earlier blocks still hear every word
        blocks.append(block_forward(stream, block_weights, constants, variant, told))
        stream = blocks[-1].after_feed_forward  # [..., n, d], or [r, d] from the last
    norm3 = layer_norm_forward(stream, weights.norm3, constants)  # [..., n, d]
    logit = linear(norm3.out, weights.unembedding)  # [..., n, d]·[d, v] → [..., n, v]
    return Forward(embedded, length, signal, placed, x, tuple(blocks), norm3, logit)


@steps
class Backward:
    """Gradients from the logits down to the embedding."""

    # [..., n, d], of the last layer norm's result
    out: Array = figure("The gradient of the evened row", "position", "slot")
    norm3: LayerNormGradient = part()
    blocks: tuple[BlockGradient, ...] = part()  # in the order of the blocks
    # the gradient of every weight, in the weights' own layout
    weights: Weights = part("The gradient of {}", unnamed=True, origin=NEVER_READ)


def backward(
    d_logit: Array,
    ids: Ids,
    passed: Forward,
    weights: Weights,
    constants: Constants,
    asked: Ids | None = None,
) -> Backward:
    """Gradients of every weight, from the gradient of the logits: [..., n, v], or [r, v]."""
    d_unembedding = weight_gradient(passed.norm3.out, d_logit)  # → [d, v]
    d_out = row_products(d_logit, weights.unembedding)  # [..., n, v], [d, v] → [..., n, d]
    norm3 = layer_norm_backward(d_out, passed.norm3, weights.norm3, constants)
    blocks: list[BlockGradient] = []
    d_stream = norm3.x  # [..., n, d]
    told = asked
    for block, block_weights in zip(reversed(passed.blocks), reversed(weights.blocks), strict=True):
        blocks.append(block_backward(d_stream, block, block_weights, constants, told))
        d_stream, told = blocks[-1].x, None  # [..., n, d]
    blocks.reverse()
    d_embedding = embedding_gradient(d_stream, ids, weights.embedding.shape[0])  # → [v, d]
    d_position_embedding = None
    if weights.position_embedding is not None:
        d_position_embedding = position_gradient(d_stream, weights.position_embedding.shape[0])
    gradients = Weights(
        d_embedding,
        d_position_embedding,
        tuple(block.weights for block in blocks),
        norm3.weights,
        d_unembedding,
    )
    return Backward(d_out, norm3, tuple(blocks), gradients)


def guess(logit: Array, variant: Variant) -> Softmax | TopSoftmax:
    """The chances of the next word: [..., v] → [..., v]."""
    return softmax_forward(logit, from_top=variant.softmax_from_top)


@steps
class TemperedGuess:
    """The chances of the next word at a temperature."""

    # [..., v]
    tempered: Array = figure("The logits divided by the temperature", "position", "word")
    softmax: Softmax | TopSoftmax = part(unnamed=True, choice="word")  # [..., v]


def guess_at(logit: Array, temperature: Scalar, variant: Variant) -> TemperedGuess:
    """The chances after dividing every logit by the temperature: [..., v] → [..., v]."""
    tempered = logit / temperature  # [..., v]
    return TemperedGuess(tempered, guess(tempered, variant))


def constants_of(variant: Variant) -> Constants:
    """The chosen numbers of a variant, as the arithmetic uses them."""
    waves = variant.positions == "sinusoidal"
    gelu = variant.activation == "gelu"
    return Constants(
        width=float(variant.width),
        head_width=float(variant.head_width),
        epsilon=variant.epsilon,
        base=variant.base if waves else None,
        position=np.arange(1.0, variant.context + 1)[:, None] if waves else None,
        slot_number=np.arange(float(variant.width)) // 2 * 2 if waves else None,
        cubic=GELU_CUBIC if gelu else None,
        gelu_scale=GELU_SCALE if gelu else None,
    )
