"""What runs of every kind of model share: a pass carried, with the same pass in full precision."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from engine.figures.comparison import compare
from engine.figures.descriptions import COUNT, Described, Description
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.figures.naming import walk
from engine.layers.attention import Cuts
from engine.layers.variants import Variant
from engine.models.decoder_only import guess
from engine.runs.givens import Floats, ModelGivens

Model = TypeVar("Model", bound=ModelGivens)


class ModelRun(NamedFigures, ABC, Generic[Model]):
    """One model and some words, worked once with rounding and once without.

    Row p of its figures belongs to the word at position p of `words`. A kind of run publishes its
    passes, then calls `compare`.
    """

    def __init__(self, model: Model, words: Sequence[str], scope: str) -> None:
        super().__init__(scope, {}, model.vocabularies)
        self.model = model
        self.words = tuple(words)
        self.full: dict[str, Floats] = {}

    def publish_pass(self, carried: Any, full: Any) -> dict[str, FigureArray]:
        """Publish a pass's figures and keep the same pass in full precision; return the figures."""
        self.full |= walk(full)
        return {name: self.arrays[name] for name in self.publish(carried)}

    def compare(self) -> None:
        """Publish how far the figures lie from those in full precision."""
        self.publish(compare(self.arrays, self.full, self.model.policy))

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name: the run's own figures, then the model's."""
        return (self.arrays, self.model.arrays)

    def in_full(self, figure: Figure) -> float | None:
        """Return a figure of this run as the full-precision pass has it, if that has it."""
        full = self.full.get(figure.array.name)
        return None if full is None else float(full.flat[figure.flat])

    @property
    @abstractmethod
    def attentions(self) -> Mapping[str, tuple[int, int]]:
        """Return how many words look, and at how many, in each attention of the model."""

    @abstractmethod
    def guesses(self, cuts: Cuts) -> dict[str, Floats]:
        """Return the figures of the guesses, in full precision, with some looks cut."""

    def answer(self, position: int) -> str:
        """Return the likeliest next word after the word at `position` (from 1)."""
        chances = self.arrays["guess.share"].row(position - 1)
        return self.model.vocabulary[max(range(len(chances)), key=lambda i: chances[i].value)]

    def full_answer(self, position: int) -> str:
        """Return the likeliest next word when nothing is rounded on the way."""
        chances = self.full["guess.share"][position - 1]
        return self.model.vocabulary[int(np.argmax(chances))]


AnyRun = ModelRun[Any]


def guessed(passed: Any, variant: Variant, about: Description) -> dict[str, Any]:
    """Return a pass through a model with its guesses; bare or carried, as the numbers are."""
    return {"": passed, "guess": Described(guess(passed.logit, variant), about)}


def summaries(arrays: Mapping[str, FigureArray]) -> dict[str, Described]:
    """What a page shows of a row: its shares as printed added up, the zeros its ReLU makes."""
    parts: dict[str, Described] = {}
    for name, array in arrays.items():
        if array.operation == "share":
            whole = array.record("sum_as_printed", (array,))
            title = array.title if array.axes[-1] == "word" else "The shares added up as printed"
            parts[f"{name}_sum"] = Described(whole, Description(title, array.axes[:1]))
    for name, array in arrays.items():
        if array.operation == "relu":
            off = array.record("count_zeros", (array,))
            about = Description("How many come out as zero", array.axes[:1], COUNT)
            before, point, _ = name.rpartition(".")
            parts[f"{before}{point}switched_off"] = Described(off, about)
    return parts


def slug(words: Sequence[str]) -> str:
    """Return a sentence as part of an address: signs are written as words, marks left out."""
    signs = {".": "stop", "?": "asks"}
    return "-".join(signs.get(word, word) for word in words if not word.startswith("<"))
