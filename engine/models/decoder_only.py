"""How blocks make a model, from word numbers to logits and back.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word, h hidden
numbers, v words of the vocabulary.
"""

import numpy as np

from engine.figures.descriptions import NEVER_READ, figure, part, steps
from engine.layers.attention import EARLIER_ONLY, NO_CUTS, Cuts
from engine.layers.backkernels import embedding_gradient, position_gradient, weight_gradient
from engine.layers.layers import (
    Constants,
    LayerNorm,
    LayerNormGradient,
    Softmax,
    TopSoftmax,
    chosen,
    layer_norm_backward,
    layer_norm_forward,
    softmax_forward,
)
from engine.layers.variants import Variant
from engine.models.decoder_only_blocks import (
    Block,
    BlockGradient,
    NormAfterBlock,
    NormAfterBlockGradient,
    block_backward,
    block_forward,
    weights_gradient,
)
from engine.models.parameters import Weights
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
    blocks: tuple[Block | NormAfterBlock, ...] = part()
    # [..., n, d], where the blocks have their norms before their layers
    norm3: LayerNorm | None = part("The last layer norm")
    logit: Array = figure("The logits", "position", "word")  # [..., n, v]

    @property
    def out(self) -> Array:
        """The rows that the logits are made of: [..., n, d]."""
        return self.blocks[-1].out if self.norm3 is None else self.norm3.out


def forward(
    weights: Weights,
    constants: Constants,
    ids: Ids,
    variant: Variant,
    asked: Ids | None = None,
    cuts: Cuts = NO_CUTS,
) -> Forward:
    """Logits for every word from the words up to it: [..., n] → [..., n, v].

    Positions count from 1. With ``asked``, logits for the words at these places alone, counted
    through all sentences: [r] → [r, v]. ``cuts`` are made in the attention of ``block1`` and so on.
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
    blocks: list[Block | NormAfterBlock] = []
    stream = x
    last = len(weights.blocks)
    for number, block_weights in enumerate(weights.blocks, start=1):
        queried = asked if number == last else None  # earlier blocks still hear every word
        hearing = EARLIER_ONLY.without(cuts.get(f"block{number}"))
        blocks.append(block_forward(stream, block_weights, constants, variant, queried, hearing))
        stream = blocks[-1].out  # [..., n, d], or [r, d] from the last
    norm3 = None
    if weights.norm3 is not None:
        norm3 = layer_norm_forward(stream, weights.norm3, constants)  # [..., n, d]
    out = stream if norm3 is None else norm3.out
    logit = linear(out, weights.unembedding)  # [..., n, d]·[d, v] → [..., n, v]
    return Forward(embedded, length, signal, placed, x, tuple(blocks), norm3, logit)


@steps
class Backward:
    """Gradients from the logits down to the embedding."""

    # [..., n, d], of the rows that the logits are made of
    out: Array = figure("The gradient of the evened row", "position", "slot")
    norm3: LayerNormGradient | None = part()
    # in the order of the blocks
    blocks: tuple[BlockGradient | NormAfterBlockGradient, ...] = part()
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
    d_unembedding = weight_gradient(passed.out, d_logit)  # → [d, v]
    d_out = row_products(d_logit, weights.unembedding)  # [..., n, v], [d, v] → [..., n, d]
    norm3 = None
    if passed.norm3 is not None and weights.norm3 is not None:
        norm3 = layer_norm_backward(d_out, passed.norm3, weights.norm3, constants)
    blocks: list[BlockGradient | NormAfterBlockGradient] = []
    d_stream = d_out if norm3 is None else norm3.x  # [..., n, d]
    read = [passed.x, *(block.out for block in passed.blocks[:-1])]  # what each block reads
    queried = asked
    for x, block, learned in reversed(list(zip(read, passed.blocks, weights.blocks, strict=True))):
        blocks.append(block_backward(d_stream, x, block, learned, constants, queried))
        d_stream, queried = blocks[-1].x, None  # [..., n, d]
    blocks.reverse()
    d_embedding = embedding_gradient(d_stream, ids, weights.embedding.shape[0])  # → [v, d]
    d_position_embedding = None
    if weights.position_embedding is not None:
        d_position_embedding = position_gradient(d_stream, weights.position_embedding.shape[0])
    gradients = Weights(
        d_embedding,
        d_position_embedding,
        tuple(map(weights_gradient, blocks)),
        None if norm3 is None else norm3.weights,
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
