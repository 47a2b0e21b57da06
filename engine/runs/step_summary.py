"""What a worked training step adds up to: its lines, its moves, what the slopes foretold, its cost.

The lines are counted first, so that what is worked here is not among them.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import numpy as np

from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, DIFFERENCE, Described, Description
from engine.figures.ledger import FigureArray
from engine.models.parameters import weights_to_dict
from engine.runs.training_step import (
    GRADIENTS,
    LOSS,
    NEW_LOSS,
    NEW_PASS,
    PASS,
    RATE,
    UPDATE,
    TrainingStep,
)

# What is counted of a step together, and the parts that it has.
PARTS: dict[str, tuple[str, ...]] = {
    "pass": (PASS,),
    "loss": (LOSS,),
    "gradients": (GRADIENTS,),
    "update": (RATE, UPDATE),
    "again": (NEW_PASS, NEW_LOSS),
}


def sum_up(step: TrainingStep) -> None:
    """Add to a step's figures what it adds up to."""
    counts = [step.give(f"count.{part}", n, COUNT) for part, n in count_lines(step).items()]
    step.publish({"count.lines": counts[0].record("add_up", tuple(counts))})
    for kind, apart in largest_differences(step.arrays, step.full).items():
        step.give(f"cost.{kind}", apart, DIFFERENCE)
    tables = list(weights_to_dict(step.model.weights))
    moved = [_moves(step, name) for name in tables]
    weights = np.concatenate([array.values.reshape(-1) for array in moved])
    step.give("count.moved", int(np.count_nonzero(weights)), COUNT)
    foretold = [_foretold(step, name) for name in tables]
    step.publish({"foretold.all": foretold[0].record("add_all", tuple(foretold))})
    before, after = step.arrays["loss.mean_surprise"], step.arrays["after.loss.mean_surprise"]
    step.publish({"foretold.came": after.record("difference", (after, before))})


def count_lines(step: TrainingStep) -> dict[str, int]:
    """Count the lines of each part of a step, in the order in which they are worked."""
    return {
        part: sum(_lines(step.arrays[name]) for which in parts for name in step.named[which])
        for part, parts in PARTS.items()
    }


def _lines(array: FigureArray) -> int:
    return sum(figure.worked and figure.array.name == array.name for figure in array)


def largest_differences(
    arrays: Mapping[str, FigureArray], full: Mapping[str, Any]
) -> dict[str, Decimal]:
    """Return how far losses, gradients and new weights are at most from those of a full step.

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


def _moves(step: TrainingStep, name: str) -> FigureArray:
    """By how much each number of a table moved: the new one less the old."""
    before, after = step.model.arrays[name], step.arrays[f"adam.{name}.weight"]
    moved = after.record("difference", (after, before))
    step.publish({f"adam.{name}.moved": Described(moved, Description(axes=before.axes))})
    return step.arrays[f"adam.{name}.moved"]


def _foretold(step: TrainingStep, name: str) -> FigureArray:
    """What the slopes of a table say of its moves: Σ slope × move, row by row and in all.

    The first term of the loss's Taylor series around the old weights.
    """
    gradient, moved = step.arrays[f"gradient.{name}"], step.arrays[f"adam.{name}.moved"]
    own = f"foretold.{name}"
    rows = gradient.record("row_overlap", (gradient, moved))
    if len(moved.shape) > 1:
        rows.publish(step.scope, f"{own}.row", moved.labels[:1])
        step.arrays[rows.name] = rows
        rows = rows.record("sum_words", (rows,))
    rows.publish(step.scope, own, ())
    step.arrays[own] = rows
    return rows
