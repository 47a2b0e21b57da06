"""A tiny encoder: one block of attention in which every word hears every other, weights by hand.

Letters of the shapes: n words, d numbers a word (5), k numbers of the head (4), h hidden numbers
(3), v words of the vocabulary. The slots of a word: its topic (milk or bones), its kind (animal,
verb or food), and whether it is a blank.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from engine.errors import UnknownName, WorkingsError
from engine.figures.descriptions import figure, part, steps
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.naming import walk
from engine.figures.rounding import policy_for
from engine.layers.attention import EVERYONE, Attention, AttentionWeights, attention_forward
from engine.layers.layers import (
    Constants,
    FeedForward,
    FeedForwardWeights,
    Softmax,
    TopSoftmax,
    feed_forward_forward,
    softmax_forward,
)
from engine.numerics.elementary import Array
from engine.numerics.kernels import linear, lookup
from engine.runs.model_run import slug

NAME, BLANK = "blank", "___"
POLICY = policy_for(2)
VOCABULARY = (BLANK, "the", "cat", "drinks", "milk", "dog", "chews", "bones")
# Slots: topic, animal, verb, food, blank.
TABLES = {
    "embedding": (  # [v, d]
        "0 0 0 0 1", "0 0 0 0 0", "1 1 0 0 0", "1 0 1 0 0", "1 0 0 1 0", "-1 1 0 0 0",
        "-1 0 1 0 0", "-1 0 0 1 0",
    ),
    "w_query": ("0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "6 0 0 0"),  # [d, k]: a blank asks,
    "w_key": ("0 0 0 0", "1 0 0 0", "1 0 0 0", "1 0 0 0", "-1 0 0 0"),  # whoever says a kind
    "w_value": ("4 0 0 0", "0 -4 0 0", "0 0 -4 0", "0 0 0 -4", "0 0 0 0"),  # answers; its kind
    "w_output": ("1 0 0 0 0", "0 1 0 0 0", "0 0 1 0 0", "0 0 0 1 0"),  # [k, d]: isn't missing
    "w_stretch": ("1 -1 0", "0 0 0", "0 0 0", "0 0 0", "0 0 1"),  # [d, h]
    "w_press": ("0.5 0 0 0 0", "-0.5 0 0 0 0", "0 0 0 0 0.5"),  # [h, d]
    "unembedding": (  # [d, v]
        "0 0 1 1 1 -1 -1 -1", "0 0 3 0 0 3 0 0", "0 0 0 3 0 0 3 0", "0 0 0 0 3 0 0 3",
        "-9 -9 0 0 0 0 0 0",
    ),
}  # fmt: skip


@steps
class Pass:
    """The steps of one pass over a sentence."""

    word: Array = figure("The words", "position", "slot")  # [n, d]
    attention: Attention = part(unnamed=True, heard="position")
    listened: Array = figure("The row after attention", "position", "slot")  # [n, d]
    feed_forward: FeedForward = part(unnamed=True)
    out: Array = figure("The row at the end", "position", "slot")  # [n, d]
    logit: Array = figure("The logits", "position", "word")  # [n, v]
    guess: Softmax | TopSoftmax = part("The guess", heard="word")  # [n, v]


class BlankModel(NamedFigures):
    """The model's own figures."""

    def __init__(self) -> None:
        super().__init__(NAME, {})
        for name, rows in TABLES.items():
            numbers = np.array([[Decimal(part) for part in row.split()] for row in rows])
            labels = [counted(size) for size in numbers.shape]
            if name in ("embedding", "unembedding"):
                labels[name == "unembedding"] = VOCABULARY
            self.arrays[name] = given(numbers, POLICY, NAME, name, tuple(labels))
        self.arrays["head_width"] = given(4, POLICY, NAME, "head_width")

    def forward(self, words: Sequence[str]) -> Pass:
        """Work every step of a pass. Raises `UnknownName` for a word that it doesn't know."""
        for word in words:
            if word not in VOCABULARY:
                raise UnknownName(word, VOCABULARY, what="word")
        ids = np.array([VOCABULARY.index(word) for word in words], dtype=np.int64)
        table: dict[str, Any] = {name: self.arrays[name] for name in TABLES}
        size: Any = self.arrays["head_width"]
        constants = Constants(size, size, 0.0, None, None, None)
        attention = AttentionWeights(
            table["w_query"], table["w_key"], table["w_value"], table["w_output"]
        )
        layer = FeedForwardWeights(table["w_stretch"], None, table["w_press"], None)
        x = lookup(table["embedding"], ids)  # → [n, d]
        heard = attention_forward(x, attention, constants, hearing=EVERYONE)  # [n, d]
        listened = x + heard.output  # [n, d]
        bent = feed_forward_forward(listened, layer, constants)  # [n, d]
        out = listened + bent.pressed  # [n, d]
        logit = linear(out, table["unembedding"])  # [n, d]·[d, v] → [n, v]
        return Pass(x, heard, listened, bent, out, logit, softmax_forward(logit))


class Filled(NamedFigures):
    """A sentence whose blank the model fills in."""

    def __init__(self, model: BlankModel, words: Sequence[str]) -> None:
        """Work it. Raises `WorkingsError` for a sentence without a blank, or with two."""
        super().__init__(f"{NAME}/{slug([word.replace(BLANK, 'blank') for word in words])}", {})
        if list(words).count(BLANK) != 1:
            raise WorkingsError(f"“{' '.join(words)}” needs one blank: {BLANK}")
        self.model = model
        self.words = tuple(words)
        self.here = self.words.index(BLANK) + 1
        places = counted(len(words))
        for name, array in walk({"": model.forward(words)}):
            if array.name:  # a given figure passed on
                continue
            labels = [places, *map(counted, array.shape[1:])][: array.values.ndim]
            if name.startswith(("logit", "guess")) and array.shape[-1] > 1:
                labels[-1] = VOCABULARY
            while labels and len(labels[-1]) == 1 and array.shape[-1] == 1:
                labels.pop()
            array.publish(self.scope, name, tuple(labels))
            self.arrays[name] = array

    def shelves(self) -> Sequence[Mapping[str, FigureArray]]:
        """Return the places to look in for a name: its own figures, then the model's."""
        return (self.arrays, self.model.arrays)

    def in_full(self, figure: Figure) -> float | None:
        """Return no value: nothing is worked in full beside it."""
        return None

    @property
    def answer(self) -> str:
        """The likeliest word in the place of the blank."""
        row = self.find("guess.share").row(self.here - 1)
        return VOCABULARY[max(range(len(row)), key=lambda place: row[place].value)]
