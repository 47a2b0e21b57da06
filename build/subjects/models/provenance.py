"""Where a model's weights came from: what training writes into their file, and how that is checked.

All settings are there with their values, so that a changed one is named with both; every other
file is there by its hash, and a seal over all of it shows a change made by hand.
"""

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bookbuild.core.inputs import parse_json
from subjects.models.config import ModelConfig, ModelFileError, read_text

FORMAT = "workings-weights/2"
KEY = "provenance"  # of the file's metadata: an unordered map, so all is in one value
TEXTS = ("corpus.txt", "heldout.txt")
NOT_THERE = object()


@dataclass(frozen=True)
class Provenance:
    """Where the weights came from."""

    settings: Mapping[str, Any]  # all of `config.toml`, as it was read
    loss: float  # of the rounded weights on the corpus
    heldout: int | None  # how many of the held-out examples they get right, where one is right
    files: Mapping[str, str]  # SHA-256 of each other file, by its name
    arrays: str  # SHA-256 of the weights


def settings_of(config: ModelConfig) -> dict[str, Any]:
    """Return all settings of a model as JSON has them: comments and layout are not among them."""
    settings: dict[str, Any] = json.loads(json.dumps(asdict(config), allow_nan=False))
    for counted in ("vocabulary", "source_vocabulary"):  # the words themselves are there
        del settings["layout"][counted]
    return settings


def hashes_of_texts(folder: Path) -> dict[str, str]:
    """Return SHA-256 of what an author wrote for the model to learn from, by file.

    Line ends, and how many spaces are between words, make no difference.
    """
    hashes = {}
    for name in TEXTS:
        if (folder / name).exists():
            lines = (" ".join(line.split()) for line in read_text(folder / name).splitlines())
            hashes[name] = _hash("\n".join(lines))
    return hashes


def metadata_of(provenance: Provenance) -> dict[str, str]:
    """Return the metadata of a weights file: one key of sorted JSON, with a seal over the rest."""
    known = {"format": FORMAT, **asdict(provenance)}
    return {KEY: _written({**known, "seal": _hash(_written(known))})}


def read_provenance(metadata: Mapping[str, str], model: str, where: str) -> Provenance:
    """Return where weights came from; raises `ModelFileError` unless training wrote just that."""
    again = f"run workings train {model}"
    if KEY not in metadata:
        raise ModelFileError(f"says nothing of where it came from; {again}", where=where)
    data = parse_json(metadata[KEY], where=where, kind=ModelFileError)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ModelFileError(f"its metadata is not {FORMAT}; {again}", where=where)
    known = {key: value for key, value in data.items() if key not in ("format", "seal")}
    if not all(_fits(known.get(key, NOT_THERE), key) for key in CHECKS) or len(known) > len(CHECKS):
        raise ModelFileError(f"its metadata is not {FORMAT}; {again}", where=where)
    provenance = Provenance(**known)
    try:
        same = metadata == metadata_of(provenance)
    except (ValueError, RecursionError):  # not a number, or nested too deep: no training wrote it
        same = False
    if not same:
        raise ModelFileError(
            f"its metadata was changed after training wrote it; {again}", where=where
        )
    return provenance


def check_settings(provenance: Provenance, config: ModelConfig, folder: Path) -> None:
    """Raise `ModelFileError`, naming the first setting that has changed since training."""
    for name, then, now in _differences(provenance.settings, settings_of(config), ""):
        raise ModelFileError(
            f"“{name}” {_said(now, 'is')}, but {_said(then, 'was')} when the weights were trained; "
            f"run workings train {folder.name}",
            where=str(folder / "config.toml"),
        )


def check_files(provenance: Provenance, hashes: Mapping[str, str], folder: Path) -> None:
    """Raise `ModelFileError`, naming the first file that has changed since training.

    ``hashes`` has the files as they are, by the same names.
    """
    for name in sorted({*provenance.files, *hashes}):
        if provenance.files.get(name) != hashes.get(name):
            change = "changed" if name in provenance.files else "added"
            if name not in hashes:
                change = "removed"
            raise ModelFileError(
                f"{change} after the weights were trained; run workings train {folder.name}",
                where=str(folder / name),
            )


def check_measured(
    provenance: Provenance, loss: float, heldout: int | None, model: str, where: str
) -> None:
    """Raise `ModelFileError` unless the weights have the loss and the score that they claim."""
    for name, said, found in (
        ("loss", provenance.loss, loss),
        ("heldout", provenance.heldout, heldout),
    ):
        if said != found:
            raise ModelFileError(
                f"its metadata says “{name}” {said}, its weights have {found}; "
                f"run workings train {model}",
                where=where,
            )


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


CHECKS: dict[str, Callable[[Any], bool]] = {
    "settings": lambda value: isinstance(value, dict),
    "loss": lambda value: isinstance(value, float) and math.isfinite(value),
    "heldout": lambda value: value is None or (type(value) is int and value >= 0),
    "files": lambda value: isinstance(value, dict) and all(map(_is_hash, value.values())),
    "arrays": _is_hash,
}


def _fits(value: object, key: str) -> bool:
    return value is not NOT_THERE and CHECKS[key](value)


def _differences(then: Any, now: Any, name: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield each setting that differs, by its name: what it was and what it is."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in sorted({*then, *now}):
            own = f"{name}.{key}" if name else key
            yield from _differences(then.get(key, NOT_THERE), now.get(key, NOT_THERE), own)
    elif isinstance(then, list) and isinstance(now, list):
        for number, (one, other) in enumerate(zip_longest(then, now, fillvalue=NOT_THERE), 1):
            yield from _differences(one, other, f"{name}[{number}]")
    elif type(then) is not type(now) or then != now:
        yield name, then, now


def _said(value: object, verb: str) -> str:
    if value is NOT_THERE or value is None:
        return f"{verb} not there"
    if isinstance(value, dict | list):
        return f"{verb} there"
    shown = json.dumps(value, ensure_ascii=False)
    return f"{verb} {shown if len(shown) <= 60 else shown[:59] + '…'}"


def _written(data: object) -> str:
    return json.dumps(data, sort_keys=True, allow_nan=False)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
