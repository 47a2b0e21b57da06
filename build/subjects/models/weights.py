"""A model's folder: what training writes into it, and how a trained model is read back.

`weights/<name>/` holds `config.toml` and `corpus.txt` (written by an author; `heldout.txt` too,
where the corpus is questions or pairs), and `weights.safetensors` and `training.csv` (written by
training, the same bytes every time).
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import TypeVar

import numpy as np
from safetensors.numpy import save

from bookbuild.core.inputs import parse_json
from engine.errors import nearest
from engine.layers.layers import Constants
from engine.models.decoder_only import constants_of
from engine.models.parameters import Weights, weight_shapes, weights_from_dict, weights_to_dict
from engine.numerics.elementary import Array
from engine.runs.training_step import SavedPoint, saved_point
from engine.training.loop import (
    StepRecord,
    TrainedStep,
    TrainingError,
    loss_of,
    right_answers,
    rounded,
    rounded_arrays,
    training_steps,
)
from subjects.models.array_files import hash_of_arrays, hash_of_text, read_arrays, replace_file
from subjects.models.config import ModelConfig, ModelFileError, read_config
from subjects.models.snapshots import read_snapshots, write_snapshots
from subjects.models.texts import Question, read_texts
from subjects.models.training_log import log_text

__all__ = ["Model", "Provenance", "StepRecord", "load_model", "train_model"]

Learned = TypeVar("Learned")

FORMAT = "workings-weights/1"
LARGEST_WEIGHT = 1e12  # and its decimal places: what a double still holds apart


@dataclass(frozen=True)
class Provenance:
    """Where the weights came from, as their file's metadata says."""

    format: str
    variant: str
    seed: int
    steps: int
    loss: float  # of the rounded weights on the corpus
    corpus_sha256: str
    config_sha256: str
    arrays_sha256: str
    heldout_sha256: str | None = None  # where questions are held out, and then
    heldout: int | None = None  # how many of them the rounded weights answer


@dataclass(frozen=True)
class Model:
    """A trained model and all that belongs to it."""

    name: str
    config: ModelConfig
    vocabulary: tuple[str, ...]  # in the order of the token numbers
    corpus: tuple[tuple[str, ...], ...]
    questions: tuple[Question, ...]  # the corpus as questions, where it is made of them
    heldout: tuple[Question, ...]  # questions that it has not learned from
    unseen: tuple[tuple[str, ...], ...]  # sentences that it has not learned from
    weights: Weights
    constants: Constants
    provenance: Provenance
    snapshots: Mapping[int, SavedPoint]  # by the steps taken before


def train_model(folder: Path, on_step: Callable[[StepRecord], None]) -> Model:
    """Train from the folder's config and corpus, write weights and log, return the model.

    ``on_step`` hears of every step. Nothing is written before training has ended well. Raises
    `WorkingsError` for a fault in the config or corpus, and when the folder can't be written.
    """
    config = read_config(folder / "config.toml")
    texts = read_texts(folder, config)
    steps = training_steps(
        config.layout, config.training, texts.examples(config), texts.heldout_examples(config)
    )
    points: list[SavedPoint] = []

    def keep(number: int, step: TrainedStep[Weights]) -> None:
        if number in config.snapshots:
            points.append(saved_point(number, step, config.snapshot_places))

    trained, log = train_to_the_end(steps, on_step, str(folder / "config.toml"), keep)
    weights = rounded(trained, config.places)
    loss = loss_of(weights, config.layout, config.training, texts.examples(config))
    asked = texts.heldout_examples(config)
    provenance = Provenance(
        format=FORMAT,
        variant=config.variant,
        seed=config.training.seed,
        steps=config.training.steps,
        loss=loss,
        corpus_sha256=hash_of_text(folder / "corpus.txt"),
        config_sha256=hash_of_text(folder / "config.toml"),
        arrays_sha256=arrays_hash(weights),
        heldout_sha256=hash_of_text(folder / "heldout.txt") if asked else None,
        heldout=right_answers(weights, config.layout, asked) if texts.heldout else None,
    )
    replace_file(folder / "weights.safetensors", weights_bytes(weights, provenance))
    replace_file(folder / "training.csv", log_text(log).encode())
    if points:
        write_snapshots(folder, points)
    return load_model(folder)


def train_to_the_end(
    steps: Iterable[TrainedStep[Learned]],
    on_step: Callable[[StepRecord], None],
    where: str,
    keep: Callable[[int, TrainedStep[Learned]], None] | None = None,
) -> tuple[Learned, Sequence[StepRecord]]:
    """Take every step: the weights after the last one, and the record of each.

    ``keep`` is shown where training stands after each number of steps, from 0 on.
    """
    log = []
    try:
        with np.errstate(all="ignore"):  # a loss that is no number has its own error
            for number, step in enumerate(steps):
                if keep is not None:
                    keep(number, step)
                if step.record:
                    log.append(step.record)
                    on_step(step.record)
    except TrainingError as error:
        raise ModelFileError(
            f"{error.message}; a lower “training.rate” may help", where=where
        ) from error
    return step.weights, log


def load_model(folder: Path) -> Model:
    """Read a trained model. Raises `ModelFileError`, naming the file, for anything amiss."""
    config = read_config(folder / "config.toml")
    if config.layout.translates:
        raise ModelFileError(
            "this model translates: it only goes from one language to another", where=str(folder)
        )
    texts = read_texts(folder, config)
    path = folder / "weights.safetensors"
    named, metadata = read_arrays(path, folder.name)
    check_arrays(named, weight_shapes(config.layout), config, str(path))
    weights = weights_from_dict(named, config.layout.layers)
    provenance = read_provenance(metadata, str(path))
    heldout = bool(texts.heldout or texts.unseen)
    check_provenance(provenance, folder, arrays_hash(weights), heldout=heldout)
    constants = constants_of(config.layout)
    return Model(
        folder.name,
        config,
        config.vocabulary,
        texts.corpus,
        texts.questions,
        texts.heldout,
        texts.unseen,
        weights,
        constants,
        provenance,
        read_snapshots(folder, config),
    )


def check_provenance(provenance: Provenance, folder: Path, arrays: str, *, heldout: bool) -> None:
    """Raise `ModelFileError` unless the weights (by their hash) came from the folder's files."""
    if provenance.arrays_sha256 != arrays:
        raise ModelFileError(
            "the weights are not those that training wrote",
            where=str(folder / "weights.safetensors"),
        )
    for name in ("config.toml", "corpus.txt", *(["heldout.txt"] if heldout else [])):
        if getattr(provenance, name.split(".")[0] + "_sha256") != hash_of_text(folder / name):
            raise ModelFileError(
                f"trained before the last change; run workings train {folder.name}",
                where=str(folder / name),
            )


def weights_bytes(weights: Weights, provenance: Provenance) -> bytes:
    """The bytes of a `weights.safetensors`."""
    return arrays_bytes(weights_to_dict(weights), provenance)


def arrays_bytes(named: Mapping[str, Array], provenance: Provenance) -> bytes:
    """The bytes of a `weights.safetensors` with these arrays.

    The format's metadata is an unordered map, so all of it goes into one key, as sorted JSON.
    """
    known = {key: value for key, value in asdict(provenance).items() if value is not None}
    metadata = {"provenance": json.dumps(known, sort_keys=True)}
    return save({name: np.ascontiguousarray(w) for name, w in named.items()}, metadata)


def arrays_hash(weights: Weights) -> str:
    """What the weights' file is known by: a hash of all they are."""
    return hash_of_arrays(weights_to_dict(weights))


def check_arrays(
    named: Mapping[str, Array],
    shapes: Mapping[str, tuple[int, ...]],
    config: ModelConfig,
    where: str,
) -> None:
    """Raise `ModelFileError` unless names, shapes, types and every number are as they should be."""
    for name in shapes:
        if name not in named:
            raise ModelFileError(f"weight {name} is missing.{nearest(name, named)}", where=where)
    for name in sorted(named):
        if name not in shapes:
            raise ModelFileError(f"unknown weight {name}.{nearest(name, shapes)}", where=where)
    for name, shape in shapes.items():
        array = named[name]
        if array.shape != shape:
            raise ModelFileError(
                f"weight {name} has shape {_sides(array.shape)}, not {_sides(shape)}", where=where
            )
        if array.dtype != np.float64:
            raise ModelFileError(f"weight {name} is {array.dtype}, not float64", where=where)
        for flat in np.flatnonzero(~np.isfinite(array)):
            label = _label(name, np.unravel_index(flat, shape), config)
            raise ModelFileError(f"weight {label} is {array.flat[flat]}, not a number", where=where)
        for flat in np.flatnonzero(np.abs(array) >= LARGEST_WEIGHT):
            label = _label(name, np.unravel_index(flat, shape), config)
            raise ModelFileError(
                f"weight {label} is {array.flat[flat]}, too large to be a weight", where=where
            )
    written = rounded_arrays(named, config.places)
    for name, array in named.items():
        for flat in np.flatnonzero(array != written[name]):
            label = _label(name, np.unravel_index(flat, array.shape), config)
            raise ModelFileError(
                f"weight {label} is {array.flat[flat]}, which has more than "
                f"{config.places} decimal places",
                where=where,
            )


def _sides(shape: tuple[int, ...]) -> str:
    return "×".join(str(side) for side in shape)


def _label(name: str, index: tuple[np.intp, ...], config: ModelConfig) -> str:
    """The figure's name of one weight: slots count from 1, a word's row goes by the word."""
    labels = [str(int(i) + 1) for i in index]
    if name in ("embedding", "decoder.embedding"):
        labels[0] = config.vocabulary[int(index[0])]
    if name == "encoder.embedding":
        labels[0] = config.source_vocabulary[int(index[0])]
    if name == "unembedding":
        labels[1] = config.vocabulary[int(index[1])]
    return f"{name}[{','.join(labels)}]"


def read_provenance(metadata: dict[str, str], where: str) -> Provenance:
    """Where the weights came from. Raises `ModelFileError` if their file doesn't say it."""
    known = {field.name for field in fields(Provenance)}
    needed = {field.name for field in fields(Provenance) if field.default is MISSING}
    if "provenance" not in metadata:
        raise ModelFileError("says nothing of where it came from", where=where)
    data = parse_json(metadata["provenance"], where=where, kind=ModelFileError)
    if not isinstance(data, dict) or not needed <= set(data) <= known or data["format"] != FORMAT:
        raise ModelFileError(f"its metadata is not {FORMAT}", where=where)
    return Provenance(**data)
