"""How the figures of this book are worked. A chapter names one of the examples in its head."""

from workings import dot, example, mean


@example("fit", places=3)
def fit(g):
    """Fit the straight line through points that leaves the least squared error."""
    mean_weight, mean_stretch = mean(g.weight), mean(g.stretch)
    dx, dy = g.weight - mean_weight, g.stretch - mean_stretch
    together, alone = dot(dx, dy), dot(dx, dx)
    slope = together / alone
    rise = slope * mean_weight
    start = mean_stretch - rise
    climb = slope * g.weight
    guess = start + climb
    error = g.stretch - guess
    return {"slope": slope, "start": start, "mean_error": mean(error)}
