"""Gradients by central differences: the measure that backward passes are held to."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from engine.numerics.elementary import Array

STEP = 1e-5


def numeric_gradient(loss: Callable[[], float], array: Array) -> Array:
    """The slope of ``loss`` along each number of ``array``, which is moved and put back."""
    slopes = np.zeros_like(array)
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + STEP
        above = loss()
        array[index] = kept - STEP
        below = loss()
        array[index] = kept
        slopes[index] = (above - below) / (2 * STEP)
    return slopes


def arrays_of(weights: Any) -> dict[str, Array]:
    """The weights (or gradients) of one layer by name."""
    assert is_dataclass(weights)
    return {field.name: getattr(weights, field.name) for field in fields(weights)}
