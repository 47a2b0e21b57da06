"""A run's figures have names, lines and a full-precision pass beside them."""

import re
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookaudit.verdict.recheck import recheck
from bookbuild.lines.lines import line_of
from engine.errors import UnknownName, WorkingsError
from engine.figures.rounding import policy_for
from engine.layers.variants import Variant
from engine.models.decoder_only import forward
from engine.runs.model_run import slug
from engine.runs.run import Run
from tests.models.layouts import ANSWERS
from tests.models.small_model import GPT, NORM_AFTER, VARIANT, WORDS, made_up

SENTENCE = "the dog sat on the".split()
RUN = Run(made_up(1), SENTENCE)
GPT_RUN = Run(made_up(1, variant=GPT), SENTENCE)
NORM_AFTER_RUN = Run(made_up(1, variant=NORM_AFTER), SENTENCE)


def test_figures_are_named_by_position_and_slot_from_one() -> None:
    figure = RUN.figure("query[5,1]")
    assert figure.address == "toy/the-dog-sat-on-the:query[5,1]"
    assert figure.index == (4, 0)
    assert RUN.figure("guess.share[5,mat]").index == (4, WORDS.index("mat"))
    assert RUN.figure(" query[5, 1]".strip()) is figure


def test_a_looked_up_row_is_the_table_of_weights_itself() -> None:
    assert RUN.figure("embedded[5,3]").address == "toy:embedding[the,3]"
    assert RUN.figure("embedded[5,3]") is RUN.figure("embedded[1,3]")


@pytest.mark.parametrize(
    ("name", "told"),
    [("qury[5,1]", "query"), ("query[9,1]", "1 to 5"), ("query[5]", "query[1,1]"),
     ("root[1]", "root"), ("score[2,3]", "never listens"), ("guess.share[5,mta]", "sky"),
     ("", "no figure"), ("query[5,1", "no figure"), ("<script>", "no figure")],
)  # fmt: skip
def test_a_wrong_name_is_told_with_what_would_be_right(name: str, told: str) -> None:
    with pytest.raises(WorkingsError, match=told.replace("[", r"\[")):
        RUN.figure(name)


@pytest.mark.parametrize(
    ("words", "told"),
    [([], "empty"), (["the"] * 9, "at most 8"), (["the", "dgo"], "dog"), (["The"], "the")],
)
def test_a_sentence_that_can_not_be_read_is_refused(words: list[str], told: str) -> None:
    with pytest.raises(WorkingsError, match=told):
        Run(RUN.model, words)


def test_every_array_of_a_pass_has_a_title_and_its_axes() -> None:
    for run in (RUN, GPT_RUN, NORM_AFTER_RUN):
        for name, array in run.arrays.items():
            assert len(array.axes) == len(array.labels), name
            assert not {"heard", "choice"} & set(array.axes), name
            assert array.title or not array.operation, name
    assert RUN.find("share").axes == ("position", "position")
    assert RUN.find("share").causal
    assert RUN.find("key").axes == ("position", "slot")
    assert RUN.find("guess.share").axes == ("position", "word")
    assert GPT_RUN.find("block2.head1.share").causal
    assert NORM_AFTER_RUN.find("share").causal
    for run in (RUN, NORM_AFTER_RUN):
        assert run.find("norm1.mean").title == "The first layer norm"


def test_rounding_is_compared_where_figures_are_rounded_and_their_own() -> None:
    costs = {name.removeprefix("cost.") for name in RUN.arrays if name.startswith("cost.")}
    assert {"root", "wave", "score", "norm1.out", "guess.share"} <= costs
    assert not {"divisor", "embedded", "share_sum", "switched_off", "moved"} & costs
    gpt = {name for name in GPT_RUN.arrays if name.startswith("cost.block1.head1.")}
    assert "cost.block1.head1.score" in gpt
    assert not {f"cost.block1.head1.{name}" for name in ("query", "key", "value", "top")} & gpt


def test_the_sentence_of_one_word_is_a_run_too() -> None:
    run = Run(RUN.model, ["the"])
    assert [figure.text for figure in run.arrays["share"].row(0)] == ["1.000"]
    assert run.figure("score[1,1]").worked


@settings(max_examples=8, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from([VARIANT, GPT, NORM_AFTER]),
    st.sampled_from([2, 3]),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8),
)
def test_every_line_of_any_run_closes(
    seed: int, variant: Variant, places: int, words: list[str]
) -> None:
    run = Run(made_up(seed, places, variant=variant), words)
    worked = [figure for figure in run.figures() if figure.worked]
    assert worked
    for figure in worked:
        text = line_of(figure).text
        assert recheck(text, strict=True).verdict == "closes", f"{figure.name}: {text}"


def test_no_row_is_ever_written_minus_zero_or_as_a_bare_nothing() -> None:
    for figure in RUN.figures():
        assert figure.value or not figure.text.startswith("−")
        if figure.array.name.endswith(("raised", "share")):
            assert float(figure.value) > 0, f"{figure.name} reads {figure.text}"


def test_two_chances_far_apart_at_the_lowest_temperature_stay_figures() -> None:
    run = Run(made_up(3, spread=4.0), SENTENCE)
    chances = run.arrays["guess_at_0.2.share"].row(4)
    assert all(chance.value > 0 for chance in chances)
    assert any("× 10^" in chance.text for chance in chances)
    whole = sum((chance.value for chance in chances), Decimal(0))
    assert abs(whole - 1) < Decimal("0.01")


def test_the_full_pass_is_the_bare_forward_pass() -> None:
    model = RUN.model
    ids = model.ids(SENTENCE)
    passed = forward(model.full_weights, model.full_constants, ids, model.variant)
    assert np.array_equal(RUN.full["logit"], passed.logit)
    figure = RUN.figure("logit[5,mat]")
    assert RUN.in_full(figure) == passed.logit[figure.index]


def test_givens_keep_the_digits_they_were_written_with() -> None:
    assert RUN.figure("epsilon").text == "0.00001"
    assert RUN.figure("base").text == "10,000"
    assert RUN.figure("position[5]").text == "5"


def test_the_count_of_parameters_is_worked_line_by_line() -> None:
    assert line_of(RUN.figure("count.embedding")).text == "15×8 = 120"
    assert line_of(RUN.figure("count.parameters")).text.endswith(" = 824")


def test_addresses_hold_no_spaces() -> None:
    assert slug(["the", "cat", "."]) == "the-cat-stop"
    assert str(policy_for(3).rows) == "3 places"
    assert VARIANT.context == 8


def test_a_misspelt_word_is_told_with_its_neighbours() -> None:
    with pytest.raises(UnknownName) as caught:
        RUN.model.ids(["the", "mta"])
    assert "mat" in str(caught.value)


def test_heads_work_on_columns_of_the_whole_query() -> None:
    assert GPT_RUN.figure("block2.head2.query[3,1]") is GPT_RUN.figure("block2.query[3,5]")
    assert GPT_RUN.figure("block1.joined[3,5]") is GPT_RUN.figure("block1.head2.blend[3,1]")
    text = line_of(GPT_RUN.figure("block1.head2.product[3,2]")).text
    assert text.count("×") == ANSWERS.head_width // 2


def test_a_softmax_from_the_top_takes_the_largest_score_away() -> None:
    scores = GPT_RUN.arrays["block1.head1.score"].row(4)
    top = max(scores, key=lambda figure: figure.value)
    assert GPT_RUN.figure("block1.head1.top[5]") is top
    shifted = GPT_RUN.arrays["block1.head1.shifted"].row(4)
    assert max(figure.value for figure in shifted) == 0
    assert line_of(shifted[0]).operands == [scores[0], top]


def test_gelu_is_written_out_in_its_steps() -> None:
    for name, form in (
        ("gelu.inner", r"−?[\d.]+ \+ 0\.044715×\(?−?[\d.]+\)?\^3 = −?[\d.]+"),
        ("gelu.scaled", r"\(?−?[\d.]+\)?×0\.797885 = −?[\d.]+"),
        ("gelu.bent", r"tanh\(−?[\d.]+\) = −?[\d.]+"),
        ("kept", r"0\.5×\(?−?[\d.]+\)?×\(1 \+ \(?−?[\d.]+\)?\) = −?[\d.]+"),
    ):
        assert re.fullmatch(form, line_of(GPT_RUN.figure(f"block1.{name}[5,3]")).text)
