"""A folder of pairs: each fault is told in one line with its place."""

import re
import shutil
from pathlib import Path

import pytest

from engine.models.encoder_decoder_parameters import translator_to_dict
from engine.training.loop import StepRecord
from subjects.models.config import ModelFileError, read_config
from subjects.models.trained import weights_bytes, weights_path
from subjects.models.weights import load_model
from subjects.translator.files import load_translator, read_pairs, train_translator
from tests import ROOT

FOLDER = ROOT / "weights" / "translator"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "translator"
    shutil.copytree(FOLDER, copied)
    return copied


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("the cat sleeps", ":2:1", r"a line is: english \| french"),
        ("the cat sleeps |", ":2:1", r"a line is: english \| french"),
        ("the caat sleeps | le chat dort", ":2:5", "“caat” is not in the vocabulary. Did you mean"),
        ("the cat sleeps | le chat dorrt", ":2:26", "“dorrt” is not in the vocabulary."),
        ("the cat sleeps | the chat dort", ":2:18", "“the” is not in the vocabulary."),
        (
            "the cat sleeps | le le le le le le le chat",
            ":2:1",
            "at most 8 words and its translation 7, these have 3 and 8",
        ),
    ],
)
def test_a_faulty_pair_is_told_with_its_place(
    folder: Path, line: str, place: str, message: str
) -> None:
    path = folder / "corpus.txt"
    path.write_text(f"the cat sleeps | le chat dort\n{line}\n", encoding="utf-8")
    with pytest.raises(ModelFileError, match=message) as caught:
        read_pairs(path, read_config(folder / "config.toml"))
    assert caught.value.where == f"{path}{place}"


def test_no_pairs_at_all_are_told(folder: Path) -> None:
    (folder / "corpus.txt").write_text("", encoding="utf-8")
    with pytest.raises(ModelFileError, match="no pair to learn from"):
        read_pairs(folder / "corpus.txt", read_config(folder / "config.toml"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"the", "a"', '"teh", "teh"', "“source_vocabulary” has “teh” twice"),
        ('"sinusoidal"', '"learned"', "“layout.base” is only for sinusoidal positions"),
        ('"sinusoidal"\nbase = 10000.0', '"learned"\n', "“layout.positions” must be sinusoidal"),
        ("biases = true", "biases = false", "“layout.biases” must be true for a model that trans"),
        ('"<bos>", "<end>",', '"<end>", "<bos>",', "“vocabulary” must begin with <bos> and <end>"),
        ("warm_up = 100", "warm_up = 0", "“training.warm_up” must be 1 or more"),
        ("places = 2", "places = 2\nsnapshots = [1]", "“snapshots” are not taken of a model"),
    ],
)
def test_a_fault_in_the_settings_is_told(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "config.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ModelFileError, match=message) as caught:
        read_config(path)
    assert caught.value.where == str(path)


def test_pairs_that_changed_since_training_are_told(folder: Path) -> None:
    for name in ("corpus.txt", "heldout.txt"):
        path = folder / name
        kept = path.read_text(encoding="utf-8")
        path.write_text(kept + "the cat sleeps | le chat dort\n", encoding="utf-8")
        with pytest.raises(ModelFileError, match="run workings train translator") as caught:
            load_translator(folder)
        assert caught.value.where == str(path)
        path.write_text(kept, encoding="utf-8")
    assert load_translator(folder).name == "translator"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("encoder.embedding", "encoder.embedding[a,1]"),
        ("decoder.embedding", "decoder.embedding[<end>,1]"),
        ("decoder.cross_attention.w_key", "decoder.cross_attention.w_key[2,1]"),
    ],
)
def test_a_weight_that_is_no_number_is_told_by_its_place(
    folder: Path, name: str, label: str
) -> None:
    model = load_translator(folder)
    named = {key: array.copy() for key, array in translator_to_dict(model.weights).items()}
    named[name][1, 0] = float("nan")
    weights_path(folder).write_bytes(weights_bytes(named, model.provenance))
    with pytest.raises(ModelFileError, match=re.escape(f"weight {label} is nan, not a number")):
        load_translator(folder)


def test_models_of_another_kind_are_refused(folder: Path) -> None:
    with pytest.raises(ModelFileError, match="this model translates"):
        load_model(folder)
    with pytest.raises(ModelFileError, match="this model doesn't translate"):
        load_translator(FOLDER.with_name("signal"))


def test_training_writes_what_is_read_back(folder: Path) -> None:
    path = folder / "config.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("steps = 600", "steps = 3").replace("warm_up = 100", "warm_up = 2"),
        encoding="utf-8",
    )
    told: list[StepRecord] = []
    model = train_translator(folder, told.append)
    assert [record.step for record in told] == [1, 2, 3]
    assert told[0].validation is not None
    assert model.log == tuple(told)
    assert (folder / "trained" / "training.csv").read_text(encoding="utf-8").count("\n") == 4
