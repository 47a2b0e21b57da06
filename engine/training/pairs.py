"""How a model learns to translate: pairs of sentences, every written word guessed from the right
ones before it.

Sentences of different lengths are side by side, filled up; nobody hears the filling and nobody
is asked to guess it, so that it changes no bit of any sentence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.layers.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of
from engine.models.encoder_decoder import translate_backward, translate_forward
from engine.models.encoder_decoder_parameters import (
    TranslatorWeights,
    translator_from_dict,
    translator_shapes,
    translator_to_dict,
)
from engine.numerics.elementary import Array
from engine.numerics.kernels import Ids
from engine.training.loop import Learner, Recipe, TrainedStep, learn


@dataclass(frozen=True)
class PairExample:
    """A sentence and its translation, between the marks of its beginning and its end."""

    source: tuple[int, ...]
    written: tuple[int, ...]


@dataclass(frozen=True)
class PairBatch:
    """Pairs side by side, filled up to the longest, and the r words that are asked for."""

    source: Ids  # [sentences, m]
    lengths: Ids  # [sentences], of the sentences read
    written: Ids  # [sentences, n], without the last word
    asked: Ids  # [r], the places before those words, counted through all sentences
    targets: Targets  # [r], those words


def make_pair_batch(pairs: Sequence[PairExample], smoothing: float) -> PairBatch:
    """Every written word but the first is asked for."""
    source = np.zeros((len(pairs), max(len(pair.source) for pair in pairs)), dtype=np.int64)
    written = np.zeros((len(pairs), max(len(pair.written) for pair in pairs)), dtype=np.int64)
    counted = np.zeros((len(pairs), written.shape[1] - 1), dtype=bool)
    for row, pair in enumerate(pairs):
        source[row, : len(pair.source)] = pair.source
        written[row, : len(pair.written)] = pair.written
        counted[row, : len(pair.written) - 1] = True
    asked = np.flatnonzero(counted)
    targets = Targets(written[:, 1:].reshape(-1)[asked], float(len(asked)), smoothing)
    lengths = np.array([len(pair.source) for pair in pairs], dtype=np.int64)
    return PairBatch(source, lengths, written[:, :-1], asked, targets)


def translator_steps(
    variant: Variant,
    recipe: Recipe,
    pairs: Sequence[PairExample],
    heldout: Sequence[PairExample] = (),
) -> Iterator[TrainedStep[TranslatorWeights]]:
    """The state of training before the first step and after each.

    Raises `TrainingError` when the loss stops being a number.
    """
    constants = constants_of(variant)

    def loss_and_gradients(
        weights: TranslatorWeights, batch: PairBatch
    ) -> tuple[float, TranslatorWeights]:
        ids = (batch.source, batch.written)
        passed = translate_forward(weights, constants, *ids, variant, batch.lengths, batch.asked)
        entropy = cross_entropy_forward(passed.logit, batch.targets)
        d_logit = cross_entropy_backward(entropy, batch.targets)
        back = translate_backward(d_logit, *ids, passed, weights, constants, batch.asked)
        return float(entropy.mean_surprise[0]), back.weights

    def measure(weights: TranslatorWeights) -> tuple[int | None, float]:
        right = right_translations(weights, variant, heldout)
        return right, translation_loss(weights, variant, recipe, heldout)

    learner: Learner[TranslatorWeights, PairExample, PairBatch] = Learner(
        width=variant.width,
        shapes=translator_shapes(variant),
        to_dict=translator_to_dict,
        from_dict=lambda named: translator_from_dict(named, variant),
        prepare=lambda batch: make_pair_batch(batch, recipe.smoothing),
        loss_and_gradients=loss_and_gradients,
        measure=measure if heldout else None,
    )
    return learn(learner, recipe, pairs)


def _logits(weights: TranslatorWeights, variant: Variant, batch: PairBatch) -> Array:
    ids = (batch.source, batch.written)
    constants = constants_of(variant)
    return translate_forward(weights, constants, *ids, variant, batch.lengths, batch.asked).logit


def translation_loss(
    weights: TranslatorWeights, variant: Variant, recipe: Recipe, pairs: Sequence[PairExample]
) -> float:
    """The loss on these pairs, with the recipe's label smoothing."""
    batch = make_pair_batch(pairs, recipe.smoothing)
    logit = _logits(weights, variant, batch)
    return float(cross_entropy_forward(logit, batch.targets).mean_surprise[0])


def right_translations(
    weights: TranslatorWeights, variant: Variant, pairs: Sequence[PairExample]
) -> int:
    """In how many pairs every written word is the likeliest one.

    As the first wrong word ends the count, asking with the right words before each is the same as
    letting the model go on from its own.
    """
    batch = make_pair_batch(pairs, 0.0)
    wrong = _logits(weights, variant, batch).argmax(-1) != batch.targets.ids
    return len(pairs) - len(np.unique(batch.asked[wrong] // batch.written.shape[1]))
