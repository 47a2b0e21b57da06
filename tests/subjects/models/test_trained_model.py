"""What the committed signal model promises, and that training it again gives the same bytes."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.models.decoder_only import Forward, forward, guess
from engine.models.parameters import weights_to_dict
from engine.numerics.elementary import Array
from engine.runs.run import ModelFigures, Run
from subjects.models.weights import Model, load_model
from tests import ROOT
from tests.bookbuild.core.processors import ENVIRONMENTS

FOLDER = ROOT / "weights" / "signal"


@cache
def signal() -> Model:
    return load_model(FOLDER)


@cache
def followed(sentence: str) -> Forward:
    ids = np.array([signal().vocabulary.index(word) for word in sentence.split()])
    return forward(signal().weights, signal().constants, ids, signal().config.layout)


def chances(sentence: str) -> dict[str, float]:
    row = guess(followed(sentence).logit, signal().config.layout).share[-1].tolist()
    return dict(zip(signal().vocabulary, row, strict=True))


def heard(sentence: str) -> Array:
    """How much the last word listens to each word."""
    shares: Array = followed(sentence).blocks[0].attention.heads[0].softmax.share[-1]
    return shares


def continuations() -> dict[str, set[str]]:
    """Every beginning of a sentence of the corpus, with the words that follow it somewhere."""
    found: dict[str, set[str]] = {}
    for words in signal().corpus:
        for end in range(1, len(words)):
            found.setdefault(" ".join(words[:end]), set()).add(words[end])
    return found


def test_every_next_word_that_the_corpus_determines_is_right() -> None:
    determined = {start: words for start, words in continuations().items() if len(words) == 1}
    assert len(determined) > 25
    for start, words in determined.items():
        best = max(chances(start), key=chances(start).__getitem__)
        assert {best} == words, start
        assert 0.8 < chances(start)[best] < 0.97, start


def test_an_undetermined_next_word_is_one_that_follows_somewhere() -> None:
    for start, words in continuations().items():
        assert max(chances(start), key=chances(start).__getitem__) in words, start


@pytest.mark.parametrize(
    ("sentence", "answer"), [("the dog sat on the", "mat"), ("the dog ran to the", "park")]
)
def test_the_last_word_listens_to_the_verb_and_finds_the_place(sentence: str, answer: str) -> None:
    assert max(chances(sentence), key=chances(sentence).__getitem__) == answer
    shares = heard(sentence)
    assert int(shares.argmax()) == 2  # the third of five words, the verb
    assert 0.4 < shares[2] < 0.85


def test_the_weights_are_good_to_read() -> None:
    for name, array in weights_to_dict(signal().weights).items():
        assert abs(array).max() <= 4.0, name


def test_no_variance_is_so_small_that_two_places_lose_it() -> None:
    for words in signal().corpus:
        passed = followed(" ".join(words))
        assert passed.norm3 is not None
        norms = (passed.blocks[0].norm1, passed.blocks[0].norm2, passed.norm3)
        assert min(norm.variance.min() for norm in norms) > 0.05


@pytest.mark.parametrize(
    "sentence",
    ["the cat sat on the mat .", "a cat sat on a mat .", "the dog ran to the park .",
     "a dog ran to a park .", "the dog sat on the mat .", "the bird flew in the sky .",
     "a bird flew in the sky .", "the dog sat on a mat .", "a cat ran to the park .",
     "a bird sat on the mat .", "the cat flew in the sky .", "a dog ran to the park .",
     "the bird ran to the park ."],
)  # fmt: skip
def test_carrying_two_places_changes_no_answer_and_moves_no_chance_far(sentence: str) -> None:
    model, words = signal(), sentence.split()
    figures = ModelFigures(
        model.name, model.config.layout, model.vocabulary, weights_to_dict(model.weights), 2
    )
    run = Run(figures, words)
    carried = run.arrays["guess.share"].values.astype(float)
    full = guess(followed(sentence).logit, signal().config.layout).share
    assert abs(carried - full).max() <= 0.005
    for place in range(1, len(words) + 1):
        assert run.answer(place) == run.full_answer(place), f"after word {place}"


TRAIN = """
import sys
from pathlib import Path
from subjects.models.weights import train_model
train_model(Path(sys.argv[1]), lambda record: None)
"""


def test_training_again_gives_the_same_bytes_in_every_environment(tmp_path: Path) -> None:
    started = []
    for name, changes in ENVIRONMENTS.items():
        folder = tmp_path / name / "signal"
        folder.mkdir(parents=True)
        for source in ("config.toml", "corpus.txt", "heldout.txt"):
            (folder / source).write_bytes((FOLDER / source).read_bytes())
        command = [sys.executable, "-c", TRAIN, str(folder)]
        environment = {**os.environ, **changes}
        started.append((name, folder, subprocess.Popen(command, env=environment)))
    for name, folder, process in started:
        assert process.wait(timeout=120) == 0, name
        for written in ("weights.safetensors", "snapshots.safetensors", "training.csv"):
            again, kept = (each / "trained" / written for each in (folder, FOLDER))
            same = again.read_bytes() == kept.read_bytes()
            assert same, f"{written} differs in: {name}"
