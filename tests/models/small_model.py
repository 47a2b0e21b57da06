"""A model with the signal model's layout and made-up weights, for tests that no training moves."""

from dataclasses import replace

from engine.layers.variants import Variant
from engine.models.parameters import weight_shapes
from engine.numerics.splitmix import SplitMix64
from engine.runs.run import ModelFigures
from tests.models.layouts import ANSWERS, SIGNAL

WORDS = ". the a cat dog bird sat ran flew on to in mat park sky".split()
VARIANT = SIGNAL


# The layout of the answering model, with fewer words and numbers.
GPT = replace(ANSWERS, vocabulary=15, width=8, hidden=12, context=8)

# The first layout with its norms after the layers, as they first were.
NORM_AFTER = replace(VARIANT, norm="after")


def made_up(
    seed: int, places: int = 2, spread: float = 1.5, variant: Variant = VARIANT
) -> ModelFigures:
    """Return a model whose weights are drawn evenly from −spread to spread."""
    numbers = SplitMix64(seed)
    weights = {
        name: numbers.uniform(shape, spread).round(places)
        for name, shape in weight_shapes(variant).items()
    }
    return ModelFigures("toy", variant, WORDS, weights, places)
