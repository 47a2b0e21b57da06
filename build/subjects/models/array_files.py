"""Files of arrays: read strictly, hashed by what they hold, put in their place whole."""

import contextlib
import errno
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from safetensors import SafetensorError, safe_open

from bookbuild.core.inputs import LARGEST_DATA, check_regular
from engine.numerics.elementary import Array
from subjects.models.config import ModelFileError, read_text


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
    """SHA-256 over sorted names, shapes and little-endian float64 in C order, −0 made 0."""
    digest = hashlib.sha256()
    for name, array in sorted(named.items()):
        digest.update(f"{name}{array.shape}".encode())
        digest.update((array + 0.0).astype("<f8").tobytes(order="C"))
    return digest.hexdigest()


def hash_of_text(path: Path) -> str:
    """SHA-256 of a text file, whatever its line ends."""
    return hashlib.sha256(read_text(path).encode()).hexdigest()


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
