"""One weight by hand: against formulas of the parabola, and plain floating point."""

from decimal import Decimal
from itertools import pairwise

import pytest

from engine.examples.table import work_example
from engine.figures.ledger import FigureArray
from tests.engine.examples.heads import givens_of

Arrays = dict[str, FigureArray]


def worked(chapter: str, example: str) -> Arrays:
    givens = givens_of(chapter)
    return givens | work_example(example, givens, "t")


@pytest.fixture(scope="module")
def sheet() -> Arrays:
    return worked("one-weight-by-hand", "sheet")


def one(arrays: Arrays, name: str) -> float:
    return float(arrays[name].values.item())


def loss(x: float, weight: float, target: float) -> float:
    return (max(0.0, x * weight) - target) ** 2


def slope(x: float, weight: float, target: float) -> float:
    """The derivative of that loss, written out once."""
    return 2 * (x * weight - target) * x if x * weight > 0 else 0.0


def test_the_slope_is_the_derivative_and_trying_agrees(sheet: Arrays) -> None:
    x, target = one(sheet, "x"), one(sheet, "target")
    for name, weight in (("square", "w"), ("dead", "dead.w"), ("ask", "ask.w")):
        at = one(sheet, weight)
        assert one(sheet, f"{name}.loss") == loss(x, at, target)
        assert one(sheet, f"{name}.slope") == slope(x, at, target)
    assert one(sheet, "slope.tried") == one(sheet, "square.slope")


def test_a_closed_bend_has_a_loss_and_no_slope(sheet: Arrays) -> None:
    assert one(sheet, "dead.loss") > 0
    assert one(sheet, "dead.back") != 0
    assert sheet["dead.slope"].values.item() == 0


def test_the_surprise_falls_as_fast_as_the_chance_is_short_of_one(sheet: Arrays) -> None:
    chance, other = one(sheet, "two.share"), one(sheet, "two.other_share")
    assert chance + other == pytest.approx(1, abs=1e-9)
    assert one(sheet, "two.back") == pytest.approx(chance - 1, abs=1e-9)
    assert one(sheet, "two.tried") == pytest.approx(one(sheet, "two.back"), abs=3e-4)
    assert one(sheet, "two.loss") == pytest.approx(one(sheet, "two.minus_log"), abs=3e-5)


def test_what_is_worked_by_hand_has_no_zeros_at_the_end(sheet: Arrays) -> None:
    for array in sheet.values():
        for figure in array:
            assert "." not in figure.text or not figure.text.endswith("0"), figure.name


def test_the_ground_is_the_loss_at_each_weight(sheet: Arrays) -> None:
    x, target = one(sheet, "x"), one(sheet, "target")
    for weight, height in zip(sheet["curve"], sheet["curve.loss"], strict=True):
        assert float(height.value) == pytest.approx(loss(x, float(weight.value), target))
    weights = [figure.value for figure in sheet["curve"]]
    assert {b - a for a, b in pairwise(weights)} == {Decimal("0.1")}


@pytest.fixture(scope="module")
def valley() -> Arrays:
    return worked("down-into-the-valley", "valley")


@pytest.mark.parametrize("name", ["tiny", "short", "right", "edge", "long"])
def test_plain_steps_are_those_of_floating_point(valley: Arrays, name: str) -> None:
    x, target, rate = (one(valley, key) for key in ("x", "target", f"{name}.rate"))
    weight, number = one(valley, "w"), 1
    while f"{name}{number}.weight" in valley:
        weight -= rate * slope(x, weight, target)
        assert one(valley, f"{name}{number}.weight") == pytest.approx(weight, abs=2e-3)
        assert one(valley, f"{name}{number}.new.loss") == pytest.approx(
            loss(x, weight, target), abs=2e-2
        )
        number += 1
    assert number > 1


def test_a_step_leaves_its_part_of_the_distance(valley: Arrays) -> None:
    bottom, away = one(valley, "bottom"), one(valley, "away")
    for name in ("tiny", "short", "right", "edge", "long"):
        after = one(valley, f"{name}1.weight") - bottom
        assert after == pytest.approx(one(valley, f"{name}.left") * away)


def test_a_memory_weighs_old_slopes_less_and_less(valley: Arrays) -> None:
    beta = one(valley, "memory.beta")
    slopes = [one(valley, f"memory{number}.slope") for number in range(1, 11)]
    for number in range(1, 11):
        weighed = [
            (1 - beta) * beta ** (number - at) * each
            for at, each in enumerate(slopes[:number], start=1)
        ]
        assert one(valley, f"memory{number}.mean") == pytest.approx(sum(weighed), abs=5e-4)


@pytest.fixture(scope="module")
def valleys() -> Arrays:
    return worked("adam", "valleys")


@pytest.mark.parametrize("name", ["steep", "flat"])
def test_adams_steps_are_those_of_floating_point(valleys: Arrays, name: str) -> None:
    x, target = one(valleys, f"{name}.x"), one(valleys, f"{name}.target")
    rate, beta1, beta2, epsilon = (
        one(valleys, key) for key in ("rate", "beta1", "beta2", "epsilon")
    )
    weight, first, second = one(valleys, "w"), 0.0, 0.0
    for number in range(1, 13):
        g = slope(x, weight, target)
        first = beta1 * first + (1 - beta1) * g
        second = beta2 * second + (1 - beta2) * g * g
        mean, square = first / (1 - beta1**number), second / (1 - beta2**number)
        weight -= rate * mean / (square**0.5 + epsilon)
        assert one(valleys, f"{name}.adam{number}.weight") == pytest.approx(weight, abs=2e-3)


def test_adam_takes_the_same_way_in_valleys_of_any_steepness(valleys: Arrays) -> None:
    assert one(valleys, "steep.steepness") == 100 * one(valleys, "flat.steepness")
    for number in range(1, 13):
        steep, flat = (valleys[f"{each}.adam{number}.weight"] for each in ("steep", "flat"))
        assert steep.figure().text == flat.figure().text


def test_a_weight_between_two_sentences_trembles_as_far_as_its_rate_lets_it() -> None:
    rates = worked("how-big-a-step", "rates")
    x, targets = one(rates, "tremble.x"), ("tremble.target", "tremble.other_target")
    for name in ("long", "short"):
        rate, weight = one(rates, f"tremble.{name}_rate"), one(rates, "tremble.w")
        for number in range(1, 8):
            target = one(rates, targets[(number - 1) % 2])
            weight -= rate * slope(x, weight, target)
            assert one(rates, f"tremble.{name}{number}.weight") == pytest.approx(weight, abs=2e-4)
    assert one(rates, "tremble.both.mean") == 0
