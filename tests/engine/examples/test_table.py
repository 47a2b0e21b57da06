"""The examples' figures, from their givens: against plain Python, and published counts."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from engine.errors import UnknownName
from engine.examples.table import EXAMPLES, work_example
from engine.figures.ledger import FigureArray, given
from engine.figures.named import counted
from tests.engine.examples.heads import givens_of

SIZES = {
    "million": "1000000",
    "billion": "1000000000",
    "count.stretch": "4",
    "count.attention_tables": "4",
    "count.feed_forward_tables": "2",
    "count.norms": "2",
    "count.norm_rows": "2",
    "count.operations": "2",
    "count.attention_products": "2",
    "count.kept_rows": "2",
    "count.bytes": "2",
}
MODELS = {
    "ours": ("107", "16", "16", "2"),
    "small": ("50257", "1024", "768", "12"),
    "medium": ("50257", "1024", "1024", "24"),
    "large": ("50257", "1024", "1280", "36"),
    "xl": ("50257", "1024", "1600", "48"),
    "gpt3": ("50257", "2048", "12288", "96"),
}
# As the released tables count them (GPT-2), and as the sizes give them.
PARAMETERS = {
    "ours": 9_984,
    "small": 124_439_808,
    "medium": 354_823_168,
    "large": 774_030_080,
    "xl": 1_557_611_200,
    "gpt3": 174_604_259_328,
}


def sizes() -> dict[str, FigureArray]:
    numbers = dict(SIZES)
    for model, sizes_of in MODELS.items():
        names = ("vocabulary", "context", "width", "layers")
        numbers |= {f"{model}.{n}": s for n, s in zip(names, sizes_of, strict=True)}
    policy = EXAMPLES["sizes"].policy
    made = {name: given(number, policy, "book/test", name) for name, number in numbers.items()}
    return givens_of("same-math-bigger-numbers") | made


def worked(givens: Mapping[str, FigureArray]) -> dict[str, FigureArray]:
    return work_example("sizes", givens, "book/test")


@pytest.mark.parametrize("model", PARAMETERS)
def test_parameters_come_out_as_published(model: str) -> None:
    made = worked(sizes())
    assert made[f"{model}.parameters"].values.item() == PARAMETERS[model]
    _, context, width, layers = map(int, MODELS[model])
    assert made[f"{model}.cache"].values.item() == 2 * layers * width * 2
    assert made[f"{model}.cache_full"].values.item() == context * 2 * layers * width * 2
    assert made[f"{model}.operations"].values.item() == 2 * PARAMETERS[model]


def test_conventions_move_the_count_by_what_they_name() -> None:
    made = worked(sizes())
    assert made["small.block"].values.item() == 7_087_872
    assert made["small.cache"].values.item() == 36_864
    assert made["small.untied"].values.item() == PARAMETERS["small"] + 50_257 * 768
    biases = 12 * (3 * 768 + 768 + 3_072 + 768)
    assert made["small.without_biases"].values.item() == PARAMETERS["small"] - biases
    assert str(made["small.rounded"].values.item()) == "124.44"


def test_a_given_that_is_missing_is_named() -> None:
    givens = sizes()
    del givens["xl.width"]
    with pytest.raises(UnknownName, match=r"given “xl\.width”"):
        worked(givens)


def test_carried_turns_round_each_sum_once() -> None:
    policy = EXAMPLES["modern"].policy

    def table(name: str, *rows: str) -> FigureArray:
        numbers = np.array([[Decimal(n) for n in row.split()] for row in rows], dtype=object)
        return given(numbers, policy, "t", name, tuple(map(counted, numbers.shape)))

    x, waves = table("x", "1.25 -0.37"), table("waves", "0.14 -0.99")
    turned = x.record("rotate", (x, waves))
    first = Fraction("1.25") * Fraction("-0.99") - Fraction("-0.37") * Fraction("0.14")
    second = Fraction("1.25") * Fraction("0.14") + Fraction("-0.37") * Fraction("-0.99")
    assert [abs(Fraction(str(n)) - e) <= Fraction("0.005") for n, e in zip(
        turned.values[0], (first, second), strict=True)] == [True, True]  # fmt: skip
    assert [str(n) for n in turned.values[0]] == ["-1.19", "0.54"]
