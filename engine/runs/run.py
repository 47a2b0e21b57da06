"""A model and a sentence → named figures: carried, with the full-precision pass next to them."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import UnknownName, WorkingsError
from engine.figures.comparison import compare
from engine.figures.descriptions import CHOSEN, COUNT, Described, Description
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.figures.naming import walk
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for
from engine.layers.variants import Variant
from engine.models.decoder_only import Forward, forward, guess, guess_at
from engine.models.parameters import Weights, weight_shapes, weights_from_dict
from engine.numerics.kernels import Ids
from engine.runs.counts import count_multiplications, count_parameters
from engine.runs.givens import ModelGivens

Floats = npt.NDArray[np.float64]

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
        self.vocabulary = tuple(vocabulary)
        super().__init__(name, variant, policy, {"word": self.vocabulary})
        self.full_weights = weights_from_dict(dict(weights), variant.layers)
        given_weights = self.give_weights(self.full_weights, places)
        self.weights: Weights = weights_from_dict(given_weights, variant.layers)
        for text in TEMPERATURES:
            self.give_fact(f"temperature_{text}", text, CHOSEN)
        self.give_words("token", "word")
        self.arrays |= count_parameters(
            weight_shapes(variant), variant, self.policy, name, self.arrays["width"]
        )

    def ids(self, words: Sequence[str]) -> Ids:
        """Return the token numbers of a sentence; refuse what the model can't read."""
        if not words:
            raise WorkingsError("the sentence is empty: give at least one word")
        longest = self.variant.context
        if len(words) > longest:
            raise WorkingsError(
                f"the sentence has {len(words)} words; this model reads at most {longest}"
            )
        for word in words:
            if word not in self.vocabulary:
                raise UnknownName(word, self.vocabulary, what="word")
        return np.array([self.vocabulary.index(word) for word in words], dtype=np.int64)


class Run(NamedFigures):
    """One model, one sentence, one rounding policy: the thing that figures belong to."""

    def __init__(
        self,
        model: ModelFigures,
        words: Sequence[str],
        temperatures: Sequence[str] = TEMPERATURES,
    ) -> None:
        self.model = model
        self.words = tuple(words)
        ids = model.ids(words)
        super().__init__(f"{model.name}/{slug(words)}", {}, model.vocabularies)
        carried = {text: model.arrays[f"temperature_{text}"] for text in temperatures}
        full = {text: float(text) for text in temperatures}
        passed = forward(model.weights, model.constants, ids, model.variant)
        unrounded = forward(model.full_weights, model.full_constants, ids, model.variant)
        names = self.publish(_guessed(passed, model.variant))
        self.publish(_tempered(passed, model.variant, carried))
        self.full: dict[str, Floats] = dict(
            walk(_guessed(unrounded, model.variant) | _tempered(unrounded, model.variant, full))
        )
        self.publish(summaries({name: self.arrays[name] for name in names}))
        self.publish(self._multiplications([self.arrays[name] for name in names]))
        self.publish(compare(self.arrays, self.full, model.policy))

    def _multiplications(self, arrays: Sequence[FigureArray]) -> dict[str, Described]:
        """Count how often the word at each position multiplies, and all words up to there."""
        counts = count_multiplications(arrays, len(self.words))
        about = Description(axes=("position",), origin=COUNT)
        parts = {"multiplications": counts, "multiplications_so_far": list(accumulate(counts))}
        return {
            name: Described(FigureArray(np.array(each, dtype=object), self.model.policy), about)
            for name, each in parts.items()
        }

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name: the run's own figures, then the model's."""
        return (self.arrays, self.model.arrays)

    def in_full(self, figure: Figure) -> float | None:
        """Return a figure of this run as the full-precision pass has it, if that has it."""
        full = self.full.get(figure.array.name)
        return None if full is None else float(full.flat[figure.flat])

    def full_answer(self, position: int) -> str:
        """Return the likeliest next word when nothing is rounded on the way."""
        chances = self.full["guess.share"][position - 1]
        return self.model.vocabulary[int(np.argmax(chances))]

    def answer(self, position: int) -> str:
        """Return the likeliest next word after the word at `position` (from 1)."""
        chances = self.arrays["guess.share"].row(position - 1)
        return self.model.vocabulary[max(range(len(chances)), key=lambda i: chances[i].value)]


def _guessed(passed: Forward, variant: Variant) -> dict[str, Any]:
    """A pass through the model, and its guesses; bare or carried, as the numbers are."""
    return {"": passed, "guess": Described(guess(passed.logit, variant), GUESS)}


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


def summaries(arrays: Mapping[str, FigureArray]) -> dict[str, Described]:
    """What a page shows of a row: its shares as printed added up, its numbers switched off."""
    parts: dict[str, Described] = {}
    for name, array in arrays.items():
        if array.operation == "share":
            whole = array.record("sum_as_printed", (array,))
            title = array.title if array.axes[-1] == "word" else "The shares added up as printed"
            parts[f"{name}_sum"] = Described(whole, Description(title, array.axes[:1]))
    for name, array in arrays.items():
        if array.operation == "relu":
            off = array.record("count_zeros", (array,))
            about = Description("How many are switched off", array.axes[:1], COUNT)
            before, point, _ = name.rpartition(".")
            parts[f"{before}{point}switched_off"] = Described(off, about)
    return parts


def slug(words: Sequence[str]) -> str:
    """Return a sentence as part of an address: signs are written as words, marks left out."""
    signs = {".": "stop", "?": "asks"}
    return "-".join(signs.get(word, word) for word in words if not word.startswith("<"))
