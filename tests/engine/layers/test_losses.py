"""Cross-entropy against its definition, and its gradient against slopes."""

import math

import numpy as np
import pytest

from engine.layers.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.numerics.elementary import Array
from tests.engine.layers.gradients import numeric_gradient

random = np.random.default_rng(3)


def one(ids: list[int], smoothing: float = 0.0) -> Targets:
    return Targets(np.array([ids]), float(len(ids)), smoothing)


def loss_of(logit: Array, targets: Targets) -> float:
    return float(cross_entropy_forward(logit, targets).mean_surprise[0])


def test_a_guess_spread_over_four_words_costs_ln_4() -> None:
    assert loss_of(np.zeros((1, 3, 4)), one([0, 1, 3])) == pytest.approx(math.log(4), abs=1e-15)


def test_smoothing_spreads_its_part_over_all_words() -> None:
    logit = random.standard_normal((1, 1, 5))
    chances = np.exp(logit) / np.exp(logit).sum()
    y = np.full(5, 0.1 / 5)
    y[2] += 0.9
    expected = -float((y * np.log(chances)).sum())
    assert loss_of(logit, one([2], 0.1)) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_gradients_are_the_slopes(smoothing: float) -> None:
    logit, targets = random.standard_normal((1, 3, 5)), one([4, 0, 2], smoothing)
    gradient = cross_entropy_backward(cross_entropy_forward(logit, targets), targets)
    slope = numeric_gradient(lambda: loss_of(logit, targets), logit)
    np.testing.assert_allclose(gradient, slope, atol=1e-9)
