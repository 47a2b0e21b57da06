"""e^x, tanh, ln, sine and cosine stand within a unit in the last place of the true value."""

import math
from collections.abc import Callable
from decimal import Context, Decimal

import numpy as np
import pytest

from engine.numerics import elementary
from engine.numerics.elementary import Array
from engine.numerics.powers import real_power

EXACT = Context(prec=60)


def ulps(computed: Array, true: list[Decimal]) -> float:
    """The largest distance from the true value, in units of the last place."""
    worst = 0.0
    for number, exact in zip(computed.tolist(), true, strict=True):
        distance = abs(Decimal(number) - exact) / Decimal(math.ulp(float(exact)))
        worst = max(worst, float(distance))
    return worst


def spread(low: float, high: float, count: int = 4001) -> Array:
    return np.linspace(low, high, count) + 1e-3


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (-30.0, 30.0), (-700.0, 700.0)])
def test_exp_is_within_one_unit_of_the_true_power(low: float, high: float) -> None:
    x = spread(low, high)
    assert ulps(elementary.exp(x), [EXACT.exp(Decimal(v)) for v in x.tolist()]) < 1.0


@pytest.mark.parametrize(("low", "high"), [(-1e-9, 1e-9), (-0.4, 0.4), (-6.0, 6.0), (-30.0, 30.0)])
def test_tanh_is_within_two_units_of_the_true_value_and_exactly_odd(
    low: float, high: float
) -> None:
    x = np.linspace(low, high, 4000)
    raised = [EXACT.exp(2 * Decimal(v)) for v in x.tolist()]
    true = [EXACT.divide(EXACT.subtract(r, 1), EXACT.add(r, 1)) for r in raised]
    assert ulps(elementary.tanh(x), true) < 2.0
    assert (elementary.tanh(-x) == -elementary.tanh(x)).all()


@pytest.mark.parametrize(("low", "high"), [(0.5, 2.0), (0.999, 1.001), (1e-8, 1e-3), (1.0, 1e6)])
def test_log_is_within_one_unit_of_the_true_logarithm(low: float, high: float) -> None:
    x = np.linspace(low, high, 4001)
    x = x[x != 1.0]
    assert ulps(elementary.log(x), [EXACT.ln(Decimal(v)) for v in x.tolist()]) < 1.0


def series(x: float, first: int) -> Decimal:
    """Sine (first = 1) or cosine (first = 0) by its power series in 60 digits."""
    exact = Decimal(x)
    term = exact if first else Decimal(1)
    total, n = term, first
    while abs(term) > Decimal("1e-55"):
        term = EXACT.divide(EXACT.multiply(EXACT.multiply(term, -exact), exact), (n + 1) * (n + 2))
        total = EXACT.add(total, term)
        n += 2
    return total


@pytest.mark.parametrize(
    ("function", "first"), [(elementary.sin, 1), (elementary.cos, 0)], ids=["sin", "cos"]
)
def test_waves_are_within_one_unit_of_the_true_value(
    function: Callable[[Array], Array], first: int
) -> None:
    x = np.concatenate([spread(-20.0, 20.0, 1501), np.arange(1.0, 9.0), np.arange(1.0, 9.0) / 1e3])
    assert ulps(function(x), [series(v, first) for v in x.tolist()]) < 0.9


def test_powers_too_small_for_all_their_bits_are_rounded_once() -> None:
    x = np.linspace(-745.2, -700.0, 4001)
    less_one = elementary._power_less_one(x)[1]
    whole = np.rint(x * elementary.LOG2_E).astype(np.int32)
    assert (elementary.exp(x) == np.ldexp(1.0 + less_one, whole)).all()


def test_the_ends_of_the_range_are_what_they_should_be() -> None:
    ends = elementary.exp(np.array([-np.inf, -800.0, -745.0, 0.0, 710.0, np.inf, np.nan]))
    assert ends[:3].tolist() == [0.0, 0.0, 5e-324]
    assert ends[3] == 1.0
    assert ends[4:6].tolist() == [np.inf, np.inf]
    assert np.isnan(ends[6])
    bent = elementary.tanh(np.array([-np.inf, -22.0, -0.0, 5e-324, np.inf, np.nan]))
    assert bent[:2].tolist() == [-1.0, -1.0]
    assert math.copysign(1.0, bent[2]) == -1.0
    assert bent[3:5].tolist() == [5e-324, 1.0]
    assert np.isnan(bent[5])
    logs = elementary.log(np.array([0.0, -1.0, 1.0, np.inf, 5e-324]))
    assert logs[0] == -np.inf
    assert np.isnan(logs[1])
    assert logs[2:4].tolist() == [0.0, np.inf]
    assert logs[4] == pytest.approx(math.log(5e-324), rel=1e-15)


def test_powers_that_are_whole_come_out_whole() -> None:
    assert [real_power(10000.0, n, 8.0) for n in (0, 2, 4, 6)] == [1.0, 10.0, 100.0, 1000.0]
    assert real_power(10000.0, 2, 16.0) == pytest.approx(math.sqrt(10.0), abs=1e-15)
