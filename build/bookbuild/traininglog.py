"""A model's `training.csv`: one row a step, written by training and read by the book."""

from collections.abc import Sequence
from pathlib import Path

from bookbuild.modelconfig import ModelFileError, read_text
from engine.training import StepRecord

# The columns of a log; the last ones are empty where a step wasn't measured on held-out examples.
HEADS = ("step,loss,rate", "step,loss,rate,heldout", "step,loss,rate,heldout,validation")


def log_text(records: Sequence[StepRecord]) -> str:
    """The log of all steps, with columns for what was measured on held-out examples, if it was."""
    scored = any(record.heldout is not None for record in records)
    validated = any(record.validation is not None for record in records)
    columns = 3 + scored + validated
    rows = []
    for record in records:
        score = "" if record.heldout is None else str(record.heldout)
        loss = "" if record.validation is None else repr(record.validation)
        row = [str(record.step), repr(record.loss), repr(record.rate), score, loss]
        rows.append(",".join(row[:columns]) + "\n")
    return HEADS[columns - 3] + "\n" + "".join(rows)


def read_log(folder: Path) -> tuple[StepRecord, ...]:
    """Read a model's `training.csv`. Raises `ModelFileError` at the line that can't be read."""
    path = folder / "training.csv"
    head, *rows = read_text(path).splitlines() or [""]
    if head not in HEADS or not rows:
        raise ModelFileError(
            f"not a training log; run workings train {folder.name}", where=str(path)
        )
    records = []
    for number, row in enumerate(rows, start=2):
        try:
            step, loss, rate, *rest = row.split(",")
            if len(rest) != head.count(",") - 2:
                raise ValueError(row)
            score, validation = [*rest, "", ""][:2]
            records.append(
                StepRecord(
                    int(step),
                    float(loss),
                    float(rate),
                    int(score) if score else None,
                    float(validation) if validation else None,
                )
            )
        except ValueError as error:
            raise ModelFileError(
                "not a step, its loss and its rate", where=f"{path}:{number}:1"
            ) from error
    return tuple(records)
