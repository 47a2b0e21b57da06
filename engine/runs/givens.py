"""What a model gives to every run: its weights and the numbers its authors chose, as figures."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.figures.decimals import Places, Rule
from engine.figures.ledger import FigureArray, given
from engine.figures.named import counted
from engine.figures.operations.operation import Policy
from engine.layers.layers import Constants
from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of

Floats = npt.NDArray[np.float64]
Labels = tuple[tuple[str, ...], ...]

# Chosen numbers that no decimal writes exactly: √(2 ÷ π).
CHOSEN = {"gelu_scale": Places(6)}

WHOLE = {"position", "slot_number"}  # given rows that hold counts, not learned numbers


class ModelGivens:
    """A model's given figures; a kind of model adds its weights to them."""

    def __init__(self, name: str, variant: Variant, policy: Policy) -> None:
        self.name = name
        self.variant = variant
        self.policy = policy
        self.arrays: dict[str, FigureArray] = {}
        self.full_constants = constants_of(variant)
        chosen: dict[str, Any] = {}
        for field in fields(Constants):
            constant = getattr(self.full_constants, field.name)
            if constant is not None:  # a model without waves has no base, one with ReLU no GELU
                numbers = np.asarray(constant, dtype=np.float64)
                rule = CHOSEN.get(field.name)
                self._give(field.name, numbers, tuple(map(counted, numbers.shape[:1])), rule)
                chosen[field.name] = self.arrays[field.name]
        self.constants = replace(self.full_constants, **chosen)

    def give_weights(
        self,
        weights: Mapping[str, Floats],
        places: int,
        labels: Callable[[str, tuple[int, ...]], Labels],
    ) -> dict[str, FigureArray]:
        """Add the weights, which were rounded to so many places, and return their figures."""
        for key, array in weights.items():
            self._give(key, array, labels(key, array.shape), Places(places))
        return {key: self.arrays[key] for key in weights}

    def give_fact(self, key: str, fact: Decimal | int | str) -> None:
        """Add a figure about the model that was counted or chosen, such as its training steps."""
        self.arrays[key] = given(fact, self.policy, self.name, key)

    def _give(self, key: str, numbers: Floats, labels: Labels, rule: Rule | None) -> None:
        digits = np.asarray(np.frompyfunc(partial(_decimal, rule), 1, 1)(numbers), dtype=object)
        self.arrays[key] = given(digits, self.policy, self.name, key, labels)


def _decimal(rule: Rule | None, number: float) -> Decimal:
    """Return a stored number as the decimal it was written as."""
    exact = Decimal(repr(float(number)))
    if rule is not None:
        return rule.write(exact)
    return (
        exact.to_integral_value() if exact == exact.to_integral_value() else Decimal(f"{exact:f}")
    )
