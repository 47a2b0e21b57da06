import xml.etree.ElementTree as ET

import pytest
from latex2mathml.converter import convert

from bookbuild.markup.formula_text import plain_text
from bookbuild.markup.formulas import Formulas


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{e^{s - m}}{\sum_j e^{s_j - m}}", "(e^(s − m)) / (∑_j e^(s_j − m))"),
        (r"x^{2} + \sqrt{v + \varepsilon}", "x^2 + √(v + ε)"),
        (r"-\sum y \ln p", "−∑ y ln p"),
        (r"\hat m = \frac{m}{1 - \beta_1^{t}}", "m_hat = m / (1 − β_1^t)"),
        (r"q = n \, W_Q \qquad k = n \, W_K", "q = n W_Q; k = n W_K"),
        (r"f(x)\left(a + b\right)^{-1}", "f(x)(a + b)^(−1)"),
        (r"\text{score} = \frac{q \cdot k}{\sqrt{8}}", "score = (q · k) / √(8)"),
        (r"\max(a, b) \times c", "max(a, b) × c"),
        ("p", "p"),
    ],
)
def test_a_formula_reads_as_a_row_of_text(latex: str, text: str) -> None:
    mathml = convert(latex).replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")
    assert plain_text(ET.fromstring(mathml)) == text


def test_a_picture_is_called_by_its_text() -> None:
    picture = Formulas("pdf").write(r"\frac{a}{b + c}", display=False)
    assert "a / (b + c)</title>" in picture
