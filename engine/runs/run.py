"""A model and a sentence → named figures: carried, with the full-precision pass beside them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import UnknownName, WorkingsError
from engine.figures.comparison import compare
from engine.figures.decimals import Digits, Places
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.naming import walk
from engine.figures.operations.operation import Policy
from engine.layers.layers import Constants
from engine.layers.variants import Variant
from engine.models.decoder_only import forward, guess, guess_at
from engine.models.parameters import Weights, weight_shapes, weights_from_dict
from engine.numerics.kernels import Ids
from engine.runs.counts import count_multiplications, count_parameters
from engine.runs.givens import ModelGivens

Floats = npt.NDArray[np.float64]

TEMPERATURES = ("0.2", "0.5", "1", "2", "3")

SHARE_PLACES = 3
POWER_DIGITS = 4

# The axes of a figure, by the last part of its name; all others are a row for each word.
AXES: dict[str, tuple[str, ...]] = {
    "root": (),
    "divisor": ("slot",),
    "mean": ("position",),
    "variance": ("position",),
    "deviation": ("position",),
    "top": ("position",),
    "total": ("position",),
    "share_sum": ("position",),
    "switched_off": ("position",),
    "multiplications": ("position",),
    "multiplications_so_far": ("position",),
    "product": ("position", "heard"),
    "score": ("position", "heard"),
    "shifted": ("position", "heard"),
    "raised": ("position", "heard"),
    "share": ("position", "heard"),
    "logit": ("position", "word"),
    "chance": ("position", "word"),
    "moved": ("position", "word"),
    "guess.tempered": ("position", "word"),
    "guess.shifted": ("position", "word"),
    "guess.raised": ("position", "word"),
    "guess.share": ("position", "word"),
}


def policy_for(places: int) -> Policy:
    """Return the rounding rules of a model whose rows are carried to so many places."""
    return Policy(
        rows=Places(places),
        shares=Places(SHARE_PLACES, first_digit=True),
        powers=Digits(POWER_DIGITS),
        divisors=Places(0),
        counts=Places(0),
        weights=Places(places),
        slopes=Digits(POWER_DIGITS),
    )


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
        super().__init__(name, variant, policy)
        self.vocabulary = tuple(vocabulary)
        self.full_weights = weights_from_dict(dict(weights), variant.layers)
        given_weights = self.give_weights(weights, places, self._weight_labels)
        self.weights: Weights = weights_from_dict(given_weights, variant.layers)
        for text in TEMPERATURES:
            self.give_fact(f"temperature_{text}", text)
        tokens = np.array([Decimal(token) for token in range(len(self.vocabulary))], dtype=object)
        self.arrays["token"] = given(tokens, self.policy, name, "token", (self.vocabulary,))
        self.arrays |= count_parameters(
            weight_shapes(variant), variant, self.policy, name, self.arrays["width"]
        )

    def _weight_labels(self, key: str, shape: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        places = tuple(counted(size) for size in shape)
        if key == "embedding":
            return (self.vocabulary, *places[1:])
        if key == "unembedding":
            return (*places[:-1], self.vocabulary)
        return places

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
        super().__init__(f"{model.name}/{slug(words)}", {})
        carried = {text: model.arrays[f"temperature_{text}"] for text in temperatures}
        self._publish(_pass(model.weights, model.constants, ids, model.variant, carried))
        full = {text: float(text) for text in temperatures}
        self.full: dict[str, Floats] = dict(
            walk(_pass(model.full_weights, model.full_constants, ids, model.variant, full))
        )
        self._publish(self._summaries())
        self._publish(compare(self.arrays, self.full, model.policy))

    def _publish(self, parts: dict[str, Any]) -> None:
        for name, array in walk(parts):
            if array.name:  # a given figure passed on
                continue
            axes = axes_of(name)
            labels = tuple(self._labels(axis, array) for axis in axes)
            array.publish(self.scope, name, labels, causal="heard" in axes)
            self.arrays[name] = array

    def _summaries(self) -> dict[str, FigureArray]:
        """What a page tells of a row: its shares as printed added up, its numbers switched off."""
        parts = {
            f"{name}_sum": share.record("sum_as_printed", (share,))
            for name, share in self.arrays.items()
            if name.rsplit(".", 1)[-1] == "share" and not name.startswith("guess_at")
        }
        if self.model.variant.activation == "relu":
            for name, kept in self.arrays.items():
                if name.rsplit(".", 1)[-1] == "kept":
                    off = [Decimal(int((row == 0).sum())) for row in kept.values]
                    counted = FigureArray(np.array(off, dtype=object), self.model.policy)
                    parts[name.removesuffix("kept") + "switched_off"] = counted
        told = [a for name, a in self.arrays.items() if not name.startswith("guess_at")]
        counts = np.array(count_multiplications(told, len(self.words)), dtype=object)
        parts["multiplications"] = FigureArray(counts, self.model.policy)
        so_far = np.array(list(accumulate(counts)), dtype=object)
        parts["multiplications_so_far"] = FigureArray(so_far, self.model.policy)
        return parts

    def _labels(self, axis: str, array: FigureArray) -> tuple[str, ...]:
        if axis == "word":
            return self.model.vocabulary
        if axis == "slot":
            return counted(array.shape[-1])
        return counted(len(self.words))

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


def _pass(
    weights: Weights,
    constants: Constants,
    ids: Ids,
    variant: Variant,
    temperatures: Mapping[str, Any],
) -> dict[str, Any]:
    """One pass through the model and its guesses; bare or carried, as the numbers are."""
    passed = forward(weights, constants, ids, variant)
    parts: dict[str, Any] = {"": passed, "guess": guess(passed.logit, variant)}
    for text, temperature in temperatures.items():
        parts[f"guess_at_{text}"] = guess_at(passed.logit, temperature, variant)
    return parts


def axes_of(name: str) -> tuple[str, ...]:
    """Return the axes of the figures with this name."""
    last = name.rsplit(".", 1)[-1]
    if name.startswith("cost."):
        return ()
    if name.startswith("guess") and f"guess.{last}" in AXES:
        last = f"guess.{last}"
    return AXES.get(last, ("position", "slot"))


def slug(words: Sequence[str]) -> str:
    """Return a sentence as part of an address: signs are written as words, marks left out."""
    signs = {".": "stop", "?": "asks"}
    return "-".join(signs.get(word, word) for word in words if not word.startswith("<"))
