"""A model as a program: the operations of a run in order, and what they take, as data.

A browser that carries out the program works any sentence in the same arithmetic. Nothing of a
model is written a second time: a program is read off the record of one run, with the sentence
itself left open. Its operands are named as on the pages, from the run's scope: `norm1.out` is the
run's own, `signal:w_query` the model's; an operand without a name stands there as the operation
that makes it.
"""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from engine.counts import count_multiplications
from engine.decimals import Digits, Rule
from engine.errors import WorkingsError
from engine.generation import BEGIN, END
from engine.ledger import FigureArray
from engine.runs import TEMPERATURES, ModelFigures, Run, slug

RECORDED_AT = TEMPERATURES[0]  # stands for every temperature
ANY = "*"  # in a name: the temperature, as it is written
ONLY_HERE = ("full.", "cost.", "moved")  # beside the full-precision pass, which stays with the book
BY_POSITION = ("multiplications", "multiplications_so_far")  # the same in every sentence


def program_of(model: ModelFigures, words: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a model's program, read off a run on `words`; it doesn't depend on which.

    Raises `WorkingsError` for words that don't tell tokens from positions.
    """
    words = words or model.vocabulary[-2:]
    run = Run(model, words, (RECORDED_AT,))
    reading = _Reading(run)
    steps = list(reading.steps())
    counts = count_multiplications(
        [array for name, array in run.arrays.items() if not name.startswith("guess_at")],
        model.variant.context,
    )
    program: dict[str, Any] = {
        "model": model.name,
        "context": model.variant.context,
        "vocabulary": list(model.vocabulary),
        "slugs": [slug([word]) for word in model.vocabulary],
        "by_position": {
            BY_POSITION[0]: [str(count) for count in counts],
            BY_POSITION[1]: [str(sum(counts[: place + 1])) for place in range(len(counts))],
        },
        "given": [_given(array, model.vocabulary) for array in reading.given.values()],
        "steps": steps,
    }
    if {BEGIN, END} <= set(model.vocabulary):
        program |= {"begin": BEGIN, "end": END}
    return program


class _Reading:
    """One run, read as a program."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._vocabulary = run.model.vocabulary
        self._ids = run.model.ids(run.words)
        self._places = np.arange(len(run.words))
        if np.array_equal(self._ids, self._places):
            raise WorkingsError(
                f"“{' '.join(run.words)}” doesn't tell a word's token from its position"
            )
        self.given: dict[str, FigureArray] = {"token": run.model.arrays["token"]}

    def steps(self) -> Iterator[dict[str, Any]]:
        """Yield each named array of the run, in order."""
        for name, array in self._run.arrays.items():
            if name.startswith(ONLY_HERE) or name in BY_POSITION:
                continue
            row = {"name": _open(name), "axes": _axes(array, self._vocabulary)}
            if name.endswith("switched_off"):
                kept = name.removesuffix("switched_off") + "kept"
                yield row | {"operation": "count_zeros", "of": [kept]}
            else:
                yield row | self._operation(array)

    def _operation(self, array: FigureArray) -> dict[str, Any]:
        step: dict[str, Any] = {
            "operation": array.operation,
            "of": [self._operand(operand) for operand in array.operands],
        }
        if array.rule is not None:
            step["rule"] = _rule(array.rule)
        if array.causal:
            step["causal"] = True
        return step

    def _operand(self, operand: Any) -> Any:
        if isinstance(operand, int):
            return operand
        if isinstance(operand, np.ndarray):
            for name, numbers in (("ids", self._ids), ("places", self._places)):
                if np.array_equal(operand, numbers):
                    return {"numbers": name}
            raise WorkingsError(f"a program can't say which whole numbers these are: {operand}")
        if not operand.name:
            return self._operation(operand)
        if operand.scope == self._run.scope:
            return _open(operand.name)
        name = operand.name.replace(f"temperature_{RECORDED_AT}", f"temperature_{ANY}")
        if name == operand.name:
            self.given[name] = operand
        return f"{operand.scope}:{name}"


def _open(name: str) -> str:
    """Return a name with its temperature left open."""
    return name.replace(f"guess_at_{RECORDED_AT}.", f"guess_at_{ANY}.")


def _axes(array: FigureArray, vocabulary: tuple[str, ...]) -> list[str]:
    return ["word" if labels == vocabulary else "number" for labels in array.labels]


def _given(array: FigureArray, vocabulary: tuple[str, ...]) -> dict[str, Any]:
    values: Any = [" ".join(map(_digits, row)) for row in np.atleast_2d(array.values)]
    if array.values.ndim < 2:
        (values,) = values
    return {"name": array.name, "axes": _axes(array, vocabulary), "values": values}


def _digits(number: Decimal) -> str:
    """Return a given figure with its printed digits, as programs read them."""
    return f"{number:f}"


def _rule(rule: Rule) -> dict[str, int | bool]:
    if isinstance(rule, Digits):
        return {"digits": rule.digits}
    return {"places": rule.places} | ({"first_digit": True} if rule.first_digit else {})


def program_script(program: Mapping[str, Any]) -> str:
    """Return a program as a script, for pages that are opened from a disk can't load data."""
    parts = []
    for key, part in program.items():
        if isinstance(part, list) and isinstance(part[0], dict):
            rows = ",\n".join(map(_json, part))
            parts.append(f"{_json(key)}: [\n{rows}\n]")
        else:
            parts.append(f"{_json(key)}: {_json(part)}")
    body = ",\n".join(parts)
    return f"Workings.program({{\n{body}\n}});\n"


def _json(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False)


def write_program(folder: Path, model: ModelFigures) -> None:
    """Write a model's program into a folder, as a script with the model's name."""
    script = program_script(program_of(model))
    (folder / f"{model.name}.js").write_text(script, encoding="utf-8")
