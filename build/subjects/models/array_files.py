"""Files of arrays: read strictly, hashed by what they hold."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from safetensors import SafetensorError, safe_open

from bookbuild.core.inputs import LARGEST_DATA, check_regular
from engine.numerics.elementary import Array
from subjects.models.config import ModelFileError


def read_arrays(path: Path, model: str) -> tuple[dict[str, Array], dict[str, str]]:
    """Every array of a safetensors file that training ``model`` writes, and its metadata."""
    again = f"run workings train {model}"
    if not path.exists():
        raise ModelFileError(f"this file is missing; {again}", where=str(path))
    check_regular(path, LARGEST_DATA, kind=ModelFileError)
    try:
        with safe_open(path, framework="numpy") as file:
            named = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return named, file.metadata() or {}
    except SafetensorError as error:
        raise ModelFileError(f"truncated or corrupt; {again}", where=str(path)) from error
    except OSError as error:
        raise ModelFileError("can't be read", where=str(path)) from error


def hash_of_arrays(named: Mapping[str, Array]) -> str:
    """SHA-256 over sorted names, shapes and little-endian float64 in C order."""
    digest = hashlib.sha256()
    for name, array in sorted(named.items()):
        digest.update(f"{name}{array.shape}".encode())
        digest.update(array.astype("<f8").tobytes(order="C"))
    return digest.hexdigest()
