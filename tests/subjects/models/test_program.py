"""Programs: a model's operations as data, read off one run and true of every sentence."""

import json
from decimal import Decimal
from typing import Any

import pytest

from bookbuild.site.scripts import program_script
from engine.errors import WorkingsError
from engine.figures.descriptions import TRAINING
from engine.figures.ledger import given
from engine.runs.run import ModelFigures, Run
from engine.runs.translation_run import TranslationRun
from subjects.models.program import (
    BY_LENGTHS,
    program_of,
    translator_program_of,
)
from tests.models.small_model import GPT, NORM_AFTER, VARIANT, WORDS, made_up
from tests.models.small_translator import READ, WRITTEN, made_up_translator

EVERY = pytest.mark.parametrize(
    "model",
    [made_up(1), made_up(2, variant=GPT), made_up(3, variant=NORM_AFTER)],
    ids=["signal", "gpt", "norm after"],
)


@EVERY
def test_a_program_is_the_same_from_whatever_sentence(model: ModelFigures) -> None:
    script = program_script(program_of(model))
    for words in ("dog", "the dog sat on the", ". sky park mat in to on flew"):
        assert program_script(program_of(model, tuple(words.split()))) == script


@EVERY
def test_a_program_names_every_array_of_a_run(model: ModelFigures) -> None:
    program = program_of(model)
    named = {step["name"].replace("_at_*", "_at_2") for step in program["steps"]}
    run = Run(model, WORDS[:3], ("2",))
    stay = {name for name in run.arrays if name.startswith(("full.", "cost.", "moved"))}
    assert stay == {name for name, array in run.arrays.items() if array.description.stays}
    assert named | set(program["by_position"]) == set(run.arrays) - stay


@EVERY
def test_what_a_program_takes_stands_before_it(model: ModelFigures) -> None:
    check_order(program_of(model), {f"{model.name}:temperature_*"})


def check_order(program: dict[str, Any], known: set[str]) -> None:
    known |= {f"{program['model']}:{one['name']}" for one in program["given"]}

    def check(operand: Any) -> None:
        if isinstance(operand, str):
            assert operand in known
        elif isinstance(operand, dict):
            assert operand.get("numbers") in ("ids", "source_ids", "places") or operand["operation"]
            for inner in operand.get("of", ()):
                check(inner)

    for step in program["steps"]:
        check(step)
        known.add(step["name"])


@EVERY
def test_given_figures_keep_their_printed_digits(model: ModelFigures) -> None:
    for one in program_of(model)["given"]:
        rows = one["values"] if isinstance(one["values"], list) else [one["values"]]
        written = [Decimal(digits) for row in rows for digits in row.split(" ")]
        figures = list(model.arrays[one["name"]])
        assert list(map(str, written)) == [str(figure.value) for figure in figures]


def test_counts_go_on_to_the_longest_sentence() -> None:
    model = made_up(1)
    counts = program_of(model)["by_position"]
    longest = Run(model, WORDS[-VARIANT.context :])
    for name, texts in counts.items():
        assert texts == [figure.plain for figure in longest.arrays[name]]


def test_words_that_count_up_from_the_first_tell_nothing() -> None:
    with pytest.raises(WorkingsError, match="doesn't tell a word's token from its position"):
        program_of(made_up(1), tuple(WORDS[:3]))


def test_a_program_is_a_script_that_holds_data_alone() -> None:
    model = made_up(1)
    script = program_script(program_of(model))
    head, tail = "Workings.program(", ");\n"
    assert script.startswith(head)
    assert script.endswith(tail)
    assert json.loads(script[len(head) : -len(tail)]) == program_of(model)


def test_a_model_with_more_facts_has_the_same_program() -> None:
    model = made_up(1)
    script = program_script(program_of(model))
    model.arrays["temperature_0.7"] = given("0.7", model.policy, model.name, "temperature_0.7")
    model.give_fact("training.steps", 500, TRAINING)
    assert program_script(program_of(model)) == script


def test_a_translators_program_is_the_same_from_whatever_sentences() -> None:
    model = made_up_translator(1)
    script = program_script(translator_program_of(model))
    for read, written in (("sleeps the", "chat"), ("not not not not not", "un un un un un")):
        program = translator_program_of(model, read.split(), written.split())
        assert program_script(program) == script


def test_a_translators_program_names_every_array_after_what_it_takes() -> None:
    model = made_up_translator(1)
    program = translator_program_of(model)
    check_order(program, set())
    named = [step["name"] for step in program["steps"]]
    run = TranslationRun(model, READ[:3], WRITTEN[2:3])
    stay = ("full.", "cost.", "moved")
    assert [*named, *BY_LENGTHS] == [name for name in run.arrays if not name.startswith(stay)]


def test_a_translators_steps_say_along_which_words_they_go() -> None:
    along = {
        step["name"]: step.get("along")
        for step in translator_program_of(made_up_translator(1))["steps"]
    }
    assert along["wave"] == "place"
    assert along["encoder.x"] == along["decoder.cross_attention.head1.key"] == "read"
    assert along["decoder.x"] is along["decoder.cross_attention.head1.share"] is None


def test_multiplications_of_any_two_lengths_are_those_of_a_run() -> None:
    model = made_up_translator(1)
    counts = translator_program_of(model)["by_lengths"]
    for read, written in ((1, 1), (6, 2), (3, 6)):
        run = TranslationRun(model, ["the"] * read, ["le"] * (written - 1))
        for name in BY_LENGTHS:
            assert counts[name][read - 1][written - 1] == run.arrays[name].figure().plain
