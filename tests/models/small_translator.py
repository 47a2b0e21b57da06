"""A translating model with made-up weights, for tests that no training moves."""

from engine.layers.variants import Variant
from engine.models.encoder_decoder_parameters import translator_shapes
from engine.numerics.splitmix import SplitMix64
from engine.runs.translation_run import TranslatorFigures

READ = "the a cat dog sleeps sees not".split()
WRITTEN = "<bos> <end> le un chat chien dort voit".split()
VARIANT = Variant(
    vocabulary=8,
    source_vocabulary=7,
    width=4,
    hidden=6,
    layers=1,
    heads=2,
    context=6,
    norm="after",
)


def made_up_translator(seed: int, places: int = 2, carried: int = 3) -> TranslatorFigures:
    """Return a model whose weights are drawn evenly from −1 to 1."""
    numbers = SplitMix64(seed)
    weights = {
        name: numbers.uniform(shape, 1.0).round(places)
        for name, shape in translator_shapes(VARIANT).items()
    }
    return TranslatorFigures("toy", VARIANT, (READ, WRITTEN), weights, places, carried)
