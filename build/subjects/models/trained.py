"""What training writes for a model, in a folder of its own: all of it is new, or all of it is old.

`trained/` beside a model's `config.toml` holds `weights.safetensors`, `training.csv` and, where
the config asks for them, `snapshots.safetensors`; the same bytes every time.
"""

import errno
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors.numpy import save

from bookbuild.core.exchange import OutputError, replacing
from engine.numerics.elementary import Array
from engine.runs.training_step import SavedPoint
from engine.training.loop import StepRecord
from subjects.models.array_files import hash_of_arrays, read_arrays
from subjects.models.config import ModelConfig, ModelFileError
from subjects.models.provenance import (
    Provenance,
    check_files,
    check_settings,
    hashes_of_texts,
    metadata_of,
    read_provenance,
    settings_of,
)
from subjects.models.snapshots import points_from_arrays, points_to_arrays
from subjects.models.training_log import log_text, read_log

TRAINED = "trained"
WEIGHTS = "weights.safetensors"
LOG = "training.csv"
SNAPSHOTS = "snapshots.safetensors"


@dataclass(frozen=True)
class Trained:
    """What training has made of a model; nothing in it has changed since."""

    provenance: Provenance
    weights: Mapping[str, Array]  # by name
    log: tuple[StepRecord, ...]
    snapshots: Mapping[int, SavedPoint]  # by the steps taken before


def weights_path(folder: Path) -> Path:
    """Return where the weights of a model are, from the model's folder."""
    return folder / TRAINED / WEIGHTS


def write_trained(
    folder: Path,
    config: ModelConfig,
    weights: Mapping[str, Array],
    log: Sequence[StepRecord],
    points: Sequence[SavedPoint],
    measured: tuple[float, int | None],
) -> None:
    """Write all files of a training in place of the last ones, in one move.

    ``measured`` are the loss of the weights and how much they get right of what is held out.
    Raises `WorkingsError` when the folder can't be written or holds a file of somebody else.
    """
    files = {LOG: log_text(log).encode()}
    if points:
        files[SNAPSHOTS] = save(points_to_arrays(points))
    hashes = {f"{TRAINED}/{name}": _hash(data) for name, data in files.items()}
    loss, heldout = measured
    provenance = Provenance(
        settings=settings_of(config),
        loss=loss,
        heldout=heldout,
        files={**hashes_of_texts(folder), **hashes},
        arrays=hash_of_arrays(weights),
    )
    files[WEIGHTS] = weights_bytes(weights, provenance)
    try:
        with replacing(folder / TRAINED, check_trained_folder) as building:
            for name, data in files.items():
                (building / name).write_bytes(data)
    except OutputError as error:
        cause = error.__cause__
        if not isinstance(cause, OSError):
            raise
        full = cause.errno in (errno.ENOSPC, errno.EDQUOT)
        raise ModelFileError(
            "no room left on the disk; the last training is whole"
            if full
            else f"can't be written: {os.strerror(cause.errno or errno.EIO)}",
            where=str(folder / TRAINED),
        ) from error


def read_trained(folder: Path, config: ModelConfig) -> Trained:
    """Return what training has made of a model.

    Raises `ModelFileError`, naming the file, unless settings, texts and all files of the training
    are those that belong together.
    """
    path = weights_path(folder)
    check_trained_folder(folder / TRAINED)
    weights, metadata = read_arrays(path, folder.name)
    provenance = read_provenance(metadata, folder.name, str(path))
    check_settings(provenance, config, folder)
    hashes = hashes_of_texts(folder)
    log = read_log(path.with_name(LOG), folder.name)
    hashes[f"{TRAINED}/{LOG}"] = _hash(log_text(log).encode())
    snapshots = {}
    if config.snapshots:
        arrays, _ = read_arrays(path.with_name(SNAPSHOTS), folder.name)
        hashes[f"{TRAINED}/{SNAPSHOTS}"] = _hash(path.with_name(SNAPSHOTS).read_bytes())
    check_files(provenance, hashes, folder)
    if config.snapshots:
        snapshots = points_from_arrays(arrays, config)
    return Trained(provenance, weights, log, snapshots)


def check_weights(trained: Trained, folder: Path) -> None:
    """Raise `ModelFileError` unless the weights' file is, byte for byte, what training wrote."""
    path = weights_path(folder)
    same = trained.provenance.arrays == hash_of_arrays(trained.weights)
    if not same or path.read_bytes() != weights_bytes(trained.weights, trained.provenance):
        raise ModelFileError(
            f"the weights are not those that training wrote; run workings train {folder.name}",
            where=str(path),
        )


def check_trained_folder(trained: Path) -> None:
    """Raise `ModelFileError` if a `trained/` holds a file that training wouldn't write."""
    if trained.is_symlink() or (trained.exists() and not trained.is_dir()):
        raise ModelFileError("must be a folder, of files that training writes", where=str(trained))
    for path in sorted(trained.iterdir()) if trained.exists() else ():
        if path.name not in (WEIGHTS, LOG, SNAPSHOTS) or path.is_symlink() or not path.is_file():
            raise ModelFileError(
                "training didn't write this, and would remove it; move it elsewhere",
                where=str(path),
            )


def weights_bytes(weights: Mapping[str, Array], provenance: Provenance) -> bytes:
    """Return the bytes of a weights file."""
    arrays = {name: np.ascontiguousarray(array) for name, array in weights.items()}
    return save(arrays, metadata_of(provenance))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
