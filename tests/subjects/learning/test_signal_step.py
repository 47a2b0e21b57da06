"""The steps of training that the book works, beside plain arithmetic written apart from it."""

import math
from functools import cache

import pytest

from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.core.config import read_book
from bookbuild.lines.lines import line_of
from engine.models.parameters import weights_to_dict
from engine.runs.training_step import TrainingStep
from subjects.learning.lessons import Lessons
from subjects.learning.subject import Learning
from tests import ROOT
from tests.models.plain_signal import Table, plain_adam, plain_loss

STEPS = (1, 23, 403)
PLACES = [
    ("unembedding", "1", "mat"), ("unembedding", "7", "dog"), ("w_press", "4", "1"),
    ("w_press", "1", "1"), ("w_stretch", "1", "4"), ("w_output", "1", "1"),
    ("w_query", "3", "5"), ("w_query", "6", "2"), ("w_key", "1", "1"), ("w_value", "1", "1"),
    ("embedding", "the", "1"), ("embedding", "sat", "3"), ("embedding", "park", "1"),
    ("norm1.scale", "2"), ("norm2.shift", "8"), ("norm3.scale", "1"), ("norm3.shift", "1"),
    ("b_stretch", "4"), ("b_press", "1"),
]  # fmt: skip


@cache
def lessons() -> Lessons:
    return Learning(read_book(ROOT), ()).lessons("signal")


def step(number: int) -> TrainingStep:
    return lessons().step(number)


@cache
def loss_at(number: int, place: tuple[str, ...], moved: float) -> float:
    """The loss of a step's sentence with one weight moved, in plain floats."""
    worked = step(number)
    weights: dict[str, Table] = {
        name: worked.model.arrays[name].values.astype(float).tolist()
        for name in weights_to_dict(worked.model.weights)
    }
    index = worked.at(*place).index
    table = weights[place[0]]
    for at in index[:-1]:
        row = table[at]
        assert isinstance(row, list)
        table = row
    value = table[index[-1]]
    assert isinstance(value, float)
    table[index[-1]] = value + moved  # type: ignore[call-overload]
    ids, right = (
        [worked.model.vocabulary.index(word) for word in words]
        for words in (worked.words, worked.right)
    )
    return plain_loss(weights, ids, right, 0.1)


@pytest.mark.parametrize("number", STEPS)
def test_the_loss_is_that_of_plain_arithmetic(number: int) -> None:
    loss = float(step(number).figure("loss.mean_surprise").value)
    assert loss == pytest.approx(loss_at(number, PLACES[0], 0.0), abs=1e-3)


@pytest.mark.parametrize("place", PLACES, ids=".".join)
@pytest.mark.parametrize("number", STEPS)
def test_a_gradient_is_how_the_plain_loss_changes(number: int, place: tuple[str, ...]) -> None:
    small = 1e-5
    slope = (loss_at(number, place, small) - loss_at(number, place, -small)) / (2 * small)
    name, *at = place
    gradient = step(number).at(f"gradient.{name}", *at)
    assert float(gradient.value) == pytest.approx(slope, rel=0.01, abs=1.5e-4)
    full = step(number).in_full(gradient)
    assert full == pytest.approx(slope, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("place", PLACES, ids=".".join)
@pytest.mark.parametrize("number", STEPS)
def test_a_weight_moves_as_adam_by_hand_says(number: int, place: tuple[str, ...]) -> None:
    worked = step(number)
    name, *at = place

    def value(figure: str) -> float:
        return float(worked.at(figure, *at).value)

    moments = value(f"moment.first.{name}"), value(f"moment.second.{name}")
    rate = 8**-0.5 * min(number**-0.5, number * 50**-1.5)
    decay = 0.1 if f"adam.{name}.decay" in worked.arrays else 0.0
    assert bool(decay) == (name.startswith("w_") or name == "unembedding")
    hand = plain_adam(value(name), value(f"gradient.{name}"), moments, number, rate, decay)
    assert value(f"adam.{name}.first") == pytest.approx(hand.first, rel=1e-3)
    assert value(f"adam.{name}.second") == pytest.approx(hand.second, rel=1e-3)
    assert value(f"adam.{name}.change") == pytest.approx(hand.change, rel=2e-3)
    assert value(f"adam.{name}.weight") == pytest.approx(hand.weight, abs=1e-4)


def test_the_rate_is_all_that_a_first_change_depends_on() -> None:
    first = step(1)
    rate = float(first.figure("schedule.rate").value)
    gradients = [abs(figure.value) for figure in first.find("gradient.unembedding")]
    assert max(gradients) > 100 * min(gradients)
    for figure in first.find("adam.unembedding.change"):
        assert abs(float(figure.value)) == pytest.approx(rate, rel=1e-3)


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [("embedding", "the", "1"), ("unembedding", "1", "mat"), ("unembedding", "3", ".")],
)
def test_a_weight_of_a_word_can_be_nudged(table: str, row: str, column: str) -> None:
    made = lessons().nudge(23, table, row, column)
    slope = float(made.part("slope").value)
    assert slope == pytest.approx(step(23).in_full(step(23).at(f"gradient.{table}", row, column)),
                                  rel=0.005)  # fmt: skip


@pytest.mark.parametrize("number", STEPS)
def test_what_the_slopes_foretell_is_their_sum_over_all_moves(number: int) -> None:
    worked = step(number)
    told = [
        float(gradient.value * moved.value)
        for name in weights_to_dict(worked.model.weights)
        for gradient, moved in zip(
            worked.find(f"gradient.{name}"), worked.find(f"adam.{name}.moved"), strict=True
        )
    ]
    assert len(told) == 824
    assert float(worked.figure("foretold.all").value) == pytest.approx(math.fsum(told), rel=2e-3)
    for name in worked.arrays:
        if name.startswith("foretold"):
            for figure in worked.find(name):
                assert recheck(line_of(figure).text).verdict == CLOSES


def test_lines_are_counted_without_those_that_count_and_sum_up() -> None:
    worked = step(23)
    own = ("foretold.", "count.", "cost.")
    lines = [
        figure.name for figure in worked.figures()
        if figure.worked and not figure.name.startswith(own) and ".moved" not in figure.name
    ]  # fmt: skip
    assert int(worked.figure("count.lines").value) == len(lines)
    moved = [
        figure for name in weights_to_dict(worked.model.weights)
        for figure in worked.find(f"adam.{name}.moved") if figure.value
    ]  # fmt: skip
    assert int(worked.figure("count.moved").value) == len(moved)


def test_the_distance_from_the_full_step_is_the_largest_of_all() -> None:
    worked = step(23)
    apart = [
        abs(float(figure.value) - float(worked.in_full(figure) or 0))
        for name in worked.arrays
        if name.startswith("adam.") and name.endswith(".weight")
        for figure in worked.find(name)
    ]
    assert float(worked.figure("cost.weight").value) == pytest.approx(max(apart), rel=0.05)
