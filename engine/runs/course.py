"""What holds for a training as a whole: the rate of each of its steps, and the loss that is left.

A model that is trained with label smoothing can't bring its loss to zero: the smallest loss of a
guess is that of chances equal to the target.
"""

from decimal import Decimal
from typing import Any

import numpy as np

from engine.figures.descriptions import CHOSEN, COUNT, SIZE
from engine.figures.ledger import given
from engine.figures.named import NamedFigures
from engine.layers.backkernels import smoothed, surprise
from engine.numerics.kernels import log
from engine.runs.run import ModelFigures
from engine.runs.training_step import gradient_policy
from engine.training.loop import Recipe
from engine.training.schedule import warm_up_rate


class Course(NamedFigures):
    """The figures of a training by step: ``rate``, and what it is made of; and of ``least`` loss.

    ``rate[step]`` is Vaswani et al. 2017, equation 3, for each step from 1 on. ``least.loss[word]``
    is the loss of a guess that equals the smoothed target when that word came: −Σ y × ln y.
    """

    def __init__(self, model: ModelFigures, recipe: Recipe, places: int) -> None:
        super().__init__(f"{model.name}-course", {})
        self.policy = gradient_policy(places)
        steps = tuple(map(str, range(1, recipe.steps + 1)))
        step = self._give("step", [Decimal(one) for one in steps], COUNT, (steps,))
        warm_up = self._give("warm_up", recipe.warm_up, CHOSEN)
        width = self._give("width", model.variant.width, SIZE)
        rate = warm_up_rate(step, width=width, warm_up=warm_up)
        self._publish({"scale": rate.scale}, ())
        every = {"falling": rate.falling, "climbing": rate.climbing, "rate": rate.rate}
        self._publish(every, (steps,))
        words = model.vocabulary
        smoothing = self._give("smoothing", Decimal(repr(recipe.smoothing)), CHOSEN)
        target = smoothed(smoothing, np.arange(len(words)), len(words))  # [v] → [v, v]
        logarithm = log(target)  # [v, v]
        parts = {"least.target": target, "least.logarithm": logarithm}
        self._publish(parts, (words, words))
        self._publish({"least.loss": surprise(target, logarithm)}, (words,))  # [v, 1]

    def _give(
        self, name: str, numbers: Any, origin: str, labels: tuple[tuple[str, ...], ...] = ()
    ) -> Any:
        values = np.asarray(numbers, dtype=object) if labels else numbers
        self.arrays[name] = given(values, self.policy, self.scope, name, labels, origin=origin)
        return self.arrays[name]

    def _publish(self, parts: dict[str, Any], labels: tuple[tuple[str, ...], ...]) -> None:
        for name, array in parts.items():
            array.publish(self.scope, name, labels)
            self.arrays[name] = array
