"""A model's `training.csv`: one row a step, written by training and read by the book."""

from collections.abc import Sequence
from pathlib import Path

from engine.training.loop import StepRecord
from subjects.models.config import ModelFileError, read_text

EVERY_STEP = ("step", "loss", "rate")
NOW_AND_THEN = ("validation", "heldout")  # columns that are left out where nothing was measured


def log_text(records: Sequence[StepRecord]) -> str:
    """The log of all steps; a field is empty at a step where it wasn't measured."""
    measured = [
        name for name in NOW_AND_THEN if any(getattr(one, name) is not None for one in records)
    ]
    columns = [*EVERY_STEP, *measured]
    rows = [[getattr(record, name) for name in columns] for record in records]
    written = [["" if field is None else repr(field) for field in row] for row in rows]
    return "".join(",".join(row) + "\n" for row in [columns, *written])


def read_log(path: Path, model: str) -> tuple[StepRecord, ...]:
    """Read a model's `training.csv`. Raises `ModelFileError` at the line that can't be read."""
    again = f"run workings train {model}"
    if not path.exists():
        raise ModelFileError(f"this file is missing; {again}", where=str(path))
    head, *rows = read_text(path).splitlines() or [""]
    columns = head.split(",")
    measured = columns[len(EVERY_STEP) :]
    known = [name for name in NOW_AND_THEN if name in measured]
    if tuple(columns[: len(EVERY_STEP)]) != EVERY_STEP or measured != known or not rows:
        raise ModelFileError(f"not a training log; {again}", where=str(path))
    records = []
    for number, row in enumerate(rows, start=2):
        try:
            fields = dict(zip(columns, row.split(","), strict=True))
            validation, heldout = (fields.get(name, "") for name in NOW_AND_THEN)
            records.append(
                StepRecord(
                    int(fields["step"]),
                    float(fields["loss"]),
                    float(fields["rate"]),
                    int(heldout) if heldout else None,
                    float(validation) if validation else None,
                )
            )
        except ValueError as error:
            raise ModelFileError(
                f"not a step with its {', '.join(columns[1:])}", where=f"{path}:{number}:1"
            ) from error
    return tuple(records)
