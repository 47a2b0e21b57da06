"""A model's folder: what training writes into it, and how a trained model is read back.

`weights/<name>/` holds `config.toml` and `corpus.txt` (written by an author; `heldout.txt` too,
where the corpus is questions or pairs), and `weights.safetensors` and `training.csv` (written by
training, the same bytes every time).
"""

import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import TypeVar

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from bookbuild.modelconfig import (
    ModelConfig,
    ModelFileError,
    read_config,
    read_text,
)
from bookbuild.texts import Question, read_texts
from bookbuild.traininglog import log_text
from engine.elementary import Array
from engine.errors import nearest
from engine.layers import Constants
from engine.models import constants_of
from engine.parameters import Weights, weight_shapes, weights_from_dict, weights_to_dict
from engine.training import (
    StepRecord,
    TrainedStep,
    TrainingError,
    loss_of,
    right_answers,
    rounded,
    rounded_arrays,
    training_steps,
)

__all__ = ["Model", "Provenance", "StepRecord", "load_model", "train_model"]

Learned = TypeVar("Learned")

FORMAT = "workings-weights/1"


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
    weights: Weights
    constants: Constants
    provenance: Provenance


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
    weights, records = run_steps(steps, on_step, str(folder / "config.toml"))
    log = log_text(records)
    weights = rounded(weights, config.places)
    named = weights_to_dict(weights)
    loss = loss_of(weights, config.layout, config.training, texts.examples(config))
    asked = texts.heldout_examples(config)
    provenance = Provenance(
        format=FORMAT,
        variant=config.variant,
        seed=config.training.seed,
        steps=config.training.steps,
        loss=loss,
        corpus_sha256=text_hash(folder / "corpus.txt"),
        config_sha256=text_hash(folder / "config.toml"),
        arrays_sha256=arrays_hash(named),
        heldout_sha256=text_hash(folder / "heldout.txt") if asked else None,
        heldout=right_answers(weights, config.layout, asked) if asked else None,
    )
    replace_file(folder / "weights.safetensors", weights_bytes(named, provenance))
    replace_file(folder / "training.csv", log.encode())
    return load_model(folder)


def run_steps(
    steps: Iterable[TrainedStep[Learned]], on_step: Callable[[StepRecord], None], where: str
) -> tuple[Learned, list[StepRecord]]:
    """Train to the end: the weights after the last step, and the record of every step."""
    records: list[StepRecord] = []
    try:
        with np.errstate(all="ignore"):  # a loss that is no number has its own error
            for step in steps:
                trained = step.weights
                if step.record:
                    records.append(step.record)
                    on_step(step.record)
    except TrainingError as error:
        raise ModelFileError(
            f"{error.message}; a lower “training.rate” may help", where=where
        ) from error
    return trained, records


def load_model(folder: Path) -> Model:
    """Read a trained model. Raises `ModelFileError`, naming the file, for anything amiss."""
    config = read_config(folder / "config.toml")
    refuse_translator(config, folder)
    texts = read_texts(folder, config)
    path = folder / "weights.safetensors"
    named, metadata = read_arrays(path)
    check_arrays(named, weight_shapes(config.layout), config, str(path))
    weights = weights_from_dict(named, config.layout.layers)
    provenance = read_provenance(metadata, str(path))
    check_provenance(provenance, folder, named, heldout=bool(texts.heldout))
    constants = constants_of(config.layout)
    return Model(
        folder.name,
        config,
        config.vocabulary,
        texts.corpus,
        texts.questions,
        texts.heldout,
        weights,
        constants,
        provenance,
    )


def refuse_translator(config: ModelConfig, folder: Path) -> None:
    """Raise `ModelFileError` for a model that reads one language and writes another."""
    if config.layout.translates:
        raise ModelFileError(
            "this model translates; it neither answers nor goes on with a sentence",
            where=str(folder),
        )


def check_provenance(
    provenance: Provenance, folder: Path, named: Mapping[str, Array], *, heldout: bool
) -> None:
    """Raise `ModelFileError` unless the weights came from what the folder now holds."""
    path = folder / "weights.safetensors"
    if provenance.arrays_sha256 != arrays_hash(named):
        raise ModelFileError("the weights are not those that training wrote", where=str(path))
    for name in ("config.toml", "corpus.txt", *(["heldout.txt"] if heldout else [])):
        if getattr(provenance, name.split(".")[0] + "_sha256") != text_hash(folder / name):
            raise ModelFileError(
                f"trained before the last change; run workings train {folder.name}",
                where=str(folder / name),
            )


def weights_bytes(named: Mapping[str, Array], provenance: Provenance) -> bytes:
    """The bytes of a `weights.safetensors`.

    The format's metadata is an unordered map, so all of it goes into one key, as sorted JSON.
    """
    known = {key: value for key, value in asdict(provenance).items() if value is not None}
    metadata = {"provenance": json.dumps(known, sort_keys=True)}
    arrays = {name: np.ascontiguousarray(weight) for name, weight in named.items()}
    return save(arrays, metadata)


def arrays_hash(named: Mapping[str, Array]) -> str:
    """SHA-256 over sorted names, shapes and little-endian float64 in C order, −0 made 0."""
    digest = hashlib.sha256()
    for name, array in sorted(named.items()):
        digest.update(f"{name}{array.shape}".encode())
        digest.update((array + 0.0).astype("<f8").tobytes(order="C"))
    return digest.hexdigest()


def replace_file(path: Path, data: bytes) -> None:
    """Write a file beside ``path``, then put it in its place in one move."""
    beside = path.with_name(f".{path.name}.writing")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            reason = "no room left on the disk; the file is as it was"
        else:
            reason = f"can't be written: {os.strerror(error.errno or errno.EIO)}"
        raise ModelFileError(reason, where=str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def text_hash(path: Path) -> str:
    return hashlib.sha256(read_text(path).encode()).hexdigest()


def read_arrays(path: Path) -> tuple[dict[str, Array], dict[str, str]]:
    """Every array of a safetensors file, and the file's metadata."""
    if not path.exists():
        raise ModelFileError(
            f"this file is missing; run workings train {path.parent.name}", where=str(path)
        )
    try:
        with safe_open(path, framework="numpy") as file:
            named = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return named, file.metadata() or {}
    except SafetensorError as error:
        raise ModelFileError(
            f"truncated or corrupt; run workings train {path.parent.name}", where=str(path)
        ) from error
    except OSError as error:
        raise ModelFileError("can't be read", where=str(path)) from error


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
    known = {field.name for field in fields(Provenance)}
    needed = {field.name for field in fields(Provenance) if field.default is MISSING}
    try:
        data = json.loads(metadata.get("provenance", ""))
    except json.JSONDecodeError as error:
        raise ModelFileError("says nothing of where it came from", where=where) from error
    if not isinstance(data, dict) or not needed <= set(data) <= known or data["format"] != FORMAT:
        raise ModelFileError(f"its metadata is not {FORMAT}", where=where)
    return Provenance(**data)
