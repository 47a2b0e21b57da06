"""What is around every layer of a block: the sum with its input, and the norm before or after.

The one switch is ``Variant.norm``. "after" is the original order: norm(x + layer(x)). "before" is
the later one: x + layer(norm(x)). Sources: Vaswani et al. 2017, "Attention Is All You Need",
section 5.4; Xiong et al. 2020, "On layer normalization in the transformer architecture", figure 1.

Letters of the shapes: ``...`` any leading axes (sentences), n words, d numbers a word.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from engine.figures.descriptions import figure, part, steps
from engine.layers.layers import (
    Constants,
    LayerNorm,
    LayerNormGradient,
    NormWeights,
    layer_norm_backward,
    layer_norm_forward,
)
from engine.layers.variants import Variant
from engine.numerics.elementary import Array

Layer = TypeVar("Layer")
Gradient = TypeVar("Gradient")


@steps
class Part(Generic[Layer]):
    """The steps of a layer with what is around it; one of the two norms is None."""

    norm_before: LayerNorm | None = part("The layer norm before")  # [..., n, d]
    layer: Layer = part(unnamed=True)
    # [..., n, d], the layer's output added to its input
    added: Array = figure("The row with what the layer adds", "position", "slot")
    norm: LayerNorm | None = part("The layer norm")  # [..., n, d]

    @property
    def out(self) -> Array:
        """What the part passes on: [..., n, d]."""
        return self.added if self.norm is None else self.norm.out


@steps
class PartGradient(Generic[Gradient]):
    """Gradients of a part's norm, layer and input."""

    norm: LayerNormGradient = part()
    added: Array = figure("The gradient of the sum", "position", "slot")  # [..., n, d]
    layer: Gradient = part(unnamed=True)
    x: Array = figure("The gradient of the input", "position", "slot")  # [..., n, d]


def part_forward(
    x: Array,
    norm: NormWeights,
    constants: Constants,
    variant: Variant,
    layer: Callable[[Array], tuple[Layer, Array]],
) -> Part[Layer]:
    """Run a layer, which returns its steps and its output: [..., n, d] → [..., n, d]."""
    if variant.norm == "before":
        before = layer_norm_forward(x, norm, constants)  # [..., n, d]
        steps, output = layer(before.out)
        return Part(before, steps, x + output, None)
    steps, output = layer(x)
    added = x + output  # [..., n, d]
    return Part(None, steps, added, layer_norm_forward(added, norm, constants))


def part_backward(
    d_out: Array,
    x: Array,
    forward: Part[Layer],
    norm: NormWeights,
    constants: Constants,
    layer: Callable[[Array, Array, Layer], tuple[Gradient, Array]],
) -> PartGradient[Gradient]:
    """Gradients of a part; the residual sum passes its gradient down both ways.

    ``layer`` is given the gradient of the layer's output, the layer's input and its steps; it
    returns its gradients and that of its input.
    """
    if forward.norm_before is not None:
        gradient, d_read = layer(d_out, forward.norm_before.out, forward.layer)
        before = layer_norm_backward(d_read, forward.norm_before, norm, constants)
        return PartGradient(before, d_out, gradient, d_out + before.x)
    assert forward.norm is not None  # one of the two is there
    after = layer_norm_backward(d_out, forward.norm, norm, constants)
    gradient, d_read = layer(after.x, x, forward.layer)
    return PartGradient(after, after.x, gradient, after.x + d_read)
