"""Programs: a model's operations as data, read off one run and true of every sentence."""

import json
from decimal import Decimal
from typing import Any

import pytest

from bookbuild.program import program_of, program_script
from engine.errors import WorkingsError
from engine.ledger import given
from engine.runs import ModelFigures, Run
from tests.small_model import GPT, VARIANT, WORDS, made_up

BOTH = pytest.mark.parametrize(
    "model", [made_up(1), made_up(2, variant=GPT)], ids=["signal", "gpt"]
)


@BOTH
def test_a_program_is_the_same_from_whatever_sentence(model: ModelFigures) -> None:
    script = program_script(program_of(model))
    for words in ("dog", "the dog sat on the", ". sky park mat in to on flew"):
        assert program_script(program_of(model, tuple(words.split()))) == script


@BOTH
def test_a_program_names_every_array_of_a_run(model: ModelFigures) -> None:
    program = program_of(model)
    named = {step["name"].replace("_at_*", "_at_2") for step in program["steps"]}
    run = Run(model, WORDS[:3], ("2",))
    beside = {name for name in run.arrays if name.startswith(("full.", "cost.", "moved"))}
    assert named | set(program["by_position"]) == set(run.arrays) - beside


@BOTH
def test_what_a_program_takes_stands_before_it(model: ModelFigures) -> None:
    program = program_of(model)
    known = {f"{model.name}:{one['name']}" for one in program["given"]}
    known.add(f"{model.name}:temperature_*")

    def check(operand: Any) -> None:
        if isinstance(operand, str):
            assert operand in known
        elif isinstance(operand, dict):
            assert operand.get("numbers") in ("ids", "places") or operand["operation"]
            for inner in operand.get("of", ()):
                check(inner)

    for step in program["steps"]:
        check(step)
        known.add(step["name"])


@BOTH
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
    model.give_fact("training.steps", 500)
    assert program_script(program_of(model)) == script
