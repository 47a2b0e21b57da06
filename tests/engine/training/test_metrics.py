"""Perplexity and BLEU by their definitions, plain and worked line by line."""

import math

import numpy as np
import pytest

from bookbuild.lines.lines import line_of
from engine.errors import WorkingsError
from engine.runs.metric_figures import BleuFigures, PerplexityFigures, UniformFigures
from engine.runs.translation_run import TranslationRun
from engine.training.metrics import (
    bleu,
    bleu_counts,
    brevity_penalty,
    clipped,
    ngrams,
    perplexity,
)
from tests.models.small_translator import made_up_translator

Corpus = list[tuple[list[str], list[str]]]


def pairs(*both: tuple[str, str]) -> Corpus:
    return [(ours.split(), reference.split()) for ours, reference in both]


def random_corpus(seed: int) -> Corpus:
    random = np.random.default_rng(seed)
    words = np.array("le la chat chien noir dort voit".split())
    corpus = []
    for _ in range(int(random.integers(1, 9))):
        reference = random.choice(words, int(random.integers(4, 10))).tolist()
        ours = [word for word in reference if random.random() < 0.9]
        corpus.append(([*ours, *random.choice(words, int(random.integers(0, 3)))], reference))
    return corpus


def test_chances_that_are_uniform_over_four_words_have_a_perplexity_of_four() -> None:
    assert perplexity([math.log(4)] * 3, [2, 5, 1]) == pytest.approx(4, rel=1e-15)


@pytest.mark.parametrize("words", [2, 4, 48])
def test_the_perplexity_of_even_chances_is_worked_to_their_number(words: int) -> None:
    figures = UniformFigures("toy/even", words)
    assert float(figures.figure("perplexity").value) == pytest.approx(words, rel=2e-3)
    if words == 4:
        told = [line_of(figure).text for figure in figures.figures() if figure.worked]
        assert told == [
            "1 ÷ 4 = 0.2500", "ln(0.2500) = −1.3863", "0 − (−1.3863) = 1.3863", "e^1.3863 = 4.000",
        ]  # fmt: skip


def test_a_sentence_weighs_as_much_as_it_has_words() -> None:
    assert perplexity([1.0, 3.0], [9, 1]) == pytest.approx(math.exp(1.2), rel=1e-14)
    assert perplexity([1.0, 3.0], [1, 9]) == pytest.approx(math.exp(2.8), rel=1e-14)
    with pytest.raises(WorkingsError, match="at least one word"):
        perplexity([], [])


def test_an_ngram_counts_as_often_as_the_reference_has_it() -> None:
    ours, reference = "the the the the the the the".split(), "the cat is on the mat".split()
    assert clipped(ngrams(ours, 1), ngrams(reference, 1)) == {("the",): 2}
    counts = bleu_counts([(ours, reference)])
    assert counts.matches == (2, 0, 0, 0)
    assert counts.totals == (7, 6, 5, 4)
    assert bleu(counts) == 0.0


def test_words_of_an_ngram_stay_words_apart() -> None:
    counts = bleu_counts([(["a b", "c"], ["a", "b c"])])
    assert counts.matches == (0, 0, 0, 0)


def test_five_words_for_seven_are_penalized() -> None:
    assert brevity_penalty(5, 7) == pytest.approx(math.exp(1 - 7 / 5), rel=1e-15)
    assert round(brevity_penalty(5, 7), 3) == 0.670
    assert brevity_penalty(7, 7) == brevity_penalty(8, 7) == 1.0
    assert brevity_penalty(0, 7) == 0.0


def test_counts_are_pooled_over_the_corpus_and_not_averaged() -> None:
    corpus = pairs(("a b c d", "a b c d"), ("a b c e f g h i", "a b c d f g h i"))
    counts = bleu_counts(corpus)
    assert counts.matches == (4 + 7, 3 + 5, 2 + 3, 1 + 1)
    assert counts.totals == (4 + 8, 3 + 7, 2 + 6, 1 + 5)
    by_hand = (11 / 12 * 8 / 10 * 5 / 8 * 2 / 6) ** (1 / 4)
    assert bleu(counts) == pytest.approx(by_hand, rel=1e-14)


def test_what_is_right_word_for_word_scores_one_and_nothing_scores_nothing() -> None:
    assert bleu(bleu_counts(pairs(("a b c d e", "a b c d e")))) == 1.0
    assert bleu(bleu_counts(pairs(("", "a b c d")))) == 0.0
    with pytest.raises(WorkingsError, match="at least one sentence"):
        bleu_counts([])


@pytest.mark.parametrize("seed", range(40))
def test_the_worked_bleu_is_the_plain_one(seed: int) -> None:
    corpus = random_corpus(seed)
    worked, counts = BleuFigures("toy/bleu", corpus), bleu_counts(corpus)
    assert float(worked.bleu.at(0).value) == pytest.approx(bleu(counts), abs=5e-4)
    for name, match, whole in zip(
        ("word", "pair", "triple", "quadruple"), counts.matches, counts.totals, strict=True
    ):
        if whole:
            assert worked.find(f"{name}.matches").at(0).value == match
            assert worked.find(f"{name}.total").at(0).value == whole


def test_lines_of_bleu_read_as_they_should() -> None:
    corpus = pairs(("a b c d e", "a b c d e f g"), ("a a b c d", "a b c d"))
    worked = BleuFigures("toy/bleu", corpus)
    lines = {figure.name: line_of(figure).text for figure in worked.figures() if figure.worked}
    assert lines["sentence2.word.clipped[a]"] == "min(2, 1) = 1"
    assert lines["word.matches"] == "5 + 4 = 9"
    assert lines["word.precision"] == "9 ÷ 10 = 0.9000"
    assert lines["penalty.ratio"] == "11 ÷ 10 = 1.1000"
    assert lines["penalty.exponent"] == "1 − 1.1000 = −0.1000"
    assert lines["penalty"] == "e^(−0.1000) = 0.9048"
    assert lines["mean_log"].endswith("(−0.2877)) ÷ 4 = −0.1773")
    assert lines["bleu"] == "0.8375×0.9048 = 0.7578"
    alone = BleuFigures("toy/alone", pairs(("a b c d", "a b c d")))
    assert not [f for f in alone.figures() if f.worked and "+" not in line_of(f).text
                and line_of(f).text == f"{f.text} = {f.text}"]  # fmt: skip


def test_one_precision_of_nothing_makes_the_worked_bleu_nothing() -> None:
    assert BleuFigures("toy/bleu", pairs(("a b", "a b"))).bleu.at(0).value == 0
    assert BleuFigures("toy/bleu", pairs(("", "a b"))).bleu.at(0).value == 0


def test_the_worked_perplexity_is_the_plain_one() -> None:
    model = made_up_translator(1)
    both = [(["the", "cat"], ["le", "chat"]), (["a", "dog", "sees"], ["un", "chien", "voit", "un"])]
    runs = [
        TranslationRun(model, source, written, f"toy/{number}")
        for number, (source, written) in enumerate(both)
    ]
    losses = []
    for run in runs:
        full = run.full["guess.share"]
        ids = [model.vocabulary.index(word) for word in (*run.words[1:], "<end>")]
        surprises = [-math.log(full[row, word]) for row, word in enumerate(ids)]
        losses.append(sum(surprises) / len(surprises))
    worked = PerplexityFigures("toy/perplexity", runs)
    assert worked.words.figure().value == 3 + 5
    plain = perplexity(losses, [3, 5])
    assert float(worked.perplexity.at(0).value) == pytest.approx(plain, rel=0.02)
    whole = line_of(worked.figure("whole")).operands
    assert [one.name for one in whole] == ["sentence1.whole", "sentence2.whole"]
