"""Figures of an author's own functions: what is worked, what it is called, what is refused."""

import ast
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, cast

import numpy as np
import pytest

from bookbuild.lines.lines import line_of
from engine.errors import WorkingsError
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.rounding import policy_for
from workings import dot, exp, log, mean, mean_square, relu, relu_gate, softmax, sqrt, sum  # noqa: A004
from workings.examples import REMEMBER, Example, declared_in, example, remember, remembering

SCOPE = "book/test"
X, Y = "1 2 3 4 5", "2.1 3.9 6.2 8.1 9.8"


def numbers(name: str, text: str, places: int) -> FigureArray:
    """Give a number, a row, or a table whose rows are parted by commas."""
    rows: Any = [row.split() for row in text.split(",")]
    if "," not in text:
        rows = rows[0] if " " in text else rows[0][0]
    values = np.asarray(np.frompyfunc(Decimal, 1, 1)(rows), dtype=object)
    return given(values, policy_for(places), SCOPE, name, tuple(map(counted, values.shape)))


def work(function: Callable[[Any], Any], texts: Mapping[str, str], places: int = 3) -> NamedFigures:
    """Work a function of givens as an example."""
    known = {name: numbers(name, text, places) for name, text in texts.items()}
    made = Example("test", policy_for(places), function).work(known, SCOPE)
    return NamedFigures(SCOPE, {**known, **made})


def source(text: str, places: int = 3, **texts: str) -> NamedFigures:
    """Work the function `f` of a file's text, whose variables name figures."""
    names: dict[str, Any] = {REMEMBER: remember}
    text = f"from workings import *\n{text}"
    exec(compile(remembering(ast.parse(text)), "figures.py", "exec"), names)
    return work(names["f"], texts, places)


def lines(found: NamedFigures) -> dict[str, str]:
    return {figure.name: line_of(figure).text for figure in found.figures() if figure.worked}


FIT = """
def f(g):
    dx, dy = g.x - mean(g.x), g.y - mean(g.y)
    slope = (dx * dy).sum() / (dx * dx).sum()
    return {"slope": slope}
"""


def test_the_author_s_function_of_the_guide_gives_lines_that_close() -> None:
    found = lines(source(FIT, x=X, y=Y))
    assert found["mean_x"] == "(1 + 2 + 3 + 4 + 5) ÷ 5 = 3.000"
    assert found["dy[2]"] == "3.9 − 6.020 = −2.120"
    assert found["sum_dx_times_dy"] == "7.840 + 2.120 + 0.000 + 2.080 + 7.560 = 19.600"
    assert found["slope"] == "19.600 ÷ 10.000 = 1.960"


def test_a_name_that_is_returned_goes_before_that_of_the_variable() -> None:
    found = source("def f(g):\n    a = g.x + 1\n    return {'line.slope': a}", x=X)
    assert list(found.arrays) == ["x", "number.1", "line.slope"]


def test_a_variable_of_a_loop_has_a_number_for_each_time() -> None:
    text = "def f(g):\n    w = g.w\n    for _ in range(3):\n        w = w - g.rate * w"
    found = lines(source(text, w="1", rate="0.5"))
    assert found == {
        "rate_times_w": "0.5×1 = 0.500",
        "w1": "1 − 0.500 = 0.500",
        "rate_times_w1": "0.5×0.500 = 0.250",
        "w2": "0.500 − 0.250 = 0.250",
        "rate_times_w2": "0.5×0.250 = 0.125",
        "w3": "0.250 − 0.125 = 0.125",
    }


def test_variables_of_helpers_and_of_augmented_assignments_name_figures() -> None:
    text = "def h(x):\n    twice = x * 2\n    twice += 1\n    return twice\n"
    found = source(text + "def f(g):\n    a = h(g.x)\n    b: object = h(a)", x="3")
    assert [name for name in found.arrays if "number" not in name] == [
        "x", "twice1", "twice2", "twice3", "twice4"
    ]  # fmt: skip
    assert found.figure("twice4").plain == "15.000"


def test_figures_in_a_list_are_named_by_its_variable() -> None:
    found = source("def f(g):\n    both = [g.x + 1, g.x + 2]", x="3")
    assert [found.figure(name).plain for name in ("both1", "both2")] == ["4.000", "5.000"]


def test_a_name_that_would_be_long_is_a_number() -> None:
    found = source("def f(g):\n    return {'r': (g.width + g.height) * (g.width + g.height) + 1}",
                   width="1", height="2")  # fmt: skip
    assert "part" in found.arrays
    assert {"width_plus_height", "width_plus_height_2", "r"} <= found.arrays.keys()


@pytest.mark.parametrize(
    ("function", "line"),
    [
        (lambda g: g.a + g.b, "2 + 3 = 5.000"),
        (lambda g: g.a - g.b, "2 − 3 = −1.000"),
        (lambda g: g.a * g.b, "2×3 = 6.000"),
        (lambda g: g.a / g.b, "2 ÷ 3 = 0.667"),
        (lambda g: -g.a, "0 − 2 = −2.000"),
        (lambda g: g.a**2, "2×2 = 4.000"),
        (lambda g: 1 + g.a, "1 + 2 = 3.000"),
        (lambda g: 1 - g.a, "1 − 2 = −1.000"),
        (lambda g: 3 * g.a, "3×2 = 6.000"),
        (lambda g: 1 / g.b, "1 ÷ 3 = 0.333"),
        (lambda g: g["a"] - -4, "2 − (−4) = 6.000"),
        (lambda g: sqrt(g.a), "√2 = 1.414"),
        (lambda g: log(g.b), "ln(3) = 1.099"),
        (lambda g: exp(g.a), "e^2 = 7.389"),
        (lambda g: relu(g.a), "max(0, 2) = 2.000"),
        (lambda g: dot(g.row, g.row), "1×1 + (−2)×(−2) = 5.000"),
        (lambda g: g.row @ g.row, "1×1 + (−2)×(−2) = 5.000"),
        (lambda g: mean_square(g.row), "(1^2 + (−2)^2) ÷ 2 = 2.500"),
        (lambda g: g.row @ g.table, "1×1 + (−2)×3 = −5.000"),
        (lambda g: g.row @ g.table.T, "1×1 + (−2)×2 = −3.000"),
        (lambda g: g.table.T @ g.table, "1×1 + 3×3 = 10.000"),
        (lambda g: g.table.sum(0), "1 + 3 = 4.000"),
        (lambda g: sum(g.table, 1), "1 + 2 = 3"),
        (lambda g: g.table.mean(0), "(1 + 3) ÷ 2 = 2.000"),
        (lambda g: mean(g.table, 1), "(1 + 2) ÷ 2 = 1.500"),
        (lambda g: g.tall.mean(0), "(1 + 3 + 5) ÷ 3 = 3.000"),
        (lambda g: mean_square(g.tall), "(1^2 + 2^2) ÷ 2 = 2.500"),
        (lambda g: g.table.mean(), "10.000 ÷ 4 = 2.500"),
        (lambda g: g.table[1, 0] + g.table[0][1], "3 + 2 = 5.000"),
        (lambda g: g.table[:, 1] * g.a, "2×2 = 4.000"),
        (lambda g: g.row[-1:] + g.table[1:][0][:1], "−2 + 3 = 1.000"),
        (lambda g: relu_gate(g.row, relu(g.row)), "1×1 = 1.000"),
        (lambda g: g.part.of - g.a, "9 − 2 = 7.000"),
    ],
)
def test_arithmetic_is_written_as_in_numpy_and_recorded(
    function: Callable[[Any], Any], line: str
) -> None:
    texts = {"a": "2", "b": "3", "row": "1 -2", "table": "1 2,3 4", "part.of": "9"}
    texts["tall"] = "1 2,3 4,5 6"
    found = work(lambda g: {"result": function(g)}, texts)
    first = next(iter(found.find("result")))
    assert line_of(first).text == line


def test_shares_of_a_row_are_worked_from_their_total() -> None:
    found = work(lambda g: {"share": softmax(g.row)}, {"row": "0 0 0"})
    assert found.figure("share[2]").plain == "0.333"
    assert {"exp_row", "total_exp_row"} <= found.arrays.keys()


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda g: g.a > g.b, "compare them in the chapter"),
        (lambda g: g.a == g.b, "compare them in the chapter"),
        (lambda g: 1 if g.a else 2, "compare them in the chapter"),
        (lambda g: g.a * 0.5, "0.5 has no name: declare it in the head"),
        (lambda g: g.a + True, "“+” takes figures and whole numbers, not bool"),
        (lambda g: g.a + np.ones(2), "“+” takes figures and whole numbers, not ndarray"),
        (lambda g: np.ones(2) + g.a, "“+” takes figures and whole numbers, not ndarray"),
        (lambda g: g.a**3, "the one power"),
        (lambda g: g.a / g.zero, "it divides by zero"),
        (lambda g: log(g.zero), "the result is no number"),
        (lambda g: sqrt(g.zero - g.a), "no number comes of it"),
        (lambda g: g.row + g.row[:1] + g.three, "don’t fit each other"),
        (lambda g: g.row @ g.three, "“@” of shape [2] and [3] has no line"),
        (lambda g: g.row[2], "there is no place 2: they are 0 to 1"),
        (lambda g: g.row["1"], "a place is a whole number"),
        (lambda g: g.rwo, "there is no given “rwo”. Did you mean row"),
        (lambda g: g.table.sum(2), "there is no axis 2"),
        (lambda g: dot(g.row, g.three), "dot takes rows of the same length"),
        (lambda g: dot(cast(Any, 2), g.row), "this is of figures, not of int"),
    ],
)
def test_what_has_no_line_is_refused(function: Callable[[Any], Any], message: str) -> None:
    texts = {"a": "2", "b": "3", "zero": "0", "row": "1 -2", "three": "1 2 3", "table": "1 2,3 4"}
    with pytest.raises(WorkingsError) as caught:
        work(lambda g: {"result": function(g)}, texts)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("{'x': g.x + 1}", "“x” is the name of other figures"),
        ("{'y': g.x}", "“y” is what is given as “x” already"),
        ("{'y': 3}", "“y” that the example returns is not figures but int"),
        ("{'a b': g.x + 1}", "“a b” can’t be the name of figures"),
        ("g.x", 'an example returns {"name": figures} or nothing'),
    ],
)
def test_what_an_example_returns_has_names_of_its_own(returned: str, message: str) -> None:
    with pytest.raises(WorkingsError) as caught:
        source(f"def f(g):\n    return {returned}", x="1")
    assert message in caught.value.message


def test_an_example_says_to_how_many_places_its_rows_are_rounded() -> None:
    assert source("def f(g):\n    y = g.x / 3", places=5, x="1").figure("y").plain == "0.33333"
    with pytest.raises(WorkingsError, match="must be 0 to 12"):
        example("fit", places=99)


def test_two_functions_of_one_example_are_refused() -> None:
    both = [example("fit")(lambda g: None) for _ in range(2)]
    with pytest.raises(WorkingsError, match="two functions declare the example “fit”"):
        declared_in({"a": both[0], "b": both[1]})
