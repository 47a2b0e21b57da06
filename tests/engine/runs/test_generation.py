"""Answers are written word by word, and one run holds the figures of every pass."""

from pathlib import Path

import pytest

from bookbuild.core.config import find_root, read_book
from engine.errors import WorkingsError
from engine.runs import generation
from engine.runs.generation import BEGIN, answer
from engine.runs.run import Run
from subjects.models.library import Library

LIBRARY = Library(read_book(find_root(Path(__file__).parent)))
MODEL = LIBRARY.figures("answers")
QUESTION = "what is the capital of france ?".split()


def test_all_held_out_questions_are_answered_word_for_word_in_carried_arithmetic() -> None:
    heldout = LIBRARY.model("answers").heldout
    assert len(heldout) == 24
    for question in heldout:
        assert answer(MODEL, question.question).words == question.answer


def test_a_pass_of_its_own_gives_the_figures_that_the_whole_run_holds() -> None:
    found = answer(MODEL, QUESTION)
    assert [each.word for each in found.passes] == ["it", "is", "paris", "<end>"]
    for each in found.passes:
        alone = Run(MODEL, found.run.words[: each.here], temperatures=())
        for name, array in alone.arrays.items():
            if "position" in name or not array.labels or array.operation == "":
                continue
            here, there = array.row(each.here - 1), found.run.arrays[name].row(each.here - 1)
            if len(array.shape) == 2 and array.shape[-1] > 1:
                assert [f.value for f in here] == [f.value for f in there], name


@pytest.mark.parametrize("wrong", [[], ["it", "is"], ["it", "is", "paris", "is"], ["is", "paris"]])
def test_what_full_precision_says_first_never_decides(
    monkeypatch: pytest.MonkeyPatch, wrong: list[str]
) -> None:
    whole = [BEGIN, *QUESTION, *wrong]

    def go_on(_: object, read: list[str], __: int) -> list[str]:
        return whole if read == whole[: len(read)] else read

    monkeypatch.setattr(generation, "_go_on", go_on)
    found = answer(MODEL, QUESTION)
    assert [each.word for each in found.passes] == ["it", "is", "paris", "<end>"]
    assert found.run.words == (BEGIN, *QUESTION, "it", "is", "paris")


def test_rounding_changes_no_answer_and_moves_no_chance_by_half_a_point() -> None:
    for question in LIBRARY.model("answers").heldout[::3]:
        run = Run(MODEL, question.words[:-1], temperatures=())
        for here in range(question.given, len(run.words) + 1):
            assert run.answer(here) == run.full_answer(here)
            assert max(abs(float(f.value)) for f in run.arrays["moved"].row(here - 1)) < 0.005


@pytest.mark.parametrize(
    ("words", "told"),
    [([], "empty"), (["what", "is", "spian"], "spain"), (["what"] * 16, "at most 16")],
)
def test_a_question_that_can_not_be_answered_is_refused(words: list[str], told: str) -> None:
    with pytest.raises(WorkingsError, match=told):
        answer(MODEL, words)


def test_a_model_of_sentences_answers_no_questions() -> None:
    with pytest.raises(WorkingsError, match="doesn't answer"):
        answer(LIBRARY.figures("signal"), ["the"])
    assert BEGIN in MODEL.vocabulary
