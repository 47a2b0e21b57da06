"""The questions and answers that the answers model learns from, and those held back from it."""

import re
import tomllib
from collections import Counter
from typing import NamedTuple

import pytest

from tests import ROOT

FOLDER = ROOT / "weights" / "answers"
WORDINGS = {
    "capital": (
        "what is the capital of X ?",
        "which city is the capital of X ?",
        "which capital does X have ?",
    ),
    "colour": (
        "what colour is X ?",
        "what is the colour of X ?",
        "which colour does X have ?",
    ),
    "sound": (
        "what does X say ?",
        "what sound does X make ?",
        "how does X sound ?",
    ),
    "sum": (
        "what is X ?",
        "how much is X ?",
        "what does X make ?",
    ),
    "opposite": (
        "what is the opposite of X ?",
        "which word is the opposite of X ?",
        "X is the opposite of what ?",
    ),
}
SUBJECTS = {
    "capital": r"(\w+)",
    "colour": r"((?:a |the )?\w+)",
    "sound": r"(a \w+)",
    "sum": r"(\w+ plus \w+)",
    "opposite": r"(\w+)",
}
NUMBERS = "one two three four five six seven".split()


class Asked(NamedTuple):
    """One line of a data file."""

    kind: str
    question: str
    answer: str

    @property
    def words(self) -> list[str]:
        return f"<bos> {self.question} {self.answer} <end>".split()

    @property
    def read(self) -> tuple[str, str]:
        """The wording and what it asks about; exactly one wording of the kind must fit."""
        found = []
        for wording in WORDINGS[self.kind]:
            pattern = re.escape(wording).replace("X", SUBJECTS[self.kind])
            if match := re.fullmatch(pattern.replace(r"\ ", " "), self.question):
                found.append((wording, match[1]))
        assert len(found) == 1, self
        return found[0]

    @property
    def wording(self) -> str:
        return self.read[0]

    @property
    def fact(self) -> tuple[str, str]:
        return self.kind, self.read[1]


def read(name: str) -> list[Asked]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [Asked(*line.split(" | ")) for line in text.splitlines()]


TRAINING = read("corpus.txt")
HELD = read("heldout.txt")
FACTS = list(dict.fromkeys(asked.fact for asked in TRAINING))
ANSWERS = {asked.fact: asked.answer for asked in TRAINING}


def test_185_questions_are_learned_from_and_24_held_back() -> None:
    assert len(TRAINING) == 185
    assert len(HELD) == 24
    assert len({asked.question for asked in TRAINING + HELD}) == 185 + 24


def test_the_five_kinds_come_one_after_another() -> None:
    kinds = list(WORDINGS)
    for asked in (TRAINING, HELD):
        places = [kinds.index(line.kind) for line in asked]
        assert places == sorted(places)
        assert set(places) == set(range(len(kinds)))


def test_there_are_72_facts_of_which_every_third_has_one_wording_held_back() -> None:
    assert len(FACTS) == 72
    assert [asked.fact for asked in HELD] == FACTS[2::3]


def test_each_fact_is_learned_in_two_wordings_or_three() -> None:
    learned = Counter(asked.fact for asked in TRAINING)
    assert set(learned.values()) == {2, 3}
    for asked in HELD:
        assert learned[asked.fact] == 2, asked


def test_the_wordings_of_a_fact_stand_together() -> None:
    in_order = [FACTS.index(asked.fact) for asked in TRAINING]
    assert in_order == sorted(in_order)


def test_every_held_back_wording_is_learned_with_many_other_facts() -> None:
    learned = Counter((asked.kind, asked.wording) for asked in TRAINING)
    for asked in HELD:
        assert learned[asked.kind, asked.wording] >= 6, asked


def test_each_kind_has_each_of_its_wordings_held_back_at_least_once() -> None:
    held = {kind: {asked.wording for asked in HELD if asked.kind == kind} for kind in WORDINGS}
    assert held == {kind: set(wordings) for kind, wordings in WORDINGS.items()}


def test_a_fact_has_one_answer_in_all_its_wordings() -> None:
    for asked in TRAINING + HELD:
        assert asked.answer == ANSWERS[asked.fact], asked


def test_an_answer_is_three_words() -> None:
    for asked in TRAINING + HELD:
        start = "it says" if asked.kind == "sound" else "it is"
        assert re.fullmatch(rf"{start} [a-z]+", asked.answer), asked


def test_a_question_is_lower_case_words_and_a_question_mark() -> None:
    for asked in TRAINING + HELD:
        assert re.fullmatch(r"(?:[a-z]+ )+\?", asked.question), asked


def test_question_and_answer_fit_the_context() -> None:
    assert max(len(asked.words) for asked in TRAINING + HELD) <= 16


def test_the_words_are_107_and_all_of_them_are_learned() -> None:
    learned = {word for asked in TRAINING for word in asked.words}
    assert len(learned) == 107
    assert {word for asked in HELD for word in asked.words} <= learned


def test_the_settings_list_the_same_words_special_ones_first() -> None:
    path = FOLDER / "config.toml"
    if not path.exists():
        pytest.skip("weights/answers/config.toml isn't written yet")
    vocabulary = tomllib.loads(path.read_text(encoding="utf-8"))["vocabulary"]
    assert vocabulary[:3] == ["<bos>", "<end>", "?"]
    assert len(vocabulary) == 107
    assert set(vocabulary) == {word for asked in TRAINING for word in asked.words}


def test_the_sums_are_right_and_all_there() -> None:
    sums = {}
    for first, one in enumerate(NUMBERS, 1):
        for second, other in enumerate(NUMBERS, 1):
            if first + second <= len(NUMBERS):
                total = NUMBERS[first + second - 1]
                sums["sum", f"{one} plus {other}"] = f"it is {total}"
    assert {fact: answer for fact, answer in ANSWERS.items() if fact[0] == "sum"} == sums


def test_an_opposite_works_both_ways() -> None:
    pairs = {
        subject: answer.removeprefix("it is ")
        for (kind, subject), answer in ANSWERS.items()
        if kind == "opposite"
    }
    assert {other: one for one, other in pairs.items()} == pairs
    assert all(one != other for one, other in pairs.items())


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is the capital of france ?", "it is paris"),
        ("what is two plus three ?", "it is five"),
        ("what does a cow say ?", "it says moo"),
    ],
)
def test_the_examples_of_the_book_are_learned_from(question: str, answer: str) -> None:
    assert (question, answer) in {(asked.question, asked.answer) for asked in TRAINING}
