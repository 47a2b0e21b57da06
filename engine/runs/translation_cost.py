"""How many multiplications a translation takes, by lines over growing lengths.

What is counted is what a run counts (`multiplications.encoder` and `.decoder`), part by part. Both
sentences have n words, the mark of the beginning being one of those written. The decoder is counted
over all its words at once, as a run works them.
"""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from engine.figures.decimals import Places
from engine.figures.descriptions import CHOSEN, COUNT
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures
from engine.runs.translation_run import TranslatorFigures

# The parts of each side that grow as n does, and the part that grows as n × n.
GROWING = ("tables", "feed_forward", "norms")
ATTENTION = "attention"


class CostFigures(NamedFigures):
    """Multiplications of both sides at some lengths; a figure's place is the length.

    Letters as in the book: n words, d numbers a word, h hidden numbers. Attention's part is the
    products of queries and keys and the blend of values: n·n·d each, of which a masked one leaves
    out the later words. Source of the comparison: Vaswani et al. 2017, "Attention Is All You
    Need", table 1, which counts orders, not numbers.
    """

    def __init__(self, model: TranslatorFigures, lengths: Sequence[int]) -> None:
        super().__init__(f"{model.name}/cost", {})
        self.model = model
        self._policy = replace(model.policy, rows=Places(0))
        self._labels = tuple(map(str, lengths))
        n = self._give("length", lengths)
        later = self._give("length_and_one", [length + 1 for length in lengths])
        d, h = model.arrays["width"], model.arrays["hidden"]
        two, four, six = (self._give_one(f"times_{times}", times) for times in (2, 4, 6))
        # Query, key, value and the output table; norms square a row once and scale it once.
        self._count("encoder.tables", four, n, d, d)
        self._count("encoder.feed_forward", two, n, d, h)
        self._count("encoder.norms", four, n, d)
        self._count("encoder.attention", two, n, n, d)
        # Twice the tables, for two attentions; the masked one has n × (n + 1) ÷ 2 pairs of words.
        self._count("decoder.tables", two, four, n, d, d)
        self._count("decoder.feed_forward", two, n, d, h)
        self._count("decoder.norms", six, n, d)
        self._count("decoder.masked", n, later, d)
        self._count("decoder.cross", two, n, n, d)
        self._add("decoder.attention", "decoder.masked", "decoder.cross")
        for side in ("encoder", "decoder"):
            self._add(f"{side}.growing", *(f"{side}.{part}" for part in GROWING))
            self._add(f"{side}.all", f"{side}.growing", f"{side}.{ATTENTION}")
            part, whole = self.arrays[f"{side}.{ATTENTION}"], self.arrays[f"{side}.all"]
            self._publish(part.record("share", (part, whole)), f"{side}.share")

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name."""
        return (self.arrays, self.model.arrays)

    def _give(self, name: str, numbers: Sequence[int]) -> FigureArray:
        values = np.array([Decimal(number) for number in numbers], dtype=object)
        self.arrays[name] = given(
            values, self._policy, self.scope, name, (self._labels,), axes=("length",), origin=COUNT
        )
        return self.arrays[name]

    def _give_one(self, name: str, number: int) -> FigureArray:
        self.arrays[name] = given(number, self._policy, self.scope, name, origin=CHOSEN)
        return self.arrays[name]

    def _count(self, name: str, *factors: FigureArray) -> None:
        self._publish(factors[0].record("count", factors), name)

    def _add(self, name: str, *parts: str) -> None:
        arrays = tuple(self.arrays[part] for part in parts)
        self._publish(arrays[0].record("add_all", arrays), name)

    def _publish(self, array: FigureArray, name: str) -> None:
        array.publish(self.scope, name, (self._labels,))
        self.arrays[name] = array
