"""A model's `training.csv`: one row a step, written by training and read by the book."""

from collections.abc import Sequence
from pathlib import Path

from bookbuild.modelconfig import ModelFileError, read_text
from engine.training import StepRecord

LOG_HEAD = "step,loss,rate\n"
LOG_HEAD_HELDOUT = "step,loss,rate,heldout\n"  # the last one empty where it wasn't measured


def log_text(records: Sequence[StepRecord], *, heldout: bool) -> str:
    """The log of all steps; with ``heldout``, a column for what held-out questions scored."""
    rows = []
    for record in records:
        row = f"{record.step},{record.loss!r},{record.rate!r}"
        if heldout:
            row += "," if record.heldout is None else f",{record.heldout}"
        rows.append(row + "\n")
    return (LOG_HEAD_HELDOUT if heldout else LOG_HEAD) + "".join(rows)


def read_log(folder: Path) -> tuple[StepRecord, ...]:
    """Read a model's `training.csv`. Raises `ModelFileError` at the line that can't be read."""
    path = folder / "training.csv"
    head, *rows = read_text(path).splitlines(keepends=True) or [""]
    if head not in (LOG_HEAD, LOG_HEAD_HELDOUT) or not rows:
        raise ModelFileError(
            f"not a training log; run workings train {folder.name}", where=str(path)
        )
    records = []
    for number, row in enumerate(rows, start=2):
        try:
            step, loss, rate, *rest = row.rstrip("\n").split(",")
            if len(rest) != head.count(",") - 2:
                raise ValueError(row)
            score = int(rest[0]) if rest and rest[0] else None
            records.append(StepRecord(int(step), float(loss), float(rate), score))
        except ValueError as error:
            raise ModelFileError(
                "not a step, its loss and its rate", where=f"{path}:{number}:1"
            ) from error
    return tuple(records)
