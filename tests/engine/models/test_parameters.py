"""The layout of what a model learns: names, shapes and counts."""

from dataclasses import replace
from math import prod

import numpy as np
import pytest

from engine.errors import WorkingsError
from engine.layers.variants import Variant
from engine.models.parameters import weight_shapes, weights_from_dict, weights_to_dict
from tests.models.layouts import ANSWERS, SIGNAL, layout_of


def size(name: str) -> int:
    return sum(map(prod, weight_shapes(layout_of(name)).values()))


def test_the_signal_model_has_824_parameters() -> None:
    assert size("signal") == 824


def test_the_answers_model_has_9984_parameters_as_the_sizes_give_them() -> None:
    blocks = 2 * (32 + 4 * 256 + 32 + 2 * 1024)
    assert size("answers") == 107 * 16 + 16 * 16 + blocks + 32 + 107 * 16
    assert size("answers") == 9984
    names = list(weight_shapes(ANSWERS))
    assert names[:3] == ["embedding", "position_embedding", "block1.norm1.scale"]
    assert not [name for name in names if ".b_" in name]


@pytest.mark.parametrize("layers", [1, 2])
def test_names_and_weights_can_be_turned_into_each_other(layers: int) -> None:
    variant = Variant(vocabulary=3, width=2, hidden=4, layers=layers, heads=1, context=4)
    without = replace(variant, biases=False, positions="learned")
    for layout in (variant, without, replace(variant, norm="after")):
        _there_and_back(layout)


def test_norms_after_the_layers_need_no_last_one() -> None:
    names = set(weight_shapes(SIGNAL)) - set(weight_shapes(replace(SIGNAL, norm="after")))
    assert names == {"norm3.scale", "norm3.shift"}


def _there_and_back(variant: Variant) -> None:
    named = {name: np.zeros(shape) for name, shape in weight_shapes(variant).items()}
    again = weights_to_dict(weights_from_dict(named, variant.layers))
    assert list(again) == list(named)
    assert all(again[name] is named[name] for name in named)


def test_a_missing_and_an_unknown_weight_are_named_with_their_nearest() -> None:
    named = {name: np.zeros(s) for name, s in weight_shapes(SIGNAL).items()}
    misspelt = {name.replace("w_query", "w_qery"): array for name, array in named.items()}
    with pytest.raises(WorkingsError, match=r"weight w_query is missing. Did you mean w_qery"):
        weights_from_dict(misspelt, 1)
    with pytest.raises(WorkingsError, match=r"unknown weight w_qery. Did you mean w_query"):
        weights_from_dict({**named, "w_qery": np.zeros(1)}, 1)
