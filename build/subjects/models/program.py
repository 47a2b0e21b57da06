"""A model as a program: the operations of a run in order, and what they take, as data.

A browser that carries out the program works any sentence in the same arithmetic. Nothing of a
model is written a second time: a program is read off the record of one run, with the sentence
itself left open. Its operands are named as on the pages, from the run's scope: `norm1.out` is the
run's own, `signal:w_query` the model's; an operand without a name stands there as the operation
that makes it.

An array has a row for each word that a run reads on to. Where a model translates, a step says if
it goes along others: "read", the words of the sentence that is translated, which is whole from the
start; "place", the places of the longer sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from engine.errors import WorkingsError
from engine.figures.decimals import Digits, Rule
from engine.figures.ledger import FigureArray
from engine.figures.operations.table import OPERATIONS
from engine.numerics.kernels import Ids
from engine.runs.counts import count_multiplications, count_rows, multiplies
from engine.runs.generation import BEGIN, END
from engine.runs.model_run import slug
from engine.runs.run import TEMPERATURES, ModelFigures, Run
from engine.runs.translation_run import TranslationRun, TranslatorFigures

RECORDED_AT = TEMPERATURES[0]  # stands for every temperature
ANY = "*"  # in a name: the temperature, as it is written
BY_POSITION = ("multiplications", "multiplications_so_far")  # the same in every sentence
BY_LENGTHS = ("multiplications.encoder", "multiplications.decoder")  # in all that are so long
COUNTED = (*BY_POSITION, *BY_LENGTHS)


@dataclass(frozen=True)
class Recorded:
    """One run, and what in its record is the sentence's."""

    run: Run | TranslationRun
    vocabularies: Mapping[str, tuple[str, ...]]  # by what an axis along their words is called
    tokens: Mapping[str, Ids]  # by what a program calls them
    shown: Mapping[str, FigureArray]  # given figures for pages, whether an operation takes them

    def __post_init__(self) -> None:
        """Raise `WorkingsError` if a word's token may be taken for its position."""
        if any(map(_is_places, self.tokens.values())):
            words = " ".join(self.run.words)
            raise WorkingsError(f"“{words}” doesn't tell a word's token from its position")

    def numbers(self, operand: Ids) -> str:
        """Return what a program calls the whole numbers that a lookup takes."""
        if _is_places(operand):
            return "places"
        for name, tokens in self.tokens.items():
            if np.array_equal(operand, tokens):
                return name
        raise WorkingsError(f"a program can't say which whole numbers these are: {operand}")


def _is_places(numbers: Ids) -> bool:
    return np.array_equal(numbers, np.arange(len(numbers)))


def program_of(model: ModelFigures, words: Sequence[str] = ()) -> dict[str, Any]:
    """Return the program of a model that goes on with sentences; `words` play no part in it.

    Raises `WorkingsError` for words that don't distinguish tokens from positions.
    """
    words = words or model.vocabulary[-2:]
    recorded = Recorded(
        Run(model, words, (RECORDED_AT,)),
        {"word": model.vocabulary},
        {"ids": model.ids(words)},
        {"token": model.arrays["token"]},
    )
    counts = count_multiplications(
        [a for name, a in recorded.run.arrays.items() if not name.startswith("guess_at")],
        model.variant.context,
    )
    so_far = [sum(counts[: place + 1]) for place in range(len(counts))]
    program = {
        **_head(model),
        "by_position": dict(zip(BY_POSITION, (_texts(counts), _texts(so_far)), strict=True)),
        **_body(recorded),
    }
    return program | (_marks() if {BEGIN, END} <= set(model.vocabulary) else {})


def translator_program_of(
    model: TranslatorFigures, source: Sequence[str] = (), written: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the program of a model that translates; the words play no part in it.

    Raises `WorkingsError` for words that don't distinguish tokens from positions.
    """
    run = TranslationRun(
        model, source or model.source_vocabulary[-3:], written or model.vocabulary[-1:]
    )
    recorded = Recorded(
        run,
        {"word": model.vocabulary, "source_word": model.source_vocabulary},
        {"source_ids": model.ids(run.source, "source word"), "ids": model.ids(run.words)},
        {name: model.arrays[name] for name in ("source_token", "token")},
    )
    return {
        **_head(model),
        "source_vocabulary": list(model.source_vocabulary),
        "source_slugs": [slug([word]) for word in model.source_vocabulary],
        **_marks(),
        "by_lengths": {name: _by_lengths(run, name) for name in BY_LENGTHS},
        **_body(recorded),
    }


def _head(model: ModelFigures | TranslatorFigures) -> dict[str, Any]:
    return {
        "model": model.name,
        "context": model.variant.context,
        "vocabulary": list(model.vocabulary),
        "slugs": [slug([word]) for word in model.vocabulary],
    }


def _marks() -> dict[str, str]:
    return {"begin": BEGIN, "end": END}


def _body(recorded: Recorded) -> dict[str, Any]:
    reading = _Reading(recorded)
    steps = list(reading.steps())
    given = [_given(array, recorded.vocabularies) for array in reading.given.values()]
    return {"given": given, "steps": steps}


def _by_lengths(run: TranslationRun, name: str) -> list[list[str]]:
    """Return a count for each length of both sentences: a row for a length of the one read."""
    side = name.removeprefix("multiplications.")
    arrays = [
        array for name, array in run.arrays.items() if name.startswith(side) and multiplies(array)
    ]

    def count(read: int, written: int) -> int:
        return sum(
            count_rows(array, read if array.axes[0] == "read" else written, read)
            for array in arrays
        )

    lengths = range(1, run.model.variant.context + 1)
    return [[str(count(read, written)) for written in lengths] for read in lengths]


class _Reading:
    """One run, read as a program."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self._run = recorded.run
        self.given: dict[str, FigureArray] = dict(recorded.shown)

    def steps(self) -> Iterator[dict[str, Any]]:
        """Yield each named array of the run, in order."""
        for name, array in self._run.arrays.items():
            if array.description.stays or name in COUNTED:
                continue
            axes = _axes(array, self._recorded.vocabularies)
            row = {"name": _open(name), "axes": axes, **_along(array)}
            causal = {"causal": True} if array.causal else {}
            yield row | self._operation(array) | causal

    def _operation(self, array: FigureArray) -> dict[str, Any]:
        if not OPERATIONS[array.operation].browser:
            raise WorkingsError(
                f"{array.name or 'a figure'} is made by “{array.operation}”, which programs for a "
                "browser can't use: give it a row in JavaScript and declare it with browser=True"
            )
        step: dict[str, Any] = {
            "operation": array.operation,
            "of": [self._operand(operand, array.name) for operand in array.operands],
        }
        if array.rule is not None:
            step["rule"] = _rule(array.rule)
        return step

    def _operand(self, operand: Any, taker: str) -> Any:
        """Return what the array `taker` takes: a name, or the operation of what has no other."""
        if isinstance(operand, int):
            return operand
        if isinstance(operand, np.ndarray):
            return {"numbers": self._recorded.numbers(operand)}
        own = operand.scope == self._run.scope
        if not operand.name or (own and operand.name == taker):
            return self._operation(operand)
        if own:
            return _open(operand.name)
        name = operand.name.replace(f"temperature_{RECORDED_AT}", f"temperature_{ANY}")
        if name == operand.name:
            self.given[name] = operand
        return f"{operand.scope}:{name}"


def _open(name: str) -> str:
    """Return a name with its temperature left open."""
    return name.replace(f"guess_at_{RECORDED_AT}.", f"guess_at_{ANY}.")


def _along(array: FigureArray) -> dict[str, str]:
    """Whose rows an array has, if not those of the words that a run reads on to."""
    first = array.axes[:1]
    return {"along": first[0]} if first in (("read",), ("place",)) else {}


def _axes(array: FigureArray, vocabularies: Mapping[str, tuple[str, ...]]) -> list[str]:
    called = {words: axis for axis, words in vocabularies.items()}
    return [called.get(labels, "number") for labels in array.labels]


def _given(array: FigureArray, vocabularies: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    values: Any = [" ".join(map(_digits, row)) for row in np.atleast_2d(array.values)]
    if array.values.ndim < 2:
        (values,) = values
    return {"name": array.name, "axes": _axes(array, vocabularies), "values": values}


def _digits(number: Decimal) -> str:
    """Return a given figure with its printed digits, as programs read them."""
    return f"{number:f}"


def _texts(counts: Sequence[Decimal | int]) -> list[str]:
    return [str(count) for count in counts]


def _rule(rule: Rule) -> dict[str, int | bool]:
    if isinstance(rule, Digits):
        if rule.trimmed:
            raise WorkingsError("a program writes the zeros at the end of a figure")
        return {"digits": rule.digits}
    return {"places": rule.places} | ({"first_digit": True} if rule.first_digit else {})
