"""Gradients by central differences: the measure that backward passes are held to."""

from collections.abc import Callable

import numpy as np

from engine.elementary import Array

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
