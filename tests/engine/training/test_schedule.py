"""The learning rate climbs straight, then falls straight to a twentieth."""

import pytest

from engine.training.schedule import straight_rate


def rate(step: int, warm_up: int = 10) -> float:
    return straight_rate(step, steps=300, peak=0.02, warm_up=warm_up)


def test_the_ends_and_the_peak_are_where_they_should_be() -> None:
    assert rate(1) == pytest.approx(0.002)
    assert rate(5) == pytest.approx(0.01)
    assert rate(10) == 0.02
    assert rate(155) == pytest.approx(0.02 * (1 + 0.05) / 2)
    assert rate(300) == pytest.approx(0.001)


def test_it_rises_to_the_peak_and_only_falls_after_it() -> None:
    rates = [rate(step) for step in range(1, 301)]
    assert rates[:10] == sorted(rates[:10])
    assert rates[9:] == sorted(rates[9:], reverse=True)


def test_no_warm_up_and_nothing_but_warm_up_both_work() -> None:
    assert rate(1, warm_up=0) < 0.02
    assert rate(300, warm_up=300) == 0.02
