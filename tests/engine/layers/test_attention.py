"""Attention by one head or several: what it hears, and its gradients against finite differences."""

from dataclasses import replace

import numpy as np

from engine.layers.attention import (
    Attention,
    AttentionWeights,
    attention_backward,
    attention_forward,
)
from engine.layers.layers import Constants
from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of
from engine.numerics.elementary import Array
from tests.engine.layers.gradients import arrays_of, numeric_gradient

random = np.random.default_rng(12)
CONSTANTS: Constants = constants_of(
    Variant(vocabulary=5, width=4, hidden=6, layers=1, heads=1, context=3)
)


def draw(*shape: int) -> Array:
    return random.standard_normal(shape)


def test_no_word_hears_a_later_one() -> None:
    weights = AttentionWeights(*(draw(4, 4) for _ in range(4)))
    x = draw(2, 3, 4)
    before = attention_forward(x, weights, CONSTANTS)
    x[:, 2] += 1.0
    after = attention_forward(x, weights, CONSTANTS)
    assert (before.output[:, :2] == after.output[:, :2]).all()
    assert (before.output[:, 2] != after.output[:, 2]).all()


def test_several_heads_are_single_heads_on_their_own_columns() -> None:
    x = draw(2, 3, 4)
    weights = AttentionWeights(*(draw(4, 4) for _ in range(4)))
    constants = replace(CONSTANTS, head_width=2.0)
    both = attention_forward(x, weights, constants, heads=2, from_top=True)
    for number, head in enumerate(both.heads):
        mine = slice(2 * number, 2 * number + 2)
        three = (weights.w_query[:, mine], weights.w_key[:, mine], weights.w_value[:, mine])
        own = AttentionWeights(*three, draw(2, 4))
        alone = attention_forward(x, own, constants, from_top=True)
        assert (alone.heads[0].softmax.share == head.softmax.share).all()
        assert (alone.joined == both.joined[..., mine]).all()


def test_a_single_head_has_query_key_value_and_blend_themselves() -> None:
    weights = AttentionWeights(*(draw(4, 4) for _ in range(4)))
    attention = attention_forward(draw(3, 4), weights, CONSTANTS)
    (head,) = attention.heads
    assert head.query is attention.query
    assert head.key is attention.key
    assert head.value is attention.value
    assert attention.joined is head.blend


def test_attention_gradients_are_the_slopes() -> None:
    x, out = draw(2, 3, 4), draw(2, 3, 4)
    weights = AttentionWeights(*(draw(4, 4) for _ in range(4)))

    def loss() -> float:
        return float((attention_forward(x, weights, CONSTANTS).output * out).sum())

    forward = attention_forward(x, weights, CONSTANTS)
    gradient = attention_backward(out, x, forward, weights)
    np.testing.assert_allclose(gradient.x, numeric_gradient(loss, x), atol=1e-7)
    for name, array in arrays_of(weights).items():
        slope = numeric_gradient(loss, array)
        np.testing.assert_allclose(getattr(gradient.weights, name), slope, atol=1e-7, err_msg=name)


def test_gradients_of_two_heads_are_the_slopes() -> None:
    x, out = draw(2, 3, 4), draw(2, 3, 4)
    weights = AttentionWeights(*(draw(4, 4) for _ in range(4)))
    constants = replace(CONSTANTS, head_width=2.0)

    def attended() -> Attention:
        return attention_forward(x, weights, constants, heads=2, from_top=True)

    gradient = attention_backward(out, x, attended(), weights)
    for array, found in [(x, gradient.x), *zip(arrays_of(weights).values(),
                         arrays_of(gradient.weights).values(), strict=True)]:  # fmt: skip
        slope = numeric_gradient(lambda: float((attended().output * out).sum()), array)
        np.testing.assert_allclose(found, slope, atol=1e-7)
