from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookaudit.errors import Unreadable
from bookaudit.reading.expression import parse, parse_chain
from bookaudit.reading.tree import Number
from bookaudit.verdict.evaluate import evaluate
from bookaudit.verdict.values import equal


def value(text: str) -> object:
    return evaluate(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 + 3 × 4", "14"),
        ("(2 + 3) × 4", "20"),
        ("2 − 3 − 4", "-5"),
        ("−2^2", "-4"),
        ("(−2)^2", "4"),
        ("(−2)²", "4"),
        ("2^3^2", "512"),
        ("2**3", "8"),
        ("2^−1", "0.5"),
        ("−0.3(0.1)", "-0.03"),
        ("(1 + 1)(2 + 1)", "6"),
        ("0.5 + −0.25×(−2)", "1"),
        ("50%", "0.5"),
        ("9,984 + 16", "10000"),
        ("1e-5 × 2", "0.00002"),
        ("3.975 × 10^(−31)", "3.975e-31"),
        ("10⁻³", "0.001"),
        ("√16 + √(9)", "7"),
        ("{[(1 + 1)] × 2}", "4"),
        ("max(0, −0.53)", "0"),
        ("min(3, 2, 4)", "2"),
        ("|−3| + abs(−1)", "4"),
        ("Σ(1, 2, 3)", "6"),
        ("Σ 1 + 2 + 3", "6"),
        ("½ + ¼", "0.75"),
        ("log₂(8)", "3"),
        ("8^(1/3)", "2"),
        ("10000^(2 ÷ 8)", "10"),
        ("e^(−∞)", "0"),
        ("1 + 2e^(−∞) × 3", "1"),
        ("1,099,511,627,776 ÷ 274,877,906,944", "4"),
        ("(−12,345) + 12,345.5", "0.5"),
        ("e^0 + exp(0) + ln(1) + sin(0) + cos(0) + tanh(0)", "3"),
    ],
)
def test_an_expression_is_read_as_a_reader_reads_it(text: str, expected: str) -> None:
    assert equal(evaluate(parse(text)), Decimal(expected))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3 +",
        "× 3",
        "(3",
        "3)",
        "(3]",
        "3 4",
        "1.2.3",
        "x + 1",
        "0,5 + 0,5",
        "1/2(3)",
        "sin 5 ÷ 10",
        "ln 2^3",
        "2²^3",
        "max(1,234)",
        "[1,234] × 2",
        "3!",
        "f(3)",
        "5 mod 3",
    ],
)
def test_what_is_no_arithmetic_or_reads_two_ways_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse(text)


def test_the_sides_of_a_chain_are_found_where_they_stand() -> None:
    text = " 1 + 2 =  3.0 ≈ 3 "
    chain = parse_chain(text, spans=True)
    assert [text[a:b] for a, b in chain.spans] == ["1 + 2", "3.0", "3"]
    assert [side.value for side in chain.sides[1:] if isinstance(side, Number)] == [
        Decimal("3.0"),
        Decimal(3),
    ]


decimals = st.decimals(-1000, 1000, allow_nan=False, places=2)


@given(decimals)
def test_a_printed_number_is_read_back_with_its_digits(number: Decimal) -> None:
    for text in (str(number), str(number).replace("-", "−"), f"({number})"):
        assert str(value(text)).lstrip("+") in (str(number), f"{number:f}")


@st.composite
def expressions(draw: st.DrawFn, depth: int = 0) -> tuple[str, Decimal]:
    """An expression written with all its brackets, and its value by Python's own decimals."""
    if depth > 3 or draw(st.booleans()):
        number = draw(st.decimals(-99, 99, allow_nan=False, places=1))
        return f"({number})", number
    left, a = draw(expressions(depth=depth + 1))
    right, b = draw(expressions(depth=depth + 1))
    sign = draw(st.sampled_from("+-*"))
    result = {"+": a + b, "-": a - b, "*": a * b}[sign]
    return f"({left} {sign} {right})", result


@given(expressions())
def test_bracketed_expressions_have_the_value_that_python_gives(
    expression: tuple[str, Decimal],
) -> None:
    text, expected = expression
    assert value(text) == expected


@given(st.lists(st.tuples(decimals, decimals), min_size=1, max_size=20))
def test_dot_products_are_exact(pairs: list[tuple[Decimal, Decimal]]) -> None:
    def written(number: Decimal) -> str:
        return f"(−{-number})" if number < 0 else str(number)

    text = " + ".join(f"{written(a)}×{written(b)}" for a, b in pairs)
    assert value(text) == sum((a * b for a, b in pairs), Decimal(0))
