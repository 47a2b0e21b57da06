"""A translating model, a sentence and its translation → named figures, carried and in full.

The decoder never hears a later word, so one run over a whole translation holds the figures of all
passes that wrote it: the pass that wrote the word after the word at position p is row p.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np

from engine.errors import UnknownName, WorkingsError
from engine.figures.comparison import compare
from engine.figures.decimals import Digits
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.naming import walk
from engine.figures.operations.operation import Policy
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
from engine.runs.run import POWER_DIGITS, policy_for, slug

# Parts of a pass that add nothing to a figure's name.
UNNAMED = frozenset({"softmax", "layer", "positions"})

# The axes of a figure beside its word, by the last part of its name; all others are slots.
AXES: dict[str, tuple[str, ...]] = {
    "mean": (),
    "variance": (),
    "deviation": (),
    "total": (),
    "share_sum": (),
    "switched_off": (),
    "product": ("heard",),
    "score": ("heard",),
    "raised": ("heard",),
    "share": ("heard",),
    "logit": ("word",),
    "chance": ("word",),
    "moved": ("word",),
}


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
        super().__init__(name, variant, translation_policy(carried))
        self.source_vocabulary, self.vocabulary = (tuple(words) for words in languages)
        self.full_weights = translator_from_dict(dict(weights), variant)
        figures = self.give_weights(weights, places, self._weight_labels)
        self.weights: TranslatorWeights = translator_from_dict(dict(figures), variant)
        for key, words in (("source_token", self.source_vocabulary), ("token", self.vocabulary)):
            tokens = np.array([Decimal(token) for token in range(len(words))], dtype=object)
            self.arrays[key] = given(tokens, self.policy, name, key, (words,))
        shapes = translator_shapes(variant)
        self.arrays |= count_parameters(shapes, variant, self.policy, name, self.arrays["width"])

    def _weight_labels(self, key: str, shape: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        places = tuple(counted(size) for size in shape)
        if key == "encoder.embedding":
            return (self.source_vocabulary, *places[1:])
        if key == "decoder.embedding":
            return (self.vocabulary, *places[1:])
        if key == "unembedding":
            return (*places[:-1], self.vocabulary)
        return places

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
        super().__init__(scope or f"{model.name}/{slug(source)}", {})
        ids = model.source_ids(self.source), model.written_ids(self.words)
        self._publish(_pass(model.weights, model.constants, *ids, model.variant))
        self.full: dict[str, Floats] = dict(
            walk(
                _pass(model.full_weights, model.full_constants, *ids, model.variant),
                unnamed=UNNAMED,
            )
        )
        self._publish(self._summaries())
        self._publish(compare(self.arrays, self.full, model.policy))

    def _publish(self, parts: dict[str, Any]) -> None:
        for name, array in walk(parts, unnamed=UNNAMED):
            if array.name:  # a given figure passed on
                continue
            axes = axes_of(name)
            labels = tuple(self._labels(axis, array) for axis in axes)
            causal = "heard" in axes and "decoder.self_attention" in _joined(name)
            array.publish(self.scope, name, labels, causal=causal)
            self.arrays[name] = array

    def _labels(self, axis: str, array: FigureArray) -> tuple[str, ...]:
        if axis == "word":
            return self.model.vocabulary
        if axis == "read":
            return counted(len(self.source))
        if axis == "written":
            return counted(len(self.words))
        return counted(array.shape[1 if axis == "heard" else -1 if axis == "slot" else 0])

    def _summaries(self) -> dict[str, FigureArray]:
        """What a page tells of a row: its shares as printed added up, its numbers switched off."""
        parts = {
            f"{name}_sum": share.record("sum_as_printed", (share,))
            for name, share in self.arrays.items()
            if name.rsplit(".", 1)[-1] == "share"
        }
        for name, kept in self.arrays.items():
            if name.rsplit(".", 1)[-1] == "kept":
                off = [Decimal(int(np.count_nonzero(row == 0))) for row in kept.values]
                counts = FigureArray(np.array(off, dtype=object), self.model.policy)
                parts[name.removesuffix("kept") + "switched_off"] = counts
        for side in ("encoder", "decoder"):
            count = count_table_multiplications(
                array for name, array in self.arrays.items() if name.startswith(side)
            )
            parts[f"multiplications.{side}"] = FigureArray(
                np.asarray(count, dtype=object), self.model.policy
            )
        return parts

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
    return {"": passed, "guess": guess(passed.logit, variant)}


def axes_of(name: str) -> tuple[str, ...]:
    """Return the axes of the figures with this name."""
    parts = name.split(".")
    last = parts[-1]
    if parts[0] in ("cost", "multiplications") or last == "root":
        return ()
    if last == "divisor":
        return ("slot",)
    if last == "wave":
        return ("place", "slot")
    if parts[0] == "guess" and last in ("raised", "share"):
        return ("written", "word")
    # In cross-attention, keys and values are those of the words read.
    heard = "cross_attention" in parts and last in ("key", "value")
    return ("read" if parts[0] == "encoder" or heard else "written", *AXES.get(last, ("slot",)))


def _joined(name: str) -> str:
    """A name without the numbers of blocks: whose attention it belongs to."""
    return ".".join(part for part in name.split(".") if not part.startswith("block"))
