"""A translation's figures: their names, who hears whom, and how far rounding moves them."""

import numpy as np
import pytest

from bookbuild.lines.lines import line_of
from engine.errors import UnknownName, WorkingsError
from engine.runs.translation_run import TranslationRun
from tests.models.small_translator import made_up_translator

MODEL = made_up_translator(1)
RUN = TranslationRun(MODEL, ["the", "cat", "sees"], ["le", "chat", "dort", "voit"])


def test_each_figure_has_an_address_of_its_own() -> None:
    addresses = [figure.address for figure in RUN.figures()]
    assert len(set(addresses)) == len(addresses)
    assert RUN.figure("encoder.self_attention.head1.score[3,2]").address == (
        "toy/the-cat-sees:encoder.self_attention.head1.score[3,2]"
    )


def test_the_decoder_alone_has_no_figures_of_later_words() -> None:
    hidden = {name for name, array in RUN.arrays.items() if array.causal}
    assert hidden == {
        f"decoder.self_attention.head{head}.{step}"
        for head in (1, 2)
        for step in ("product", "score", "raised", "share")
    }
    with pytest.raises(WorkingsError, match="a word never listens to a later one"):
        RUN.figure("decoder.self_attention.head1.share[2,3]")
    assert RUN.figure("encoder.self_attention.head1.share[1,3]").value > 0


def test_cross_attention_has_a_row_a_word_written_and_a_column_a_word_read() -> None:
    share = RUN.arrays["decoder.cross_attention.head2.share"]
    assert share.labels == (tuple("12345"), tuple("123"))
    assert RUN.arrays["decoder.cross_attention.key"].labels == (tuple("123"), tuple("1234"))
    assert RUN.arrays["decoder.cross_attention.query"].labels == (tuple("12345"), tuple("1234"))
    query = line_of(RUN.figure("decoder.cross_attention.query[4,2]")).operands
    key = line_of(RUN.figure("decoder.cross_attention.key[3,2]")).operands
    assert query[0].name == "decoder.self_attention.norm.out[4,1]"
    assert key[0].name == "encoder.feed_forward.norm.out[3,1]"


def test_both_sides_add_the_same_signal() -> None:
    for side in ("encoder", "decoder"):
        _, signal = line_of(RUN.figure(f"{side}.x[3,2]")).operands
        assert signal.address == "toy/the-cat-sees:wave[3,2]"


def test_every_worked_figure_has_a_line_and_leads_to_figures_with_names() -> None:
    for figure in RUN.figures():
        if figure.worked:
            assert all(operand.name for operand in line_of(figure).operands), figure


def test_carried_figures_stay_near_those_that_nothing_rounded() -> None:
    assert max(abs(figure.value) for figure in RUN.arrays["moved"]) < 0.02
    finer = TranslationRun(made_up_translator(1, 2, 8), RUN.source, RUN.words[1:])
    apart = finer.arrays["logit"].values.astype(float) - finer.full["logit"]
    assert np.abs(apart).max() < 1e-2  # shares keep three places whatever the rows keep


def test_multiplications_are_those_that_the_lines_show() -> None:
    for side in ("encoder", "decoder"):
        shown = 0
        for figure in RUN.figures():
            if figure.worked and figure.array.name.startswith(side):
                text = line_of(figure).text.replace(" × 10^", "")
                shown += text.count("×") + text.count("^2")
        assert shown == RUN.arrays[f"multiplications.{side}"].figure().value


def test_what_the_model_cannot_read_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"there is no word “caat”. Did you mean cat\?"):
        MODEL.ids(["the", "caat"], "source word")
    with pytest.raises(UnknownName, match=r"there is no word “the”"):
        MODEL.ids(["<bos>", "the"])
    with pytest.raises(WorkingsError, match="the sentence is empty"):
        MODEL.ids([], "source word")
    with pytest.raises(WorkingsError, match="has 7 words; this model reads at most 6"):
        MODEL.ids(["the"] * 7, "source word")


def test_parameters_are_counted_by_lines() -> None:
    whole = MODEL.arrays["count.parameters"].figure()
    assert int(whole.value) == 4 * (7 + 8 + 8) + 12 * 16 + 5 * 8 + 2 * (2 * 24 + 6 + 4)
    side = line_of(MODEL.arrays["count.encoder.embedding"].figure()).operands
    assert [one.name for one in side] == ["source_vocabulary", "width"]
