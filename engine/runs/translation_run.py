"""A translating model, a sentence and its translation → named figures, carried and in full.

The decoder never hears a later word, so one run over a whole translation holds the figures of all
passes that wrote it: the pass that wrote the word after the word at position p is row p.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.errors import UnknownName, WorkingsError
from engine.figures.comparison import compare
from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, Described, Description
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.figures.naming import walk
from engine.figures.operations.operation import Policy
from engine.figures.rounding import POWER_DIGITS, policy_for
from engine.layers.layers import Constants
from engine.layers.variants import Variant
from engine.models.decoder_only import guess
from engine.models.encoder_decoder import translate_forward
from engine.models.encoder_decoder_parameters import (
    TranslatorWeights,
    translator_from_dict,
    translator_shapes,
)
from engine.numerics.kernels import Ids
from engine.runs.counts import count_parameters, count_table_multiplications
from engine.runs.generation import BEGIN
from engine.runs.givens import Floats, ModelGivens
from engine.runs.run import slug, summaries

GUESS = Description(called={"choice": "word", "position": "written"})


def translation_policy(places: int) -> Policy:
    """Return the rounding rules of a translation whose rows are carried to so many places.

    With 16 numbers a word, not every divisor of the position signal is whole.
    """
    return replace(policy_for(places), divisors=Digits(POWER_DIGITS))


class TranslatorFigures(ModelGivens):
    """A translating model's own figures: its weights and the numbers its authors chose."""

    def __init__(
        self,
        name: str,
        variant: Variant,
        languages: tuple[Sequence[str], Sequence[str]],
        weights: Mapping[str, Floats],
        places: int,
        carried: int,
    ) -> None:
        self.source_vocabulary, self.vocabulary = (tuple(words) for words in languages)
        vocabularies = {"word": self.vocabulary, "source word": self.source_vocabulary}
        super().__init__(name, variant, translation_policy(carried), vocabularies)
        self.full_weights = translator_from_dict(dict(weights), variant)
        figures = self.give_weights(self.full_weights, places)
        self.weights: TranslatorWeights = translator_from_dict(dict(figures), variant)
        self.give_words("source_token", "source word")
        self.give_words("token", "word")
        shapes = translator_shapes(variant)
        self.arrays |= count_parameters(shapes, variant, self.policy, name, self.arrays["width"])

    def source_ids(self, words: Sequence[str]) -> Ids:
        """Return the token numbers of a sentence to read; refuse what the model can't read."""
        return self._ids(words, self.source_vocabulary)

    def written_ids(self, words: Sequence[str]) -> Ids:
        """Return the token numbers of what has been written, beginning with its mark."""
        return self._ids(words, self.vocabulary)

    def _ids(self, words: Sequence[str], vocabulary: tuple[str, ...]) -> Ids:
        if not words:
            raise WorkingsError("the sentence is empty: give at least one word")
        if len(words) > self.variant.context:
            raise WorkingsError(
                f"the sentence has {len(words)} words; "
                f"this model reads at most {self.variant.context}"
            )
        for word in words:
            if word not in vocabulary:
                raise UnknownName(word, vocabulary, what="word")
        return np.array([vocabulary.index(word) for word in words], dtype=np.int64)


class TranslationRun(NamedFigures):
    """One model, one sentence, and what was written: the thing that figures belong to.

    `written` are the words that the decoder reads, without the mark of the beginning. `scope`
    tells runs of one sentence apart.
    """

    def __init__(
        self,
        model: TranslatorFigures,
        source: Sequence[str],
        written: Sequence[str],
        scope: str = "",
    ) -> None:
        self.model = model
        self.source = tuple(source)
        self.words = (BEGIN, *written)
        super().__init__(scope or f"{model.name}/{slug(source)}", {}, model.vocabularies)
        ids = model.source_ids(self.source), model.written_ids(self.words)
        self.publish(_pass(model.weights, model.constants, *ids, model.variant))
        self.full: dict[str, Floats] = dict(
            walk(_pass(model.full_weights, model.full_constants, *ids, model.variant))
        )
        made = dict(self.arrays)
        self.publish(summaries(made))
        self.publish({f"multiplications.{side}": _multiplications(made, side, model.policy)
                      for side in ("encoder", "decoder")})  # fmt: skip
        self.publish(compare(self.arrays, self.full, model.policy))

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name: the run's own figures, then the model's."""
        return (self.arrays, self.model.arrays)

    def in_full(self, figure: Figure) -> float | None:
        """Return a figure of this run as the full-precision pass has it, if that has it."""
        full = self.full.get(figure.array.name)
        return None if full is None else float(full.flat[figure.flat])

    def answer(self, position: int) -> str:
        """Return the likeliest next word after the word written at `position` (from 1)."""
        chances = self.arrays["guess.share"].row(position - 1)
        return self.model.vocabulary[max(range(len(chances)), key=lambda i: chances[i].value)]

    def full_answer(self, position: int) -> str:
        """Return the likeliest next word when nothing is rounded on the way."""
        chances = self.full["guess.share"][position - 1]
        return self.model.vocabulary[int(np.argmax(chances))]


def _pass(
    weights: TranslatorWeights, constants: Constants, source: Ids, written: Ids, variant: Variant
) -> dict[str, Any]:
    """One pass through the model and its guesses; bare or carried, as the numbers are."""
    passed = translate_forward(weights, constants, source, written, variant)
    return {"": passed, "guess": Described(guess(passed.logit, variant), GUESS)}


def _multiplications(arrays: Mapping[str, FigureArray], side: str, policy: Policy) -> Described:
    """Count how often one side multiplies."""
    count = count_table_multiplications(
        array for name, array in arrays.items() if name.startswith(side)
    )
    return Described(
        FigureArray(np.asarray(count, dtype=object), policy), Description(origin=COUNT)
    )
