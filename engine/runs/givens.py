"""What a model gives to every run: its weights and the numbers its authors chose, as figures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import UnknownName, WorkingsError
from engine.figures.decimals import Places, Rule
from engine.figures.descriptions import PLACE, Description
from engine.figures.ledger import FigureArray, given
from engine.figures.named import labels_of
from engine.figures.naming import walk_described
from engine.figures.operations.operation import Policy
from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of
from engine.numerics.kernels import Ids

Fact = tuple[Decimal | int | str, str]  # a figure and its origin
Floats = npt.NDArray[np.float64]

# Chosen numbers that no decimal writes exactly: √(2 ÷ π).
CHOSEN = {"gelu_scale": Places(6)}


class ModelGivens:
    """A model's given figures; a kind of model adds its weights to them."""

    def __init__(
        self,
        name: str,
        variant: Variant,
        policy: Policy,
        vocabularies: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.name = name
        self.vocabularies = vocabularies  # by the axes along their words; “word” is of the guesses
        self.variant = variant
        self.policy = policy
        self.arrays: dict[str, FigureArray] = {}
        self.full_constants = constants_of(variant)
        chosen: dict[str, Any] = {}
        for name, constant, about in walk_described(self.full_constants):
            numbers = np.asarray(constant, dtype=np.float64)
            self._give(name, numbers, about, CHOSEN.get(name))
            chosen[name] = self.arrays[name]
        self.constants = replace(self.full_constants, **chosen)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words that the model guesses, in the order of their token numbers."""
        return self.vocabularies["word"]

    def ids(self, words: Sequence[str], axis: str = "word") -> Ids:
        """Return the token numbers of words along an axis; refuse what the model can't read."""
        if not words:
            raise WorkingsError("the sentence is empty: give at least one word")
        longest = self.variant.context
        if len(words) > longest:
            raise WorkingsError(
                f"the sentence has {len(words)} words; this model reads at most {longest}"
            )
        vocabulary = self.vocabularies[axis]
        for word in words:
            if word not in vocabulary:
                raise UnknownName(word, vocabulary, what="word")
        return np.array([vocabulary.index(word) for word in words], dtype=np.int64)

    def give_weights(self, weights: Any, places: int) -> dict[str, FigureArray]:
        """Add the weights, which were rounded to so many places, and return their figures."""
        names = []
        for name, array, about in walk_described(weights):
            self._give(name, array, about, Places(places))
            names.append(name)
        return {name: self.arrays[name] for name in names}

    def give_fact(self, key: str, fact: Decimal | int | str, origin: str) -> None:
        """Add a figure about the model that was counted or chosen, such as its training steps."""
        self.arrays[key] = given(fact, self.policy, self.name, key, origin=origin)

    def give_facts(self, facts: Mapping[str, Fact]) -> None:
        """Add figures about the model, each with its origin."""
        for key, (fact, origin) in facts.items():
            self.give_fact(key, fact, origin)

    def give_words(self, key: str, axis: str) -> None:
        """Add the number of each word in the vocabulary along an axis."""
        words = self.vocabularies[axis]
        tokens = np.array([Decimal(token) for token in range(len(words))], dtype=object)
        self.arrays[key] = given(
            tokens, self.policy, self.name, key, (words,), axes=(axis,), origin=PLACE
        )

    def _give(self, key: str, numbers: Floats, about: Description, rule: Rule | None) -> None:
        digits = np.asarray(np.frompyfunc(partial(_decimal, rule), 1, 1)(numbers), dtype=object)
        self.arrays[key] = FigureArray(digits, self.policy)
        labels = labels_of(about, numbers.shape, self.vocabularies)
        self.arrays[key].publish(self.name, key, labels, about)


def _decimal(rule: Rule | None, number: float) -> Decimal:
    """Return a stored number as the decimal it was written as."""
    exact = Decimal(repr(float(number)))
    if rule is not None:
        return rule.write(exact)
    return (
        exact.to_integral_value() if exact == exact.to_integral_value() else Decimal(f"{exact:f}")
    )
