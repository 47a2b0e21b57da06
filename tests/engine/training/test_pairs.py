"""Learning from pairs: what is asked, what a step does, and how right translations are counted."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from engine.layers.losses import Targets, cross_entropy_forward
from engine.models.decoder_only import constants_of
from engine.models.encoder_decoder import translate_forward
from engine.models.encoder_decoder_parameters import (
    translator_from_dict,
    translator_shapes,
    translator_to_dict,
)
from engine.numerics.splitmix import SplitMix64
from engine.training.loop import Recipe, StepRecord, starting_arrays
from engine.training.pairs import (
    PairExample,
    make_pair_batch,
    right_translations,
    translation_loss,
    translator_steps,
)
from tests.models.small_translator import VARIANT

RECIPE = Recipe(
    seed=5, steps=60, rate=1.0, warm_up=20, decay=0.0, smoothing=0.1, start=0.3,
    embedding_start=1.0, batch=2, schedule="inverse root", beta2=0.98, epsilon=1e-9,
)  # fmt: skip
PAIRS = [
    PairExample((0, 2, 4), (0, 2, 4, 6, 1)),
    PairExample((1, 3), (0, 3, 5, 1)),
    PairExample((0, 3, 5, 6), (0, 2, 5, 7, 6, 6, 1)),
]


def test_every_written_word_but_the_first_is_asked_for_and_no_filling() -> None:
    batch = make_pair_batch(PAIRS, 0.1)
    assert batch.source.tolist() == [[0, 2, 4, 0], [1, 3, 0, 0], [0, 3, 5, 6]]
    assert batch.lengths.tolist() == [3, 2, 4]
    assert batch.written.shape == (3, 6)
    assert batch.targets.ids.tolist() == [2, 4, 6, 1, 3, 5, 1, 2, 5, 7, 6, 6, 1]
    assert batch.targets.count == 13.0
    assert batch.asked.tolist() == [0, 1, 2, 3, 6, 7, 8, 12, 13, 14, 15, 16, 17]


def test_the_loss_of_a_batch_is_that_of_its_pairs_one_by_one() -> None:
    start = starting_arrays(translator_shapes(VARIANT), RECIPE, SplitMix64(3))
    weights, constants = translator_from_dict(start, VARIANT), constants_of(VARIANT)
    whole, words = 0.0, 0
    for pair in PAIRS:
        source, written = np.array(pair.source), np.array(pair.written)
        logit = translate_forward(weights, constants, source, written[:-1], VARIANT).logit
        count = len(written) - 1
        targets = Targets(written[1:], float(count), 0.1)
        whole += float(cross_entropy_forward(logit, targets).mean_surprise[0]) * count
        words += count
    together = translation_loss(weights, VARIANT, RECIPE, PAIRS)
    assert together == pytest.approx(whole / words, rel=1e-14)


def test_training_lowers_the_loss_and_gets_its_pairs_right() -> None:
    *_, last = translator_steps(VARIANT, replace(RECIPE, steps=150), PAIRS, PAIRS[:1])
    first = next(iter(islice(translator_steps(VARIANT, RECIPE, PAIRS), 1, None)))
    assert first.record is not None
    assert last.record is not None
    assert last.record.loss < first.record.loss / 2
    assert last.record.heldout == 1
    assert last.record.validation is not None
    assert right_translations(last.weights, VARIANT, PAIRS) == 3
    wrong = PairExample(PAIRS[0].source, (0, 2, 4, 7, 1))
    assert right_translations(last.weights, VARIANT, [*PAIRS, wrong]) == 3


def test_only_the_rate_of_the_paper_moves_the_weights() -> None:
    def record(rate: float) -> StepRecord:
        steps = translator_steps(VARIANT, replace(RECIPE, rate=rate), PAIRS)
        found = next(iter(islice(steps, 1, None))).record
        assert found is not None
        return found

    assert record(1.0).rate == pytest.approx(4**-0.5 * 20**-1.5)
    assert record(2.0).rate == pytest.approx(2 * record(1.0).rate)


def test_the_same_seed_goes_the_same_way_and_another_does_not() -> None:
    def after(seed: int) -> list[float]:
        steps = translator_steps(VARIANT, replace(RECIPE, seed=seed, steps=5), PAIRS)
        *_, last = steps
        return translator_to_dict(last.weights)["unembedding"].ravel().tolist()  # type: ignore[no-any-return]

    assert after(5) == after(5) != after(6)
