"""Whatever a model's weights rest on is sealed: a change is refused, naming file and setting."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from subjects.models.config import ModelFileError
from subjects.models.provenance import KEY, Provenance, metadata_of
from subjects.models.trained import weights_bytes, weights_path
from subjects.models.weights import load_model
from subjects.translator.files import load_translator
from tests import ROOT
from tests.subjects.models.test_weights import change

WEIGHTS = ROOT / "weights"
AGAIN = "run workings train signal"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(WEIGHTS / "signal", tmp_path / "signal"))


def refusal(folder: Path, file: str) -> str:
    """Return the one line that reading the folder ends with; it must name the file."""
    with pytest.raises(ModelFileError) as caught:
        (load_translator if folder.name == "translator" else load_model)(folder)
    assert caught.value.where == str(folder / file)
    assert "\n" not in str(caught.value)
    return caught.value.message


def edit_metadata(folder: Path, edit: Any) -> None:
    """Change the metadata of the weights by hand; the arrays stay."""
    path = weights_path(folder)
    provenance = load_model(folder).provenance
    metadata = metadata_of(provenance)
    data = json.loads(metadata[KEY])
    edit(data)
    save_file(load_file(path), path, {KEY: json.dumps(data, sort_keys=True)})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("base = 10000.0", "base = 100", "“layout.base” is 100.0, but was 10000.0 when"),
        ("epsilon = 1e-5", "epsilon = 1e-2", "“layout.epsilon” is 0.01, but was 1e-05 when"),
        ("heads = 1", "heads = 2", "“layout.heads” is 2, but was 1 when"),
        ('"relu"', '"gelu"', '“layout.activation” is "gelu", but was "relu" when'),
        ('"plain"', '"from the top"', '“layout.softmax” is "from the top", but was'),
        ('"before"', '"after"', '“layout.norm” is "after", but was "before" when'),
        ("biases = true", "biases = false", "“layout.biases” is false, but was true when"),
        ("steps = 500", "steps = 501", "“training.steps” is 501, but was 500 when"),
        ("seed = 1309", "seed = 7", "“training.seed” is 7, but was 1309 when"),
        ("beta2 = 0.98", "beta2 = 0.9", "“training.beta2” is 0.9, but was 0.98 when"),
        ("places = 2", "places = 2\ncarried = 3", "“carried” is 3, but was 2 when"),
        ('"park", "sky"', '"sky", "park"', '“vocabulary[14]” is "sky", but was "park"'),
        ('"sky",', '"sky", "sea",', '“vocabulary[16]” is "sea", but was not there when'),
        ("402, 500]", "402]", "“snapshots[8]” is not there, but was 500 when"),
        ("seeds_tried = 1500", "seeds_tried = 15", "“search.seeds_tried” is 15, but was 1500"),
    ],
)
def test_a_changed_setting_is_named_with_both_values(
    folder: Path, old: str, new: str, says: str
) -> None:
    change(folder / "config.toml", old, new)
    message = refusal(folder, "config.toml")
    assert message.startswith(says)
    assert message.endswith(f"the weights were trained; {AGAIN}")


def test_a_comment_or_the_layout_of_the_settings_asks_for_nothing(folder: Path) -> None:
    path = folder / "config.toml"
    change(path, "seed = 1309", "seed  =  0x51D # 1309\n\n# and so on\n")
    change(path, "rate = 1.0", "rate = 1")
    change(path, "base = 10000.0", "base = 1e4")
    change(path, '".", "the",', '".",\n    "the",\n')
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    for name in ("corpus.txt", "heldout.txt", "trained/training.csv"):
        written = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_bytes(written.replace("\n", "\r\n").encode())
    change(folder / "corpus.txt", "the dog ran", "the   dog\tran")
    weights = load_model(folder).weights
    assert (weights.embedding == load_model(WEIGHTS / "signal").weights.embedding).all()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("corpus.txt", "the dog ran", "the cat ran"),
        ("heldout.txt", "the", "a"),
        ("trained/training.csv", "\n500,0.", "\n500,0.0"),
        ("trained/training.csv", "\n1,", "\n1,1"),
    ],
)
def test_a_changed_file_is_named(folder: Path, name: str, old: str, new: str) -> None:
    change(folder / name, old, new)
    assert refusal(folder, name) == f"changed after the weights were trained; {AGAIN}"


def test_a_text_held_out_later_or_no_longer_is_named(folder: Path) -> None:
    kept = (folder / "heldout.txt").read_bytes()
    (folder / "heldout.txt").unlink()
    assert refusal(folder, "heldout.txt") == f"removed after the weights were trained; {AGAIN}"
    (folder / "heldout.txt").write_bytes(kept)
    load_model(folder)


def test_the_order_of_the_training_examples_is_sealed(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(WEIGHTS / "translator", tmp_path / "translator"))
    lines = (folder / "corpus.txt").read_text(encoding="utf-8").splitlines()
    lines[3], lines[4] = lines[4], lines[3]
    (folder / "corpus.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert refusal(folder, "corpus.txt").startswith("changed after")


def test_a_batch_larger_than_the_corpus_is_refused(folder: Path) -> None:
    change(folder / "config.toml", "batch = 1 ", "batch = 99 ")
    assert "“training.batch” is 99, but there are 7 examples" in refusal(folder, "config.toml")


def test_a_score_above_what_is_held_out_is_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(WEIGHTS / "translator", tmp_path / "translator"))
    change(folder / "config.toml", "scores = [46", "scores = [53")
    assert "“compared.scores” are from 0 to 52" in refusal(folder, "config.toml")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("loss", 0.5), ("loss", "0.77"), ("loss", float("nan")), ("loss", [1]), ("loss", 1),
        ("heldout", 3), ("heldout", True), ("heldout", "<b>x</b>"), ("heldout", -1),
        ("settings", []), ("settings", {}), ("files", {"corpus.txt": "<b>x</b>"}), ("files", 3),
        ("arrays", "0" * 64), ("arrays", None), ("seal", "0" * 64), ("seal", 1), ("more", 1),
        ("format", "workings-weights/1"), ("format", ["workings-weights/2"]),
    ],
)  # fmt: skip
def test_metadata_changed_by_hand_is_refused(folder: Path, key: str, value: object) -> None:
    edit_metadata(folder, lambda data: data.update({key: value}))
    message = refusal(folder, "trained/weights.safetensors")
    assert message.startswith("its metadata ")
    assert message.endswith(AGAIN)


@pytest.mark.parametrize("value", [float("nan"), json.loads("[" * 900 + "]" * 900)])
def test_settings_in_the_metadata_that_no_training_writes_are_refused(
    folder: Path, value: object
) -> None:
    edit_metadata(folder, lambda data: data["settings"].update({"places": value}))
    message = refusal(folder, "trained/weights.safetensors")
    assert message == f"its metadata was changed after training wrote it; {AGAIN}"


@pytest.mark.parametrize("key", ["loss", "heldout", "settings", "files", "arrays", "seal"])
def test_metadata_without_one_of_its_keys_is_refused(folder: Path, key: str) -> None:
    edit_metadata(folder, lambda data: data.pop(key))
    assert refusal(folder, "trained/weights.safetensors").startswith("its metadata ")


@pytest.mark.parametrize("text", ["", "[" * 100_000, "null", "[1]", "{", '{"format": 1}'])
def test_metadata_that_is_none_is_refused(folder: Path, text: str) -> None:
    path = weights_path(folder)
    save_file(load_file(path), path, {KEY: text})
    refusal(folder, "trained/weights.safetensors")
    save_file(load_file(path), path, {})
    assert "says nothing of where it came from" in refusal(folder, "trained/weights.safetensors")


def sealed_again(folder: Path, **changes: Any) -> None:
    """Write weights whose metadata has other values under a seal that fits."""
    model_path = weights_path(folder)
    provenance = load_model(folder).provenance
    known = {**provenance.__dict__, **changes}
    model_path.write_bytes(weights_bytes(load_file(model_path), Provenance(**known)))


def test_loss_and_score_are_worked_again_from_the_weights(folder: Path) -> None:
    loss = load_model(folder).provenance.loss
    sealed_again(folder, loss=float(np.nextafter(loss, 1.0)))
    message = refusal(folder, "trained/weights.safetensors")
    assert message.startswith("its metadata says “loss” 0.76")
    assert f"its weights have {loss}" in message


def test_a_held_out_score_is_worked_again_from_the_weights(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(WEIGHTS / "answers", tmp_path / "answers"))
    sealed_again(folder, heldout=23)
    message = refusal(folder, "trained/weights.safetensors")
    assert message.startswith("its metadata says “heldout” 23, its weights have 24;")


def test_a_setting_under_a_seal_that_fits_is_still_compared_with_the_config(folder: Path) -> None:
    settings = json.loads(json.dumps(load_model(folder).provenance.settings))
    settings["training"]["seed"] = 7
    sealed_again(folder, settings=settings)
    assert "“training.seed” is 1309, but was 7 when" in refusal(folder, "config.toml")


def test_a_weight_changed_by_hand_is_noticed(folder: Path) -> None:
    arrays = load_file(weights_path(folder))
    provenance = load_model(folder).provenance
    for number in (round(float(arrays["w_query"][0, 0]) + 1.0, 2), -0.0):
        changed = {**arrays, "w_query": arrays["w_query"].copy()}
        changed["w_query"][0, 0] = number
        weights_path(folder).write_bytes(weights_bytes(changed, provenance))
        message = refusal(folder, "trained/weights.safetensors")
        assert message == f"the weights are not those that training wrote; {AGAIN}"


def test_a_snapshot_changed_by_hand_is_noticed(folder: Path) -> None:
    path = folder / "trained" / "snapshots.safetensors"
    good = path.read_bytes()
    path.write_bytes(good[:-9] + b"\x01" + good[-8:])
    assert refusal(folder, "trained/snapshots.safetensors").startswith("changed after")
    path.write_bytes(good[:-9])
    assert refusal(folder, "trained/snapshots.safetensors").startswith("truncated or corrupt")


def test_bytes_around_the_weights_are_sealed_too(folder: Path) -> None:
    path = weights_path(folder)
    good = path.read_bytes()
    length = int.from_bytes(good[:8], "little")
    longer = (length + 8).to_bytes(8, "little") + good[8 : 8 + length] + b" " * 8
    path.write_bytes(longer + good[8 + length :])
    assert refusal(folder, "trained/weights.safetensors").startswith("the weights are not those")
