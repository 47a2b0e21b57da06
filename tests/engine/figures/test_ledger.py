"""The recording array remembers what made each figure, and refuses what it can't explain."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from engine.errors import WorkingsError
from engine.figures import decimals
from engine.figures.ledger import FigureArray, given
from engine.figures.operations.table import OPERATIONS
from engine.figures.rounding import policy_for
from engine.numerics import kernels

POLICY = policy_for(2)


def row(*numbers: str, name: str = "row") -> FigureArray:
    values = np.array([Decimal(number) for number in numbers], dtype=object)
    labels = (tuple(str(i + 1) for i in range(len(numbers))),)
    return given(values, POLICY, "test", name, labels)


def table(*rows: tuple[str, ...], name: str = "table") -> FigureArray:
    values = np.array([[Decimal(number) for number in line] for line in rows], dtype=object)
    labels = tuple(tuple(str(i + 1) for i in range(size)) for size in values.shape)
    return given(values, POLICY, "test", name, labels)


def test_every_kernel_that_a_forward_pass_uses_can_be_carried() -> None:
    forward_only = {name for name in OPERATIONS if hasattr(kernels, name)}
    assert {"linear", "linear_bias", "row_products", "blend", "mean", "mean_square", "root",
            "square_root", "exp", "total", "share", "mask_later", "relu", "scale_shift", "lookup",
            "divisor", "wave", "rotate", "largest", "columns", "join", "tanh", "gelu_inner",
            "gelu_out", "log"} == forward_only  # fmt: skip


def test_each_result_is_rounded_once_and_its_rounded_form_is_used_next() -> None:
    third = row("1") / row("3", name="three")
    assert third.values.item() == Decimal("0.33")
    assert (third * row("3000", name="many")).values.item() == Decimal("990.00")
    assert (row("0.345") + row("0.345", name="again")).values.item() == Decimal("0.69")


def test_givens_are_never_rounded() -> None:
    assert row("0.12345").figure(0).text == "0.12345"


def test_nothing_is_ever_minus_zero() -> None:
    difference = row("0.3") - (row("3", name="three") * row("0.1", name="tenth"))
    assert difference.values.item() == 0
    assert not difference.values.item().is_signed()
    product = row("-0.01") * row("0.01", name="small")
    product.publish("test", "product", (("1",),))
    assert product.figure(0).text == "0.00"


def test_a_looked_up_figure_is_the_one_in_its_table() -> None:
    words = table(("0.10", "0.20"), ("0.30", "0.40"))
    taken = words.record("lookup", (words, np.array([1, 0, 1])))
    assert [figure.address for figure in taken.row(0)] == ["test:table[2,1]", "test:table[2,2]"]
    assert taken.figure(0, 0) is taken.figure(2, 0)


def test_equal_scores_share_equally_as_printed() -> None:
    score: Any = row("1.00", "1.00", "1.00")
    raised: Any = kernels.exp(score)
    shares: Any = kernels.share(raised, kernels.total(raised))
    assert [str(share) for share in shares.values] == ["0.333"] * 3


def test_later_words_have_no_figures() -> None:
    score = table(("1.00", "2.00"), ("3.00", "4.00"))
    masked = score.record("mask_later", (score,))
    masked.publish("test", "score", (("1", "2"), ("1", "2")), causal=True)
    assert [figure.text for figure in masked.row(0)] == ["1.00"]
    assert [figure.text for figure in masked] == ["1.00", "3.00", "4.00"]
    assert str(decimals.exp(masked.values)[0, 1]) == "0"


@pytest.mark.parametrize(
    "call",
    [
        lambda a: a + 1.0,
        lambda a: np.sin(a),
        lambda a: np.add.reduce(a),
        lambda a: np.asarray(a),
        lambda a: a.__iadd__(a),
        lambda a: a.record("matmul", (a, a)),
        lambda a: a.record("add", (a, np.array([0.5]))),
    ],
)
def test_what_can_not_be_explained_is_refused(call: object) -> None:
    with pytest.raises(WorkingsError):
        call(row("1.00", "2.00"))  # type: ignore[operator]


def test_an_array_is_named_once_and_its_labels_fit() -> None:
    array = row("1.00")
    with pytest.raises(WorkingsError, match="named again"):
        array.publish("test", "other", (("1",),))
    with pytest.raises(WorkingsError, match="don't fit"):
        FigureArray(array.values, POLICY).publish("test", "x", (("1", "2"),))


def test_a_figure_without_a_name_can_not_be_shown() -> None:
    with pytest.raises(WorkingsError, match="no name"):
        (row("1.00") + row("2.00", name="b")).figure(0)
