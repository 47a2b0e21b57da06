"""Compare carried figures with the same pass in which nothing is rounded."""

from collections.abc import Mapping
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from engine.figures.decimals import Digits, Places
from engine.figures.descriptions import DIFFERENCE, UNROUNDED, Described, Description
from engine.figures.ledger import FigureArray
from engine.figures.operations.operation import Policy

Floats = npt.NDArray[np.float64]

FULL_CHANCES = Places(6)  # enough to see what rounding moved


def compare(
    arrays: Mapping[str, FigureArray], full: Mapping[str, Floats], policy: Policy
) -> dict[str, Described]:
    """Return the full chances, how far each moved, and the largest difference of each array."""
    chance = arrays["guess.share"]
    exactly = np.frompyfunc(lambda x: FULL_CHANCES.write(Decimal(float(x))), 1, 1)
    unrounded = FigureArray(np.asarray(exactly(full["guess.share"]), dtype=object), policy)
    about = Description(axes=chance.axes, origin=UNROUNDED, stays=True)
    moved = Description("How far rounding moved each chance", chance.axes, stays=True)
    parts = {
        "full.chance": Described(unrounded, about),
        "moved": Described(chance.record("difference", (chance, unrounded)), moved),
    }
    for name, array in arrays.items():
        if name in full and _compared(array):
            carried = array.values.astype(np.float64)
            known = np.isfinite(carried)  # −∞ stands for words that aren't there
            apart = np.abs(carried[known] - np.asarray(full[name])[known])
            written = Digits(2).write(Decimal(float(apart.max())))
            cost = FigureArray(np.asarray(written, dtype=object), policy)
            parts[f"cost.{name}"] = Described(cost, Description(origin=DIFFERENCE, stays=True))
    return parts


def _compared(array: FigureArray) -> bool:
    """Tell whether an array's figures are its own, neither weights nor named elsewhere."""
    return array.description.compared and array.at(0).array.name == array.name
