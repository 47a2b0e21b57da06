"""The counted multiplications of growing sentences are those that runs of such lengths take."""

import pytest

from bookbuild.lines.lines import line_of
from engine.runs.translation_cost import CostFigures
from engine.runs.translation_run import TranslationRun
from tests.models.small_translator import READ, WRITTEN, made_up_translator

MODEL = made_up_translator(1)
LENGTHS = (1, 2, 3, 6)
COST = CostFigures(MODEL, (*LENGTHS, 1000))


@pytest.mark.parametrize("length", LENGTHS)
def test_a_run_takes_as_many_as_the_lines_say(length: int) -> None:
    run = TranslationRun(MODEL, READ[:length], WRITTEN[2 : length + 1])
    for side in ("encoder", "decoder"):
        counted = run.figure(f"multiplications.{side}").value
        assert COST.at(f"{side}.all", str(length)).value == counted


def test_attention_grows_with_the_square_and_all_else_in_proportion() -> None:
    assert COST.at("encoder.attention", "6").value == 9 * COST.at("encoder.attention", "2").value
    assert COST.at("decoder.cross", "6").value == 9 * COST.at("decoder.cross", "2").value
    for side in ("encoder", "decoder"):
        assert COST.at(f"{side}.growing", "6").value == 3 * COST.at(f"{side}.growing", "2").value


def test_lines_hold_whole_numbers() -> None:
    assert line_of(COST.figure("encoder.attention[1000]")).text == "2×1000×1000×4 = 8000000"
    assert line_of(COST.figure("decoder.masked[3]")).text == "3×4×4 = 48"
    assert line_of(COST.figure("encoder.all[2]")).text == "256 + 32 = 288"
