"""One whole step of training → named figures: forward, loss, gradients, Adam, and forward again.

A step starts from a saved point: a model's weights and Adam's moments after some steps, each
rounded when they were saved. Its figures are carried like those of a run; gradients and what is
made of them keep significant digits instead of places.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from engine.figures.decimals import Digits, Places
from engine.figures.descriptions import (
    CHOSEN,
    COUNT,
    REMEMBERED,
    ROUNDING,
    Described,
    Description,
    figure,
    steps,
)
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures
from engine.figures.naming import walk, walk_described
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for
from engine.layers.backkernels import mean_words, surprise_at
from engine.layers.layers import Constants
from engine.layers.losses import (
    CrossEntropy,
    Targets,
    cross_entropy_backward,
    cross_entropy_forward,
)
from engine.models.decoder_only import Forward, backward, forward
from engine.models.parameters import Weights, weights_from_dict, weights_to_dict
from engine.numerics.elementary import Array
from engine.numerics.kernels import Ids, Scalar, exp
from engine.runs.givens import Floats
from engine.runs.run import ModelFigures
from engine.training.loop import Recipe, TrainedStep, adam_constants, decays, rounded
from engine.training.optimizer import AdamConstants, Moments, adam_step, beta_power
from engine.training.schedule import warm_up_rate

# The parts of a step.
RATE, PASS, LOSS, GRADIENTS, UPDATE = "rate", "pass", "loss", "gradients", "update"
NEW_PASS, NEW_LOSS = "new pass", "new loss"

GRADIENT_DIGITS = 4
NUDGE = "0.01"
FINE_PLACES = 8  # of the losses whose difference gives a gradient


@dataclass(frozen=True)
class SavedPoint:
    """Where training stood after so many steps; arrays by their weights' names."""

    step: int
    weights: Mapping[str, Floats]
    first: Mapping[str, Floats]  # Adam's running means of the gradient
    second: Mapping[str, Floats]  # and of its square


def saved_point(number: int, trained: TrainedStep[Weights], places: int) -> SavedPoint:
    """Return the state of training, rounded: weights to places, moments to digits."""
    return SavedPoint(
        number,
        weights_to_dict(rounded(trained.weights, places)),
        *(
            {name: _rounded(array) for name, array in weights_to_dict(moment).items()}
            for moment in (trained.first, trained.second)
        ),
    )


def step_policy(places: int) -> Policy:
    """Return the rounding rules of a pass in a training step, finer than those of a run."""
    return replace(
        policy_for(places), shares=Places(places + 1, first_digit=True), powers=Digits(places + 2)
    )


def gradient_policy(places: int, digits: int = GRADIENT_DIGITS) -> Policy:
    """Return the rules of loss, gradients and moments; new weights are weights of ``places``."""
    rule = Digits(digits)
    return Policy(
        rows=rule, shares=rule, powers=rule, divisors=rule,
        counts=Places(0), weights=Places(places), slopes=Digits(GRADIENT_DIGITS), order=1,
    )  # fmt: skip


def saved_model(
    name: str,
    model: ModelFigures,
    weights: Mapping[str, Floats],
    places: int,
    carried: int | None = None,
) -> ModelFigures:
    """Return the figures of a model with other weights, its rows carried for a training step."""
    policy = step_policy(places if carried is None else carried)
    return ModelFigures(name, model.variant, model.vocabulary, weights, places, policy=policy)


@steps
class PlainLoss:
    """How wrong guesses are without smoothing."""

    surprise: Array = figure("How wrong without smoothing", "position")  # [n, 1]
    mean_surprise: Array = figure("The loss without smoothing")  # [1]
    perplexity: Array = figure("The perplexity")  # [1]


@dataclass(frozen=True)
class LossPass:
    """A pass with its loss, smoothed as in training and plain."""

    passed: Forward
    loss: CrossEntropy
    plain: PlainLoss


@steps
class BetaPowers:
    """Adam's two numbers to the power of the step."""

    power1: Scalar = figure("β₁ to the power of the step")
    power2: Scalar = figure("β₂ to the power of the step")


D_LOGIT = Description("The gradient of each logit", ("position", "word"))


def loss_pass(weights: Weights, constants: Constants, model: ModelFigures, ids: Ids,
              targets: Targets) -> LossPass:  # fmt: skip
    """Guess each word of a sentence from those before it, and measure how wrong that was."""
    passed = forward(weights, constants, ids, model.variant)
    entropy = cross_entropy_forward(passed.logit, targets)
    each = surprise_at(entropy.softmax.share, targets.ids)
    mean = mean_words(each, targets.count)
    return LossPass(passed, entropy, PlainLoss(each, mean, exp(mean)))


class SentenceFigures(NamedFigures):
    """Figures of a model that reads one sentence and is shown which words should have come."""

    def __init__(self, model: ModelFigures, scope: str, words: Sequence[str], policy: Policy):
        super().__init__(scope, {}, model.vocabularies)
        self.model = model
        self.words = tuple(words[:-1])  # what is read
        self.right = tuple(words[1:])  # what should be guessed
        self.words_in_full = tuple(words)
        self.policy = policy
        ids = model.ids(words)
        self._read, self._right = ids[:-1], ids[1:]

    def give(
        self, name: str, number: Decimal | int | str, origin: str = CHOSEN, title: str = ""
    ) -> Any:
        """Add a given number."""
        self.arrays[name] = given(number, self.policy, self.scope, name, origin=origin, title=title)
        return self.arrays[name]

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name: the step's own figures, then the model's."""
        return (self.arrays, self.model.arrays)


class TrainingStep(SentenceFigures):
    """One step of training on one sentence, from a saved point."""

    def __init__(
        self, model: ModelFigures, saved: SavedPoint, words: Sequence[str], recipe: Recipe,
        places: int,
    ) -> None:  # fmt: skip
        number = saved.step + 1
        policy = gradient_policy(places)
        super().__init__(model, f"{model.name}/step-{number}", words, policy)
        self.number = number
        self.places = places
        self.saved = saved
        self.named: dict[str, list[str]] = {}  # the names of the arrays of each of the parts
        self.adam = adam_constants(recipe)
        constants = AdamConstants(
            *(
                self.give(f"adam.{name}", _plain(number), about.origin, about.title)
                for name, number, about in walk_described(self.adam)
            )
        )
        smoothing = self.give("smoothing", _plain(recipe.smoothing), title="label smoothing")
        decay = self.give("decay", _plain(recipe.decay), title="weight decay")
        guesses = self.give("guesses", len(self.right), COUNT, "words to be guessed")
        targets = Targets(self._right, guesses, smoothing)
        rate = self._rate(recipe)
        moments = {name: self._moments(name, saved) for name in saved.weights}
        parts = _step(
            model.weights, model.constants, model, self._read, targets, moments,
            rate, number, decay, constants,
        )  # fmt: skip
        for which, made in parts:
            self.named.setdefault(which, []).extend(self.publish(made))
        self.full = self._in_full(saved, recipe)
        self.arrays["nudge"] = given(NUDGE, model.policy, self.scope, "nudge", origin=CHOSEN)
        self.give("digits.gradients", GRADIENT_DIGITS, ROUNDING)

    def _rate(self, recipe: Recipe) -> Any:
        step = self.give("step", self.number, COUNT, "the number of this step")
        warm_up = self.give("warm_up", recipe.warm_up, title="steps until the highest rate")
        width: Any = self.model.arrays["width"]
        rate = warm_up_rate(step, width=width, warm_up=warm_up)
        self.named[RATE] = self.publish({"schedule": rate})
        return self.arrays["schedule.rate"]

    def _moments(self, name: str, saved: SavedPoint) -> Moments:
        return Moments(
            self._give_moment(f"moment.first.{name}", saved.first[name], self.model.arrays[name]),
            self._give_moment(f"moment.second.{name}", saved.second[name], self.model.arrays[name]),
        )

    def _give_moment(self, name: str, numbers: Floats, weight: FigureArray) -> Any:
        digits = np.asarray(np.frompyfunc(_written, 1, 1)(numbers), dtype=object)
        self.arrays[name] = given(
            digits, self.policy, self.scope, name, weight.labels,
            axes=weight.axes, origin=REMEMBERED,
        )  # fmt: skip
        return self.arrays[name]

    def _in_full(self, saved: SavedPoint, recipe: Recipe) -> dict[str, Floats]:
        """Return the same step with nothing rounded, by the figures' names."""
        model = self.model
        targets = Targets(self._right, float(len(self.right)), recipe.smoothing)
        moments = {name: Moments(saved.first[name], saved.second[name]) for name in saved.weights}
        self.full_rate = warm_up_rate(
            float(self.number), width=float(model.variant.width), warm_up=float(recipe.warm_up)
        ).rate
        parts = _step(
            model.full_weights, model.full_constants, model, self._read, targets, moments,
            self.full_rate, self.number, recipe.decay, self.adam,
        )  # fmt: skip
        return {
            name: array for _, made in parts for name, array in walk(made) if name in self.arrays
        }

    def in_full(self, figure: Figure) -> float | None:
        """Return a figure of this step as the full-precision step has it, if that has it."""
        full = self.full.get(figure.array.name)
        return None if full is None else float(np.asarray(full).flat[figure.flat])


def _step(
    weights: Weights, constants: Constants, model: ModelFigures, ids: Ids, targets: Targets,
    moments: Mapping[str, Moments], rate: Scalar, number: int, decay: Scalar,
    adam: AdamConstants,
) -> Iterator[tuple[str, Any]]:  # fmt: skip
    """Yield the parts of a step in order, each with what it belongs to; bare or carried."""
    before = loss_pass(weights, constants, model, ids, targets)
    yield PASS, before.passed
    yield LOSS, {"loss": before.loss, "plain": before.plain}
    d_logit = cross_entropy_backward(before.loss, targets)
    yield GRADIENTS, {"gradient.logit": Described(d_logit, D_LOGIT)}
    back = backward(d_logit, ids, before.passed, weights, constants)
    yield GRADIENTS, {"gradient": back}
    gradients = weights_to_dict(back.weights)
    powers = beta_power(adam.beta1, number), beta_power(adam.beta2, number)
    yield UPDATE, {"adam": BetaPowers(*powers)}
    updated: dict[str, Any] = {}
    for name, weight, about in walk_described(weights):
        step = adam_step(
            weight, gradients[name], moments[name], rate, powers,
            decay if decays(name, weight) else None, adam,
        )  # fmt: skip
        updated[name] = step.weight
        yield UPDATE, {f"adam.{name}": Described(step, Description(axes=about.axes))}
    after = loss_pass(
        weights_from_dict(updated, len(weights.blocks)), constants, model, ids, targets
    )
    yield NEW_PASS, {"after": after.passed}
    yield NEW_LOSS, {"after.loss": after.loss, "after.plain": after.plain}


class NudgedLoss(SentenceFigures):
    """The loss of a model with one weight set to another number, carried much finer."""

    def __init__(
        self, model: ModelFigures, scope: str, words: Sequence[str], smoothing: Decimal
    ) -> None:
        super().__init__(model, scope, words, gradient_policy(FINE_PLACES, FINE_PLACES))
        count = self.give("guesses", len(self.right), COUNT)
        targets = Targets(self._right, count, self.give("smoothing", smoothing))
        made = loss_pass(model.weights, model.constants, model, self._read, targets)
        self.publish({"": made.passed, "loss": made.loss})


class Nudge(NamedFigures):
    """One weight of a step moved up and down, (loss up − loss down) ÷ (2 × step): its gradient.

    `up` and `down` have the losses. The moved weight and the slope are figures of the step's scope,
    `nudged.w_query.3.5.up`, `….down` and `….slope`, which the step itself does not hold.
    """

    def __init__(self, trained: TrainingStep, name: str, row: str, column: str) -> None:
        super().__init__(trained.scope, {})
        self._trained = trained
        self._own = f"nudged.{name}.{row}.{column}"
        table = trained.find(name)
        index = trained.at(name, row, column).index
        step: Any = trained.arrays["nudge"]
        weight = table.record("select", (table, index[0], np.array([index[1]])))
        self.up = self._loss("up", weight + step, name, index)
        self.down = self._loss("down", weight - step, name, index)
        means = self.up.arrays["loss.mean_surprise"], self.down.arrays["loss.mean_surprise"]
        self.publish({f"{self._own}.slope": means[0].record("slope", (*means, step))})

    def part(self, name: str) -> Figure:
        """Return the moved weight, "up" or "down", or the "slope"."""
        return self.figure(f"{self._own}.{name}")

    def _loss(
        self, name: str, moved: FigureArray, table: str, index: tuple[int, ...]
    ) -> NudgedLoss:
        self.publish({f"{self._own}.{name}": moved})
        trained = self._trained
        weights = {key: trained.model.arrays[key].values.astype(np.float64)
                   for key in weights_to_dict(trained.model.weights)}  # fmt: skip
        weights[table][index] = float(moved.values.item())
        model = saved_model(trained.model.name, trained.model, weights, trained.places, FINE_PLACES)
        scope = f"{trained.scope}-{self._own.removeprefix('nudged.').replace('.', '-')}-{name}"
        return NudgedLoss(
            model, scope, trained.words_in_full, trained.arrays["smoothing"].values.item()
        )


def _plain(number: float) -> Decimal:
    return Decimal(repr(number))


def _rounded(numbers: Floats) -> Floats:
    flat = [float(_written(float(number))) for number in numbers.flat]
    return np.array(flat).reshape(numbers.shape)


def _written(number: float) -> Decimal:
    return Digits(GRADIENT_DIGITS).write(Decimal(float(number)))
