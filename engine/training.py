"""The training loop: every sentence at once, every position's next word, one Adam step at a time.

Nothing here reads a clock or a random source of the machine: the same recipe gives the same bits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

import numpy as np

from engine.elementary import Array
from engine.errors import WorkingsError
from engine.kernels import Ids
from engine.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.models import backward, constants_of, forward
from engine.optimizer import AdamConstants, Moments, adam_step
from engine.parameters import Weights, weight_shapes, weights_from_dict, weights_to_dict
from engine.schedule import learning_rate
from engine.splitmix import SplitMix64
from engine.variants import Variant


class TrainingError(WorkingsError):
    """Training went astray."""


@dataclass(frozen=True)
class Recipe:
    """How a model is trained."""

    seed: int
    steps: int
    rate: float  # the highest learning rate
    warm_up: int  # steps until the highest rate
    decay: float  # weight decay, on all matrices but the embedding
    smoothing: float  # label smoothing ε
    start: float  # matrices start evenly spread from −start to start
    embedding_start: float  # and the embedding from −embedding_start to embedding_start


@dataclass(frozen=True)
class StepRecord:
    """What one training step reports: its number from 1, the loss before it, its rate."""

    step: int
    loss: float
    rate: float


@dataclass(frozen=True)
class Batch:
    """Sentences side by side, filled up to the longest."""

    ids: Ids  # [sentences, n]
    targets: Targets  # [sentences, n], the words that come next


def make_batch(sentences: Sequence[Sequence[int]], smoothing: float) -> Batch:
    """Every word but the last with the word that follows it."""
    longest = max(len(sentence) for sentence in sentences)
    filled = np.zeros((len(sentences), longest), dtype=np.int64)
    counted = np.zeros((len(sentences), longest - 1, 1))
    for row, sentence in enumerate(sentences):
        filled[row, : len(sentence)] = sentence
        counted[row, : len(sentence) - 1] = 1.0
    count = float(np.count_nonzero(counted))
    return Batch(filled[:, :-1], Targets(filled[:, 1:], counted, count, smoothing))


def starting_weights(variant: Variant, recipe: Recipe) -> Weights:
    """Matrices drawn from the seed, in the order of the forward pass; scales 1, shifts 0."""
    stream = SplitMix64(recipe.seed)
    named: dict[str, Array] = {}
    for name, shape in weight_shapes(variant).items():
        if len(shape) > 1:
            reach = recipe.embedding_start if name == "embedding" else recipe.start
            named[name] = stream.uniform(shape, reach)
        else:
            named[name] = np.full(shape, 1.0 if name.endswith("scale") else 0.0)
    return weights_from_dict(named, variant.layers)


def _decays(name: str, weight: Array) -> bool:
    # A small embedding makes small variances, and dividing by those magnifies every rounding.
    return weight.ndim > 1 and name != "embedding"


def training_steps(
    variant: Variant, recipe: Recipe, sentences: Sequence[Sequence[int]]
) -> Iterator[tuple[StepRecord, Weights]]:
    """One record a step, with the weights after it.

    Raises `TrainingError` when the loss stops being a number.
    """
    batch = make_batch(sentences, recipe.smoothing)
    constants = constants_of(variant)
    adam = AdamConstants()
    weights = starting_weights(variant, recipe)
    moments = {
        name: Moments(np.zeros_like(weight), np.zeros_like(weight))
        for name, weight in weights_to_dict(weights).items()
    }
    powers = (1.0, 1.0)
    for step in range(1, recipe.steps + 1):
        passed = forward(weights, constants, batch.ids, variant)
        entropy = cross_entropy_forward(passed.logit, batch.targets)
        loss = float(entropy.loss[0])
        if not np.isfinite(loss):
            raise TrainingError(f"training failed at step {step}: the loss is {loss}")
        d_logit = cross_entropy_backward(entropy, batch.targets)
        gradients = weights_to_dict(
            backward(d_logit, batch.ids, passed, weights, constants).weights
        )
        rate = learning_rate(step, steps=recipe.steps, peak=recipe.rate, warm_up=recipe.warm_up)
        powers = (powers[0] * float(adam.beta1), powers[1] * float(adam.beta2))
        named: dict[str, Array] = {}
        for name, weight in weights_to_dict(weights).items():
            decay = recipe.decay if _decays(name, weight) else 0.0
            update = adam_step(weight, gradients[name], moments[name], rate, powers, decay, adam)
            moments[name] = update.moments
            named[name] = update.weight
        weights = weights_from_dict(named, variant.layers)
        yield StepRecord(step, loss, rate), weights


def loss_of(
    weights: Weights, variant: Variant, recipe: Recipe, sentences: Sequence[Sequence[int]]
) -> float:
    """The loss of finished weights on the sentences."""
    batch = make_batch(sentences, recipe.smoothing)
    passed = forward(weights, constants_of(variant), batch.ids, variant)
    return float(cross_entropy_forward(passed.logit, batch.targets).loss[0])


def rounded(weights: Weights, places: int) -> Weights:
    """Every weight rounded once, half away from zero, decided in exact decimals; −0 made 0."""
    unit = Decimal(1).scaleb(-places)
    exact = Context(prec=60, rounding=ROUND_HALF_UP)

    def written(weight: Array) -> Array:
        flat = [float(Decimal(x).quantize(unit, context=exact)) + 0.0 for x in weight.flat]
        return np.array(flat).reshape(weight.shape)

    named = {name: written(weight) for name, weight in weights_to_dict(weights).items()}
    return weights_from_dict(named, len(weights.blocks))
