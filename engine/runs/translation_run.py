"""A translating model, a sentence and its translation → named figures, carried and in full.

The decoder never hears a later word, so one run over a whole translation holds the figures of all
passes that wrote it: the pass that wrote the word after the word at position p is row p.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, Described, Description
from engine.figures.ledger import FigureArray
from engine.figures.naming import walk
from engine.figures.operations.operation import Policy
from engine.figures.rounding import POWER_DIGITS, policy_for
from engine.layers.attention import Cuts
from engine.layers.layers import Constants
from engine.layers.variants import Variant
from engine.models.encoder_decoder import (
    CROSS_ATTENTION,
    MASKED_ATTENTION,
    SELF_ATTENTION,
    translate_forward,
)
from engine.models.encoder_decoder_parameters import (
    TranslatorWeights,
    translator_from_dict,
    translator_shapes,
)
from engine.numerics.kernels import Ids
from engine.runs.counts import count_parameters, count_table_multiplications
from engine.runs.generation import BEGIN
from engine.runs.givens import Floats, ModelGivens
from engine.runs.model_run import ModelRun, guessed, slug, summaries

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
        self.source_vocabulary, vocabulary = (tuple(words) for words in languages)
        vocabularies = {"word": vocabulary, "source word": self.source_vocabulary}
        super().__init__(name, variant, translation_policy(carried), vocabularies)
        self.full_weights = translator_from_dict(dict(weights), variant)
        figures = self.give_weights(self.full_weights, places)
        self.weights: TranslatorWeights = translator_from_dict(dict(figures), variant)
        self.give_words("source_token", "source word")
        self.give_words("token", "word")
        shapes = translator_shapes(variant)
        self.arrays |= count_parameters(shapes, variant, self.policy, name, self.arrays["width"])


class TranslationRun(ModelRun[TranslatorFigures]):
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
        super().__init__(model, (BEGIN, *written), scope or f"{model.name}/{slug(source)}")
        self.source = tuple(source)
        ids = model.ids(source, "source word"), model.ids(self.words)
        made = self.publish_pass(
            _pass(model.weights, model.constants, *ids, model.variant),
            _pass(model.full_weights, model.full_constants, *ids, model.variant),
        )
        self.publish(summaries(made))
        for side in ("encoder", "decoder"):
            count = _multiplications(made, side, model.policy)
            self.publish({f"multiplications.{side}": count})
        self.compare()

    @property
    def attentions(self) -> dict[str, tuple[int, int]]:
        """Return how many words look, and at how many, in each of the three attentions."""
        read, written = len(self.source), len(self.words)
        return {
            SELF_ATTENTION: (read, read),
            MASKED_ATTENTION: (written, written),
            CROSS_ATTENTION: (written, read),
        }

    def guesses(self, cuts: Cuts) -> dict[str, Floats]:
        """Return the figures of the guesses, in full precision, with some looks cut."""
        model = self.model
        passed = translate_forward(
            model.full_weights,
            model.full_constants,
            model.ids(self.source, "source word"),
            model.ids(self.words),
            model.variant,
            cuts=cuts,
        )
        return dict(walk(guessed(passed, model.variant, GUESS)))


def _pass(
    weights: TranslatorWeights, constants: Constants, source: Ids, written: Ids, variant: Variant
) -> dict[str, Any]:
    """One pass through the model and its guesses; bare or carried, as the numbers are."""
    return guessed(translate_forward(weights, constants, source, written, variant), variant, GUESS)


def _multiplications(arrays: Mapping[str, FigureArray], side: str, policy: Policy) -> Described:
    """Count how often one side multiplies."""
    count = count_table_multiplications(
        array for name, array in arrays.items() if name.startswith(side)
    )
    return Described(
        FigureArray(np.asarray(count, dtype=object), policy), Description(origin=COUNT)
    )
