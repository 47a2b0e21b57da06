"""A model's folder: written whole or not at all, read back strictly."""

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
from subjects.models.array_files import hash_of_arrays
from subjects.models.config import ModelFileError
from subjects.models.trained import weights_bytes, weights_path
from subjects.models.training_log import read_log
from subjects.models.weights import Model, load_model, train_model
from tests import ROOT

FOLDER = ROOT / "weights" / "signal"
ANSWERS = FOLDER.with_name("answers")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "signal"))


def metadata_of(path: Path) -> dict[str, str]:
    with safe_open(path, framework="numpy") as file:
        return dict(file.metadata() or {})


def rewrite(folder: Path, arrays: dict[str, Array]) -> None:
    path = weights_path(folder)
    save_file(arrays, path, metadata_of(path))


def told(folder: Path) -> str:
    """The one line that reading the folder ends with; it must name the weights file."""
    with pytest.raises(ModelFileError) as caught:
        load_model(folder)
    assert caught.value.where == str(weights_path(folder))
    assert "\n" not in str(caught.value)
    return caught.value.message


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def train(folder: Path) -> Model:
    return train_model(folder, lambda record: None)


def shortened(folder: Path) -> Path:
    """Make the training of a copied signal model 12 steps long."""
    change(folder / "config.toml", "steps = 500", "steps = 12")
    change(folder / "config.toml", "warm_up = 50", "warm_up = 5")
    config = folder / "config.toml"
    config.write_text(re.sub(r"snapshots = .*", "snapshots = [0, 7, 12]", config.read_text()))
    return folder


def test_the_committed_model_is_read_with_all_that_belongs_to_it() -> None:
    model = load_model(FOLDER)
    assert model.name == "signal"
    assert len(model.log) == model.config.training.steps
    assert model.corpus[4] == ("the", "dog", "sat", "on", "the", "mat", ".")
    assert len(model.vocabulary) == model.config.layout.vocabulary == 15
    assert model.weights.embedding.dtype == np.float64


def test_weights_written_again_have_the_same_bytes() -> None:
    model = load_model(FOLDER)
    again = weights_bytes(weights_to_dict(model.weights), model.provenance)
    assert again == weights_path(FOLDER).read_bytes()


def test_training_tells_of_every_step_and_writes_what_it_returns(folder: Path) -> None:
    heard: list[StepRecord] = []
    model = train_model(shortened(folder), heard.append)
    assert [record.step for record in heard] == list(range(1, 13))
    assert tuple(heard) == model.log
    read = weights_to_dict(load_model(folder).weights)
    assert all(
        (read[name] == array).all() for name, array in weights_to_dict(model.weights).items()
    )
    assert sorted(bytes_of(folder)) == [
        "config.toml", "corpus.txt", "heldout.txt", "trained/snapshots.safetensors",
        "trained/training.csv", "trained/weights.safetensors",
    ]  # fmt: skip
    assert list(model.snapshots) == [0, 7, 12]
    last = rounded(weights_from_dict(dict(model.snapshots[12].weights), 1), 2)
    learned = weights_to_dict(model.weights)
    for name, array in weights_to_dict(last).items():
        assert abs(array - learned[name]).max() <= 0.01, name  # rounded twice, 4 places and 2
    assert not any(array.any() for array in model.snapshots[0].first.values())
    assert any(array.any() for array in model.snapshots[7].second.values())


def test_training_without_snapshots_leaves_none_of_the_last_ones(folder: Path) -> None:
    shortened(folder)
    change(folder / "config.toml", "snapshots = [0, 7, 12]", "snapshots = []")
    train_model(folder, lambda record: None)
    assert sorted(path.name for path in (folder / "trained").iterdir()) == [
        "training.csv", "weights.safetensors"
    ]  # fmt: skip


@pytest.mark.parametrize("stranger", ["notes.txt", ".hidden", "weights.safetensors.bak", "kept/x"])
def test_a_file_of_somebody_else_is_neither_removed_nor_ignored(
    folder: Path, stranger: str
) -> None:
    path = folder / "trained" / stranger
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    before = bytes_of(shortened(folder))
    for attempt in (train, load_model):
        with pytest.raises(ModelFileError, match="training didn't write this") as caught:
            attempt(folder)
        assert caught.value.where == str(folder / "trained" / stranger.partition("/")[0])
    assert bytes_of(folder) == before


def test_a_linked_folder_is_not_trained_into(folder: Path) -> None:
    (folder / "trained").rename(folder / "elsewhere")
    (folder / "trained").symlink_to("elsewhere")
    with pytest.raises(ModelFileError, match="must be a folder"):
        train_model(shortened(folder), lambda record: None)


def test_a_training_that_cannot_be_written_says_why(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bytes_of(shortened(folder))

    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ModelFileError, match="no room left on the disk; the last training"):
        train(folder)
    assert bytes_of(folder) == before


def test_a_model_that_answers_is_measured_on_what_is_held_out(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ANSWERS, tmp_path / "answers"))
    change(folder / "config.toml", "steps = 600", "steps = 27")
    heard: list[StepRecord] = []
    model = train_model(folder, heard.append)
    assert [record.step for record in heard if record.heldout is not None] == [1, 25, 27]
    assert tuple(heard) == model.log
    log = (folder / "trained" / "training.csv").read_text()
    assert log.startswith("step,loss,rate,validation,heldout\n1,")
    assert model.provenance.heldout is not None
    assert len(model.heldout) == 24


def test_the_log_of_the_first_model_has_no_column_for_held_out_questions() -> None:
    log = FOLDER / "trained" / "training.csv"
    assert log.read_text().startswith("step,loss,rate,validation\n1,")
    model = load_model(FOLDER)
    assert all(record.heldout is None for record in model.log)
    assert model.questions == model.heldout == ()
    assert model.provenance.heldout is None


def test_interrupted_training_leaves_the_last_one_whole(folder: Path) -> None:
    before = bytes_of(folder)

    def interrupt(record: StepRecord) -> None:
        if record.step == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_model(folder, interrupt)
    assert bytes_of(folder) == before
    load_model(folder)


def test_training_that_runs_away_says_so_and_writes_nothing(folder: Path) -> None:
    change(folder / "config.toml", "rate = 1.0", "rate = 1e300")
    before = bytes_of(folder)
    with pytest.raises(ModelFileError, match=r"training failed at step .* a lower “training.rate”"):
        train(folder)
    assert bytes_of(folder) == before


@pytest.mark.parametrize("name", ["weights.safetensors", "snapshots.safetensors", "training.csv"])
def test_a_missing_file_of_a_training_says_how_to_get_it(folder: Path, name: str) -> None:
    (folder / "trained" / name).unlink()
    with pytest.raises(ModelFileError, match="missing; run workings train signal") as caught:
        load_model(folder)
    assert caught.value.where == str(folder / "trained" / name)


@pytest.mark.parametrize("length", [0, 5, 300, 8000])
def test_truncated_weights_are_refused(folder: Path, length: int) -> None:
    path = weights_path(folder)
    path.write_bytes(path.read_bytes()[:length])
    assert told(folder) == "truncated or corrupt; run workings train signal"


def test_names_and_shapes_and_types_must_be_the_models(folder: Path) -> None:
    arrays = load_file(weights_path(folder))
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
        ("b_press", (7,), 0.125, "weight b_press[8] is 0.125, which has more than 2 decimal"),
    ],
)
def test_one_bad_number_is_named(
    folder: Path, name: str, index: tuple[int, ...], number: float, says: str
) -> None:
    arrays = load_file(weights_path(folder))
    arrays[name][index] = number
    rewrite(folder, arrays)
    assert says in told(folder)


def test_a_log_that_is_none_is_refused_at_its_line(folder: Path) -> None:
    path = folder / "trained" / "training.csv"
    path.write_text("step,loss\n")
    with pytest.raises(ModelFileError, match="not a training log"):
        read_log(path, "signal")
    path.write_text("step,loss,rate\n1,2.5,0.1\n2,oops,0.1\n")
    with pytest.raises(ModelFileError) as caught:
        read_log(path, "signal")
    assert caught.value.where == f"{path}:3:1"
    path.write_text("step,loss,rate,heldout\n1,2.5,0.1,\n2,2.4,0.1\n")
    with pytest.raises(ModelFileError) as caught:
        read_log(path, "signal")
    assert caught.value.where == f"{path}:3:1"


def test_the_hash_of_the_arrays_sees_every_bit() -> None:
    named = weights_to_dict(load_model(FOLDER).weights)
    plain = hash_of_arrays({**named, "b_press": np.zeros(8)})
    assert plain != hash_of_arrays({**named, "b_press": -np.zeros(8)})
    assert plain != hash_of_arrays({**named, "b_press": np.zeros((8, 1))})
