"""Other ways to choose the next word than the likeliest: the top k, the top p, a seeded draw."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np

from engine.figures.decimals import Places
from engine.figures.descriptions import CHOSEN, DRAWN
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures
from engine.numerics.splitmix import SplitMix64
from engine.runs.run import Run

DRAW = Places(3)  # a drawn number is written down with as many places as a share


class Choice(NamedFigures):
    """The choice of one word from a run's chances at a position, worked in the run's scope.

    `chances` is the name of the chances, such as `guess_at_2.share`. The figures are published as
    `top_k.…` and `top_p.…`, with the words as their places. The run itself does not hold them; the
    choice finds the run's figures, too.
    """

    def __init__(self, run: Run, here: int, chances: str, k: int, p: Decimal, seed: int) -> None:
        super().__init__(run.scope, {})
        self._run = run
        self._row = here - 1
        self._chances = run.find(chances)
        self._vocabulary = run.model.vocabulary
        row = self._chances.row(self._row)
        order = sorted(range(len(row)), key=lambda place: -row[place].value)
        self.given = {
            "top_k.k": self._give("top_k.k", k, CHOSEN),
            "top_p.p": self._give("top_p.p", p, CHOSEN),
            "top_k.seed": self._give("top_k.seed", seed, DRAWN),
        }
        self.top_k = self._keep("top_k", order[:k])
        kept, whole = 0, Decimal(0)
        while whole < p:
            whole += row[order[kept]].value
            kept += 1
        self.top_p = self._keep("top_p", order[:kept])
        unit = Decimal(SplitMix64(seed).next()) / (1 << 64)
        self.given["top_k.draw"] = self._give("top_k.draw", DRAW.write(unit), DRAWN)
        self.drawn = self._draw(self.given["top_k.draw"].figure())

    def shelves(self) -> Sequence[Mapping[str, FigureArray]]:
        """Return the places to look in for a name: the choice's own figures, then the run's."""
        return (self.arrays, *self._run.shelves())

    def _give(self, name: str, value: Decimal | int, origin: str) -> FigureArray:
        array = given(value, self._run.model.policy, self.scope, name, origin=origin)
        self.arrays[name] = array
        return array

    def _publish(self, array: FigureArray, name: str, places: list[int]) -> FigureArray:
        array.publish(self.scope, name, (self._words(places),) if places else ())
        self.arrays[name] = array
        return array

    def _words(self, places: list[int]) -> tuple[str, ...]:
        return tuple(self._vocabulary[place] for place in places)

    def _keep(self, name: str, places: list[int]) -> tuple[str, ...]:
        """Keep some words' chances, add them up, and divide each by the sum."""
        kept = self._chances.record("select", (self._chances, self._row, np.array(places)))
        whole = self._publish(kept.record("sum_as_printed", (kept,)), f"{name}.whole", [])
        share = self._publish(kept.record("share", (kept, whole)), f"{name}.share", places)
        for count in range(1, len(places) + 1):
            first = share.record("columns", (share, 0, count))
            so_far = first.record("sum_as_printed", (first,))
            self._publish(so_far, f"{name}.up_to_{self._vocabulary[places[count - 1]]}", [])
        return self._words(places)

    def _draw(self, drawn: Figure) -> str:
        """Return the first word whose share, added to those before it, goes above the draw."""
        for word in self.top_k:
            if self.figure(f"top_k.up_to_{word}").value > drawn.value:
                return word
        return self.top_k[-1]
