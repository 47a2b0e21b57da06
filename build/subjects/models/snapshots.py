"""A model's `snapshots.safetensors`: where its training stood after some of its steps.

It holds weights and Adam's moments, rounded as a book prints them, under names such as
``20/w_query``, ``20/first.w_query`` and ``20/second.w_query``.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from safetensors.numpy import save

from engine.models.parameters import weight_shapes
from engine.numerics.elementary import Array
from engine.runs.training_step import SavedPoint
from subjects.models.array_files import hash_of_arrays, hash_of_text, read_arrays, replace_file
from subjects.models.config import ModelConfig, ModelFileError

FILE = "snapshots.safetensors"
FORMAT = "workings-snapshots/1"
PARTS = {"": "weights", "first.": "first", "second.": "second"}  # what begins a name, its field


def write_snapshots(folder: Path, points: Sequence[SavedPoint]) -> None:
    """Write the saved points of a training; the same points give the same bytes."""
    arrays = {
        f"{point.step}/{start}{name}": np.ascontiguousarray(array)
        for point in points
        for start, part in PARTS.items()
        for name, array in getattr(point, part).items()
    }
    replace_file(
        folder / FILE, save(arrays, {"provenance": json.dumps(_provenance(folder, arrays))})
    )


def read_snapshots(folder: Path, config: ModelConfig) -> dict[int, SavedPoint]:
    """Read the saved points that a config asks for, by their steps.

    Raises `ModelFileError` for a file that is missing, truncated, changed or outdated.
    """
    if not config.snapshots:
        return {}
    path = folder / FILE
    arrays, metadata = read_arrays(path, folder.name)
    names = [
        f"{step}/{start}{name}"
        for step in config.snapshots
        for start in PARTS
        for name in weight_shapes(config.layout)
    ]
    told = metadata.get("provenance", "")
    if set(arrays) != set(names) or told != json.dumps(_provenance(folder, arrays)):
        raise ModelFileError(
            f"not what training would write now; run workings train {folder.name}",
            where=str(path),
        )
    return {step: _point(step, arrays, config) for step in config.snapshots}


def _point(step: int, arrays: Mapping[str, Array], config: ModelConfig) -> SavedPoint:
    parts = {
        part: {name: arrays[f"{step}/{start}{name}"] for name in weight_shapes(config.layout)}
        for start, part in PARTS.items()
    }
    return SavedPoint(step, **parts)


def _provenance(folder: Path, arrays: Mapping[str, Array]) -> dict[str, str]:
    return {
        "arrays_sha256": hash_of_arrays(arrays),
        "config_sha256": hash_of_text(folder / "config.toml"),
        "corpus_sha256": hash_of_text(folder / "corpus.txt"),
        "format": FORMAT,
    }
