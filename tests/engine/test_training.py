"""The training loop: its batches, its start, its rounding, and its failures."""

import numpy as np
import pytest

from engine.models import constants_of, forward
from engine.parameters import weights_to_dict
from engine.splitmix import SplitMix64
from engine.training import (
    Example,
    Recipe,
    TrainingError,
    loss_of,
    make_batch,
    rounded,
    starting_weights,
    training_steps,
)
from engine.variants import VARIANTS

SIGNAL = VARIANTS["signal"]
SENTENCES = [Example((1, 4, 6, 0)), Example((2, 5, 0))]
RECIPE = Recipe(
    seed=5, steps=60, rate=0.02, warm_up=5, decay=0.1, smoothing=0.0, start=0.3, embedding_start=1.0
)


def test_every_word_but_the_last_is_asked_for_the_next() -> None:
    batch = make_batch(SENTENCES, 0.1)
    assert batch.ids.tolist() == [[1, 4, 6], [2, 5, 0]]
    assert batch.asked.tolist() == [0, 1, 2, 3, 4]
    assert batch.targets.ids.tolist() == [4, 6, 0, 5, 0]
    assert (batch.targets.count, batch.targets.smoothing) == (5.0, 0.1)


def test_a_start_depends_on_the_seed_alone() -> None:
    one, same = (weights_to_dict(starting_weights(SIGNAL, RECIPE, SplitMix64(5))) for _ in range(2))
    assert all((one[name] == same[name]).all() for name in one)
    assert abs(one["embedding"]).max() > 0.9
    assert abs(one["w_query"]).max() <= 0.3
    assert (one["norm2.scale"] == 1.0).all()
    assert (one["b_press"] == 0.0).all()


def test_training_learns_and_reports_every_step() -> None:
    steps = list(training_steps(SIGNAL, RECIPE, SENTENCES))
    records = [record for record, _ in steps]
    assert [record.step for record in records] == list(range(1, 61))
    assert records[0].loss > 2.0
    assert records[-1].loss < 0.1
    assert records[-1].rate == pytest.approx(0.001)
    learned = steps[-1][1]
    assert loss_of(learned, SIGNAL, RECIPE, SENTENCES) < records[-1].loss
    logit = forward(learned, constants_of(SIGNAL), np.array(SENTENCES[0].ids[:-1]), SIGNAL).logit
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
