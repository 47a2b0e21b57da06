"""Adam against a scalar reference written from the paper."""

import math

import numpy as np
import pytest

from engine.training.optimizer import AdamConstants, Moments, adam_step

NOTHING = Moments(np.zeros(1), np.zeros(1))


@pytest.mark.parametrize("gradient", [1e-4, -3.0, 500.0])
def test_the_first_step_is_the_rate_whatever_the_gradient(gradient: float) -> None:
    step = adam_step(
        np.ones(1), np.array([gradient]), NOTHING, 0.01, (0.9, 0.999), 0.0, AdamConstants()
    )
    assert step.change[0] == pytest.approx(math.copysign(0.01, gradient), rel=1e-3)


@pytest.mark.parametrize("decay", [0.0, 0.3])
def test_many_steps_agree_with_a_scalar_reference(decay: float) -> None:
    gradients = [0.3, -0.2, 0.05, 1.4, -0.9]
    weight, m, v = 0.7, 0.0, 0.0
    array, moments, powers = np.array([0.7]), NOTHING, (1.0, 1.0)
    for t, g in enumerate(gradients, start=1):
        m = 0.9 * m + 0.1 * g
        v = 0.98 * v + 0.02 * g * g
        m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.98**t)
        weight = weight - 0.05 * decay * weight - 0.05 * m_hat / (math.sqrt(v_hat) + 1e-9)
        powers = (powers[0] * 0.9, powers[1] * 0.98)
        step = adam_step(
            array, np.array([g]), moments, 0.05, powers, decay, AdamConstants(0.9, 0.98, 1e-9)
        )
        array, moments = step.weight, step.moments
        assert array[0] == pytest.approx(weight, abs=1e-14)
        assert step.first_corrected[0] == pytest.approx(m_hat, abs=1e-14)
        assert step.deviation[0] == pytest.approx(math.sqrt(v_hat), abs=1e-14)


def test_decay_pulls_a_weight_without_gradient_towards_nothing() -> None:
    step = adam_step(np.array([2.0]), np.zeros(1), NOTHING, 0.1, (0.9, 0.999), 0.5, AdamConstants())
    assert step.decay is not None
    assert step.decay[0] == pytest.approx(0.1)
    assert step.weight[0] == pytest.approx(1.9)
