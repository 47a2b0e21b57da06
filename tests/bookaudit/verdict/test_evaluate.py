import math
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookaudit.errors import Unreadable
from bookaudit.reading.expression import parse
from bookaudit.verdict import transcendental
from bookaudit.verdict.evaluate import evaluate, scalar
from bookaudit.verdict.values import Approx, equal, rounded

units = st.integers(0, 6).map(lambda places: Decimal(1).scaleb(-places))


@given(st.decimals(-(10**9), 10**9, allow_nan=False, places=8), units)
def test_decimals_are_rounded_half_away_from_zero(value: Decimal, unit: Decimal) -> None:
    expected = value.quantize(unit, rounding=ROUND_HALF_UP)
    assert rounded(value, unit) == expected
    assert rounded(Fraction(value), unit) == expected
    assert rounded(Approx(value), unit) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("0.125", "0.13"), ("-0.125", "-0.13"), ("2.675", "2.68"), ("0.345", "0.35")],
)
def test_ties_go_away_from_zero(value: str, expected: str) -> None:
    assert str(rounded(Decimal(value), Decimal("0.01"))) == expected


def test_zero_has_no_sign() -> None:
    assert str(rounded(Decimal("-0.004"), Decimal("0.01"))) == "0.00"
    assert str(rounded(Fraction(-1, 1000), Decimal("0.01"))) == "0.00"


@given(st.fractions(-1000, 1000, max_denominator=999), units)
def test_fractions_are_rounded_as_exactly_as_decimals(value: Fraction, unit: Decimal) -> None:
    scaled = abs(value) / Fraction(unit)
    whole = math.floor(scaled + Fraction(1, 2))
    assert Fraction(rounded(value, unit)) == (whole if value >= 0 else -whole) * Fraction(unit)


@given(st.decimals(-30, 30, allow_nan=False, places=3))
def test_waves_and_powers_agree_with_floats(x: Decimal) -> None:
    for ours, theirs in (
        (transcendental.sin, math.sin),
        (transcendental.cos, math.cos),
        (transcendental.tanh, math.tanh),
        (transcendental.exp, math.exp),
    ):
        assert float(ours(x)) == pytest.approx(theirs(float(x)), rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("π", "3.14159265358979323846264338327950288419716939937510582097494459"),
        ("exp(1)", "2.71828182845904523536028747135266249775724709369995957496696763"),
        ("√2", "1.41421356237309504880168872420969807856967187537694807317667974"),
        ("ln 2", "0.69314718055994530941723212145817656807550013436025525412068001"),
        ("sin(1)", "0.84147098480789650665250232163029899962256306079837106567275171"),
        ("cos(1)", "0.54030230586813971740093660744297660373231042061792222767009726"),
        ("tanh(1)", "0.76159415595576488811945828260479359041276859725793655159681050"),
        ("tanh(1e-9)", "9.99999999999999999666666666666666666800000000e-10"),
    ],
)
def test_irrational_values_are_right_to_fifty_digits(text: str, digits: str) -> None:
    value = scalar(parse(text))
    assert isinstance(value, Approx)
    with localcontext(prec=80):
        expected = Decimal(digits)
        assert abs(value.value - expected) <= abs(expected) * Decimal("1e-43")
        if len(digits) > 55:
            assert abs(value.value - expected) <= abs(expected) * Decimal("1e-60")


def test_what_comes_out_even_stays_exact() -> None:
    assert equal(evaluate(parse("√2 × √2")), Decimal(2))
    assert evaluate(parse("√0.25")) == Fraction(1, 2)
    assert evaluate(parse("8^(2/3)")) == 4
    assert evaluate(parse("1 ÷ 3 × 3")) == 1


def test_a_root_multiplied_back_is_a_tie_and_rounds_up() -> None:
    assert rounded(scalar(parse("√2 × √2 ÷ 4")), Decimal(1)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "1 ÷ 0",
        "1 ÷ (0.5 − 0.5)",
        "0^0",
        "0^(−1)",
        "√(−1)",
        "(−8)^(1/3)",
        "(−2)^0.5",
        "ln 0",
        "e^(∞)",
        "e^(+∞)",
        "e^(×∞)",
        "e^(−∞",
        "2^(−∞)",
        "−∞",
        "1 − ∞",
        "log(−1)",
        "10^10^10",
        "9^9^9",
        "2^1000000",
        "e^(1e9)",
        "exp(exp(exp(9)))",
        "sin(1e40)",
        "1e999999 + 1",
        "9" * 5000,
        "[1, 2] × [3, 4]",
        "[1, 2] + 3",
        "1 ÷ [1, 2]",
        "sin(1, 2)",
        "1e300 ^ 100",
    ],
)
def test_what_has_no_value_worth_printing_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        evaluate(parse(text))


def test_lists_are_scaled_and_added() -> None:
    assert evaluate(parse("0.5[2, −4] + [1, 1]")) == (Decimal(2), Decimal(-1))
    assert evaluate(parse("[2, 4] ÷ 2")) == (1, 2)
