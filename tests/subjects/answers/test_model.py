"""What the committed answers model promises, and that training it again goes the same way."""

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from engine.models.decoder_only import forward, guess
from engine.models.parameters import weights_to_dict
from engine.numerics.elementary import Array
from subjects.models.texts import Question
from subjects.models.weights import Model, load_model
from tests import ROOT
from tests.bookbuild.core.processors import ENVIRONMENTS
from tests.models.plain_answers import plain_logits

FOLDER = ROOT / "weights" / "answers"


@cache
def answers() -> Model:
    return load_model(FOLDER)


def numbers(words: tuple[str, ...]) -> list[int]:
    return [answers().vocabulary.index(word) for word in words]


def chances(ids: list[int]) -> Array:
    """The chances of every next word, in full precision: a row for each word read."""
    model = answers()
    passed = forward(model.weights, model.constants, np.array(ids), model.config.layout)
    share: Array = guess(passed.logit, model.config.layout).share
    return share


def answered(question: Question) -> tuple[str, ...]:
    """The words that the model writes by itself, the likeliest one each time, up to the end."""
    read = numbers(question.words[: question.given])
    written: list[str] = []
    while len(read) < 16:
        read.append(int(chances(read)[-1].argmax()))
        word = answers().vocabulary[read[-1]]
        if word == "<end>":
            break
        written.append(word)
    return tuple(written)


@pytest.mark.parametrize("number", range(24))
def test_every_held_out_question_is_answered_word_for_word(number: int) -> None:
    question = answers().heldout[number]
    assert answered(question) == question.answer


def test_every_question_it_learned_from_is_answered() -> None:
    assert len(answers().questions) == 185
    wrong = [q for q in answers().questions if answered(q) != q.answer]
    assert wrong == []


def test_the_likeliest_word_stands_near_ninety_percent() -> None:
    tops = []
    for question in (*answers().questions, *answers().heldout):
        rows = chances(numbers(question.words))[question.given - 1 : -1]
        tops += rows.max(axis=-1).tolist()
    assert 0.86 < float(np.mean(tops)) < 0.92
    assert min(tops) > 0.7


def test_the_weights_are_good_to_read() -> None:
    for name, array in weights_to_dict(answers().weights).items():
        assert abs(array).max() <= 4.0, name


def test_its_corpus_is_what_it_reads_and_writes() -> None:
    model = answers()
    assert model.corpus[0] == model.questions[0].words
    assert max(map(len, model.corpus)) <= 16
    assert not {question.words for question in model.heldout} & set(model.corpus)


def test_its_log_and_provenance_tell_what_came_of_the_questions_held_out() -> None:
    log = answers().log
    assert [row.step for row in log] == list(range(1, 601))
    measured = [row.step for row in log if row.heldout is not None]
    assert measured == [1, *range(25, 601, 25)]
    assert log[24].heldout != 24
    assert log[-1].heldout == answers().provenance.heldout == 24


@pytest.mark.parametrize("number", [0, 23])
def test_logits_agree_with_an_implementation_written_apart(number: int) -> None:
    model = answers()
    ids = numbers(model.heldout[number].words)
    logit = forward(model.weights, model.constants, np.array(ids), model.config.layout).logit
    named = {name: array.tolist() for name, array in weights_to_dict(model.weights).items()}
    np.testing.assert_allclose(logit, plain_logits(named, ids), rtol=0, atol=1e-9)


STEPS = 40
FIRST_STEPS = f"""
import sys
from itertools import islice
from pathlib import Path
from subjects.models.config import read_config
from subjects.models.training_log import log_text
from subjects.models.texts import read_texts
from engine.training.loop import training_steps
folder = Path(sys.argv[1])
config = read_config(folder / "config.toml")
texts = read_texts(folder, config)
steps = training_steps(
    config.layout, config.training, texts.examples(config), texts.heldout_examples(config)
)
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
