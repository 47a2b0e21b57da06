"""The ledger as scripts that a page loads from a disk: the same figures and lines, written small.

A script calls `Workings.ledger(scope, data)`. A line is a template with a seat for each operand:
`@` is one that stands in brackets if its sign or its power of ten asks for them, `#` one that never
does, and `^{…}` is raised. Operands are numbers: those from 0 count the scope's own figures, those
below it, from −1, the list `others`. `packed` tells how a row of them is written.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bookbuild.lines.ledger_figures import LedgerFigure, Operand

_POWER = re.compile(r"\^(?:\(([^()]*)\)|([\d.]+))")  # as the ledger's lines write it


def needs_brackets(text: str) -> bool:
    """Return whether a figure is in brackets after another sign."""
    return text.startswith("−") or "×" in text


def template_of(written: str, operands: Sequence[Operand]) -> str:
    """Return a line's left side as a template; `written` has a seat for each operand."""
    parts = written.split("#")
    assert len(parts) == len(operands) + 1
    out = [parts[0]]
    for operand, after in zip(operands, parts[1:], strict=True):
        before = out[-1]
        if not needs_brackets(operand.text):
            out += ["@", after]
        elif before.endswith("(") and after.startswith(")") and not before[-2:-1].isalpha():
            out[-1] = before[:-1]
            out += ["@", after[1:]]
        else:
            out += ["#", after]
    return "".join(out)


def packed(numbers: Sequence[int]) -> str:
    """Write numbers as even runs: each its start, its step and its count, or one number alone.

    "3,1,4" is 3, 4, 5, 6. Two rows that take turns have a bar between: "3,1,4|-1,-2,4" is
    3, −1, 4, −3, 5, −5, 6, −7.
    """
    forms = [[numbers], [numbers[::2], numbers[1::2]]]
    return min(("|".join(map(_in_runs, rows)) for rows in forms), key=len)


def _in_runs(numbers: Sequence[int]) -> str:
    runs: list[list[int]] = []  # start, step, count
    for number in numbers:
        if runs:
            start, step, count = runs[-1]
            if count == 1 or number == start + step * count:
                runs[-1] = [start, number - start if count == 1 else step, count + 1]
                continue
        runs.append([number, 0, 1])
    return ";".join(str(run[0]) if run[2] == 1 else ",".join(map(str, run)) for run in runs)


class _Listed:
    """A list of different things, each known by its place in it."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def place(self, thing: str) -> int:
        return self.places.setdefault(thing, len(self.places))

    def all(self) -> list[str]:
        return list(self.places)


def script_of(
    scope: str,
    figures: Sequence[LedgerFigure],
    why: Mapping[str, str],
    more: Iterable[Mapping[str, Any]] = (),
) -> str:
    """Return the script of one scope; `why` gives a chapter's reasons for its own numbers.

    `more` are rows of the ledger that are of no figures: those with a line have no operands.

    A given figure is a row of its name, its digits and the place of its origin in `origins`; a
    worked one of its name, its digits, its rule's place in `rules`, its line's in `lines`, its
    operands, and its value when nothing is rounded on the way, where that is known.
    """
    own = {figure.address: place for place, figure in enumerate(figures)}
    others: dict[str, tuple[int, str]] = {}
    rules, lines, origins = _Listed(), _Listed(), _Listed()

    def seat(operand: Operand) -> int:
        if operand.address in own:
            return own[operand.address]
        text = f"{operand.seen_from(scope)}\t{operand.text}"
        return others.setdefault(operand.address, (-1 - len(others), text))[0]

    rows: list[list[Any]] = []
    for figure in figures:
        line = figure.line
        if line is None:
            origin = why.get(figure.array) or figure.origin
            rows.append([figure.name, figure.text, origins.place(origin)])
            continue
        template = template_of(line.left, line.operands)
        rule = -1 if line.rule is None else rules.place(line.rule)
        seats = packed([seat(operand) for operand in line.operands])
        row: list[Any] = [figure.name, figure.text, rule, lines.place(template), seats]
        rows.append(row if figure.full is None else [*row, figure.full])
    for other in more:
        if "line" in other:
            left = _POWER.sub(r"^{\1\2}", other["line"].rpartition(" = ")[0])
            row = [other["name"], other["value"], rules.place(other["rule"]), lines.place(left), ""]
            rows.append(row)
    data = {
        "origins": origins.all(),
        "rules": rules.all(),
        "lines": lines.all(),
        "others": [text.split("\t") for _, text in others.values()],
    }
    head = json.dumps(data, ensure_ascii=False, separators=(",", ":"))[:-1]
    body = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'Workings.ledger({json.dumps(scope)},{head},"figures":[\n{body}\n]}});\n'
