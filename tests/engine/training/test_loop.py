"""The training loop: its batches, its start, its rounding, and its failures."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of, forward
from engine.models.parameters import Weights, weights_to_dict
from engine.numerics.splitmix import SplitMix64
from engine.training import loop
from engine.training.loop import (
    Example,
    Recipe,
    StepRecord,
    TrainedStep,
    TrainingError,
    loss_of,
    make_batch,
    right_answers,
    rounded,
    starting_weights,
    training_steps,
)
from tests.models.layouts import SIGNAL
from tests.models.small_model import NORM_AFTER

SENTENCES = [Example((1, 4, 6, 0)), Example((2, 5, 0))]
RECIPE = Recipe(
    seed=5, steps=60, rate=0.02, warm_up=5, decay=0.1, smoothing=0.0, start=0.3, embedding_start=1.0
)


def records_of(steps: Iterable[TrainedStep[Weights]]) -> list[StepRecord]:
    return [step.record for step in steps if step.record]


def test_every_word_but_the_last_is_asked_for_the_next() -> None:
    batch = make_batch(SENTENCES, 0.1)
    assert batch.ids.tolist() == [[1, 4, 6], [2, 5, 0]]
    assert batch.asked.tolist() == [0, 1, 2, 3, 4]
    assert batch.targets.ids.tolist() == [4, 6, 0, 5, 0]
    assert (batch.targets.count, batch.targets.smoothing) == (5.0, 0.1)


def test_words_that_are_told_and_filling_are_not_asked() -> None:
    batch = make_batch([Example((0, 5, 6, 7, 1), given=3), Example((0, 4, 8, 1), given=2)], 0.1)
    assert batch.ids.tolist() == [[0, 5, 6, 7], [0, 4, 8, 1]]
    assert batch.asked.tolist() == [2, 3, 5, 6]
    assert batch.targets.ids.tolist() == [7, 1, 8, 1]


def test_small_batches_take_every_example_once_a_round() -> None:
    examples = [Example((word, 1)) for word in range(2, 12)]
    batches = loop._batches(examples, replace(RECIPE, batch=5), SplitMix64(1))
    rounds = [
        sorted(example.ids[0] for example in (*next(batches), *next(batches))) for _ in range(3)
    ]
    assert rounds == [list(range(2, 12))] * 3


def test_what_held_out_examples_get_right_is_told_now_and_then() -> None:
    recipe = replace(RECIPE, batch=1, steps=30)
    told = records_of(training_steps(SIGNAL, recipe, SENTENCES, SENTENCES[:1]))
    assert [record.step for record in told if record.validation is not None] == [1, 25, 30]
    assert all(record.heldout is None for record in told)  # a sentence has no one right end


def test_an_answer_counts_only_when_all_its_words_are_right() -> None:
    weights = starting_weights(SIGNAL, RECIPE, SplitMix64(5))
    ids = [1]
    for _ in range(3):  # the words that this model writes by itself
        logit = forward(weights, constants_of(SIGNAL), np.array(ids), SIGNAL).logit
        ids.append(int(logit[-1].argmax()))
    other = (ids[-1] + 1) % 15
    own = Example(tuple(ids))
    late = Example((*ids[:-1], other))
    assert right_answers(weights, SIGNAL, [own]) == 1
    assert right_answers(weights, SIGNAL, [late]) == 0
    assert right_answers(weights, SIGNAL, [own, late, own, Example((1, ids[1]))]) == 3
    assert right_answers(weights, SIGNAL, [Example((*ids[:-2], 14, ids[3]), given=3), own]) >= 1


def test_a_start_depends_on_the_seed_alone() -> None:
    one, same = (weights_to_dict(starting_weights(SIGNAL, RECIPE, SplitMix64(5))) for _ in range(2))
    assert all((one[name] == same[name]).all() for name in one)
    assert abs(one["embedding"]).max() > 0.9
    assert abs(one["w_query"]).max() <= 0.3
    assert (one["norm2.scale"] == 1.0).all()
    assert (one["b_press"] == 0.0).all()


@pytest.mark.parametrize("variant", [SIGNAL, NORM_AFTER], ids=["norm before", "norm after"])
def test_training_learns_and_reports_every_step(variant: Variant) -> None:
    steps = list(training_steps(variant, RECIPE, SENTENCES))
    records = records_of(steps)
    assert [record.step for record in records] == list(range(1, 61))
    assert records[0].loss > 2.0
    assert records[-1].loss < 0.1
    assert records[-1].rate == pytest.approx(0.001)
    learned = steps[-1].weights
    assert loss_of(learned, variant, RECIPE, SENTENCES) < records[-1].loss
    logit = forward(learned, constants_of(variant), np.array(SENTENCES[0].ids[:-1]), variant).logit
    assert logit.argmax(-1).tolist() == list(SENTENCES[0].ids[1:])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_loss_that_is_no_number_ends_training() -> None:
    wild = Recipe(
        seed=5, steps=9, rate=1e300, warm_up=1, decay=0.0, smoothing=0.0, start=1.0,
        embedding_start=1.0,
    )  # fmt: skip
    with pytest.raises(TrainingError, match=r"training failed at step \d: the loss is"):
        list(training_steps(SIGNAL, wild, SENTENCES))


def test_weights_are_rounded_half_away_from_zero_and_never_to_minus_zero() -> None:
    start = starting_weights(SIGNAL, RECIPE, SplitMix64(5))
    # 0.125 is a true tie; the float 2.675 lies just below one, 1.005 too.
    start.blocks[0].attention.w_query[0, :6] = [0.125, -0.125, 2.675, 1.005, -0.004, 0.015]
    row = rounded(start, 2).blocks[0].attention.w_query[0, :6]
    assert row.tolist() == [0.13, -0.13, 2.67, 1.0, 0.0, 0.01]
    assert not np.signbit(row[4])
