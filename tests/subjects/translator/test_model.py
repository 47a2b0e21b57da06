"""What the committed translating model promises, and that training it again goes the same way."""

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from engine.models.encoder_decoder import translate_forward
from engine.models.encoder_decoder_parameters import translator_to_dict
from engine.runs.translation import translate
from engine.runs.translation_run import TranslatorFigures
from engine.training.metrics import bleu, bleu_counts
from engine.training.pairs import right_translations
from subjects.translator.files import Pair, TranslatorModel, load_translator
from subjects.translator.translators import Translator
from tests import ROOT
from tests.bookbuild.core.processors import ENVIRONMENTS
from tests.models.plain_translator import PlainTranslator
from tests.models.translated_in_full import translate_in_full

FOLDER = ROOT / "weights" / "translator"
KNOWN = 40  # of the pairs held out: those of kinds that the corpus has


@cache
def translator() -> Translator:
    return Translator(FOLDER)


def model() -> TranslatorModel:
    return translator().model


@cache
def in_full(pair: Pair) -> tuple[str, ...]:
    return translate_in_full(translator().figures, pair.source)


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("the cat chases the mouse", "le chat chasse la souris"),
        ("the black cat sleeps", "le chat noir dort"),
        ("she does not sleep", "elle ne dort pas"),
        ("the small mouse cannot sleep", "la petite souris ne peut pas dormir"),
        ("the cats are sleeping", "les chats dorment"),
    ],
)
def test_sentences_that_it_never_saw_are_translated(english: str, french: str) -> None:
    source = tuple(english.split())
    assert source in [pair.source for pair in model().heldout]
    assert source not in [pair.source for pair in model().pairs]
    assert translator().translation(source).words == tuple(french.split())
    assert translator().beam(source).words == tuple(french.split())


def test_held_out_pairs_of_known_kinds_are_translated_and_those_of_new_kinds_not_all() -> None:
    right = [in_full(pair) == pair.translation for pair in model().heldout]
    assert all(right[:KNOWN])
    assert not all(right[KNOWN:])
    assert sum(right) == model().provenance.heldout
    both = [(in_full(pair), pair.translation) for pair in model().heldout]
    assert 0.9 < bleu(bleu_counts(both)) < 1.0


def test_every_pair_that_it_learned_from_is_translated() -> None:
    assert len(model().pairs) == 400
    pairs = [pair.example(model().config) for pair in model().pairs]
    assert right_translations(model().weights, model().config.layout, pairs) == 400


def test_the_weights_are_good_to_read() -> None:
    for name, array in translator_to_dict(model().weights).items():
        assert abs(array).max() <= 3.0, name


def figures_at(carried: int) -> TranslatorFigures:
    config = model().config
    return TranslatorFigures(
        "translator",
        config.layout,
        (config.source_vocabulary, config.vocabulary),
        translator_to_dict(model().weights),
        config.places,
        carried,
    )


def moved_at(carried: int, pair: Pair) -> float:
    """How far rounding moves a chance, at most."""
    run = translate(figures_at(carried), pair.source).run
    return max(abs(float(figure.value)) for figure in run.arrays["moved"])


@pytest.mark.parametrize("number", range(52))
def test_carrying_changes_no_translation_and_moves_no_chance_far(number: int) -> None:
    pair = model().heldout[number]
    written = translator().translation(pair.source)
    assert written.words == in_full(pair)
    assert max(abs(figure.value) for figure in written.run.arrays["moved"]) <= 0.005


def test_fewer_places_would_move_a_chance_too_far() -> None:
    fewer = model().config.carried - 1
    assert fewer >= 2
    assert max(moved_at(fewer, pair) for pair in model().heldout[:12]) > 0.005


@pytest.mark.parametrize("number", [0, 7, 51])
def test_logits_agree_with_an_implementation_written_apart(number: int) -> None:
    example = model().heldout[number].example(model().config)
    written = example.written[:-1]
    logit = translate_forward(
        model().weights,
        model().constants,
        np.array(example.source),
        np.array(written),
        model().config.layout,
    ).logit
    named = {name: array.tolist() for name, array in translator_to_dict(model().weights).items()}
    apart = PlainTranslator(named).logits(list(example.source), list(written))
    np.testing.assert_allclose(logit, apart, rtol=0, atol=1e-9)


def test_its_log_tells_the_loss_on_what_is_held_out() -> None:
    log = model().log
    assert [row.step for row in log] == list(range(1, 601))
    measured = [row.step for row in log if row.validation is not None]
    assert measured == [1, *range(25, 601, 25)]
    assert max(log, key=lambda row: row.rate).step == model().config.training.warm_up == 100
    first, last = log[0].validation, log[-1].validation
    assert first is not None
    assert last is not None
    assert first > 4 > 1 > last > log[-1].loss - 0.1


def test_metrics_are_worked_on_its_own_translations() -> None:
    kept = model().heldout[-4:]
    worked = translator().bleu(kept)
    both = [(translator().translation(pair.source).words, pair.translation) for pair in kept]
    assert float(worked.bleu.at(0).value) == pytest.approx(bleu(bleu_counts(both)), abs=5e-4)
    assert 1.0 < float(translator().perplexity(kept).perplexity.at(0).value) < 3.0


STEPS = 30
FIRST_STEPS = f"""
import sys
from itertools import islice
from pathlib import Path
from subjects.models.config import read_config
from subjects.models.training_log import log_text
from subjects.translator.files import read_pairs
from engine.training.pairs import translator_steps
folder = Path(sys.argv[1])
config = read_config(folder / "config.toml")
pairs, heldout = (
    [pair.example(config) for pair in read_pairs(folder / name, config)]
    for name in ("corpus.txt", "heldout.txt")
)
steps = translator_steps(config.layout, config.training, pairs, heldout)
print(log_text([step.record for step in islice(steps, 1, {STEPS} + 1)]), end="")
"""


def test_training_goes_the_same_way_to_the_last_bit_in_every_environment() -> None:
    # A loss depends on every weight: the first steps' losses, in full, tell all weights apart.
    log = FOLDER / "trained" / "training.csv"
    expected = log.read_text(encoding="utf-8").splitlines()[: STEPS + 1]
    started = [
        (name, subprocess.Popen(
            [sys.executable, "-c", FIRST_STEPS, str(FOLDER)],
            env={**os.environ, **changes}, stdout=subprocess.PIPE, text=True,
        ))
        for name, changes in ENVIRONMENTS.items()
    ]  # fmt: skip
    for name, process in started:
        told, _ = process.communicate(timeout=120)
        assert process.returncode == 0, name
        assert told.splitlines() == expected, name


def test_the_model_is_read_as_it_was_written() -> None:
    again = load_translator(FOLDER)
    assert again.provenance == model().provenance
    assert again.provenance.settings["training"]["seed"] == again.config.training.seed
