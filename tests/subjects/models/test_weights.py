"""A model's folder: written whole or not at all, read back strictly."""

import json
import os
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from engine.models.parameters import weights_from_dict, weights_to_dict
from engine.numerics.elementary import Array
from engine.training.loop import StepRecord, rounded
from subjects.models import weights
from subjects.models.array_files import replace_file
from subjects.models.config import ModelFileError
from subjects.models.training_log import read_log
from subjects.models.weights import load_model, train_model

FOLDER = Path(__file__).parents[3] / "weights" / "signal"
ANSWERS = FOLDER.with_name("answers")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "signal"))


def metadata_of(path: Path) -> dict[str, str]:
    with safe_open(path, framework="numpy") as file:
        return dict(file.metadata() or {})


def rewrite(folder: Path, arrays: dict[str, Array], metadata: dict[str, str] | None = None) -> None:
    path = folder / "weights.safetensors"
    kept = metadata_of(path) if metadata is None else metadata
    save_file(arrays, path, kept)


def told(folder: Path) -> str:
    """The one line that reading the folder ends with; it must name the weights file."""
    with pytest.raises(ModelFileError) as caught:
        load_model(folder)
    assert caught.value.where == str(folder / "weights.safetensors")
    assert "\n" not in str(caught.value)
    return caught.value.message


def test_the_committed_model_is_read_with_its_provenance() -> None:
    model = load_model(FOLDER)
    assert (model.name, model.provenance.variant) == ("signal", "signal")
    assert model.provenance.seed == model.config.training.seed
    assert model.provenance.steps == len(read_log(FOLDER))
    assert model.corpus[4] == ("the", "dog", "sat", "on", "the", "mat", ".")
    assert len(model.vocabulary) == 15
    assert model.weights.embedding.dtype == np.float64


def test_all_provenance_is_one_key_of_sorted_json() -> None:
    metadata = metadata_of(FOLDER / "weights.safetensors")
    assert list(metadata) == ["provenance"]
    data = json.loads(metadata["provenance"])
    assert json.dumps(data, sort_keys=True) == metadata["provenance"]


def test_weights_written_again_have_the_same_bytes() -> None:
    model = load_model(FOLDER)
    again = weights.weights_bytes(model.weights, model.provenance)
    assert again == (FOLDER / "weights.safetensors").read_bytes()


def test_training_tells_of_every_step_and_writes_what_it_returns(folder: Path) -> None:
    config = folder / "config.toml"
    settings = config.read_text().replace("steps = 500", "steps = 12").replace("= 50 #", "= 5 #")
    config.write_text(re.sub(r"snapshots = .*", "snapshots = [0, 7, 12]", settings))
    heard: list[StepRecord] = []
    model = train_model(folder, heard.append)
    assert [record.step for record in heard] == list(range(1, 13))
    assert tuple(heard) == read_log(folder)
    read = weights_to_dict(load_model(folder).weights)
    assert all(
        (read[name] == array).all() for name, array in weights_to_dict(model.weights).items()
    )
    assert sorted(path.name for path in folder.iterdir()) == [
        "config.toml", "corpus.txt", "heldout.txt", "snapshots.safetensors", "training.csv",
        "weights.safetensors",
    ]  # fmt: skip
    assert list(model.snapshots) == [0, 7, 12]
    last = rounded(weights_from_dict(dict(model.snapshots[12].weights), 1), 2)
    learned = weights_to_dict(model.weights)
    for name, array in weights_to_dict(last).items():
        assert abs(array - learned[name]).max() <= 0.01, name  # rounded twice, 4 places and 2
    assert not any(array.any() for array in model.snapshots[0].first.values())
    assert any(array.any() for array in model.snapshots[7].second.values())


def test_snapshots_that_are_not_those_of_the_settings_are_refused(folder: Path) -> None:
    path = folder / "snapshots.safetensors"
    good = path.read_bytes()
    path.write_bytes(good[:-9])
    with pytest.raises(ModelFileError, match=r"snapshots.safetensors: truncated or corrupt; run"):
        load_model(folder)
    path.write_bytes(good[:-9] + b"\x01" + good[-8:])
    with pytest.raises(ModelFileError, match=r"not what training would write now; run workings"):
        load_model(folder)
    path.unlink()
    with pytest.raises(ModelFileError, match=r"this file is missing; run workings train signal"):
        load_model(folder)


def test_a_model_that_answers_is_measured_on_what_is_held_out(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ANSWERS, tmp_path / "answers"))
    config = folder / "config.toml"
    config.write_text(config.read_text().replace("steps = 600", "steps = 27"))
    heard: list[StepRecord] = []
    model = train_model(folder, heard.append)
    assert [record.step for record in heard if record.heldout is not None] == [1, 25, 27]
    assert tuple(heard) == read_log(folder)
    assert (folder / "training.csv").read_text().startswith("step,loss,rate,validation,heldout\n1,")
    assert model.provenance.heldout is not None
    assert len(model.heldout) == 24
    data = json.loads(metadata_of(folder / "weights.safetensors")["provenance"])
    assert data["heldout"] == model.provenance.heldout
    heldout = folder / "heldout.txt"
    heldout.write_text(heldout.read_text().replace("which city is", "what is", 1))
    with pytest.raises(ModelFileError, match="trained before the last change"):
        load_model(folder)


def test_the_log_of_the_first_model_has_no_column_for_held_out_questions() -> None:
    assert (FOLDER / "training.csv").read_text().startswith("step,loss,rate,validation\n1,")
    assert all(record.heldout is None for record in read_log(FOLDER))
    assert load_model(FOLDER).questions == load_model(FOLDER).heldout == ()
    assert "heldout" not in json.loads(metadata_of(FOLDER / "weights.safetensors")["provenance"])


def test_interrupted_training_leaves_the_last_weights_whole(folder: Path) -> None:
    before = (folder / "weights.safetensors").read_bytes()

    def interrupt(record: StepRecord) -> None:
        if record.step == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_model(folder, interrupt)
    assert (folder / "weights.safetensors").read_bytes() == before
    load_model(folder)


def test_training_that_runs_away_says_so_and_writes_nothing(folder: Path) -> None:
    config = folder / "config.toml"
    config.write_text(config.read_text().replace("rate = 1.0", "rate = 1e300"))
    before = (folder / "weights.safetensors").read_bytes()
    with pytest.raises(ModelFileError, match=r"training failed at step .* a lower “training.rate”"):
        train_model(folder, lambda record: None)
    assert (folder / "weights.safetensors").read_bytes() == before


def test_missing_weights_say_how_to_get_them(folder: Path) -> None:
    (folder / "weights.safetensors").unlink()
    assert told(folder) == "this file is missing; run workings train signal"


@pytest.mark.parametrize("length", [0, 5, 300, 8000])
def test_truncated_weights_are_refused(folder: Path, length: int) -> None:
    path = folder / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:length])
    assert told(folder) == "truncated or corrupt; run workings train signal"


def test_names_and_shapes_and_types_must_be_the_models(folder: Path) -> None:
    arrays = load_file(folder / "weights.safetensors")
    without = {name: array for name, array in arrays.items() if name != "w_key"}
    rewrite(folder, without)
    assert told(folder).startswith("weight w_key is missing.")
    rewrite(folder, {**arrays, "w_kay": np.zeros(2)})
    assert told(folder).startswith("unknown weight w_kay. Did you mean w_key,")
    rewrite(folder, {**arrays, "w_key": np.zeros((8, 7))})
    assert told(folder) == "weight w_key has shape 8×7, not 8×8"
    rewrite(folder, {**arrays, "w_key": arrays["w_key"].astype(np.float32)})
    assert told(folder) == "weight w_key is float32, not float64"


@pytest.mark.parametrize(
    ("name", "index", "number", "says"),
    [
        ("w_query", (4, 0), np.nan, "weight w_query[5,1] is nan, not a number"),
        ("embedding", (1, 2), np.inf, "weight embedding[the,3] is inf, not a number"),
        ("unembedding", (4, 12), -np.inf, "weight unembedding[5,mat] is -inf, not a number"),
        ("w_key", (0, 1), -1e300, "weight w_key[1,2] is -1e+300, too large to be a weight"),
        ("b_press", (7,), 0.125, "weight b_press[8] is 0.125, which has more than 2 decimal"),
    ],
)
def test_one_bad_number_is_named(
    folder: Path, name: str, index: tuple[int, ...], number: float, says: str
) -> None:
    arrays = load_file(folder / "weights.safetensors")
    arrays[name][index] = number
    rewrite(folder, arrays)
    assert says in told(folder)


def test_a_weight_changed_by_hand_is_noticed(folder: Path) -> None:
    arrays = load_file(folder / "weights.safetensors")
    arrays["w_query"][0, 0] += 1.0
    arrays["w_query"][0, 0] = round(float(arrays["w_query"][0, 0]), 2)
    rewrite(folder, arrays)
    assert told(folder) == "the weights are not those that training wrote"


def test_weights_without_provenance_are_refused(folder: Path) -> None:
    arrays = load_file(folder / "weights.safetensors")
    rewrite(folder, arrays, {})
    assert told(folder) == "says nothing of where it came from"
    rewrite(folder, arrays, {"provenance": json.dumps({"format": "other/1"})})
    assert told(folder) == "its metadata is not workings-weights/1"
    rewrite(folder, arrays, {"provenance": "[" * 100_000})
    assert told(folder) == "not valid JSON: nested too deep"


def test_weights_that_are_a_pipe_are_refused_and_not_waited_for(folder: Path) -> None:
    (folder / "weights.safetensors").unlink()
    os.mkfifo(folder / "weights.safetensors")
    assert told(folder) == "a pipe, a socket or a device, not a file"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("config.toml", "steps = 500", "steps = 501"), ("corpus.txt", "the dog ran", "the cat ran")],
)
def test_settings_changed_since_training_are_noticed(
    folder: Path, name: str, old: str, new: str
) -> None:
    path = folder / name
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ModelFileError, match="trained before the last change; run workings train"):
        load_model(folder)


def test_a_log_that_is_none_is_refused_at_its_line(folder: Path) -> None:
    path = folder / "training.csv"
    path.write_text("step,loss\n")
    with pytest.raises(ModelFileError, match="not a training log"):
        read_log(folder)
    path.write_text("step,loss,rate\n1,2.5,0.1\n2,oops,0.1\n")
    with pytest.raises(ModelFileError) as caught:
        read_log(folder)
    assert caught.value.where == f"{path}:3:1"
    path.write_text("step,loss,rate,heldout\n1,2.5,0.1,\n2,2.4,0.1\n")
    with pytest.raises(ModelFileError) as caught:
        read_log(folder)
    assert caught.value.where == f"{path}:3:1"


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path: Path) -> None:
    taken = tmp_path / "weights.safetensors"
    taken.mkdir()
    with pytest.raises(ModelFileError, match="can't be written"):
        replace_file(taken, b"new")
    assert list(tmp_path.iterdir()) == [taken]


def test_the_hash_of_the_arrays_does_not_see_the_sign_of_nothing() -> None:
    model = load_model(FOLDER)
    named = {name: array.copy() for name, array in weights_to_dict(model.weights).items()}
    named["w_query"][0, 0] = 0.0
    plain = weights.arrays_hash(weights_from_dict(named, 1))
    named["w_query"][0, 0] = -0.0
    negative = weights_from_dict(named, 1)
    assert weights.arrays_hash(negative) == plain != model.provenance.arrays_sha256
