"""The arrays of a model's `snapshots.safetensors`: its training after some of its steps.

They are weights and Adam's moments, rounded as a book prints them, under names such as
``20/w_query``, ``20/first.w_query`` and ``20/second.w_query``.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from engine.numerics.elementary import Array
from engine.runs.training_step import SavedPoint
from subjects.models.config import ModelConfig

PARTS = {"": "weights", "first.": "first", "second.": "second"}  # what begins a name, its field


def points_to_arrays(points: Sequence[SavedPoint]) -> dict[str, Array]:
    """Return the saved points of a training as named arrays."""
    return {
        f"{point.step}/{start}{name}": np.ascontiguousarray(array)
        for point in points
        for start, part in PARTS.items()
        for name, array in getattr(point, part).items()
    }


def points_from_arrays(arrays: Mapping[str, Array], config: ModelConfig) -> dict[int, SavedPoint]:
    """Return the saved points that a config asks for, by their steps."""
    return {step: _point(step, arrays, config) for step in config.snapshots}


def _point(step: int, arrays: Mapping[str, Array], config: ModelConfig) -> SavedPoint:
    parts = {
        part: {name: arrays[f"{step}/{start}{name}"] for name in config.shapes}
        for start, part in PARTS.items()
    }
    return SavedPoint(step, **parts)
