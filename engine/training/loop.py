"""The training loop: batches of examples, every asked word's guess, one Adam step at a time.

Nothing here reads a clock or a random source of the machine: the same recipe gives the same bits.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import partial
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np

from engine.errors import WorkingsError
from engine.layers.layers import Constants
from engine.layers.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.layers.variants import Variant
from engine.models.decoder_only import backward, constants_of, forward
from engine.models.parameters import Weights, weight_shapes, weights_from_dict, weights_to_dict
from engine.numerics.elementary import Array
from engine.numerics.kernels import Ids, short_buffers
from engine.numerics.splitmix import SplitMix64
from engine.training.optimizer import AdamConstants, Moments, adam_step, beta_power
from engine.training.schedule import SCHEDULES, Schedule

Learned = TypeVar("Learned")
Taught = TypeVar("Taught")  # what one example is
Prepared = TypeVar("Prepared")  # what one batch is

MEASURED_EVERY = 25  # steps between the measurements on held-out examples


class TrainingError(WorkingsError):
    """Training went astray."""


@dataclass(frozen=True)
class Recipe:
    """How a model is trained."""

    seed: int
    steps: int
    rate: float  # the highest learning rate; of an inverse root, the factor before it
    warm_up: int  # steps until the highest rate
    decay: float  # weight decay, on all matrices but the embedding
    smoothing: float  # label smoothing ε
    start: float  # matrices start evenly spread from −start to start
    embedding_start: float  # and the embedding from −embedding_start to embedding_start
    batch: int = 0  # examples a step, in an order shuffled anew each time round; 0: all at once
    schedule: Schedule = "straight"  # how the rate moves
    beta1: float = 0.9  # of Adam: how slowly the mean of gradients forgets
    beta2: float = 0.999  # and the mean of their squares
    epsilon: float = 1e-8  # of Adam: added to the root of that mean


@dataclass(frozen=True)
class TrainedStep(Generic[Learned]):
    """The state of training after a step (0: before the first)."""

    record: "StepRecord | None"  # None before the first step
    weights: Learned
    first: Learned  # Adam's running means of the gradient, in the weights' layout
    second: Learned  # and of its square


@dataclass(frozen=True)
class StepRecord:
    """What one training step reports: its number from 1, the loss before it, its rate."""

    step: int
    loss: float
    rate: float
    heldout: int | None = None  # held-out examples that are right after it, where measured
    validation: float | None = None  # and the loss on what is held out


@dataclass(frozen=True)
class Example:
    """A sentence, and how many of its words are given: all later ones are to be guessed."""

    ids: tuple[int, ...]
    given: int = 1


@dataclass(frozen=True)
class Batch:
    """Sentences side by side, filled up to the longest, and the r words that are asked for."""

    ids: Ids  # [sentences, n]
    asked: Ids  # [r], the places before those words, counted through all sentences
    targets: Targets  # [r], those words


def make_batch(examples: Sequence[Example], smoothing: float) -> Batch:
    """Every word but the last with the word that follows it; those that are given are not asked."""
    longest = max(len(example.ids) for example in examples)
    filled = np.zeros((len(examples), longest), dtype=np.int64)
    counted = np.zeros((len(examples), longest - 1), dtype=bool)
    for row, example in enumerate(examples):
        filled[row, : len(example.ids)] = example.ids
        counted[row, example.given - 1 : len(example.ids) - 1] = True
    asked = np.flatnonzero(counted)
    words = filled[:, 1:].reshape(-1)[asked]
    targets = Targets(words, float(len(asked)), smoothing)
    return Batch(filled[:, :-1], asked, targets)


def _batches(
    examples: Sequence[Taught], recipe: Recipe, stream: SplitMix64
) -> Iterator[Sequence[Taught]]:
    """One batch a step, without end; a last one that is not full goes into the next round."""
    waiting: list[Taught] = []
    while recipe.batch:
        while len(waiting) < recipe.batch:
            waiting += stream.shuffled(examples)
        yield waiting[: recipe.batch]
        waiting = waiting[recipe.batch :]
    while True:
        yield examples


def examples_of(
    variant: Variant, recipe: Recipe, examples: Sequence[Example], step: int
) -> Sequence[Example]:
    """The examples that a step of training (from 1) learns from."""
    stream = SplitMix64(recipe.seed)
    starting_weights(variant, recipe, stream)  # the stream goes on from there
    return next(islice(_batches(examples, recipe, stream), step - 1, None))


def starting_arrays(
    shapes: Mapping[str, tuple[int, ...]], recipe: Recipe, stream: SplitMix64
) -> dict[str, Array]:
    """Matrices drawn from the stream, in the order of the forward pass; scales 1, shifts 0."""
    named: dict[str, Array] = {}
    for name, shape in shapes.items():
        if len(shape) > 1:
            reach = recipe.embedding_start if _embeds(name) else recipe.start
            named[name] = stream.uniform(shape, reach)
        else:
            named[name] = np.full(shape, 1.0 if name.endswith("scale") else 0.0)
    return named


def starting_weights(variant: Variant, recipe: Recipe, stream: SplitMix64) -> Weights:
    """The weights before the first step."""
    return weights_from_dict(
        starting_arrays(weight_shapes(variant), recipe, stream), variant.layers
    )


def _embeds(name: str) -> bool:
    return name.rsplit(".", 1)[-1] == "embedding"


def decays(name: str, weight: Array) -> bool:
    """Whether weight decay pulls at the weights of this name.

    A small embedding makes small variances, and dividing by those magnifies every rounding.
    """
    return len(weight.shape) > 1 and not _embeds(name)


def adam_constants(recipe: Recipe) -> AdamConstants:
    """The chosen numbers of Adam, as a recipe has them."""
    return AdamConstants(recipe.beta1, recipe.beta2, recipe.epsilon)


@dataclass(frozen=True)
class Learner(Generic[Learned, Taught, Prepared]):
    """What the loop has to know of a kind of model."""

    width: int
    shapes: Mapping[str, tuple[int, ...]]
    to_dict: Callable[[Learned], dict[str, Any]]
    from_dict: Callable[[dict[str, Any]], Learned]
    prepare: Callable[[Sequence[Taught]], Prepared]
    loss_and_gradients: Callable[[Learned, Prepared], tuple[float, Learned]]
    measure: Callable[[Learned], tuple[int | None, float | None]] | None  # on held-out examples


def training_steps(
    variant: Variant,
    recipe: Recipe,
    examples: Sequence[Example],
    heldout: Sequence[Example] = (),
) -> Iterator[TrainedStep[Weights]]:
    """The state of training before the first step and after each.

    Raises `TrainingError` when the loss stops being a number.
    """

    def measure(weights: Weights) -> tuple[int | None, float]:
        asks = any(example.given > 1 for example in heldout)  # a sentence has no one right end
        right = right_answers(weights, variant, heldout) if asks else None
        return right, loss_of(weights, variant, recipe, heldout)

    learner: Learner[Weights, Example, Batch] = Learner(
        width=variant.width,
        shapes=weight_shapes(variant),
        to_dict=weights_to_dict,
        from_dict=lambda named: weights_from_dict(named, variant.layers),
        prepare=lambda batch: make_batch(batch, recipe.smoothing),
        loss_and_gradients=partial(_loss_and_gradients, variant, constants_of(variant)),
        measure=measure if heldout else None,
    )
    return learn(learner, recipe, examples)


def learn(
    learner: Learner[Learned, Taught, Prepared], recipe: Recipe, examples: Sequence[Taught]
) -> Iterator[TrainedStep[Learned]]:
    """The loop: where training stands before the first step and after each.

    Raises `TrainingError` when the loss stops being a number.
    """
    adam = adam_constants(recipe)
    stream = SplitMix64(recipe.seed)
    start = starting_arrays(learner.shapes, recipe, stream)
    weights = learner.from_dict(start)
    batches = _batches(examples, recipe, stream)
    flat = _Flat(learner)
    decay = np.concatenate(
        [
            np.full(weight.size, recipe.decay if decays(name, weight) else 0.0)
            for name, weight in start.items()
        ]
    )
    moments = Moments(np.zeros_like(decay), np.zeros_like(decay))
    yield TrainedStep(None, weights, flat.weights(moments.first), flat.weights(moments.second))
    rate_of = SCHEDULES[recipe.schedule]
    batch = None
    for step in range(1, recipe.steps + 1):
        if batch is None or recipe.batch:
            batch = learner.prepare(next(batches))
        with short_buffers():
            loss, gradients = learner.loss_and_gradients(weights, batch)
        if not np.isfinite(loss):
            raise TrainingError(f"training failed at step {step}: the loss is {loss}")
        rate = rate_of(step, learner.width, recipe.steps, recipe.rate, recipe.warm_up)
        powers = beta_power(adam.beta1, step), beta_power(adam.beta2, step)
        update = adam_step(
            flat.row(weights), flat.row(gradients), moments, rate, powers, decay, adam
        )
        moments = update.moments
        weights = flat.weights(update.weight)
        due = step % MEASURED_EVERY == 0 or step in (1, recipe.steps)
        score, validation = learner.measure(weights) if learner.measure and due else (None, None)
        yield TrainedStep(
            StepRecord(step, loss, rate, score, validation),
            weights,
            flat.weights(moments.first),
            flat.weights(moments.second),
        )


def _loss_and_gradients(
    variant: Variant, constants: Constants, weights: Weights, batch: Batch
) -> tuple[float, Weights]:
    passed = forward(weights, constants, batch.ids, variant, batch.asked)
    entropy = cross_entropy_forward(passed.logit, batch.targets)
    d_logit = cross_entropy_backward(entropy, batch.targets)
    back = backward(d_logit, batch.ids, passed, weights, constants, batch.asked)
    return float(entropy.mean_surprise[0]), back.weights


class _Flat(Generic[Learned]):
    """All weights side by side in one row, so that one step of Adam changes them together."""

    def __init__(self, learner: Learner[Learned, Any, Any]) -> None:
        self._learner = learner

    def row(self, weights: Learned) -> Array:
        """Every number of the weights (or gradients), in the order of the forward pass."""
        named = self._learner.to_dict(weights)
        return np.concatenate([named[name].reshape(-1) for name in self._learner.shapes])

    def weights(self, row: Array) -> Learned:
        """The inverse of ``row``, without copying."""
        named: dict[str, Array] = {}
        start = 0
        for name, shape in self._learner.shapes.items():
            size = math.prod(shape)
            named[name] = row[start : start + size].reshape(shape)
            start += size
        return self._learner.from_dict(named)


def loss_of(
    weights: Weights, variant: Variant, recipe: Recipe, examples: Sequence[Example]
) -> float:
    """The loss of finished weights on the examples."""
    batch = make_batch(examples, recipe.smoothing)
    passed = forward(weights, constants_of(variant), batch.ids, variant, batch.asked)
    return float(cross_entropy_forward(passed.logit, batch.targets).mean_surprise[0])


def right_answers(weights: Weights, variant: Variant, examples: Sequence[Example]) -> int:
    """Count the examples in which every word that isn't given is the likeliest one.

    Each word is asked for with the right words before it; as the first wrong word ends the
    count, that is the same as letting the model go on from its own words.
    """
    batch = make_batch(examples, 0.0)
    logit = forward(weights, constants_of(variant), batch.ids, variant, batch.asked).logit
    wrong = logit.argmax(-1) != batch.targets.ids
    sentences = np.unique(batch.asked[wrong] // batch.ids.shape[1])
    return len(examples) - len(sentences)


def rounded_arrays(named: Mapping[str, Array], places: int) -> dict[str, Array]:
    """Every weight rounded once, half away from zero, decided in exact decimals; −0 made 0."""
    unit = Decimal(1).scaleb(-places)
    exact = Context(prec=60, rounding=ROUND_HALF_UP)

    def written(weight: Array) -> Array:
        flat = [float(Decimal(x).quantize(unit, context=exact)) + 0.0 for x in weight.flat]
        return np.array(flat).reshape(weight.shape)

    return {name: written(weight) for name, weight in named.items()}


def rounded(weights: Weights, places: int) -> Weights:
    """The weights as `rounded_arrays` writes them."""
    named = rounded_arrays(weights_to_dict(weights), places)
    return weights_from_dict(named, len(weights.blocks))
