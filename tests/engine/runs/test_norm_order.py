"""The same block with its norms before the layers: what it reads, and what it adds to."""

import math

import pytest

from bookbuild.lines.lines import line_of
from engine.figures.named import NamedFigures
from engine.runs.norm_order import NormBefore
from engine.runs.translation_run import TranslationRun
from tests.models.small_translator import made_up_translator

RUN = TranslationRun(made_up_translator(1), ["the", "cat", "sees"], ["le", "chat"])
BEFORE = NormBefore(RUN)
READ_BY = "encoder.self_attention"


def row(figures: NamedFigures, name: str, at: int) -> list[float]:
    return [float(figure.value) for figure in figures.find(name).row(at)]


def test_the_input_is_evened_out_and_the_sum_is_not() -> None:
    x = row(RUN, "encoder.x", 1)
    mean = math.fsum(x) / len(x)
    spread = math.sqrt(math.fsum((number - mean) ** 2 for number in x) / len(x) + 1e-5)
    scale = [float(figure.value) for figure in RUN.find(f"{READ_BY}.norm.scale")]
    shift = [float(figure.value) for figure in RUN.find(f"{READ_BY}.norm.shift")]
    evened = [(a - mean) / spread * b + c for a, b, c in zip(x, scale, shift, strict=True)]
    assert row(BEFORE, f"{READ_BY}.norm_before.out", 1) == pytest.approx(evened, abs=5e-3)
    output = row(BEFORE, f"{READ_BY}.output", 1)
    both = [a + b for a, b in zip(x, output, strict=True)]
    assert row(BEFORE, f"{READ_BY}.added", 1) == pytest.approx(both, abs=1e-9)
    assert f"{READ_BY}.norm.out" not in BEFORE.arrays


def test_lines_use_the_evened_row_and_the_learned_tables() -> None:
    operands = [o.address for o in line_of(BEFORE.figure(f"{READ_BY}.query[2,1]")).operands]
    assert operands[:2] == [
        f"toy/the-cat-sees/norm-before:{READ_BY}.norm_before.out[2,1]",
        f"toy:{READ_BY}.w_query[1,1]",
    ]
    first = line_of(BEFORE.figure(f"{READ_BY}.added[2,1]")).operands[0]
    assert first.address == "toy/the-cat-sees:encoder.x[2,1]"


def test_every_word_hears_every_word() -> None:
    assert BEFORE.figure(f"{READ_BY}.head1.share[1,3]").value > 0
