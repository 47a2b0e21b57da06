"""Each kernel does what its docstring says, in a fixed order, and can be recorded."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from engine import kernels
from engine.elementary import Array
from engine.kernels import ShapeError

random = np.random.default_rng(7)


def draw(*shape: int) -> Array:
    return random.standard_normal(shape)


def test_products_agree_with_plain_matrix_products() -> None:
    x, w, b, k = draw(2, 5, 8), draw(8, 3), draw(3), draw(2, 4, 8)
    np.testing.assert_allclose(kernels.linear(x, w), x @ w, rtol=0, atol=1e-14)
    np.testing.assert_allclose(kernels.linear_bias(x, w, b), x @ w + b, rtol=0, atol=1e-14)
    np.testing.assert_allclose(kernels.row_products(x, k), x @ k.swapaxes(1, 2), atol=1e-14)
    shares = draw(2, 5, 4)
    np.testing.assert_allclose(kernels.blend(shares, k), shares @ k, rtol=0, atol=1e-14)


def test_sums_run_from_left_to_right() -> None:
    row = np.array([[1e16, 1.0, -1e16, 1.0]])  # any other order gives 0 or 2
    ones = np.ones((1, 4))
    assert kernels.total(row).tolist() == [[1.0]]
    assert kernels.mean(row, 4.0).tolist() == [[0.25]]
    assert kernels.linear(row, ones.T).tolist() == [[1.0]]
    assert kernels.row_products(row, ones).tolist() == [[1.0]]
    assert kernels.blend(row, ones.T).tolist() == [[1.0]]


def test_reductions_keep_an_axis_of_length_one() -> None:
    x = draw(2, 5, 8)
    np.testing.assert_allclose(kernels.total(x), x.sum(-1, keepdims=True), atol=1e-14)
    np.testing.assert_allclose(kernels.mean(x, 8.0), x.mean(-1, keepdims=True), atol=1e-14)
    squares = (x * x).mean(-1, keepdims=True)
    np.testing.assert_allclose(kernels.mean_square(x, 8.0), squares, atol=1e-14)


def test_roots_are_the_processors_own() -> None:
    assert kernels.root(np.array([0.0]), 1e-5).tolist() == [math.sqrt(1e-5)]
    assert float(kernels.square_root(8.0)) == math.sqrt(8.0)


def test_a_word_gives_nothing_to_earlier_words() -> None:
    masked = kernels.mask_later(np.zeros((2, 3, 3)))
    later = [[False, True, True], [False, False, True], [False, False, False]]
    assert np.isneginf(masked).tolist() == [later, later]
    raised = kernels.exp(masked)
    shares = kernels.share(raised, kernels.total(raised))
    assert shares[0].tolist() == [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [1 / 3, 1 / 3, 1 / 3]]


def test_elementwise_kernels_do_their_one_thing() -> None:
    x = np.array([-2.0, 0.0, 3.0])
    assert kernels.relu(x).tolist() == [0.0, 0.0, 3.0]
    assert math.copysign(1.0, kernels.relu(np.array([-0.0]))[0]) == 1.0
    assert kernels.scale_shift(x, np.array(2.0), np.array(1.0)).tolist() == [-3.0, 1.0, 7.0]
    assert kernels.relu_gate(np.ones(3), kernels.relu(x)).tolist() == [0.0, 0.0, 1.0]
    assert kernels.lookup(np.eye(3), np.array([2, 0])).tolist() == [[0, 0, 1], [1, 0, 0]]
    assert kernels.log(kernels.exp(np.array([1.0]))).tolist() == [1.0]


def test_the_position_waves_are_sine_and_cosine_in_turn() -> None:
    lengths = kernels.divisor(10000.0, np.array([0.0, 0.0, 2.0, 2.0]), 4.0)
    assert lengths.tolist() == [1.0, 1.0, 100.0, 100.0]
    wave = kernels.wave(np.array([[1.0]]), lengths)[0]
    assert wave.round(5).tolist() == [0.84147, 0.5403, 0.01, 0.99995]


def test_targets_are_smoothed_over_the_whole_vocabulary() -> None:
    y = kernels.smoothed(np.array([1]), 4, 0.1)
    np.testing.assert_allclose(y, [[0.025, 0.925, 0.025, 0.025]], atol=1e-15)


@pytest.mark.parametrize("words", [1, 5, 127, 128, 129, 300])
def test_sums_over_words_are_complete(words: int) -> None:
    x, gradient = draw(words, 4), draw(words, 3)
    true = [math.fsum(column) for column in x.T.tolist()]
    np.testing.assert_allclose(kernels.sum_words(x), true, atol=1e-12)
    np.testing.assert_allclose(kernels.weight_gradient(x, gradient), x.T @ gradient, atol=1e-12)
    ids = np.arange(words) % 6
    table = kernels.embedding_gradient(gradient, ids, 7)
    np.testing.assert_allclose(table, np.eye(7)[ids].T @ gradient, atol=1e-12)


def test_sums_over_words_do_not_depend_on_how_the_words_are_arranged_in_sentences() -> None:
    x = draw(42, 8)
    assert (kernels.sum_words(x) == kernels.sum_words(x.reshape(7, 6, 8))).all()


def test_pick_and_transpose_move_numbers_about() -> None:
    x = draw(2, 3, 4)
    ids = np.array([[0, 1, 2], [3, 0, 1]])
    assert kernels.pick(x, ids)[1, 0, 0] == x[1, 0, 3]
    assert kernels.pick(x, ids).shape == (2, 3, 1)
    assert (kernels.transpose(x)[1] == x[1].T).all()


@pytest.mark.parametrize(
    ("function", "arguments", "says"),
    [
        (kernels.linear, (draw(2, 7), draw(8, 8)), "linear: .* got 7 and 8"),
        (kernels.linear_bias, (draw(2, 8), draw(8, 4), draw(3)), "linear_bias: .* got 4 and 3"),
        (kernels.row_products, (draw(2, 8), draw(2, 7)), "row_products: .* got 8 and 7"),
        (kernels.blend, (draw(2, 3), draw(4, 8)), "blend: .* got 3 and 4"),
        (kernels.weight_gradient, (draw(3, 8), draw(4, 8)), "weight_gradient: .* got 3 and 4"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(
    function: Callable[..., Array], arguments: tuple[Array, ...], says: str
) -> None:
    with pytest.raises(ShapeError, match=says):
        function(*arguments)


@dataclass
class Recorder:
    calls: list[tuple[str, tuple[Any, ...]]]

    def record(self, name: str, arguments: tuple[Any, ...]) -> "Recorder":
        self.calls.append((name, arguments))
        return self


def test_any_argument_that_records_answers_for_the_kernel() -> None:
    calls: list[tuple[str, tuple[Any, ...]]] = []
    recorder: Any = Recorder(calls)
    width = 8.0
    assert kernels.mean(recorder, width) is recorder
    x = draw(2, 8)
    assert kernels.linear(x, recorder) is recorder
    assert calls == [("mean", (recorder, width)), ("linear", (x, recorder))]
