"""What a translating model has learned: its layout, and the names and shapes of its weights.

Letters of the shapes: d numbers a word, k numbers of all heads, h hidden numbers, s words of the
language read, v words of the language written. What a layout does without is None.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from engine.errors import WorkingsError, nearest
from engine.figures.descriptions import LEARNED, figure, part, steps
from engine.figures.naming import walk
from engine.layers.attention import AttentionWeights
from engine.layers.layers import FeedForwardWeights, NormWeights
from engine.layers.variants import Variant
from engine.numerics.elementary import Array

Learned = TypeVar("Learned", AttentionWeights, FeedForwardWeights)
Blocks = TypeVar("Blocks")
Leaf = Callable[[str, tuple[int, ...]], Any]


@steps
class PartWeights(Generic[Learned]):
    """What one part of a block has learned: its layer, and the norm before or after it."""

    layer: Learned = part(unnamed=True)
    norm: NormWeights = part("the layer norm")


@steps
class EncoderBlockWeights:
    """What one block of the encoder has learned."""

    self_attention: PartWeights[AttentionWeights] = part()
    feed_forward: PartWeights[FeedForwardWeights] = part()


@steps
class DecoderBlockWeights:
    """What one block of the decoder has learned."""

    self_attention: PartWeights[AttentionWeights] = part()
    cross_attention: PartWeights[AttentionWeights] = part()
    feed_forward: PartWeights[FeedForwardWeights] = part()


@steps
class StackWeights(Generic[Blocks]):
    """What one side has learned: a row for each of its words, and its blocks."""

    embedding: Array = figure("the embedding", "word", "slot", origin=LEARNED)  # [s, d] or [v, d]
    blocks: tuple[Blocks, ...] = part()
    # the last one, where each part evens out its input
    norm: NormWeights | None = part("the last layer norm")


@steps
class TranslatorWeights:
    """All that a translating model has learned."""

    encoder: StackWeights[EncoderBlockWeights] = part(word="source word")
    decoder: StackWeights[DecoderBlockWeights] = part()
    unembedding: Array = figure("the unembedding", "slot", "word", origin=LEARNED)  # [d, v]


def _build(variant: Variant, leaf: Leaf) -> TranslatorWeights:
    """The whole layout, each array made by ``leaf`` from its name and shape, in order."""
    d, h = variant.width, variant.hidden
    k = variant.head_width * variant.heads

    def norm(name: str) -> NormWeights:
        return NormWeights(leaf(f"{name}.scale", (d,)), leaf(f"{name}.shift", (d,)))

    def attention(name: str) -> PartWeights[AttentionWeights]:
        layer = AttentionWeights(
            leaf(f"{name}.w_query", (d, k)),
            leaf(f"{name}.w_key", (d, k)),
            leaf(f"{name}.w_value", (d, k)),
            leaf(f"{name}.w_output", (k, d)),
        )
        return PartWeights(layer, norm(f"{name}.norm"))

    def feed_forward(name: str) -> PartWeights[FeedForwardWeights]:
        layer = FeedForwardWeights(
            leaf(f"{name}.w_stretch", (d, h)),
            leaf(f"{name}.b_stretch", (h,)),
            leaf(f"{name}.w_press", (h, d)),
            leaf(f"{name}.b_press", (d,)),
        )
        return PartWeights(layer, norm(f"{name}.norm"))

    def stack(side: str, words: int, block: Callable[[str], Blocks]) -> StackWeights[Blocks]:
        embedding = leaf(f"{side}.embedding", (words, d))
        names = [side] if variant.layers == 1 else _numbered(side, variant.layers)
        blocks = tuple(block(name) for name in names)
        return StackWeights(embedding, blocks, norm(f"{side}.norm") if last else None)

    last = variant.norm == "before"
    encoder = stack(
        "encoder",
        variant.source_vocabulary,
        lambda name: EncoderBlockWeights(
            attention(f"{name}.self_attention"), feed_forward(f"{name}.feed_forward")
        ),
    )
    decoder = stack(
        "decoder",
        variant.vocabulary,
        lambda name: DecoderBlockWeights(
            attention(f"{name}.self_attention"),
            attention(f"{name}.cross_attention"),
            feed_forward(f"{name}.feed_forward"),
        ),
    )
    return TranslatorWeights(encoder, decoder, leaf("unembedding", (d, variant.vocabulary)))


def _numbered(side: str, layers: int) -> list[str]:
    return [f"{side}.block{number}" for number in range(1, layers + 1)]


def translator_shapes(variant: Variant) -> dict[str, tuple[int, ...]]:
    """The name and shape of every weight, in the order of the forward pass.

    With several blocks a side, a block's names have its number: ``encoder.block2.feed_forward…``.
    """
    shapes: dict[str, tuple[int, ...]] = {}
    _build(variant, shapes.setdefault)
    return shapes


def translator_to_dict(weights: TranslatorWeights) -> dict[str, Any]:
    """Every weight (or gradient) under its name, in the order of the forward pass."""
    return dict(walk(weights))


def translator_from_dict(named: dict[str, Any], variant: Variant) -> TranslatorWeights:
    """The inverse of ``translator_to_dict``. Raises `WorkingsError` for a wrong name."""
    rest = dict(named)

    def take(name: str, _shape: tuple[int, ...]) -> Any:
        if name not in rest:
            raise WorkingsError(f"weight {name} is missing.{nearest(name, rest)}")
        return rest.pop(name)

    weights = _build(variant, take)
    if rest:
        unknown = sorted(rest)[0]
        near = nearest(unknown, translator_shapes(variant))
        raise WorkingsError(f"unknown weight {unknown}.{near}")
    return weights
