"""The page of the site that says what its data is: scopes, fields, an example, all the files.

The example is a real figure, and what is said of a field is said in the schema.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from bookbuild.chapters.subject import Sample
from bookbuild.lines.ledger_data import COLUMNS, NUMBER, SCHEMA, figure_row, sheet_row
from bookbuild.lines.ledger_figures import ledger_figures
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import Presenter, Shown, ShownLine
from bookbuild.markup.urls import Link, relative

PAGE = "data.html"
TITLE = "The ledger as data"
LEAD = "Every figure and every line of this book, in files that a program or a spreadsheet reads."


@dataclass(frozen=True)
class Example:
    """A figure as the page shows it: its line, its row in both forms, and what it is made of."""

    line: ShownLine
    name: str
    scope: str
    json: str
    csv: str
    operands: Sequence[tuple[str, Shown]]
    rule: str


@dataclass(frozen=True)
class File:
    """One scope's ledger: the way to it without its ending, and the sizes of both forms."""

    scope: str
    path: str
    csv: str
    json: str


def ledgers_of(path: str, scope: str, chapter: str | None) -> list[Link]:
    """Return the ledgers that a page's figures are in, as links without the ending of a form.

    `scope` is that of the page's figures, `chapter` that of its chapter's own numbers, if any.
    """
    titles = {scope: "the figures of this page"}
    if chapter:
        titles.setdefault(chapter, "this chapter’s own numbers")
    model, slash, _ = scope.partition("/")
    if slash and model != "book":
        titles.setdefault(model, "the model’s numbers")
    return [Link(relative(path, f"ledger/{scope}"), title) for scope, title in titles.items()]


def data_content(
    environment: Environment, sample: Sample | None, models: Sequence[str], folder: Path
) -> Markup:
    """Return what the page says; its example is a real figure, its files are in `folder`."""
    fields = [
        (name, NUMBER if name == "number" else _said(name), name in _fields()) for name in COLUMNS
    ]
    html = environment.get_template("data.html").render(
        title=TITLE, lead=LEAD, fields=fields, example=_example(sample) if sample else None,
        models=models, learned=[name for name in models if _has_tables(folder, name)],
        told=sample.figure.scope if sample else "",
        files=list(_files(folder / "ledger", models)),
    )  # fmt: skip
    return Markup(html)


def _has_tables(folder: Path, model: str) -> bool:
    return (folder / "weights" / f"{model}.csv").is_file()


def _fields() -> dict[str, Any]:
    fields: dict[str, Any] = SCHEMA["properties"]["figures"]["items"]["properties"]
    return fields


def _said(field: str) -> str:
    said: str = _fields()[field]["description"]
    return said


def _example(sample: Sample) -> Example:
    figure, scope = sample.figure, sample.figure.scope
    presenter = Presenter(scope, lambda _: None)
    row = figure_row(ledger_figures([figure], {}, sample.in_full)[0], scope)
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerow(sheet_row(row))
    operands = line_of(figure).operands
    return Example(
        presenter.line(figure), figure.name, scope,
        json.dumps(row, ensure_ascii=False, indent=1), sheet.getvalue(),
        [(presenter.name(operand), presenter.figure(operand)) for operand in operands],
        str(figure.array.rule),
    )  # fmt: skip


def _files(ledger: Path, models: Sequence[str]) -> Iterator[tuple[str, list[File]]]:
    """Yield each group of files under its heading: models, runs of each of them, chapters."""
    found = sorted(path.relative_to(ledger).with_suffix("") for path in ledger.rglob("*.csv"))
    groups = [("Models and points of their training", [p for p in found if len(p.parts) == 1])]
    groups.append(("What chapters give and work", [p for p in found if p.parts[0] == "book"]))
    for model in models:
        own = [p for p in found if len(p.parts) > 1 and p.parts[0].startswith(model)]
        groups.append((f"{model}: runs, and steps of training", own))
    for title, paths in groups:
        yield title, [
            File(path.as_posix(), f"ledger/{path.as_posix()}",
                 *(_size(ledger / f"{path}.{kind}") for kind in ("csv", "json")))
            for path in paths
        ]  # fmt: skip


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"
