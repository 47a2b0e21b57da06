"""A course of training and the hand-sized examples of learning, against independent arithmetic."""

import math
from fractions import Fraction

import pytest

from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.lines.lines import line_of
from engine.runs.course import Course
from engine.training.schedule import SCHEDULES
from tests.engine.runs.test_training_step import RECIPE, STEP
from tests.models.small_model import VARIANT, WORDS, made_up

COURSE = Course(made_up(1), RECIPE, 4)


def test_the_rate_of_each_step_is_the_one_that_training_took() -> None:
    taken = SCHEDULES[RECIPE.schedule]
    for step in range(1, RECIPE.steps + 1):
        rate = taken(step, VARIANT.width, RECIPE.steps, RECIPE.rate, RECIPE.warm_up)
        shown = float(COURSE.at("rate", str(step)).value)
        assert shown == pytest.approx(rate, rel=2e-3)


def test_a_rate_has_the_same_digits_as_in_its_step() -> None:
    here = str(STEP.number)
    for name in ("falling", "climbing", "rate"):
        assert COURSE.at(name, here).text == STEP.figure(f"schedule.{name}").text
    assert COURSE.figure("scale").text == STEP.figure("schedule.scale").text


def test_the_least_loss_is_the_entropy_of_the_target_for_every_word() -> None:
    size, epsilon = len(WORDS), Fraction(1, 10)
    other = epsilon / size
    target = [1 - epsilon + other, *[other] * (size - 1)]
    assert sum(target) == 1
    entropy = -sum(float(y) * math.log(y) for y in target)
    for word in WORDS:
        assert float(COURSE.at("least.loss", word).value) == pytest.approx(entropy, rel=2e-3)


def test_no_guess_costs_less_than_the_target_itself() -> None:
    size = len(WORDS)
    right = float(COURSE.at("least.target", WORDS[0], WORDS[0]).value)
    other = float(COURSE.at("least.target", WORDS[0], WORDS[1]).value)
    least = float(COURSE.at("least.loss", WORDS[0]).value)
    for surer in (0.3, 0.6, 0.85, 0.95, 0.99, 0.9999):
        rest = (1 - surer) / (size - 1)
        cost = -(right * math.log(surer) + (size - 1) * other * math.log(rest))
        assert cost > least


def test_every_line_of_a_course_closes() -> None:
    lines = [line_of(figure).text for figure in COURSE.figures() if figure.worked]
    assert len(lines) > 3 * RECIPE.steps
    for line in lines:
        assert recheck(line, strict=True).verdict == CLOSES, line
