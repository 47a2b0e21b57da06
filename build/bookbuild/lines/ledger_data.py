"""The ledger as data: every figure and line of a scope, as JSON and as CSV, by a stated schema."""

import csv
import io
import json
import re
from collections.abc import Callable, Container, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bookbuild.lines.ledger_script import chain, script_of
from bookbuild.lines.lines import line_of
from engine.figures.figure import Figure

SCHEMA_NAME = "workings-ledger/1"

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": SCHEMA_NAME,
    "description": "All figures of one scope: a run, a model, or a chapter of the book.",
    "type": "object",
    "required": ["schema", "scope", "figures"],
    "additionalProperties": False,
    "properties": {
        "schema": {"const": SCHEMA_NAME},
        "scope": {"type": "string", "description": "A figure's address is scope:name."},
        "figures": {
            "type": "array",
            "description": "In the order in which they were worked.",
            "items": {
                "type": "object",
                "required": ["name", "value", "origin"],
                "additionalProperties": False,
                "properties": {
                    "name": {
                        "type": "string",
                        "description": "What the figure is called in its scope.",
                    },
                    "value": {
                        "type": "string",
                        "description": "As printed, but for commas between thousands; minus is "
                        "U+2212.",
                    },
                    "origin": {
                        "enum": ["given", "worked", "quoted"],
                        "description": "Whether the figure was given or worked. A quoted one is "
                        "somebody else's line, as found.",
                    },
                    "line": {
                        "type": "string",
                        "description": "The line that made a worked figure; ^ raises to a power. "
                        "Left out where a ledger holds only what the pages show.",
                    },
                    "operands": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "Names of the figures on the line's left, in order; "
                        "those of another scope are given as scope:name.",
                    },
                    "rule": {"type": "string", "description": "How the figure was rounded."},
                    "verdict": {
                        "enum": ["closes", "does not close"],
                        "description": "What the book says of a line that it quotes.",
                    },
                    "full": {
                        "type": "number",
                        "description": "The same figure when nothing is rounded on the way.",
                    },
                },
            },
        },
    },
}

NUMBER = (
    "The value as a spreadsheet or a program reads it: minus is a hyphen, a power of ten follows "
    "an e."
)
# The sheet has the fields of the schema, and the value once more.
COLUMNS = ("name", "value", "number", "origin", "line", "operands", "rule", "full", "verdict")


_VALUE = re.compile(r"(−?[0-9.]+)(?: × 10\^\(?(−?[0-9]+)\)?)?")


def number_of(value: str) -> str:
    """Return a printed value as a program reads it, or nothing where it is no number."""
    match = _VALUE.fullmatch(value)
    if match is None:
        return ""
    return (match[1] + (f"e{match[2]}" if match[2] else "")).replace("−", "-")


def figure_row(
    figure: Figure,
    scope: str,
    in_full: Callable[[Figure], float | None] | None = None,
    *,
    written: bool = True,
) -> dict[str, Any]:
    """Return one figure as a row of the ledger, with its line if it is `written`."""
    row: dict[str, Any] = {"name": figure.name, "value": figure.plain, "origin": "given"}
    if figure.worked:
        row["origin"] = "worked"
        if written:
            line = line_of(figure)
            row["line"] = line.text
            row["operands"] = [o.name if o.scope == scope else o.address for o in line.operands]
        if figure.array.rule is not None:
            row["rule"] = str(figure.array.rule)
        full = in_full(figure) if in_full is not None else None
        if full is not None:
            row["full"] = full
    return row


def sheet_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the ledger as its CSV has it."""
    operands = " ".join(row.get("operands", ()))
    return {**row, "operands": operands, "number": number_of(row["value"])}


def write_ledger(
    folder: Path,
    scope: str,
    figures: Iterable[Figure],
    in_full: Callable[[Figure], float | None] | None = None,
    written: Container[str] | None = None,
    more: Iterable[dict[str, Any]] = (),
    why: Mapping[str, str] = MappingProxyType({}),
    *,
    chained: bool = True,
) -> int:
    """Write one scope's ledger as JSON, CSV and a script under `folder`; count its lines.

    Where not all lines are `written`, that holds the addresses of those that are. `more` rows are
    of no figures. `why` gives reasons for given numbers, by their names. The script has a line for
    every figure; where not all are written and with `chained`, also for those that made them.
    """
    figures, more = list(figures), list(more)
    rows = [
        figure_row(figure, scope, in_full, written=written is None or figure.address in written)
        for figure in figures
    ]
    rows += more
    path = folder / f"{scope}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    body = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    head = json.dumps({"schema": SCHEMA_NAME, "scope": scope}, ensure_ascii=False)[:-1]
    path.write_text(f'{head}, "figures": [\n{body}\n]}}\n', encoding="utf-8")
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow(sheet_row(row))
    path.with_suffix(".csv").write_text(text.getvalue(), encoding="utf-8")
    scripted = chain(figures) if chained and written is not None else figures
    script = script_of(scope, scripted, in_full, why, more)
    path.with_suffix(".js").write_text(script, encoding="utf-8")
    return sum("line" in row for row in rows)


def write_schema(folder: Path) -> None:
    """Write the schema that every ledger file follows."""
    text = json.dumps(SCHEMA, indent=2, ensure_ascii=False) + "\n"
    (folder / "schema.json").write_text(text, encoding="utf-8")
