import time
import tomllib
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookaudit.verdict.recheck import CLOSES, DOES_NOT_CLOSE, UNREAD, WITHIN_ROUNDING, recheck
from tests import ROOT

FIXTURE = ROOT / "book" / "typed-lines.toml"
TYPED = tomllib.loads(FIXTURE.read_text("utf-8"))["line"]


@pytest.mark.parametrize("line", TYPED, ids=[line["text"][:40] for line in TYPED])
def test_a_typed_line_gets_its_verdict_and_its_right_value(line: dict[str, Any]) -> None:
    checked = recheck(line["text"])
    if line["closes"]:
        assert checked.verdict == CLOSES
    else:
        assert checked.verdict in (DOES_NOT_CLOSE, WITHIN_ROUNDING)
        assert checked.right == line["right"]
    assert (recheck(line["text"], strict=True).verdict == CLOSES) == line["closes"]


def test_there_are_lines_that_close_and_lines_that_do_not() -> None:
    assert {line["closes"] for line in TYPED} == {True, False}


@pytest.mark.parametrize(
    "text",
    [
        "(−1.15)×0.06 + (−0.94)×(−0.23) + 0.48×0.97 = 0.61",
        "(0.10 + 0.20 + (−0.30)) ÷ 8 = 0.00",
        "0.10 − (−0.15) = 0.25",
        "((−0.25)^2 + 0.35^2) ÷ 2 = 0.09",
        "√(0.12 + 0.00001) = 0.35",
        "√8 = 2.83",
        "−4.77 ÷ 2.83 = −1.69",
        "e^(−1.69) = 0.1845",
        "0.1845 ÷ 1.91 = 0.097",
        "max(0, −0.53) = 0.00",
        "sin(5 ÷ 10) = 0.48",
        "10000^(2 ÷ 8) = 10",
        "15×8 + 8 + 8 = 136",
        "1.59 × 10^(−30) ÷ 4 = 3.98 × 10^(−31)",
        "9.9996 × 10^(−31) × 1 = 1.000 × 10^(−30)",
        "1 ÷ 3 = 33.3%",
        "0.25 × 2 = ½ = 50%",
    ],
)
def test_the_forms_of_the_book_close(text: str) -> None:
    assert recheck(text, strict=True).verdict == CLOSES, recheck(text, strict=True)


@pytest.mark.parametrize(
    ("text", "verdict", "right"),
    [
        ("1.32 + 1.07 = 2.40", WITHIN_ROUNDING, "2.39"),
        ("2 + 2 = 5", DOES_NOT_CLOSE, "4"),  # counts are exact
        ("0.98 × 0.03 = 0.0295", DOES_NOT_CLOSE, "0.0294"),  # finer than its operands
        ("0.5 × 0.5 = 0.4", DOES_NOT_CLOSE, "0.3"),
        ("2 × 3 = 6 = 7", DOES_NOT_CLOSE, "2 × 3 = 6 = 6"),
        ("2.4 × 3 = 2 × 3", DOES_NOT_CLOSE, "2.4 × 3 = 2.4 × 3 = 7.2"),
        ("1 ÷ 3 = 33.4%", DOES_NOT_CLOSE, "33.3%"),
        ("−1 × 2.0 = 2.0", DOES_NOT_CLOSE, "−2.0"),
        ("5 − 2×3 = 5 − 7 = −2", DOES_NOT_CLOSE, "5 − 2×3 = 5 − 6 = −1"),
        ("5 − 2×(−3) = 5 − 6 = −1", DOES_NOT_CLOSE, "5 − 2×(−3) = 5 − (−6) = 11"),
        ("2[1.0, 2.0] = [2.0, 5.0]", DOES_NOT_CLOSE, "[2.0, 4.0]"),
        ("5 × 10^3 = 4.9 × 10^3", DOES_NOT_CLOSE, "5.0 × 10^3"),
        ("10 × 1,000 = 9,984", DOES_NOT_CLOSE, "10,000"),
    ],
)
def test_a_line_that_does_not_close_is_told_what_is_right(
    text: str, verdict: str, right: str
) -> None:
    checked = recheck(text)
    assert (checked.verdict, checked.right) == (verdict, right)


def test_marked_lines_are_never_within_rounding_and_never_minus_nothing() -> None:
    assert recheck("1.32 + 1.07 = 2.40", strict=True).verdict == DOES_NOT_CLOSE
    assert recheck("0.01 × (−0.1) = −0.00").verdict == CLOSES
    checked = recheck("0.01 × (−0.1) = −0.00", strict=True)
    assert (checked.verdict, checked.right) == (DOES_NOT_CLOSE, "0.00")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3 + 4",
        "= 3",
        "3 + 4 =",
        "1/0 = 1",
        "10^10^10 = 1",
        "(" * 9000 + "1" + ")" * 9000 + " = 1",
        "√" * 9000 + "4 = 2",
        "2^" * 9000 + "2 = 2",
        "1+" * 6_000_000 + "1 = 2",
        "|" * 9000 + " = 1",
        "[" * 9000 + " = 1",
        "9" * 9000 + " + 1 = 2",
        "+".join(f"1/{n}" for n in range(2, 4000)) + " = 1",
        "[1, 2] = 3",
        "1 + \ud800 = 2",
    ],
    ids=range(16),
)
def test_hostile_lines_are_unread_with_a_reason_and_soon(text: str) -> None:
    start = time.perf_counter()
    checked = recheck(text)
    assert checked.verdict in (UNREAD, DOES_NOT_CLOSE)
    assert checked.verdict == DOES_NOT_CLOSE or checked.reason
    assert time.perf_counter() - start < 5


numbers = st.decimals(-99, 99, allow_nan=False, places=2)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=16), st.integers(0, 4))
def test_a_line_made_by_rounding_closes_and_its_neighbours_do_not(
    pairs: list[tuple[Decimal, Decimal]], places: int
) -> None:
    unit = Decimal(1).scaleb(-places)
    total = sum((a * b for a, b in pairs), Decimal(0)).quantize(unit, rounding=ROUND_HALF_UP)
    left = " + ".join(f"({a})×({b})" for a, b in pairs)
    result = total if total else abs(total)
    assert recheck(f"{left} = {result}", strict=True).verdict == CLOSES
    wrong = recheck(f"{left} = {result + unit}", strict=True)
    assert (wrong.verdict, wrong.right) == (DOES_NOT_CLOSE, str(result))


@given(numbers.filter(bool), numbers.filter(bool), st.integers(0, 5))
def test_quotients_close_when_rounded_half_away_from_zero(
    a: Decimal, b: Decimal, places: int
) -> None:
    unit = Decimal(1).scaleb(-places)
    result = (a / b).quantize(unit, rounding=ROUND_HALF_UP)
    result = result if result else abs(result)
    assert recheck(f"({a}) ÷ ({b}) = {result}", strict=True).verdict == CLOSES


@given(st.text(alphabet="0123456789.+-−×÷/*^()[]{}|√eπ%=≈, ²³⁻sincoglxma", max_size=40))
def test_no_string_of_signs_crashes_the_reader(text: str) -> None:
    assert recheck(text).verdict in (CLOSES, WITHIN_ROUNDING, DOES_NOT_CLOSE, UNREAD)


def test_a_long_value_keeps_all_its_digits() -> None:
    for text in (
        "√2 × 10^33 = 0",
        "tanh(3.7) × 28809128456425863559 × 736 × 699736 ÷ 114.4213 = (−99.085) = 83560800e5",
        "12345678901234567890123456789012.34% × 1 = 0",
    ):
        checked = recheck(text)
        alone = text.count("=") == 1
        mended = f"{text.rpartition('=')[0]}= {checked.right}" if alone else checked.right
        assert recheck(mended).verdict == CLOSES
    assert recheck("√2 × 10^33 = 0").right == "1414213562373095048801688724209698"
