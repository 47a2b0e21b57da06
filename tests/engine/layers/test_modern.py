"""Each newer piece against its formula in plain Python, and what it is known for."""

import cmath
import math

import numpy as np
import pytest

from engine.layers.modern import (
    gated_feed_forward,
    largest_places,
    listen,
    listen_within,
    mixture,
    pool,
    rms_norm,
)
from engine.numerics.elementary import Array
from engine.numerics.kernels import ShapeError, linear, rotate, row_products, wave

random = np.random.default_rng(11)


def draw(*shape: int) -> Array:
    return random.standard_normal(shape)


def turned(x: Array, position: float, divisors: Array) -> Array:
    return rotate(x, wave(np.array([[position]]), divisors))


def plain_softmax(scores: list[float]) -> list[float]:
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def test_a_turned_pair_is_a_complex_number_times_a_turn() -> None:
    x, divisors = draw(1, 4), np.array([1.0, 1.0, 10.0, 10.0])
    out = turned(x, 3.0, divisors)[0]
    for pair, length in ((0, 1.0), (2, 10.0)):
        expected = complex(x[0, pair], x[0, pair + 1]) * cmath.exp(1j * 3.0 / length)
        assert complex(out[pair], out[pair + 1]) == pytest.approx(expected, abs=1e-14)


def test_products_of_turned_rows_depend_on_the_distance_alone() -> None:
    query, key, divisors = draw(1, 6), draw(1, 6), np.array([1.0, 1.0, 5.0, 5.0, 25.0, 25.0])

    def product(asking: float, heard: float) -> float:
        return row_products(turned(query, asking, divisors), turned(key, heard, divisors)).item()

    assert product(7.0, 4.0) == pytest.approx(product(3.0, 0.0), abs=1e-13)
    assert abs(product(7.0, 4.0) - product(7.0, 5.0)) > 1e-3


def test_a_wave_that_does_not_fit_its_row_is_refused() -> None:
    with pytest.raises(ShapeError):
        rotate(draw(1, 4), draw(1, 6))


def test_rms_norm_divides_by_the_root_of_the_mean_square() -> None:
    x, scale = draw(5), draw(5)
    size = math.sqrt(sum(number**2 for number in x.tolist()) / 5 + 1e-5)
    expected = [a / size * b for a, b in zip(x.tolist(), scale.tolist(), strict=True)]
    assert rms_norm(x, scale, 5.0, 1e-5).out.tolist() == pytest.approx(expected, abs=1e-14)


def test_swiglu_lets_one_stretch_gate_the_other() -> None:
    x, w_gate, w_up, w_press = draw(1, 3), draw(3, 4), draw(3, 4), draw(4, 3)
    hidden = []
    for h in range(4):
        gate = sum(x[0, d] * w_gate[d, h] for d in range(3))
        up = sum(x[0, d] * w_up[d, h] for d in range(3))
        hidden.append(gate / (1 + math.exp(-gate)) * up)
    expected = [sum(hidden[h] * w_press[h, d] for h in range(4)) for d in range(3)]
    out = gated_feed_forward(x, w_gate, w_up, w_press, 1.0).pressed
    assert out[0].tolist() == pytest.approx(expected, abs=1e-13)


def test_a_window_hears_the_last_words_as_if_there_were_no_others() -> None:
    query, key, value = draw(1, 2), draw(5, 2), draw(5, 3)
    everyone = listen(query, key, value, 2.0)
    near = listen(query, key[2:], value[2:], 2.0)
    windowed = listen_within(everyone.score, value, 3)
    assert windowed.blend.tolist() == near.blend.tolist()
    assert listen_within(everyone.score, value, 5).blend.tolist() == everyone.blend.tolist()
    scores = [sum(query[0, d] * key[m, d] for d in range(2)) / 2.0 for m in (2, 3, 4)]
    shares = plain_softmax(scores)
    expected = [sum(shares[m] * value[m + 2, d] for m in range(3)) for d in range(3)]
    assert windowed.blend[0].tolist() == pytest.approx(expected, abs=1e-14)


def test_heads_that_are_alike_lose_nothing_by_sharing() -> None:
    key = draw(3, 2)
    assert pool(key, key, 2.0).halved.tolist() == key.tolist()
    other = draw(3, 2)
    assert pool(key, other, 2.0).halved.tolist() == ((key + other) / 2).tolist()


def test_a_mixture_weights_the_best_experts_by_a_softmax_over_them() -> None:
    x, kept = draw(2), np.abs(draw(6))
    w_router = np.array([[1.0, 3.0, 2.0], [0.0, 0.0, 0.0]]) * np.sign(x[0])
    w_press = draw(6, 2)
    out = mixture(x, kept, w_router, w_press, 2).out
    shares = plain_softmax([3.0 * abs(x[0]), 2.0 * abs(x[0])])
    expected = [
        sum(
            share * sum(kept[h] * w_press[h, d] for h in (2 * e, 2 * e + 1))
            for share, e in zip(shares, (1, 2), strict=True)
        )
        for d in range(2)
    ]
    assert out.tolist() == pytest.approx(expected, abs=1e-13)


def test_all_experts_with_equal_scores_are_the_whole_layer_shared_out() -> None:
    x, kept, w_press = draw(2), np.abs(draw(6)), draw(6, 2)
    out = mixture(x, kept, np.zeros((2, 3)), w_press, 3).out
    assert (3 * out).tolist() == pytest.approx(linear(kept, w_press).tolist(), abs=1e-13)


def test_of_equal_scores_the_first_is_chosen_and_places_stay_in_order() -> None:
    assert largest_places([0.5, 2.0, 0.5, 1.0], 3) == [0, 1, 3]
    assert largest_places([1.0, 1.0, 1.0], 2) == [0, 1]
