"""How the learning rate moves: a straight climb, and then a straight or a slowing fall."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from engine.figures.descriptions import figure, steps
from engine.numerics.dispatch import kernel
from engine.numerics.elementary import Array
from engine.numerics.kernels import Scalar

Schedule = Literal["straight", "inverse root"]

FLOOR = 0.05  # of a straight fall: the part of the peak rate that is left at the last step


def straight_rate(step: int, *, steps: int, peak: float, warm_up: int) -> float:
    """The rate of ``step`` (1 … steps): peak × step ÷ warm_up, then down to 5% of the peak."""
    if step <= warm_up:
        return peak * step / warm_up
    fallen = (step - warm_up) / (steps - warm_up)
    return peak * (1.0 - (1.0 - FLOOR) * fallen)


@steps
class WarmUpRate:
    """The steps of the rate that climbs for ``warm_up`` steps and then falls ever more slowly."""

    scale: Array = figure("What the model’s width allows")  # 1 ÷ √width
    falling: Array = figure("The falling branch")  # 1 ÷ √step
    climbing: Array = figure("The climbing branch")  # step ÷ warm_up^1.5
    rate: Array = figure("The rate of this step")


def warm_up_rate(step: Scalar, *, width: Scalar, warm_up: Scalar) -> WarmUpRate:
    """width^(−0.5) × min(step^(−0.5), step × warm_up^(−1.5)), for steps from 1 on.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 3.
    """
    scale, falling = inverse_root(width), inverse_root(step)
    climbing = climb(step, warm_up)
    return WarmUpRate(scale, falling, climbing, scaled_smaller(scale, falling, climbing))


@kernel
def inverse_root(x: Scalar) -> Array:
    """x^(−0.5), as 1 ÷ √x."""
    return np.asarray(1.0 / np.sqrt(x))


@kernel
def climb(step: Scalar, warm_up: Scalar) -> Array:
    """step × warm_up^(−1.5), as step ÷ (warm_up × √warm_up)."""
    return np.asarray(step / (warm_up * np.sqrt(warm_up)))


@kernel
def scaled_smaller(scale: Array, one: Array, other: Array) -> Array:
    """scale × the smaller of two."""
    return scale * np.minimum(one, other)


def _straight(step: int, width: int, steps: int, peak: float, warm_up: int) -> float:
    return straight_rate(step, steps=steps, peak=peak, warm_up=warm_up)


def _inverse_root(step: int, width: int, steps: int, peak: float, warm_up: int) -> float:
    rate = warm_up_rate(float(step), width=float(width), warm_up=float(warm_up)).rate
    return peak * float(rate)


# By the name that a recipe gives: step, width, steps, peak (or factor), warm-up → rate.
SCHEDULES: dict[Schedule, Callable[[int, int, int, float, int], float]] = {
    "straight": _straight,
    "inverse root": _inverse_root,
}
