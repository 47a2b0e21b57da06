"""A transformer that translates: an encoder reads one sentence, a decoder writes another.

Letters of the shapes: ``...`` any leading axes (sentences), m words read, n words written, d
numbers a word, v words of the language written. Source of the layout: Vaswani et al. 2017,
"Attention Is All You Need", section 3 and figure 1; its factor √d on the embeddings and its one
table for both ends are left out.
"""

from typing import Generic, TypeVar

import numpy as np

from engine.figures.descriptions import NEVER_READ, figure, part, steps
from engine.layers.attention import EARLIER_ONLY, NO_CUTS, Cuts, Hearing
from engine.layers.backkernels import (
    add_all,
    embedding_gradient,
    pick_rows,
    put_rows,
    weight_gradient,
)
from engine.layers.layers import (
    Constants,
    LayerNorm,
    LayerNormGradient,
    NormWeights,
    chosen,
    layer_norm_backward,
    layer_norm_forward,
)
from engine.layers.variants import Variant
from engine.models.encoder_decoder_blocks import (
    DecoderBlock,
    DecoderBlockGradient,
    EncoderBlock,
    EncoderBlockGradient,
    decoder_block_backward,
    decoder_block_forward,
    encoder_block_backward,
    encoder_block_forward,
)
from engine.models.encoder_decoder_parameters import (
    EncoderBlockWeights,
    StackWeights,
    TranslatorWeights,
)
from engine.numerics.elementary import Array
from engine.numerics.kernels import Ids, divisor, linear, lookup, row_products, wave

SELF_ATTENTION = "encoder.self_attention"
MASKED_ATTENTION = "decoder.self_attention"
CROSS_ATTENTION = "decoder.cross_attention"

Block = TypeVar("Block", EncoderBlock, DecoderBlock)
BlockGradient = TypeVar("BlockGradient", EncoderBlockGradient, DecoderBlockGradient)


@steps
class Stack(Generic[Block]):
    """The steps of one side, from its words' numbers to its last rows."""

    embedded: Array = figure("The word's own row", "position", "slot")  # [..., m or n, d]
    x: Array = figure("The word with its position", "position", "slot")  # [..., m or n, d]
    blocks: tuple[Block, ...] = part()
    # [..., m or n, d], a last one, where norms come before layers
    norm: LayerNorm | None = part("The last layer norm")

    @property
    def out(self) -> Array:
        """The side's last rows: [..., m or n, d]."""
        return self.blocks[-1].out if self.norm is None else self.norm.out

    def inputs(self) -> list[Array]:
        """What each block has read: [..., m or n, d] each."""
        return [self.x, *(block.out for block in self.blocks[:-1])]


@steps
class StackGradient(Generic[BlockGradient]):
    """Gradients of one side."""

    out: Array = figure("The gradient of the last rows", "position", "slot")  # [..., m or n, d]
    norm: LayerNormGradient | None = part()
    blocks: tuple[BlockGradient, ...] = part()  # in the order of the blocks

    @property
    def last_norm(self) -> NormWeights | None:
        """The gradients of the last norm's weights, where there is one."""
        return None if self.norm is None else self.norm.weights


@steps
class Positions:
    """The position signal of as many words as the longer sentence has; both sides use it."""

    divisor: Array = figure("How slowly each pair of slots turns", "slot", compared=False)  # [d]
    wave: Array = figure("The position signal", "place", "slot")  # [m or n, d]


@steps
class Translated:
    """The steps from the numbers of the words read and written to logits."""

    positions: Positions = part(unnamed=True)
    encoder: Stack[EncoderBlock] = part(position="read")
    decoder: Stack[DecoderBlock] = part(position="written")
    logit: Array = figure("The logits", "written", "word")  # [..., n, v]


@steps
class TranslatedGradient:
    """Gradients from the logits down to both embeddings."""

    decoder: StackGradient[DecoderBlockGradient] = part(position="written")
    encoder: StackGradient[EncoderBlockGradient] = part(position="read")
    # the gradient of every weight, in the weights' own layout
    weights: TranslatorWeights = part("The gradient of {}", unnamed=True, origin=NEVER_READ)


def positions_of(words: int, constants: Constants) -> Positions:
    """The position signal of the places 1 to ``words``: sines and cosines of place ÷ divisor."""
    length = divisor(chosen(constants.base), chosen(constants.slot_number), constants.width)  # [d]
    places = lookup(chosen(constants.position), np.arange(words))  # [c, 1], [n] → [n, 1]
    return Positions(length, wave(places, length))  # [n, 1], [d] → [n, d]


def _place(embedding: Array, ids: Ids, positions: Positions) -> tuple[Array, Array]:
    """Each word's row, and that row with the signal of its place added."""
    embedded = lookup(embedding, ids)  # [s or v, d], [..., n] → [..., n, d]
    return embedded, embedded + lookup(positions.wave, np.arange(ids.shape[-1]))  # [..., n, d]


def _even_out(x: Array, weights: NormWeights | None, constants: Constants) -> LayerNorm | None:
    return None if weights is None else layer_norm_forward(x, weights, constants)


def _even_out_backward(
    d_out: Array, forward: LayerNorm | None, weights: NormWeights | None, constants: Constants
) -> LayerNormGradient | None:
    if forward is None or weights is None:
        return None
    return layer_norm_backward(d_out, forward, weights, constants)


def encode(
    weights: StackWeights[EncoderBlockWeights],
    constants: Constants,
    source: Ids,
    variant: Variant,
    positions: Positions,
    lengths: Ids | None = None,
    cuts: Cuts = NO_CUTS,
) -> Stack[EncoderBlock]:
    """Read a sentence, every word hearing every word: [..., m] → [..., m, d].

    With ``lengths`` ([...]), what follows a sentence's end is filling, which nobody hears.
    """
    hearing = Hearing(earlier_only=False, lengths=lengths).without(cuts.get(SELF_ATTENTION))
    embedded, x = _place(weights.embedding, source, positions)
    blocks: list[EncoderBlock] = []
    stream = x
    for block in weights.blocks:
        blocks.append(encoder_block_forward(stream, block, constants, variant, hearing))
        stream = blocks[-1].out  # [..., m, d]
    return Stack(embedded, x, tuple(blocks), _even_out(stream, weights.norm, constants))


def encode_backward(
    d_out: Array,
    forward: Stack[EncoderBlock],
    weights: StackWeights[EncoderBlockWeights],
    constants: Constants,
) -> StackGradient[EncoderBlockGradient]:
    """Gradients of reading, from that of the encoder's last rows."""
    norm = _even_out_backward(d_out, forward.norm, weights.norm, constants)
    stream = d_out if norm is None else norm.x  # [..., m, d]
    blocks: list[EncoderBlockGradient] = []
    steps = zip(forward.inputs(), forward.blocks, weights.blocks, strict=True)
    for x, block, learned in reversed(list(steps)):
        blocks.append(encoder_block_backward(stream, x, block, learned, constants))
        stream = blocks[-1].x  # [..., m, d]
    return StackGradient(d_out, norm, tuple(reversed(blocks)))


def decode(
    weights: TranslatorWeights,
    constants: Constants,
    written: Ids,
    variant: Variant,
    positions: Positions,
    encoder: Stack[EncoderBlock],
    lengths: Ids | None = None,
    asked: Ids | None = None,
    cuts: Cuts = NO_CUTS,
) -> Translated:
    """Logits of the next word after every word written: [..., n], [..., m, d] → [..., n, v].

    A word hears itself, the words written before it, and every word read. With ``asked``, logits
    after the words at these places alone, counted through all sentences: [r] → [r, v].
    """
    hearing = Hearing(earlier_only=False, lengths=lengths).without(cuts.get(CROSS_ATTENTION))
    own_hearing = EARLIER_ONLY.without(cuts.get(MASKED_ATTENTION))
    heard = encoder.out  # [..., m, d]
    embedded, x = _place(weights.decoder.embedding, written, positions)
    blocks: list[DecoderBlock] = []
    stream = x
    for block in weights.decoder.blocks:
        blocks.append(
            decoder_block_forward(stream, heard, block, constants, variant, hearing, own_hearing)
        )
        stream = blocks[-1].out  # [..., n, d]
    norm = _even_out(stream, weights.decoder.norm, constants)
    decoder = Stack(embedded, x, tuple(blocks), norm)
    hidden = (
        decoder.out if asked is None else pick_rows(decoder.out, asked)
    )  # [..., n, d] or [r, d]
    logit = linear(hidden, weights.unembedding)  # [..., n, d]·[d, v] → [..., n, v]
    return Translated(positions, encoder, decoder, logit)


def decode_backward(
    d_out: Array,
    heard: Array,
    forward: Stack[DecoderBlock],
    weights: TranslatorWeights,
    constants: Constants,
) -> tuple[StackGradient[DecoderBlockGradient], Array]:
    """Gradients of writing, from that of the decoder's last rows; and that of the rows heard."""
    learned = weights.decoder
    norm = _even_out_backward(d_out, forward.norm, learned.norm, constants)
    stream = d_out if norm is None else norm.x  # [..., n, d]
    blocks: list[DecoderBlockGradient] = []
    steps = zip(forward.inputs(), forward.blocks, learned.blocks, strict=True)
    for x, block, own in reversed(list(steps)):
        blocks.append(decoder_block_backward(stream, x, heard, block, own, constants))
        stream = blocks[-1].x  # [..., n, d]
    heard_by = [block.heard for block in blocks]
    d_heard = heard_by[0] if len(blocks) == 1 else add_all(*heard_by)  # [..., m, d]
    return StackGradient(d_out, norm, tuple(reversed(blocks))), d_heard


def translate_forward(
    weights: TranslatorWeights,
    constants: Constants,
    source: Ids,
    written: Ids,
    variant: Variant,
    lengths: Ids | None = None,
    asked: Ids | None = None,
    cuts: Cuts = NO_CUTS,
) -> Translated:
    """Read, then write: [..., m], [..., n] → [..., n, v]. Positions count from 1.

    ``cuts`` are made in every block of the attention that they name.
    """
    positions = positions_of(max(source.shape[-1], written.shape[-1]), constants)
    encoder = encode(weights.encoder, constants, source, variant, positions, lengths, cuts)
    return decode(weights, constants, written, variant, positions, encoder, lengths, asked, cuts)


def translate_backward(
    d_logit: Array,
    source: Ids,
    written: Ids,
    passed: Translated,
    weights: TranslatorWeights,
    constants: Constants,
    asked: Ids | None = None,
) -> TranslatedGradient:
    """Gradients of every weight, from the gradient of the logits: [..., n, v], or [r, v]."""
    out = passed.decoder.out
    hidden = out if asked is None else pick_rows(out, asked)
    d_unembedding = weight_gradient(hidden, d_logit)  # → [d, v]
    d_out = row_products(d_logit, weights.unembedding)  # [..., n, v], [d, v] → [..., n, d]
    if asked is not None:
        d_out = put_rows(d_out, asked, out)  # [r, d] → [..., n, d]
    decoder, d_heard = decode_backward(
        d_out, passed.encoder.out, passed.decoder, weights, constants
    )
    encoder = encode_backward(d_heard, passed.encoder, weights.encoder, constants)
    reading = StackWeights(
        embedding_gradient(encoder.blocks[0].x, source, weights.encoder.embedding.shape[0]),
        tuple(block.weights for block in encoder.blocks),
        encoder.last_norm,
    )
    writing = StackWeights(
        embedding_gradient(decoder.blocks[0].x, written, weights.decoder.embedding.shape[0]),
        tuple(block.weights for block in decoder.blocks),
        decoder.last_norm,
    )
    return TranslatedGradient(decoder, encoder, TranslatorWeights(reading, writing, d_unembedding))
