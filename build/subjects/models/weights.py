"""A model that learns from sentences or questions: trained from its folder, and read back.

`weights/<name>/` holds `config.toml` and `corpus.txt` (written by an author; `heldout.txt` too,
where the corpus is questions or pairs), and the folder `trained/`, which training writes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from engine.errors import nearest
from engine.layers.layers import Constants
from engine.models.decoder_only import constants_of
from engine.models.parameters import Weights, weights_from_dict, weights_to_dict
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
from subjects.models.config import ModelConfig, ModelFileError, check_counts, read_config
from subjects.models.provenance import Provenance, check_measured
from subjects.models.texts import Question, Texts, read_texts
from subjects.models.trained import (
    TRAINED,
    check_trained_folder,
    check_weights,
    read_trained,
    weights_path,
    write_trained,
)

__all__ = ["Model", "Provenance", "StepRecord", "load_model", "train_model"]

Learned = TypeVar("Learned")

LARGEST_WEIGHT = 1e12  # and its decimal places: what a double still holds apart


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
    log: tuple[StepRecord, ...]  # of every step of its training
    snapshots: Mapping[int, SavedPoint]  # by the steps taken before


def train_model(folder: Path, on_step: Callable[[StepRecord], None]) -> Model:
    """Train from the folder's config and corpus, write what came of it, return the model.

    ``on_step`` hears of every step. Nothing is written before training has ended well. Raises
    `WorkingsError` for a fault in the config or corpus, and when the folder can't be written.
    """
    config, texts = _read_folder(folder)
    check_trained_folder(folder / TRAINED)
    steps = training_steps(
        config.layout, config.training, texts.examples(config), texts.heldout_examples(config)
    )
    points: list[SavedPoint] = []

    def keep(number: int, step: TrainedStep[Weights]) -> None:
        if number in config.snapshots:
            points.append(saved_point(number, step, config.snapshot_places))

    learned, log = train_to_the_end(steps, on_step, str(folder / "config.toml"), keep)
    weights = rounded(learned, config.places)
    measured = _measured(weights, config, texts)
    write_trained(folder, config, weights_to_dict(weights), log, points, measured)
    return load_model(folder)


def train_to_the_end(
    steps: Iterable[TrainedStep[Learned]],
    on_step: Callable[[StepRecord], None],
    where: str,
    keep: Callable[[int, TrainedStep[Learned]], None] | None = None,
) -> tuple[Learned, Sequence[StepRecord]]:
    """Take every step: the weights after the last one, and the record of each.

    ``keep`` is shown the state of training after each number of steps, from 0 on.
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
    config, texts = _read_folder(folder)
    trained = read_trained(folder, config)
    where = str(weights_path(folder))
    check_arrays(trained.weights, config, where)
    check_weights(trained, folder)
    weights = weights_from_dict(dict(trained.weights), config.layout.layers)
    check_measured(trained.provenance, *_measured(weights, config, texts), folder.name, where)
    return Model(
        folder.name,
        config,
        config.vocabulary,
        texts.corpus,
        texts.questions,
        texts.heldout,
        texts.unseen,
        weights,
        constants_of(config.layout),
        trained.provenance,
        trained.log,
        trained.snapshots,
    )


def _read_folder(folder: Path) -> tuple[ModelConfig, Texts]:
    """Read what an author has written for a model."""
    config = read_config(folder / "config.toml")
    if config.layout.translates:
        raise ModelFileError(
            "this model translates: it only goes from one language to another", where=str(folder)
        )
    texts = read_texts(folder, config)
    check_counts(config, folder, len(texts.corpus), len(texts.heldout_examples(config)))
    return config, texts


def _measured(weights: Weights, config: ModelConfig, texts: Texts) -> tuple[float, int | None]:
    """Return the loss on the corpus, and how many of the questions held out are answered right."""
    layout = config.layout
    loss = loss_of(weights, layout, config.training, texts.examples(config))
    asked = texts.heldout_examples(config)
    return loss, right_answers(weights, layout, asked) if texts.heldout else None


def check_arrays(named: Mapping[str, Array], config: ModelConfig, where: str) -> None:
    """Raise `ModelFileError` unless names, shapes, types and every number are as they should be."""
    shapes = config.shapes
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
