"""How a gradient changes a weight: Adam with decoupled weight decay, as named steps.

Sources: Kingma, Ba 2015, "Adam", algorithm 1; Loshchilov, Hutter 2019, "Decoupled weight decay
regularization", algorithm 2.
"""

from dataclasses import dataclass

from engine.elementary import Array
from engine.kernels import Scalar, square_root


@dataclass(frozen=True)
class AdamConstants:
    """The chosen numbers of Adam."""

    beta1: Scalar = 0.9
    beta2: Scalar = 0.999
    epsilon: Scalar = 1e-8


@dataclass(frozen=True)
class Moments:
    """What Adam remembers of one weight array: running means of the gradient and its square."""

    first: Array
    second: Array


@dataclass(frozen=True)
class AdamStep:
    """One update of one weight array, every intermediate by name; all of the weight's shape."""

    moments: Moments
    first_corrected: Array
    second_corrected: Array
    deviation: Array
    change: Array
    decay: Array
    weight: Array


def adam_step(
    weight: Array,
    gradient: Array,
    moments: Moments,
    rate: Scalar,
    powers: tuple[Scalar, Scalar],
    decay: Scalar,
    constants: AdamConstants,
) -> AdamStep:
    """The weight after one step: weight − change − decay.

    ``powers`` are β₁ and β₂ to the step's number, ``decay`` the part of the weight (times the
    rate) that is taken away beside Adam's own change.
    """
    first = moments.first * constants.beta1 + gradient * (1.0 - constants.beta1)
    second = moments.second * constants.beta2 + gradient * gradient * (1.0 - constants.beta2)
    first_corrected = first / (1.0 - powers[0])
    second_corrected = second / (1.0 - powers[1])
    deviation = square_root(second_corrected)
    change = first_corrected / (deviation + constants.epsilon) * rate
    taken = weight * (rate * decay)
    return AdamStep(
        moments=Moments(first, second),
        first_corrected=first_corrected,
        second_corrected=second_corrected,
        deviation=deviation,
        change=change,
        decay=taken,
        weight=weight - change - taken,
    )
