"""A training step worked by figures is the step that training takes, and every line closes."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.lines.lines import line_of
from engine.layers.variants import Variant
from engine.models.parameters import Weights, weights_to_dict
from engine.runs.givens import Floats
from engine.runs.training_step import Nudge, SavedPoint, TrainingStep, saved_model
from engine.training.loop import Example, Recipe, TrainedStep, examples_of, training_steps
from tests.models.small_model import NORM_AFTER, VARIANT, WORDS, made_up

RECIPE = Recipe(
    seed=5, steps=9, rate=1.0, warm_up=40, decay=0.2, smoothing=0.1, start=0.6,
    embedding_start=1.0, batch=1, schedule="inverse root", beta2=0.98, epsilon=1e-9,
)  # fmt: skip
SENTENCES = [Example((1, 4, 6, 9, 1, 12, 0)), Example((2, 5, 8, 0))]
BEFORE = 4


def named(weights: object) -> Mapping[str, Floats]:
    return weights_to_dict(weights)  # type: ignore[arg-type]


def states(variant: Variant = VARIANT) -> tuple[TrainedStep[Weights], TrainedStep[Weights]]:
    before, after = islice(training_steps(variant, RECIPE, SENTENCES), BEFORE, BEFORE + 2)
    return before, after


def step_from(before: TrainedStep[Weights], variant: Variant = VARIANT) -> TrainingStep:
    saved = SavedPoint(BEFORE, named(before.weights), named(before.first), named(before.second))
    (example,) = examples_of(variant, RECIPE, SENTENCES, BEFORE + 1)
    model = saved_model("toy-after-4", made_up(1, variant=variant), saved.weights, 4)
    return TrainingStep(model, saved, [WORDS[token] for token in example.ids], RECIPE, 4)


BEFORE_IT, AFTER_IT = states()
STEP = step_from(BEFORE_IT)


def test_with_nothing_rounded_it_is_the_step_that_training_took() -> None:
    assert AFTER_IT.record is not None
    assert float(STEP.full["loss.mean_surprise"][0]) == AFTER_IT.record.loss
    for name, weight in named(AFTER_IT.weights).items():
        assert (STEP.full[f"adam.{name}.weight"] == weight).all(), name
    for name, first in named(AFTER_IT.first).items():
        assert (STEP.full[f"adam.{name}.first"] == first).all(), name


def test_norms_after_the_layers_are_worked_like_those_before() -> None:
    before, after = states(NORM_AFTER)
    step = step_from(before, NORM_AFTER)
    assert after.record is not None
    assert float(step.full["loss.mean_surprise"][0]) == after.record.loss
    for name, weight in named(after.weights).items():
        assert (step.full[f"adam.{name}.weight"] == weight).all(), name
    worked = [figure for figure in step.figures() if figure.worked]
    assert {"norm2.out", "gradient.between"} <= {figure.array.name for figure in worked}
    for figure in worked:
        assert figure.array.title, figure.name
    assert step.find("gradient.attention.score").causal
    for figure in worked[::23]:
        assert recheck(line_of(figure).text).verdict == CLOSES, figure.name


def test_its_figures_stay_near_the_step_with_nothing_rounded() -> None:
    for name, array in STEP.arrays.items():
        if name in STEP.full and array.operation:
            carried = array.values.astype(np.float64)
            known = np.isfinite(carried)
            full = np.asarray(STEP.full[name])[known]
            np.testing.assert_allclose(carried[known], full, atol=0.02, err_msg=name)


def test_new_weights_keep_places_and_gradients_keep_digits() -> None:
    assert {len(f.text.partition(".")[2]) for f in STEP.find("adam.w_query.weight")} == {4}
    gradients = [f.text for f in STEP.find("gradient.w_value") if f.value]
    assert {len(text.lstrip("−0.").replace(".", "")) for text in gradients} == {4}


def test_every_line_of_a_step_closes() -> None:
    lines = [line_of(figure).text for figure in STEP.figures() if figure.worked]
    assert len(lines) > 8000
    for line in lines[::7]:  # the whole of it is audited where it is written as a document
        assert recheck(line).verdict == CLOSES, line


def test_a_word_that_did_not_occur_has_a_gradient_of_nothing_and_no_line() -> None:
    absent = next(word for word in WORDS if word not in STEP.words)
    figure = STEP.at("gradient.embedding", absent, "1")
    assert (figure.text, figure.worked) == ("0", False)
    assert STEP.at("gradient.embedding", STEP.words[0], "1").worked


def test_a_nudged_weight_tells_the_same_gradient() -> None:
    for name, row, column in (("w_query", "3", "5"), ("w_press", "2", "1")):
        held = list(STEP.arrays)
        made = Nudge(STEP, name, row, column)
        assert list(STEP.arrays) == held, "a step is the same whoever nudged it"
        slope = float(made.part("slope").value)
        exact = STEP.full[f"gradient.{name}"][int(row) - 1, int(column) - 1]
        assert slope == pytest.approx(exact, rel=0.01, abs=1e-5)
        line = line_of(made.part("slope"))
        assert recheck(line.text).verdict == CLOSES
        assert {figure.scope for figure in line.operands} > {STEP.scope}


def test_without_smoothing_the_loss_is_the_plain_one() -> None:
    plain = replace(RECIPE, smoothing=0.0)
    weights = named(BEFORE_IT.weights)
    nothing = {name: np.zeros_like(weight) for name, weight in weights.items()}
    saved = SavedPoint(0, weights, nothing, nothing)
    step = TrainingStep(STEP.model, saved, (*STEP.words, STEP.right[-1]), plain, 4)
    assert float(step.full["loss.mean_surprise"][0]) == pytest.approx(
        float(step.full["plain.mean_surprise"][0])
    )
    assert float(step.full["plain.perplexity"][0]) == pytest.approx(
        np.exp(float(step.full["plain.mean_surprise"][0]))
    )
