"""The line through points: at once, and in three steps of gradient descent."""

from workings import Givens, Numbers, dot, example, mean, mean_square


@example("fit", places=3)
def fit(g: Givens) -> dict[str, Numbers]:
    """Fit the line by the two formulas that give it at once."""
    middle_x, middle_y = mean(g.x), mean(g.y)
    dx, dy = g.x - middle_x, g.y - middle_y
    slope = dot(dx, dy) / (dx**2).sum()
    start = middle_y - slope * middle_x
    error = start + slope * g.x - g.y
    return {"slope": slope, "start": start, "loss": mean_square(error)}


@example("steps", places=4)
def steps(g: Givens) -> None:
    """Walk downhill from a flat line: each step takes away a part of the loss's slopes."""
    slope, start = g.slope, g.start
    for _ in range(3):
        error = start + slope * g.x - g.y
        loss = mean_square(error)
        slope_of_slope = 2 * mean(error * g.x)
        slope_of_start = 2 * mean(error)
        slope = slope - g.rate * slope_of_slope
        start = start - g.rate * slope_of_start
    error = start + slope * g.x - g.y
    loss = mean_square(error)  # noqa: F841 (a variable names figures)
