"""What the models have learned, as files of the site: for programs, and for a spreadsheet."""

import csv
import io
import shutil
from collections.abc import Mapping
from pathlib import Path

from bookbuild.lines.ledger_data import number_of
from engine.figures.ledger import FigureArray
from subjects.models.array_files import read_arrays
from subjects.models.library import Library


def write_weights(folder: Path, library: Library) -> None:
    """Write `<model>.safetensors` and `<model>.csv` of every model that the book tells of.

    The first is the file that training wrote.
    """
    folder.mkdir()
    models: list[tuple[str, Mapping[str, FigureArray]]] = [
        *((name, library.figures(name).arrays) for name in library.followed_models()),
        *((one.model.name, one.figures.arrays) for one in library.translators()),
    ]
    for name, arrays in models:
        trained = library.book.weights / name / "weights.safetensors"
        shutil.copyfile(trained, folder / trained.with_stem(name).name)
        learned, _ = read_arrays(trained, name)
        tables = {key: array for key, array in arrays.items() if key in learned}
        (folder / f"{name}.csv").write_text(sheet(tables), encoding="utf-8", newline="\n")


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
