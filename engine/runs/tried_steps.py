"""Other steps from the point where a step of training began, and what they do to one word's look.

Adam's step is the sum of two: what it remembers of earlier sentences, and what the sentence at hand
asks for, each divided by the same root. Both are tried alone here, and so are plain steps against
the gradient of this sentence and of the one before, and a step that divides without remembering.
All is worked in full precision and rounded once, at the end.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np

from engine.figures.decimals import Places
from engine.figures.descriptions import COUNT, TRIED
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.layers.losses import Targets, cross_entropy_backward
from engine.models.decoder_only import backward, forward
from engine.models.parameters import weights_from_dict, weights_to_dict
from engine.numerics.elementary import Array
from engine.runs.givens import Floats
from engine.runs.training_step import TrainingStep, loss_pass
from engine.training.optimizer import adam_change, beta_power, moved, step_down, unbiased

PLACES = Places(6)  # a plain step moves shares by less than a ten-thousandth
STEPS = ("plain", "adam", "memory", "sentence", "sized", "earlier")


class TriedSteps(NamedFigures):
    """The shares that a word gives in the first block's first head, before and after each step.

    `before[position,heard]` and, for each of `STEPS`, `plain[position,heard]` and how it differs,
    `plain.change[position,heard]`. `earlier` is a plain step for the words that the training step
    before this one read. `uphill` counts the weights that Adam moved up their own slope.
    """

    def __init__(self, step: TrainingStep, earlier: Sequence[str]) -> None:
        super().__init__(f"{step.scope}/tried", {}, step.vocabularies)
        self._step = step
        self.earlier = tuple(earlier)
        before = self._give("before", self._shares(self._weights()))
        for name, weights in self._tried().items():
            after = self._give(name, self._shares(weights))
            change = after.record("difference", (after, before))
            change.publish(self.scope, f"{name}.change", after.labels, causal=True)
            self.arrays[change.name] = change
        self.arrays["uphill"] = given(
            self._uphill(), step.policy, self.scope, "uphill", origin=COUNT,
            title="weights that the step moved up their slope",
        )  # fmt: skip

    def _uphill(self) -> int:
        arrays, count = self._step.arrays, 0
        for name in self._weights():
            gradient, moved = arrays[f"gradient.{name}"], arrays[f"adam.{name}.moved"]
            count += int(np.count_nonzero(gradient.values * moved.values > 0))
        return count

    def _slopes(self, words: Sequence[str]) -> dict[str, Floats]:
        """Return the gradient of another sentence's loss at the weights before the step."""
        step, model = self._step, self._step.model
        ids = model.ids(words)
        smoothing = float(step.arrays["smoothing"].values.item())
        targets = Targets(ids[1:], float(len(ids) - 1), smoothing)
        made = loss_pass(model.full_weights, model.full_constants, model, ids[:-1], targets)
        back = backward(
            cross_entropy_backward(made.loss, targets), ids[:-1], made.passed,
            model.full_weights, model.full_constants,
        )  # fmt: skip
        return dict(weights_to_dict(back.weights))

    def _weights(self) -> dict[str, Floats]:
        return dict(weights_to_dict(self._step.model.full_weights))

    def _tried(self) -> dict[str, dict[str, Array]]:
        """Return all weights after each of the steps."""
        step, weights = self._step, self._weights()
        full, adam = step.full, step.adam
        rate, power = step.full_rate, beta_power(adam.beta1, step.number)
        parts: Mapping[str, Mapping[str, Array]] = {
            "memory": {name: step.saved.first[name] * adam.beta1 for name in weights},
            "sentence": {name: full[f"gradient.{name}"] * (1.0 - adam.beta1) for name in weights},
        }
        tried = {
            "plain": {
                name: step_down(weight, full[f"gradient.{name}"], rate)
                for name, weight in weights.items()
            },
            "adam": {name: full[f"adam.{name}.weight"] for name in weights},
            "sized": {
                name: weight
                - adam_change(
                    full[f"gradient.{name}"], full[f"adam.{name}.deviation"], adam.epsilon, rate
                )
                for name, weight in weights.items()
            },
            "earlier": {
                name: step_down(weights[name], slope, rate)
                for name, slope in self._slopes(self.earlier).items()
            },
        }
        for which, means in parts.items():
            tried[which] = {
                name: moved(
                    weight,
                    adam_change(
                        unbiased(means[name], power),
                        full[f"adam.{name}.deviation"],
                        adam.epsilon,
                        rate,
                    ),
                )
                for name, weight in weights.items()
            }
        return tried

    def _shares(self, weights: Mapping[str, Array]) -> Floats:
        model = self._step.model
        layers = model.variant.layers
        passed = forward(
            weights_from_dict(dict(weights), layers),
            model.full_constants,
            model.ids(self._step.words),
            model.variant,
        )
        share: Floats = passed.blocks[0].attention.heads[0].softmax.share
        return share

    def _give(self, name: str, shares: Floats) -> FigureArray:
        written = np.array(
            [[PLACES.write(Decimal(float(each))) for each in row] for row in shares], dtype=object
        )
        places = counted(len(shares))
        self.arrays[name] = given(
            written, self._step.policy, self.scope, name, (places, places),
            title="A share of attention after another step", axes=("position", "heard"),
            origin=TRIED,
        )  # fmt: skip
        return self.arrays[name]
