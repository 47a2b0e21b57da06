"""An operation is one declaration: declared here, it is carried, counted, written and audited."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from bookaudit.verdict.recheck import recheck
from bookbuild.lines.lines import line_of
from engine.errors import WorkingsError
from engine.figures.expressions import Call
from engine.figures.ledger import FigureArray, given
from engine.figures.operations.operation import Operation
from engine.figures.operations.parts import numbers, row
from engine.figures.operations.table import OPERATIONS, declare
from engine.figures.rounding import policy_for
from engine.numerics.dispatch import kernel
from engine.numerics.elementary import Array
from subjects.models.program import program_of
from tests.models.small_model import made_up


@kernel
def smallest(x: Array) -> Array:
    return np.asarray(x.min(axis=-1, keepdims=True))


SMALLEST = Operation(
    lambda x: np.asarray(x.min(axis=-1, keepdims=True), dtype=object),
    kind="rows",
    line=lambda figure: Call("min", numbers(row(figure))),
    multiplications=lambda array, heard: 0,
)


@pytest.fixture(autouse=True)
def own_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test declare operations of its own, which end with it."""
    before = dict(OPERATIONS)
    yield
    OPERATIONS.clear()
    OPERATIONS.update(before)


def numbers_of(*lines: str) -> Any:
    values = np.array([[Decimal(one) for one in line.split()] for line in lines], dtype=object)
    labels = tuple(tuple(str(i + 1) for i in range(size)) for size in values.shape)
    return given(values, policy_for(2), "test", "x", labels)


def test_a_new_operation_is_one_declaration() -> None:
    declare("smallest", SMALLEST)
    least: Any = smallest(numbers_of("0.30 -1.25 4.00", "7.00 8.00 9.00"))
    least.publish("test", "least", (("1", "2"),))
    assert isinstance(least, FigureArray)
    lines = [line_of(figure).text for figure in least]
    assert lines == ["min(0.30, −1.25, 4.00) = −1.25", "min(7.00, 8.00, 9.00) = 7.00"]
    for line in lines:
        assert recheck(line, strict=True).verdict == "closes"
    assert np.array_equal(smallest(np.array([[0.3, -1.25, 4.0]])), [[-1.25]])


def test_an_operation_that_is_not_declared_is_refused() -> None:
    with pytest.raises(WorkingsError, match="no operation “smallest”"):
        smallest(numbers_of("0.30 -1.25"))


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(WorkingsError, match="operation “linear” already"):
        declare("linear", SMALLEST)
    assert OPERATIONS["linear"] is not SMALLEST


@pytest.mark.parametrize(
    ("half", "missing"),
    [
        (Operation(SMALLEST.compute, "rows"), "no line: declare “line”"),
        (Operation(SMALLEST.compute, "rows", SMALLEST.line, lambda array, index: array.at(0)),
         "a line and “passes_on”"),
        (Operation(SMALLEST.compute, "row", SMALLEST.line), "rows"),
        (Operation(SMALLEST.compute, "rows", passes_on=lambda array, index: array.at(0)),
         "rounds nothing"),
    ],
)  # fmt: skip
def test_half_a_declaration_names_what_is_missing(half: Operation, missing: str) -> None:
    with pytest.raises(WorkingsError, match=missing) as error:
        declare("smallest", half)
    assert "smallest" in str(error.value)
    assert "smallest" not in OPERATIONS


def test_every_operation_of_the_table_is_whole() -> None:
    for name, operation in OPERATIONS.items():
        operation.check(name)


def test_a_program_refuses_an_operation_that_no_browser_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    linear = OPERATIONS["linear"]
    here_alone = Operation(linear.compute, linear.kind, linear.line)
    monkeypatch.setitem(OPERATIONS, "linear", here_alone)
    with pytest.raises(WorkingsError, match=r"made by “linear”.*a row in JavaScript"):
        program_of(made_up(1))
