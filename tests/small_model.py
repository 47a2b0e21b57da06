"""A model with the signal model's layout and made-up weights, for tests that no training moves."""

from engine.parameters import weight_shapes
from engine.runs import ModelFigures
from engine.splitmix import SplitMix64
from engine.variants import VARIANTS

WORDS = ". the a cat dog bird sat ran flew on to in mat park sky".split()
VARIANT = VARIANTS["signal"]


def made_up(seed: int, places: int = 2, spread: float = 1.5) -> ModelFigures:
    """Return a model whose weights are drawn evenly from −spread to spread."""
    numbers = SplitMix64(seed)
    weights = {
        name: numbers.uniform(shape, spread).round(places)
        for name, shape in weight_shapes(VARIANT).items()
    }
    return ModelFigures("toy", VARIANT, WORDS, weights, places)
