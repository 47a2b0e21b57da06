"""How the figures of the guide are worked."""

from workings import dot, example, mean


@example("line", places=3)
def line(g):
    """Fit the straight line through points that leaves the least squared error."""
    mean_weight, mean_stretch = mean(g.weight), mean(g.stretch)
    dx, dy = g.weight - mean_weight, g.stretch - mean_stretch
    together, alone = dot(dx, dy), dot(dx, dx)
    slope = together / alone
    rise = slope * mean_weight
    start = mean_stretch - rise
    return {"slope": slope, "start": start}


@example("bill", places=2)
def bill(g):
    """Add up what was bought, and the tax on it."""
    cost = g.amount * g.price
    total = cost.sum()
    tax = total * g.rate
    return {"total": total, "tax": tax, "paid": total + tax}
