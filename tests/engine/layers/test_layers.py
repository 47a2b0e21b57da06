"""Each layer against its definition, and each gradient against finite differences."""

from typing import Any

import numpy as np
import pytest

from engine.layers import layers
from engine.layers.layers import Constants, FeedForwardWeights, NormWeights, TopSoftmax
from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of
from engine.numerics.elementary import Array
from tests.engine.layers.gradients import arrays_of, numeric_gradient

random = np.random.default_rng(11)
CONSTANTS: Constants = constants_of(
    Variant(vocabulary=5, width=4, hidden=6, layers=1, heads=1, context=3)
)


def draw(*shape: int) -> Array:
    return random.standard_normal(shape)


def test_layer_norm_divides_the_variance_by_n() -> None:
    weights = NormWeights(np.ones(4), np.zeros(4))
    norm = layers.layer_norm_forward(np.array([[1.0, 0.0, 0.0, 0.0]]), weights, CONSTANTS)
    np.testing.assert_allclose(norm.out, [[1.732, -0.577, -0.577, -0.577]], atol=5e-4)
    assert norm.mean.shape == norm.variance.shape == norm.deviation.shape == (1, 1)


def test_attention_by_hand_gives_the_known_shares_and_blend() -> None:
    query = np.array([[1.0, 0.0]])
    keys = np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]])
    values = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
    softmax = layers.softmax_forward(query @ keys.T / np.sqrt(2.0))
    assert softmax.share.round(2).tolist() == [[0.22, 0.46, 0.32]]
    assert (softmax.share @ values).round(2).tolist() == [[0.54, 1.23]]


def test_taking_the_largest_score_away_changes_no_share() -> None:
    score = np.array([[1.0, -np.inf, 3.0], [700.0, 1400.0, 1401.0]])
    softmax = layers.softmax_forward(score, from_top=True)
    assert isinstance(softmax, TopSoftmax)
    assert softmax.top.tolist() == [[3.0], [1401.0]]
    assert softmax.shifted[0].tolist() == [-2.0, -np.inf, 0.0]
    plain = layers.softmax_forward(score[:1]).share
    np.testing.assert_allclose(softmax.share[:1], plain, atol=1e-16)
    np.testing.assert_allclose(softmax.share[1], [0.0, 0.26894142, 0.73105858], atol=1e-8)


def test_layer_norm_gradients_are_the_slopes() -> None:
    x, weights, out = draw(2, 3, 4), NormWeights(draw(4), draw(4)), draw(2, 3, 4)

    def loss() -> float:
        return float((layers.layer_norm_forward(x, weights, CONSTANTS).out * out).sum())

    forward = layers.layer_norm_forward(x, weights, CONSTANTS)
    gradient = layers.layer_norm_backward(out, forward, weights, CONSTANTS)
    np.testing.assert_allclose(gradient.x, numeric_gradient(loss, x), atol=1e-8)
    for name, array in arrays_of(weights).items():
        slope = numeric_gradient(loss, array)
        np.testing.assert_allclose(getattr(gradient.weights, name), slope, atol=1e-8, err_msg=name)


def test_softmax_gradients_are_the_slopes() -> None:
    score, out = draw(2, 5), draw(2, 5)

    def loss() -> float:
        return float((layers.softmax_forward(score).share * out).sum())

    gradient = layers.softmax_backward(out, layers.softmax_forward(score))
    np.testing.assert_allclose(gradient.score, numeric_gradient(loss, score), atol=1e-9)


def test_feed_forward_gradients_are_the_slopes() -> None:
    x, out = draw(2, 3, 4), draw(2, 3, 4)
    weights = FeedForwardWeights(draw(4, 6), draw(6), draw(6, 4), draw(4))

    def loss() -> float:
        return float((layers.feed_forward_forward(x, weights, CONSTANTS).pressed * out).sum())

    forward = layers.feed_forward_forward(x, weights, CONSTANTS)
    assert 0 < (forward.kept == 0).sum() < forward.kept.size
    gradient = layers.feed_forward_backward(out, x, forward, weights, CONSTANTS)
    np.testing.assert_allclose(gradient.x, numeric_gradient(loss, x), atol=1e-8)
    for name, array in arrays_of(weights).items():
        slope = numeric_gradient(loss, array)
        np.testing.assert_allclose(getattr(gradient.weights, name), slope, atol=1e-8, err_msg=name)


def test_results_cannot_be_changed_afterwards() -> None:
    softmax: Any = layers.softmax_forward(draw(1, 3))
    with pytest.raises(AttributeError):
        softmax.share = None
