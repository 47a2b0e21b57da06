"""A model and a sentence → named figures: carried, with the full-precision pass next to them."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from engine.figures.descriptions import CHOSEN, COUNT, Described, Description
from engine.figures.ledger import FigureArray
from engine.figures.naming import walk
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for
from engine.layers.attention import Cuts
from engine.layers.variants import Variant
from engine.models.decoder_only import Forward, forward, guess_at
from engine.models.parameters import Weights, weight_shapes, weights_from_dict
from engine.runs.counts import count_multiplications, count_parameters
from engine.runs.givens import Floats, ModelGivens
from engine.runs.model_run import ModelRun, guessed, slug, summaries

TEMPERATURES = ("0.2", "0.5", "1", "2", "3")

# By the whole part of a temperature: what the chances at it are.
AT_TEMPERATURE = {
    "0": "At a low temperature",
    "1": "At temperature one",
    "2": "At a high temperature",
    "3": "At the highest temperature",
}
GUESS = Description("The chances", called={"choice": "word"})


class ModelFigures(ModelGivens):
    """A model's own figures: its weights and the numbers its authors chose, all given."""

    def __init__(
        self,
        name: str,
        variant: Variant,
        vocabulary: Sequence[str],
        weights: Mapping[str, Floats],
        places: int,
        carried: int | None = None,
        policy: Policy | None = None,
    ) -> None:
        policy = policy or policy_for(places if carried is None else carried)
        super().__init__(name, variant, policy, {"word": tuple(vocabulary)})
        self.full_weights = weights_from_dict(dict(weights), variant.layers)
        given_weights = self.give_weights(self.full_weights, places)
        self.weights: Weights = weights_from_dict(given_weights, variant.layers)
        for text in TEMPERATURES:
            self.give_fact(f"temperature_{text}", text, CHOSEN)
        self.give_words("token", "word")
        self.arrays |= count_parameters(
            weight_shapes(variant), variant, self.policy, name, self.arrays["width"]
        )


class Run(ModelRun[ModelFigures]):
    """One model and one sentence, which it goes on with: the thing that figures belong to."""

    def __init__(
        self,
        model: ModelFigures,
        words: Sequence[str],
        temperatures: Sequence[str] = TEMPERATURES,
    ) -> None:
        super().__init__(model, words, f"{model.name}/{slug(words)}")
        ids = model.ids(words)
        carried = {text: model.arrays[f"temperature_{text}"] for text in temperatures}
        full = {text: float(text) for text in temperatures}
        passed = forward(model.weights, model.constants, ids, model.variant)
        unrounded = forward(model.full_weights, model.full_constants, ids, model.variant)
        made = self.publish_pass(
            guessed(passed, model.variant, GUESS), guessed(unrounded, model.variant, GUESS)
        )
        self.publish_pass(
            _tempered(passed, model.variant, carried), _tempered(unrounded, model.variant, full)
        )
        self.publish(summaries(made))
        self.steps = list(made.values())  # of the pass at temperature one
        self.publish(self._multiplications(self.steps))
        self.compare()

    @property
    def attentions(self) -> dict[str, tuple[int, int]]:
        """Return how many words look, and at how many, in the attention of each block."""
        count = len(self.words)
        return {f"block{n}": (count, count) for n in range(1, self.model.variant.layers + 1)}

    def guesses(self, cuts: Cuts) -> dict[str, Floats]:
        """Return the figures of the guesses, in full precision, with some looks cut."""
        model = self.model
        ids = model.ids(self.words)
        passed = forward(model.full_weights, model.full_constants, ids, model.variant, cuts=cuts)
        return dict(walk(guessed(passed, model.variant, GUESS)))

    def _multiplications(self, arrays: Sequence[FigureArray]) -> dict[str, Described]:
        """Count how often the word at each position multiplies, and all words up to there."""
        counts = count_multiplications(arrays, len(self.words))
        about = Description(axes=("position",), origin=COUNT)
        parts = {"multiplications": counts, "multiplications_so_far": list(accumulate(counts))}
        return {
            name: Described(FigureArray(np.array(each, dtype=object), self.model.policy), about)
            for name, each in parts.items()
        }


def _tempered(
    passed: Forward, variant: Variant, temperatures: Mapping[str, Any]
) -> dict[str, Described]:
    """The guesses of a pass at some temperatures."""
    return {
        f"guess_at_{text}": Described(
            guess_at(passed.logit, temperature, variant),
            Description(AT_TEMPERATURE.get(text.partition(".")[0], "At another temperature")),
        )
        for text, temperature in temperatures.items()
    }
