"""What the models have learned, as files of the site: for programs, and for a spreadsheet."""

import csv
import io
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from bookbuild.chapters.subject import Learned
from bookbuild.lines.ledger_data import number_of
from engine.figures.ledger import FigureArray


def write_weights(folder: Path, learned: Iterable[Learned]) -> None:
    """Write `<model>.safetensors` and `<model>.csv` of what each model has learned.

    The first is the file that training wrote. Without models there is no such folder.
    """
    for model in learned:
        folder.mkdir(exist_ok=True)
        shutil.copyfile(model.file, folder / model.file.with_stem(model.name).name)
        text = sheet(model.tables)
        (folder / f"{model.name}.csv").write_text(text, encoding="utf-8", newline="\n")


def sheet(tables: Mapping[str, FigureArray]) -> str:
    """Return tables as one sheet: each under its name, with the labels that the book gives them.

    Minus is a hyphen, as a spreadsheet takes it.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for name, array in tables.items():
        *rows, columns = array.labels
        writer.writerow([name])
        writer.writerow(["", *columns])
        for place, label in enumerate(rows[0]) if rows else [(None, "")]:
            figures = array.row() if place is None else array.row(place)
            writer.writerow([label, *(number_of(figure.plain) for figure in figures)])
        writer.writerow([])
    return text.getvalue()
