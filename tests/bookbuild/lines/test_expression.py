"""Arithmetic is written with signs and brackets just where a reader needs them."""

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given as holds
from hypothesis import strategies as st

from bookbuild.lines.expression import HtmlStyle, TextStyle, write
from engine.figures.decimals import Places
from engine.figures.expressions import (
    Call,
    Constant,
    Expression,
    Negated,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
)
from engine.figures.ledger import given
from engine.figures.rounding import policy_for

POLICY = policy_for(2)


def number(text: str, name: str = "x") -> Number:
    return Number(given(np.asarray(Decimal(text), dtype=object), POLICY, "test", name).figure())


def minus(a: Expression, b: Expression) -> Sum:
    return Sum([a, b], frozenset({1}))


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        (Sum([Product([number("1"), number("0.5")]), Product([number("-2"), number("-0.25")])]),
         "1×0.5 + (−2)×(−0.25)"),
        (Sum([number("-0.10"), number("-0.20"), number("0.30")]), "−0.10 + (−0.20) + 0.30"),
        (minus(number("0.10"), number("-0.15")), "0.10 − (−0.15)"),
        (Negated(number("-2")), "−(−2)"),
        (Negated(Negated(number("2"))), "−(−2)"),
        (Power(number("-3"), "2"), "(−3)^2"),
        (minus(number("5"), minus(number("3"), number("1"))), "5 − (3 − 1)"),
        (minus(minus(number("5"), number("3")), number("1")), "5 − 3 − 1"),
        (Sum([number("1"), Sum([number("2"), number("3")])]), "1 + (2 + 3)"),
        (Quotient(Sum([number("1"), number("2")]), number("3")), "(1 + 2) ÷ 3"),
        (Quotient(number("1"), Product([number("2"), number("3")])), "1 ÷ (2×3)"),
        (Quotient(number("-4.77"), number("2.83")), "−4.77 ÷ 2.83"),
        (Quotient(Quotient(number("8"), number("4")), number("2")), "(8 ÷ 4) ÷ 2"),
        (Root(Sum([number("0.12"), number("0.00001")])), "√(0.12 + 0.00001)"),
        (Root(number("8")), "√8"),
        (Power("e", number("-1.69")), "e^(−1.69)"),
        (Power("e", number("0.20")), "e^0.20"),
        (Power(number("10000"), Quotient(number("2"), number("8"))), "10000^(2 ÷ 8)"),
        (Call("max", [Constant("0"), number("-0.53")]), "max(0, −0.53)"),
        (Call("sin", [Quotient(number("5"), number("10"))]), "sin(5 ÷ 10)"),
        (Quotient(number("1"), number("3E-31")), "1 ÷ (3 × 10^(−31))"),
        (Sum([number("1"), number("3E-31")]), "1 + 3 × 10^(−31)"),
    ],
)  # fmt: skip
def test_brackets_stand_where_a_reader_needs_them(expression: Expression, written: str) -> None:
    assert write(expression, TextStyle()) == written


def test_html_names_each_figure_and_breaks_only_before_signs() -> None:
    expression = Sum([Product([number("1.00", "a"), number("-2.00", "b")]), number("3.00", "c")])
    assert write(expression, HtmlStyle("test")) == (
        '<i data-f="a">1.00</i>×(<i data-f="b">−2.00</i>) +\u00a0<i data-f="c">3.00</i>'
    )
    assert write(expression, HtmlStyle("other")).count("test:") == 3


def test_html_raises_powers_with_real_superscripts() -> None:
    style = HtmlStyle("test")
    assert write(Power("e", number("-1.69")), style) == 'e<sup><i data-f="x">−1.69</i></sup>'
    assert write(number("3.975E-31"), style) == (
        '<i data-f="x">3.975\u00a0×\u00a010<sup>−31</sup></i>'
    )


decimals = st.decimals(min_value=-99, max_value=99, places=2)
leaves = decimals.map(lambda d: (number(str(Places(2).write(d))), Fraction(d)))


Pair = tuple[Expression, Fraction]


def combine(children: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    pairs = st.tuples(children, children)
    return st.one_of(
        pairs.map(lambda p: (Sum([p[0][0], p[1][0]]), p[0][1] + p[1][1])),
        pairs.map(lambda p: (minus(p[0][0], p[1][0]), p[0][1] - p[1][1])),
        pairs.map(lambda p: (Product([p[0][0], p[1][0]]), p[0][1] * p[1][1])),
        children.map(lambda c: (Negated(c[0]), -c[1])),
        children.map(lambda c: (Power(c[0], "2"), c[1] * c[1])),
    )


@holds(st.recursive(leaves, combine, max_leaves=6))
def test_what_is_written_means_what_was_meant(pair: Pair) -> None:
    expression, meant = pair
    text = write(expression, TextStyle())
    python = text.replace("−", "-").replace("×", "*").replace("^", "**")
    digits = "".join(f"D('{part}')" if part[0].isdigit() and "." in part else part
                     for part in _parts(python))  # fmt: skip
    assert eval(digits, {"D": Fraction}) == meant
    assert "--" not in python.replace(" ", "")


def _parts(text: str) -> list[str]:
    return re.findall(r"\d+\.\d+|\*\*|.", text)
