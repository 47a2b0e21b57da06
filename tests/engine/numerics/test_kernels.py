"""Each kernel does what its docstring says, in a fixed order, and can be recorded."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pytest

from engine.layers import backkernels
from engine.numerics import kernels
from engine.numerics.elementary import Array
from engine.numerics.kernels import ShapeError

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
    assert backkernels.relu_gate(np.ones(3), kernels.relu(x)).tolist() == [0.0, 0.0, 1.0]
    assert kernels.lookup(np.eye(3), np.array([2, 0])).tolist() == [[0, 0, 1], [1, 0, 0]]
    assert kernels.log(kernels.exp(np.array([1.0]))).tolist() == [1.0]


def test_gelu_by_the_tanh_formula_is_not_the_exact_one() -> None:
    u = np.array([1.0, -2.0, 0.0])
    bent = kernels.tanh(kernels.gelu_inner(u, 0.044715) * math.sqrt(2.0 / math.pi))
    out = kernels.gelu_out(u, bent)
    # at 1 the exact GELU is 0.841345
    np.testing.assert_allclose(out, [0.841192, -0.045402, 0.0], atol=5e-7)
    gradient, scale = np.array([2.0, 1.0, 1.0]), math.sqrt(2 / math.pi)
    slope = backkernels.gelu_gate(gradient, u, bent, 0.044715, scale)
    np.testing.assert_allclose(slope, [2 * 1.082964, -0.086096, 0.5], atol=5e-6)


def test_columns_and_join_pass_numbers_on_unchanged() -> None:
    x = draw(2, 3, 6)
    left, right = kernels.columns(x, 0, 2), kernels.columns(x, 2, 4)
    assert (left == x[..., :2]).all()
    assert (kernels.join(left, right) == x).all()
    for first, width in ((5, 2), (-1, 2), (3, -1)):
        with pytest.raises(ShapeError, match=r"columns: .* are not among 6"):
            kernels.columns(x, first, width)


def test_the_largest_number_of_each_row_keeps_its_axis() -> None:
    x = np.array([[1.0, -np.inf, 3.0], [-2.0, -5.0, -np.inf]])
    assert kernels.largest(x).tolist() == [[3.0], [-2.0]]


def test_rows_are_picked_and_put_back_in_their_places() -> None:
    x = draw(2, 3, 4)
    places = np.array([1, 5])
    rows = backkernels.pick_rows(x, places)
    assert (rows == [x[0, 1], x[1, 2]]).all()
    back = backkernels.put_rows(rows, places, x)
    assert (back[0, 1] == x[0, 1]).all()
    assert (back[1, 2] == x[1, 2]).all()
    assert np.count_nonzero(back) == 8


def test_a_position_gathers_its_gradient_from_all_sentences() -> None:
    gradient = draw(5, 3, 4)
    table = backkernels.position_gradient(gradient, 6)
    np.testing.assert_allclose(table[:3], gradient.sum(0), atol=1e-14)
    assert (table[3:] == 0.0).all()
    assert (backkernels.position_gradient(gradient[0], 6)[:3] == gradient[0]).all()


@pytest.mark.parametrize("words", [3, 42, 128, 300])
def test_sums_over_words_run_by_lanes_and_then_by_halves(words: int) -> None:
    x, gradient = draw(words, 3), draw(words, 2)

    def by_lanes(terms: list[float]) -> float:
        lanes = terms[:128]
        for place, term in enumerate(terms[128:]):
            lanes[place % 128] += term
        half = 64
        while half:
            for place, term in enumerate(lanes[half:]):
                lanes[place] += term
            lanes = lanes[:half]
            half //= 2
        return lanes[0]

    assert backkernels.sum_words(x).tolist() == [by_lanes(column) for column in x.T.tolist()]
    for wide, narrow in ((x, gradient), (gradient, x)):
        products = backkernels.weight_gradient(wide, narrow)
        for k, m in np.ndindex(products.shape):
            assert products[k, m] == by_lanes((wide[:, k] * narrow[:, m]).tolist())


def signed(*shape: int) -> Array:
    """Random numbers of many sizes, zeros of both signs among them."""
    x = draw(*shape) * 10.0 ** random.integers(-9, 9, shape)
    return np.where(random.random(shape) < 0.2, np.copysign(0.0, x), x)


def one_by_one(terms: Array) -> Array:
    """terms[0] + terms[1] + …, each addition rounded before the next."""
    y = terms[0]
    for term in terms[1:]:
        y = y + term
    return np.asarray(y)


def lane_by_lane(terms: Array) -> Array:
    """The sum over the first axis: term t in lane t mod 128, the lanes folded by halves."""
    lanes = one_by_one(terms.reshape(-1, 128, *terms.shape[1:]))
    while len(lanes) > 1:
        lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
    return np.asarray(lanes[0])


def assert_same_bits(one: Array, other: Array) -> None:
    assert one.shape == other.shape
    assert np.ascontiguousarray(one).tobytes() == np.ascontiguousarray(other).tobytes()


@pytest.mark.parametrize(
    ("sentences", "n", "d", "m"), [(1, 1, 1, 1), (3, 5, 40, 7), (37, 12, 9, 50)]
)
def test_every_product_is_rounded_alone_and_added_in_order(
    sentences: int, n: int, d: int, m: int
) -> None:
    x, w, k = signed(sentences, n, d), signed(d, m), signed(sentences, m, d)
    v, gradient = signed(sentences, n, m), signed(sentences, n, m)
    shares = signed(sentences, n, n)
    last = np.moveaxis(x, -1, 0)
    assert_same_bits(kernels.linear(x, w), one_by_one(last[..., None] * w[:, None, None]))
    assert_same_bits(kernels.row_products(x, w.T), kernels.linear(x, w))
    pairs = last[..., None] * np.moveaxis(k, -1, 0)[:, :, None]
    assert_same_bits(kernels.row_products(x, k), one_by_one(pairs))
    mixed = np.moveaxis(shares, -1, 0)[..., None] * np.moveaxis(v, -2, 0)[:, :, None]
    assert_same_bits(kernels.blend(shares, v), one_by_one(mixed))
    assert_same_bits(kernels.total(x), one_by_one(last)[..., None])
    words = sentences * n
    filled = [np.pad(a.reshape(words, -1), ((0, -words % 128), (0, 0))) for a in (x, gradient)]
    outer = filled[0][:, :, None] * filled[1][:, None]
    assert_same_bits(backkernels.weight_gradient(x, gradient), lane_by_lane(outer))
    assert_same_bits(backkernels.weight_gradient(gradient, x), lane_by_lane(outer).T)


@pytest.mark.parametrize(("words", "sign"), [(1, 1.0), (127, 1.0), (128, -1.0), (129, 1.0)])
def test_lanes_without_a_word_hold_a_zero_without_a_minus(words: int, sign: float) -> None:
    nothing = backkernels.weight_gradient(np.full((words, 1), -0.0), np.ones((words, 1)))
    assert math.copysign(1.0, nothing[0, 0]) == sign


def test_a_sum_over_words_leaves_its_input_as_it_was() -> None:
    x = draw(3, 5, 4)
    before = x.copy()
    backkernels.sum_words(x)
    backkernels.position_gradient(x, 6)
    backkernels.weight_gradient(x, x)
    assert (x == before).all()


@pytest.mark.parametrize("order", ["C", "F"])
def test_how_numbers_lie_in_memory_changes_no_bit(order: Literal["C", "F"]) -> None:
    x, w, k, shares = draw(3, 5, 8), draw(8, 6), draw(3, 5, 8), draw(3, 5, 5)
    moved = [np.array(array, order=order) for array in (x, w, k, shares)]
    for row in range(5):
        one = [kernels.linear(x[2, row : row + 1], w), kernels.linear(moved[0], moved[1])[2, row]]
        assert (one[0][0] == one[1]).all()
    assert (kernels.row_products(moved[0], moved[2])[1] == kernels.row_products(x[1], k[1])).all()
    assert (kernels.blend(moved[3], moved[2])[1] == kernels.blend(shares[1], k[1])).all()
    assert (kernels.total(moved[0])[1] == kernels.total(x[1])).all()


def test_the_position_waves_are_sine_and_cosine_in_turn() -> None:
    lengths = kernels.divisor(10000.0, np.array([0.0, 0.0, 2.0, 2.0]), 4.0)
    assert lengths.tolist() == [1.0, 1.0, 100.0, 100.0]
    wave = kernels.wave(np.array([[1.0]]), lengths)[0]
    assert wave.round(5).tolist() == [0.84147, 0.5403, 0.01, 0.99995]


def test_targets_are_smoothed_over_the_whole_vocabulary() -> None:
    y = backkernels.smoothed(0.1, np.array([1]), 4)
    np.testing.assert_allclose(y, [[0.025, 0.925, 0.025, 0.025]], atol=1e-15)


@pytest.mark.parametrize("words", [1, 5, 127, 128, 129, 300])
def test_sums_over_words_are_complete(words: int) -> None:
    x, gradient = draw(words, 4), draw(words, 3)
    true = [math.fsum(column) for column in x.T.tolist()]
    np.testing.assert_allclose(backkernels.sum_words(x), true, atol=1e-12)
    np.testing.assert_allclose(backkernels.weight_gradient(x, gradient), x.T @ gradient, atol=1e-12)
    ids = np.arange(words) % 6
    table = backkernels.embedding_gradient(gradient, ids, 7)
    np.testing.assert_allclose(table, np.eye(7)[ids].T @ gradient, atol=1e-12)


def test_sums_over_words_do_not_depend_on_how_the_words_are_arranged_in_sentences() -> None:
    x = draw(42, 8)
    assert (backkernels.sum_words(x) == backkernels.sum_words(x.reshape(7, 6, 8))).all()


def test_the_surprise_at_a_word_is_that_of_its_own_chance() -> None:
    chance = abs(draw(2, 3, 4))
    surprise = backkernels.surprise_at(chance, np.array([[0, 1, 2], [3, 0, 1]]))
    assert surprise.shape == (2, 3, 1)
    assert surprise[1, 0, 0] == pytest.approx(-math.log(chance[1, 0, 3]), rel=1e-14)


def test_a_blend_goes_back_to_the_words_that_were_heard() -> None:
    shares, gradient = draw(2, 3, 4), draw(2, 3, 5)
    expected = np.swapaxes(shares, -1, -2) @ gradient
    np.testing.assert_allclose(backkernels.blend_back(shares, gradient), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("function", "arguments", "says"),
    [
        (kernels.linear, (draw(2, 7), draw(8, 8)), "linear: .* got 7 and 8"),
        (kernels.linear_bias, (draw(2, 8), draw(8, 4), draw(3)), "linear_bias: .* got 4 and 3"),
        (kernels.row_products, (draw(2, 8), draw(2, 7)), "row_products: .* got 8 and 7"),
        (kernels.blend, (draw(2, 3), draw(4, 8)), "blend: .* got 3 and 4"),
        (backkernels.weight_gradient, (draw(3, 8), draw(4, 8)), "weight_gradient: .* got 3 and 4"),
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
