"""How the learning rate moves: a straight climb, then a straight fall to a twentieth."""

FLOOR = 0.05  # the part of the peak rate that is left at the last step


def learning_rate(step: int, *, steps: int, peak: float, warm_up: int) -> float:
    """The rate of ``step`` (1 … steps): peak × step ÷ warm_up, then down to 5% of the peak."""
    if step <= warm_up:
        return peak * step / warm_up
    fallen = (step - warm_up) / (steps - warm_up)
    return peak * (1.0 - (1.0 - FLOOR) * fallen)
