"""What a model has learned: its layout, and the names and shapes of its weights.

Letters of the shapes: d numbers a word, k numbers of all heads, h hidden numbers, v words of the
vocabulary, c words of the longest sentence. What a layout does without is None, and has no name.
"""

from dataclasses import fields
from typing import Any

from engine.errors import WorkingsError, nearest
from engine.figures.descriptions import LEARNED, figure, part, steps
from engine.figures.naming import walk
from engine.layers.attention import AttentionWeights
from engine.layers.layers import FeedForwardWeights, NormWeights
from engine.layers.variants import Variant
from engine.numerics.elementary import Array


@steps
class BlockWeights:
    """What one block has learned."""

    norm1: NormWeights = part("the first layer norm")
    attention: AttentionWeights = part(unnamed=True)
    norm2: NormWeights = part("the second layer norm")
    feed_forward: FeedForwardWeights = part(unnamed=True)


@steps
class Weights:
    """All that a model has learned."""

    embedding: Array = figure("the embedding", "word", "slot", origin=LEARNED)  # [v, d]
    # [c, d], where positions are learned
    position_embedding: Array | None = figure(
        "the position embedding", "position", "slot", origin=LEARNED
    )
    blocks: tuple[BlockWeights, ...] = part()
    # where the blocks have their norms before their layers
    norm3: NormWeights | None = part("the last layer norm")
    unembedding: Array = figure("the unembedding", "slot", "word", origin=LEARNED)  # [d, v]


def weight_shapes(variant: Variant) -> dict[str, tuple[int, ...]]:
    """The name and shape of every weight, in the order of the forward pass.

    With several blocks, a block's names start with its number: ``block2.w_query``.
    """
    d, h, v = variant.width, variant.hidden, variant.vocabulary
    k = variant.head_width * variant.heads
    start: dict[str, tuple[int, ...]] = {"embedding": (v, d)}
    if variant.positions == "learned":
        start["position_embedding"] = (variant.context, d)
    block: dict[str, tuple[int, ...]] = {
        "norm1.scale": (d,),
        "norm1.shift": (d,),
        "w_query": (d, k),
        "w_key": (d, k),
        "w_value": (d, k),
        "w_output": (k, d),
        "norm2.scale": (d,),
        "norm2.shift": (d,),
        "w_stretch": (d, h),
        "b_stretch": (h,),
        "w_press": (h, d),
        "b_press": (d,),
    }
    blocks = {
        _prefix(number, variant.layers) + name: shape
        for number in range(variant.layers)
        for name, shape in block.items()
        if variant.biases or not name.startswith("b_")
    }
    ends: dict[str, tuple[int, ...]] = {"unembedding": (d, v)}
    if variant.norm == "before":
        ends = {"norm3.scale": (d,), "norm3.shift": (d,), **ends}
    return {**start, **blocks, **ends}


def _prefix(number: int, layers: int) -> str:
    return "" if layers == 1 else f"block{number + 1}."


def weights_to_dict(weights: Weights) -> dict[str, Any]:
    """Every weight (or gradient) under its figure's name, in the order of the forward pass."""
    return dict(walk(weights))


def weights_from_dict(named: dict[str, Any], layers: int) -> Weights:
    """The inverse of ``weights_to_dict``. Raises `WorkingsError` for a missing or unknown name."""
    rest = dict(named)

    def take(name: str) -> Any:
        if name not in rest:
            raise WorkingsError(f"weight {name} is missing.{nearest(name, rest)}")
        return rest.pop(name)

    def norm(prefix: str) -> NormWeights:
        return NormWeights(take(f"{prefix}scale"), take(f"{prefix}shift"))

    def feed_forward(prefix: str) -> FeedForwardWeights:
        biased = prefix + "b_stretch" in rest or prefix + "b_press" in rest
        return FeedForwardWeights(
            take(prefix + "w_stretch"),
            take(prefix + "b_stretch") if biased else None,
            take(prefix + "w_press"),
            take(prefix + "b_press") if biased else None,
        )

    blocks = []
    for number in range(layers):
        prefix = _prefix(number, layers)
        blocks.append(
            BlockWeights(
                norm(f"{prefix}norm1."),
                AttentionWeights(*(take(prefix + f.name) for f in fields(AttentionWeights))),
                norm(f"{prefix}norm2."),
                feed_forward(prefix),
            )
        )
    weights = Weights(
        take("embedding"),
        rest.pop("position_embedding", None),
        tuple(blocks),
        norm("norm3.") if {"norm3.scale", "norm3.shift"} & set(rest) else None,
        take("unembedding"),
    )
    if rest:
        unknown = sorted(rest)[0]
        raise WorkingsError(
            f"unknown weight {unknown}.{nearest(unknown, weights_to_dict(weights))}"
        )
    return weights
