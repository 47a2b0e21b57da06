"""How a gradient changes a weight: Adam with decoupled weight decay, as named steps.

Sources: Kingma, Ba 2015, "Adam", algorithm 1; Loshchilov, Hutter 2019, "Decoupled weight decay
regularization", algorithm 2.
"""

from engine.figures.descriptions import CHOSEN, figure, part, steps
from engine.numerics.dispatch import kernel
from engine.numerics.elementary import Array
from engine.numerics.kernels import Scalar, square_root


@steps
class AdamConstants:
    """The chosen numbers of Adam."""

    beta1: Scalar = figure("what Adam keeps of a mean gradient", origin=CHOSEN, default=0.9)
    beta2: Scalar = figure("what Adam keeps of a mean square", origin=CHOSEN, default=0.999)
    epsilon: Scalar = figure("added under Adam’s fraction", origin=CHOSEN, default=1e-8)


@steps
class Moments:
    """What Adam remembers of one weight array: running means of the gradient and its square."""

    first: Array = figure("the running mean of its gradient")
    second: Array = figure("the running mean of the square")


@steps
class AdamStep:
    """One update of one weight array, every intermediate by name; all of the weight's shape."""

    moments: Moments = part(unnamed=True)
    first_corrected: Array = figure("the mean, corrected for its start at zero")
    second_corrected: Array = figure("the mean square, corrected likewise")
    deviation: Array = figure("the root of that")
    change: Array = figure("what Adam takes off")
    # where weights are pulled towards 0
    decay: Array | None = figure("what weight decay takes off")
    weight: Array = figure("the new weight")


def adam_step(
    weight: Array,
    gradient: Array,
    moments: Moments,
    rate: Scalar,
    powers: tuple[Scalar, Scalar],
    decay: Scalar | None,
    constants: AdamConstants,
) -> AdamStep:
    """The weight after one step: weight − change − decay.

    ``powers`` are β₁ and β₂ to the step's number, ``decay`` the part of the weight (times the
    rate) that is taken away besides Adam's own change.
    """
    first = running_mean(moments.first, gradient, constants.beta1)
    second = running_square(moments.second, gradient, constants.beta2)
    first_corrected = unbiased(first, powers[0])
    second_corrected = unbiased(second, powers[1])
    deviation = square_root(second_corrected)
    change = adam_change(first_corrected, deviation, constants.epsilon, rate)
    taken = None if decay is None else weight_decay(weight, rate, decay)
    return AdamStep(
        moments=Moments(first, second),
        first_corrected=first_corrected,
        second_corrected=second_corrected,
        deviation=deviation,
        change=change,
        decay=taken,
        weight=moved(weight, change) if taken is None else moved(weight, change, taken),
    )


@kernel
def step_down(weight: Array, gradient: Array, rate: Scalar) -> Array:
    """weight − rate × gradient, element by element: a plain step of gradient descent."""
    return weight - rate * gradient


@kernel
def running_mean(mean: Array, gradient: Array, beta: Scalar) -> Array:
    """mean × β + gradient × (1 − β), element by element."""
    return mean * beta + gradient * (1.0 - beta)


@kernel
def running_square(mean: Array, gradient: Array, beta: Scalar) -> Array:
    """mean × β + gradient² × (1 − β), element by element."""
    return mean * beta + gradient * gradient * (1.0 - beta)


@kernel
def unbiased(mean: Array, power: Scalar) -> Array:
    """mean ÷ (1 − power), element by element: what a mean that began at 0 would be without that."""
    return mean / (1.0 - power)


@kernel
def adam_change(mean: Array, deviation: Array, epsilon: Scalar, rate: Scalar) -> Array:
    """mean ÷ (deviation + ε) × rate, element by element."""
    return mean / (deviation + epsilon) * rate


@kernel
def weight_decay(weight: Array, rate: Scalar, decay: Scalar) -> Array:
    """weight × (rate × decay), element by element."""
    return weight * (rate * decay)


@kernel
def moved(weight: Array, *taken: Array) -> Array:
    """The weight less all that is taken from it, element by element."""
    for one in taken:
        weight = weight - one
    return weight


@kernel
def beta_power(beta: Scalar, step: int) -> Scalar:
    """β^step for a step from 1 on, by repeated multiplication."""
    power = beta
    for _ in range(1, step):
        power = power * beta
    return power
