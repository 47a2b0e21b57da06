"""What a worked training step adds up to: its lines by part, and its distance from exactness."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

import numpy as np

from engine.decimals import Digits
from engine.ledger import Figure, FigureArray

# The parts of a step by what the names of their figures begin with; the pass has all others.
PARTS: dict[str, tuple[str, ...]] = {
    "pass": (),
    "loss": ("loss.", "plain."),
    "gradients": ("gradient.",),
    "update": ("schedule.", "adam."),
    "again": ("after.",),
}


def count_lines(figures: Iterable[Figure]) -> dict[str, int]:
    """Count the lines of each part of a step, in the order in which they are worked."""
    counts = dict.fromkeys(PARTS, 0)
    for figure in figures:
        if figure.worked:
            parts = (part for part, begins in PARTS.items() if figure.name.startswith(begins))
            counts[next(parts, "pass")] += 1
    return counts


def largest_differences(
    arrays: Mapping[str, FigureArray], full: Mapping[str, Any]
) -> dict[str, Decimal]:
    """Return how far loss, gradients and new weights stand at most from those of a full step.

    Each is written with two significant digits.
    """
    kinds = {
        "loss": [name for name in full if name.endswith("loss.mean_surprise")],
        "gradient": [name for name in full if name.startswith("gradient.")],
        "weight": [name for name in full if name.startswith("adam.") and name.endswith(".weight")],
    }
    return {
        kind: Digits(2).write(Decimal(max(_apart(arrays[name], full[name]) for name in names)))
        for kind, names in kinds.items()
    }


def _apart(array: FigureArray, full: Any) -> float:
    return float(np.abs(array.values.astype(np.float64) - np.asarray(full)).max())
