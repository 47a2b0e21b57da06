"""How a sentence is translated: greedily, and by a beam whose scores are sums of logarithms."""

import math
from itertools import product

import numpy as np
import pytest

from bookbuild.lines.lines import line_of
from engine.errors import WorkingsError
from engine.models.encoder_decoder import translate_forward
from engine.runs import generation
from engine.runs.generation import END
from engine.runs.translation import BeamSearch, translate
from engine.runs.translation_run import TranslationRun
from tests.models.small_translator import READ, WRITTEN, made_up_translator
from tests.models.translated_in_full import translate_in_full

SENTENCES = [["the", "cat", "sees"], ["a", "dog"], ["not"], ["the", "dog", "not", "sleeps"]]
MODELS = [made_up_translator(seed) for seed in range(4)]


def full_logarithms(seed: int, source: list[str], written: tuple[str, ...]) -> list[float]:
    """ln of the chance of each word written, by the plain engine alone."""
    model = MODELS[seed]
    ids = [WRITTEN.index(word) for word in ("<bos>", *written)]
    passed = translate_forward(
        model.full_weights,
        model.full_constants,
        np.array([READ.index(word) for word in source]),
        np.array(ids[:-1]),
        model.variant,
    )
    raised = np.exp(passed.logit)
    chance = raised / raised.sum(axis=-1, keepdims=True)
    return [math.log(chance[row, word]) for row, word in enumerate(ids[1:])]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("source", SENTENCES, ids=" ".join)
def test_the_likeliest_word_is_written_each_time(seed: int, source: list[str]) -> None:
    written = translate(MODELS[seed], source)
    assert written.run.words == ("<bos>", *[one.word for one in written.passes[:-1]])
    for one in written.passes:
        row = written.run.arrays["guess.share"].row(one.here - 1)
        assert one.chance.value == max(figure.value for figure in row)
    last = written.passes[-1]
    assert last.word == END or last.here == MODELS[seed].variant.context
    assert END not in written.run.words
    assert written.words == translate_in_full(MODELS[seed], source)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("wrong", [[], [WRITTEN[-1]], [WRITTEN[2], WRITTEN[-1]]], ids=" ".join)
def test_what_full_precision_says_first_never_decides(
    monkeypatch: pytest.MonkeyPatch, seed: int, wrong: list[str]
) -> None:
    right = translate(MODELS[seed], SENTENCES[0])

    def go_on(_: object, read: list[str], context: int) -> list[str]:
        return [*read, *wrong][:context]

    monkeypatch.setattr(generation, "_go_on", go_on)
    found = translate(MODELS[seed], SENTENCES[0])
    assert found.run.words == right.run.words
    assert [one.word for one in found.passes] == [one.word for one in right.passes]


def test_a_pass_has_the_same_figures_as_a_run_over_the_words_so_far() -> None:
    whole = translate(MODELS[1], SENTENCES[0]).run
    short = TranslationRun(MODELS[1], SENTENCES[0], whole.words[1:3], "toy/short")
    assert (whole.arrays["logit"].values[:3] == short.arrays["logit"].values).all()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("source", SENTENCES, ids=" ".join)
def test_a_beam_of_one_is_the_greedy_translation(seed: int, source: list[str]) -> None:
    search = BeamSearch(MODELS[seed], source, width=1)
    assert search.words == translate(MODELS[seed], source).words


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("source", SENTENCES, ids=" ".join)
def test_a_score_is_the_sum_of_the_logarithms_of_its_words(seed: int, source: list[str]) -> None:
    search = BeamSearch(MODELS[seed], source)
    for step in search.steps:
        assert step.kept == step.candidates[:2]
        scores = [float(one.score.at(0).value) for one in step.candidates]
        assert scores == sorted(scores, reverse=True)
        for one in step.candidates:
            logs = full_logarithms(seed, source, one.words)
            assert float(one.score.at(0).value) == pytest.approx(sum(logs), abs=0.1)
            assert float(one.chance.value) == pytest.approx(math.exp(logs[-1]), abs=0.02)


def test_each_row_kept_goes_on_by_its_two_likeliest_words() -> None:
    search = BeamSearch(MODELS[2], SENTENCES[0])
    assert len(search.steps[0].candidates) == 2
    for before, after in zip(search.steps, search.steps[1:], strict=False):
        grown = [one for one in before.kept if not one.finished]
        done = [one for one in before.kept if one.finished]
        assert [one for one in after.candidates if one in done] == done
        ends = {one.words[:-1] for one in after.candidates if one not in done}
        assert ends == {one.words for one in grown}


def test_a_wide_beam_finds_the_likeliest_of_all_short_rows() -> None:
    """Every row of up to two words and an end, by trying them all."""
    model, source = MODELS[3], SENTENCES[1]
    search = BeamSearch(model, source, width=len(WRITTEN))
    found = float(search.best.score.at(0).value)
    words = [word for word in WRITTEN if word != END]
    for length in (0, 1, 2):
        for row in product(words, repeat=length):
            assert sum(full_logarithms(3, source, (*row, END))) <= found + 0.1


def test_lines_of_a_beam_are_logarithms_and_sums() -> None:
    search = BeamSearch(MODELS[0], SENTENCES[0])
    first = search.figure("step1.candidate1.log")
    assert line_of(first).text.startswith("ln(0.")
    second = line_of(search.figure("step2.candidate1.score"))
    assert second.operands[1].name == "step2.candidate1.log"
    assert len({figure.address for figure in search.figures()}) == len(list(search.figures()))
    assert len({run.scope for run in search.runs}) == len(search.runs)


def test_a_beam_of_none_is_refused() -> None:
    with pytest.raises(WorkingsError, match="at least one row of words, not 0"):
        BeamSearch(MODELS[0], SENTENCES[0], width=0)
