"""The ledger as scripts: the same lines as the ledger's own, and nothing lost in writing small."""

import json
import re
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from bookbuild.lines.ledger_data import figure_row
from bookbuild.lines.ledger_figures import chain, ledger_figure, ledger_figures
from bookbuild.lines.ledger_script import packed, script_of
from engine.figures.descriptions import UNKNOWN
from engine.runs.run import Run
from tests.models.small_model import GPT, made_up


@pytest.fixture(scope="module", params=["signal", "answers"])
def run(request: pytest.FixtureRequest) -> Run:
    model = made_up(7) if request.param == "signal" else made_up(7, 4, 0.3, GPT)
    return Run(model, ("the", "dog", "the"))


def unpacked(text: str) -> list[int]:
    """Read a packed row by the words of its docstring alone."""
    rows = []
    for row in text.split("|"):
        numbers: list[int] = []
        for part in filter(None, row.split(";")):
            start, *more = map(int, part.split(","))
            step, count = more or (0, 1)
            numbers += [start + step * place for place in range(count)]
        rows.append(numbers)
    if len(rows) == 1:
        return rows[0]
    turns = [number for pair in zip(*rows, strict=False) for number in pair]
    return turns + rows[0][len(rows[1]) :]


def data_of(script: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads("[" + script.removeprefix("Workings.ledger(")[:-3] + "]")[1]
    return data


def lines_of(data: dict[str, Any]) -> dict[str, str]:
    """Write the lines of a script as the ledger does."""
    lines = {}
    for name, text, _, *worked in data["figures"]:
        if not worked:
            continue
        line = data["lines"][worked[0]]
        for seat in unpacked(worked[1]):
            operand = (data["others"][-1 - seat] if seat < 0 else data["figures"][seat])[1]
            bare = not re.match("−|.*×", operand)
            at = next(place for place, sign in enumerate(line) if sign in "@#")
            seated = operand if bare or line[at] == "#" else f"({operand})"
            line = line[:at] + seated + line[at + 1 :]
        raised = re.sub(
            r"\^\{([^}]*)\}",
            lambda m: f"^{m[1]}" if re.fullmatch(r"[0-9.]+", m[1]) else f"^({m[1]})",
            line,
        )
        lines[name] = re.sub(r"(?<=\d),(?=\d)", "", f"{raised} = {text}")  # no groups of digits
    return lines


@for_all(st.lists(st.integers(-300, 300), max_size=12))
def test_packing_loses_nothing(numbers: list[int]) -> None:
    assert unpacked(packed(numbers)) == numbers


def test_rows_that_take_turns_are_written_short() -> None:
    turns = [
        number for pair in zip(range(40, 56), range(-1, -129, -8), strict=True) for number in pair
    ]
    assert packed(turns) == "40,1,16|-1,-8,16"


def test_a_script_has_the_lines_of_the_ledger(run: Run) -> None:
    figures = ledger_figures(run.figures(), run.arrays, run.in_full)
    lines = lines_of(data_of(script_of(run.scope, figures, {})))
    rows = [figure_row(figure, run.scope) for figure in figures]
    assert lines == {row["name"]: row["line"] for row in rows if "line" in row}
    assert len(lines) > 800


def test_a_chain_holds_all_that_made_a_figure(run: Run) -> None:
    found = chain([run.figure("guess.share[3,a]")])
    names = {figure.name for figure in found}
    assert {"guess.share[3,a]", "guess.total[3]", "norm3.out[3,1]"} <= names
    assert not {"guess.share[3,the]", "logit[2,a]"} & names
    data = data_of(script_of(run.scope, ledger_figures(found, run.arrays, run.in_full), {}))
    own = {reference for reference, _ in data["others"] if ":" not in reference}
    assert not own, f"of this scope and not in the chain: {own}"


def test_every_given_figure_of_a_run_is_said_to_be_something(run: Run) -> None:
    arrays = {**run.model.arrays, **run.arrays}
    for array in arrays.values():
        for figure in array:
            if not figure.worked:
                assert figure.array.origin != UNKNOWN, figure.address


def test_a_chapters_own_reason_comes_first(run: Run) -> None:
    figure = run.model.arrays["width"].figure()
    script = script_of("book/x", [ledger_figure(figure)], {"width": "because I say so"})
    assert data_of(script)["origins"] == ["because I say so"]
