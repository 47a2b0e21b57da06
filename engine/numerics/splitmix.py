"""Where random starts come from: SplitMix64 in whole numbers, the same stream everywhere."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from engine.numerics.elementary import Array

Item = TypeVar("Item")

MASK = (1 << 64) - 1


class SplitMix64:
    """A stream of 64-bit numbers from a seed.

    Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators".
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def next(self) -> int:
        """The next whole number from 0 to 2⁶⁴ − 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def uniform(self, shape: tuple[int, ...], reach: float) -> Array:
        """Numbers spread evenly from −reach to reach, filling ``shape`` row by row."""
        size = 1
        for side in shape:
            size *= side
        unit = [(self.next() >> 11) / (1 << 53) for _ in range(size)]
        return np.array([reach * (2.0 * u - 1.0) for u in unit]).reshape(shape)

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in another order, each order as likely (but for a part in 2⁵⁰).

        Source: Durstenfeld 1964, "Algorithm 235: random permutation".
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.next() % (last + 1)
            order[last], order[other] = order[other], order[last]
        return order
