"""How the learning rate moves: a straight climb, then a straight fall or one along a root."""

import math

FLOOR = 0.05  # the part of the peak rate that is left at the last step


def learning_rate(step: int, *, steps: int, peak: float, warm_up: int) -> float:
    """The rate of ``step`` (1 … steps): peak × step ÷ warm_up, then down to 5% of the peak."""
    if step <= warm_up:
        return peak * step / warm_up
    fallen = (step - warm_up) / (steps - warm_up)
    return peak * (1.0 - (1.0 - FLOOR) * fallen)


def warm_up_rate(step: int, *, width: int, warm_up: int) -> float:
    """The rate of ``step`` (from 1 on): width^(−0.5) × min(step^(−0.5), step × warm_up^(−1.5)).

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 3.
    """
    falling = 1.0 / math.sqrt(step)
    climbing = step / (warm_up * math.sqrt(warm_up))
    return min(falling, climbing) / math.sqrt(width)
