"""Rounding once, half away from zero, and one printed form for each figure."""

import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.figures import decimals
from engine.figures.decimals import (
    FINE,
    Digits,
    Places,
    Rule,
    cosine,
    plain,
    power_of_e,
    printed,
    sine,
)

D = Decimal
numbers = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9)


@pytest.mark.parametrize(
    ("number", "written"),
    [("0.125", "0.13"), ("-0.125", "−0.13"), ("2.675", "2.68"), ("0.345", "0.35"),
     ("-0.004", "0.00"), ("0", "0.00"), ("5.1", "5.10"), ("0.69", "0.69")],
)  # fmt: skip
def test_two_places_are_rounded_as_in_school(number: str, written: str) -> None:
    assert printed(Places(2).write(D(number))) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [("0.184519", "0.1845"), ("9.9996", "10.00"), ("1", "1.000"), ("22026.4657", "22,026"),
     ("999999.6", "1.000 × 10^6"), ("0.000012345", "0.00001235"),
     ("3.9754e-31", "3.975 × 10^(−31)"),
     ("2.51543e30", "2.515 × 10^30"), ("-0.0099996", "−0.01000"), ("0", "0")],
)  # fmt: skip
def test_four_significant_digits(number: str, written: str) -> None:
    assert printed(Digits(4).write(D(number))) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [("0.25", "0.25"), ("0.250049", "0.25"), ("-2.0000", "−2"), ("7.19997", "7.2"),
     ("100", "100"), ("250000", "250,000"), ("9.99996", "10"), ("0", "0"), ("0.0004", "0.0004"),
     ("1e-6", "1 × 10^(−6)")],
)  # fmt: skip
def test_trimmed_digits_have_no_zeros_at_the_end_of_a_fraction(number: str, written: str) -> None:
    rule = Digits(4, trimmed=True)
    assert printed(rule.write(D(number))) == written
    assert str(rule) == "up to 4 significant digits"


@pytest.mark.parametrize(
    ("share", "written"),
    [("0.33333", "0.333"), ("0.0005", "0.001"), ("0.00049", "0.0005"), ("2e-7", "2 × 10^(−7)"),
     ("0.00001", "0.00001"), ("0", "0.000")],
)  # fmt: skip
def test_a_share_too_small_for_its_places_keeps_its_first_digit(share: str, written: str) -> None:
    assert printed(Places(3, first_digit=True).write(D(share))) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [("9999", "9999"), ("10000", "10,000"), ("-10000", "−10,000"), ("1099511627776",
     "1,099,511,627,776"), ("124439.81", "124,439.81"), ("999999", "999,999"), ("2017", "2017"),
     ("0.00001", "0.00001"), ("0.1234567", "0.1234567"), ("1234.56789", "1234.56789"),
     ("-Infinity", "−∞")],
)  # fmt: skip
def test_five_digits_or_more_before_the_point_are_grouped(number: str, written: str) -> None:
    assert printed(D(number)) == written
    assert plain(D(number)) == written.replace(",", "")


@given(numbers, st.integers(0, 8))
def test_places_agree_with_exact_fractions(number: Decimal, places: int) -> None:
    written = Places(places).write(number)
    scaled = abs(Fraction(number)) * 10**places
    expected = Fraction(math.floor(scaled + Fraction(1, 2)), 10**places)
    assert abs(Fraction(written)) == expected
    assert written.as_tuple().exponent == -places
    assert not (written == 0 and written.is_signed())


@given(numbers, st.integers(1, 8))
def test_digits_leave_the_least_error_that_they_can(number: Decimal, digits: int) -> None:
    written = Digits(digits).write(number)
    if number == 0:
        assert written == 0
        return
    step = D(1).scaleb(int(written.as_tuple().exponent))
    assert abs(written - number) * 2 <= step
    assert len(written.as_tuple().digits) == digits or 0 < abs(written) < 10**6
    assert Digits(digits).write(written) == written


@given(numbers, st.integers(0, 8))
def test_the_printed_form_is_the_value(number: Decimal, places: int) -> None:
    written = Places(places).write(number)
    text = printed(written).replace("−", "-").replace(" × 10^", "E").replace("(", "")
    assert D(text.replace(")", "").replace(",", "")) == written
    assert plain(written) == printed(written).replace(",", "")


@given(st.decimals(min_value=-40, max_value=40, places=3))
def test_sine_and_cosine_agree_with_floats_and_with_each_other(angle: Decimal) -> None:
    # a float of the angle is itself off by up to 4e-15
    assert float(sine(angle)) == pytest.approx(math.sin(float(angle)), abs=8e-15)
    assert float(cosine(angle)) == pytest.approx(math.cos(float(angle)), abs=8e-15)
    assert abs(sine(angle) ** 2 + cosine(angle) ** 2 - 1) < D("1e-27")
    assert sine(angle.copy_negate()) == sine(angle).copy_negate()


def test_the_position_signal_of_four_slots() -> None:
    lengths = decimals.divisor(
        np.array(D(10000)), np.array([D(0), D(0), D(2), D(2)]), np.array(D(4))
    )
    row = decimals.wave(np.array([[D(1)]]), lengths)[0]
    assert [str(D(x).quantize(D("1e-6"), ROUND_HALF_UP)) for x in row] == [
        "0.841471", "0.540302", "0.010000", "0.999950",
    ]  # fmt: skip
    assert [x == w for x, w in zip(lengths, (1, 1, 100, 100), strict=True)] == [True] * 4


RULES: list[Rule] = [Places(4), Places(0), Places(3, first_digit=True), Digits(4)]
HARD = ["-Infinity", "0", "-0", "-0.00", "0E-9", "-0.00004", "0.00005", "-0.00005", "0.5", "2E-7",
        "9.99995", "-9999.5", "1E+3"]  # fmt: skip


@given(st.lists(numbers | st.sampled_from(list(map(D, HARD))), min_size=1), st.sampled_from(RULES))
def test_an_array_is_written_as_each_of_its_numbers(exact: list[Decimal], rule: Rule) -> None:
    if isinstance(rule, Digits):
        exact = [number for number in exact if number.is_finite()]
    array = np.array(exact, dtype=object)[None]
    written = decimals.written(array, rule)
    assert written.shape == array.shape
    one_by_one = [rule.write(number).as_tuple() for number in exact]
    assert [number.as_tuple() for number in written[0]] == one_by_one


@given(st.decimals(-99, 99, places=4) | st.decimals(-99, 99, allow_nan=False))
def test_a_power_of_e_by_its_digits_is_right_to_fifty_digits(x: Decimal) -> None:
    power, true = power_of_e(x), FINE.exp(x)
    assert power.as_tuple().exponent == true.as_tuple().exponent
    assert abs(power - true) <= D(1).scaleb(true.adjusted() - 49)
    for rule in RULES:
        assert rule.write(power).as_tuple() == rule.write(true).as_tuple()


def test_e_to_minus_infinity_is_nothing() -> None:
    assert power_of_e(D("-Infinity")).as_tuple() == D(0).as_tuple()
    assert power_of_e(D("-0.0000")).as_tuple() == D(1).as_tuple()
